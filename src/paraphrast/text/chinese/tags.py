"""Parts of speech of Chinese words, by rjieba's dictionary."""

from paraphrast.text.chinese.words import pieces
from paraphrast.text.tags import obvious
from paraphrast.text.tokens import Token

SIGNS = {
    **{
        "n": "NOUN",
        "nr": "PROPN",
        "nrt": "PROPN",
        "nrfg": "PROPN",
        "ns": "PROPN",
        "nt": "PROPN",
        "nz": "PROPN",
    },
    **{
        "t": "NOUN",
        "s": "NOUN",
        "f": "ADP",
        "v": "VERB",
        "vn": "NOUN",
        "a": "ADJ",
        "ad": "ADV",
        "an": "NOUN",
    },
    **{"b": "ADJ", "z": "ADJ", "r": "PRON", "m": "NUM", "q": "NOUN", "d": "ADV", "p": "ADP", "c": "CCONJ"},
    **{
        "u": "PART",
        "e": "INTJ",
        "y": "PART",
        "o": "INTJ",
        "h": "PART",
        "k": "PART",
        "i": "VERB",
        "l": "VERB",
    },
    **{"j": "NOUN", "g": "NOUN", "eng": "X", "x": "X", "zg": "ADV", "ul": "AUX", "uz": "AUX", "ug": "AUX"},
}
WORDS = {
    **dict.fromkeys(
        [
            "是",
            "能",
            "能够",
            "会",
            "可以",
            "应",
            "应该",
            "应当",
            "必须",
            "可能",
            "要",
            "肯",
            "敢",
            "得",
            "了",
            "着",
            "过",
        ],
        "AUX",
    ),
    **dict.fromkeys(
        ["这", "那", "每", "各", "该", "某", "本", "此", "这个", "那个", "这些", "那些", "哪", "哪个", "几"],
        "DET",
    ),
    **dict.fromkeys(
        [
            "因为",
            "如果",
            "虽然",
            "尽管",
            "即使",
            "只要",
            "只有",
            "无论",
            "不管",
            "假如",
            "要是",
            "倘若",
            "既然",
            "除非",
            "由于",
        ],
        "SCONJ",
    ),
    **dict.fromkeys(["的", "地", "吗", "呢", "吧", "啊", "呀", "嘛", "之", "所", "们"], "PART"),
    **dict.fromkeys(["不", "没", "没有"], "ADV"),
}


def tag(text: str) -> list[Token]:
    """Tag Chinese words by rjieba's dictionary."""
    found = []
    for (word, sign), start in pieces(text, marked):
        if not word.isspace():
            found.append(Token(_read_word(word, sign), start, start + len(word)))
    return found


def marked(text: str) -> list[tuple[str, str]]:
    """Cut a text as jieba does, with its signs for the parts of speech."""
    import rjieba

    try:
        found: list[tuple[str, str]] = rjieba.tag(text)
    except UnicodeEncodeError:  # half of a surrogate pair: rjieba takes only what UTF-8 can say
        found = [(letter, "x") for letter in text]
    return found


def _read_word(word: str, sign: str) -> str:
    """Turn one of jieba's signs into a universal tag."""
    found = obvious(word) or WORDS.get(word) or SIGNS.get(sign) or SIGNS.get(sign[:1], "X")
    return "PROPN" if found == "X" and word[0].isupper() and sign == "eng" else found
