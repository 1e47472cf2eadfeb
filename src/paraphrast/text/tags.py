"""Universal parts of speech (https://universaldependencies.org/u/pos/).

Russian takes pymorphy3's most probable reading of each word by itself, Chinese what rjieba's dictionary
says; English is tagged in context by the perceptron, whose card gives its accuracy.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from paraphrast.text.languages import Lang, choose
from paraphrast.text.morphology import likeliest
from paraphrast.text.perceptron import english
from paraphrast.text.sentences import sentences
from paraphrast.text.tokens import Token
from paraphrast.text.words import ADDRESS, is_word, pieces, words

RUSSIAN = {
    **{"NOUN": "NOUN", "ADJF": "ADJ", "ADJS": "ADJ", "COMP": "ADJ", "VERB": "VERB", "INFN": "VERB"},
    **{"PRTF": "VERB", "PRTS": "VERB", "GRND": "VERB", "NUMR": "NUM", "ADVB": "ADV", "NPRO": "PRON"},
    **{"PRED": "ADV", "PREP": "ADP", "CONJ": "CCONJ", "PRCL": "PART", "INTJ": "INTJ"},
}
NAMES = ("Name", "Surn", "Patr", "Geox", "Orgn", "Trad")
SUBORDINATE = re.compile(
    r"что|чтобы|чтоб|если|когда|пока|как|хотя|хоть|потому|поскольку|будто|словно|точно|ибо|чем|раз|едва|лишь|дабы|ежели"
)
CHINESE = {
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
CHINESE_WORDS = {
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
NUMERAL = re.compile(r"[+-]?\d[\d.,/:%\s-]*|[\uff10-\uff19]+")
SYMBOL = re.compile(r"[$€£¥₽₴₹¢%‰°§№#@&*+=<>|~^©®™×÷±≈≤≥←-⇿]+")


def tags(text: str, lang: Lang) -> list[Token]:
    """Give each word of a text its part of speech.

    >>> [token.text for token in tags("Анна купила 2 книги.", "ru")]
    ['PROPN', 'VERB', 'NUM', 'NOUN', 'PUNCT']
    >>> [token.text for token in tags("我爱北京", "zh")]
    ['PRON', 'VERB', 'PROPN']
    """
    return choose(TAGGERS, lang)(text)


def obvious(word: str) -> str | None:
    """Tag what needs no grammar: numbers, marks, signs, addresses."""
    if NUMERAL.fullmatch(word):
        return "NUM"
    if is_word(word):
        return "X" if re.fullmatch(ADDRESS, word) else None
    return (
        "SYM"
        if SYMBOL.fullmatch(word) or (len(word) > 1 and not any(mark in ".?!…-*" for mark in word))
        else "PUNCT"
    )


def russian(text: str) -> list[Token]:
    """Tag Russian words one by one."""
    return [Token(russian_word(token.text), token.start, token.stop) for token in words(text, "ru")]


@lru_cache(200_000)
def russian_word(word: str) -> str:
    """Tag a Russian word by its most probable reading."""
    found = obvious(word)
    if found:
        return found
    low = word.lower()
    reading = likeliest(low)
    grammemes = reading.tag
    if reading.normal_form == "быть":
        return "AUX"
    if word[0].isupper() and any(name in grammemes for name in NAMES):
        return "PROPN"
    if "LATN" in grammemes:
        return "PROPN" if word[0].isupper() else "X"
    if "Apro" in grammemes:
        return "PRON" if reading.normal_form == "который" else "DET"
    if grammemes.POS == "CONJ" and SUBORDINATE.fullmatch(low):
        return "SCONJ"
    return RUSSIAN.get(grammemes.POS, "NUM" if "ROMN" in grammemes else "X")


def english_text(text: str) -> list[Token]:
    """Tag English words sentence by sentence."""
    tokens = words(text, "en")
    if not tokens:
        return []
    starts = [token.start for token in tokens]
    limits = [bisect_right(starts, sentence.start - 1) for sentence in sentences(text, "en")]
    found: list[str] = []
    for first, last in pairwise([*limits, len(tokens)]):
        forms = [token.text.replace("’", "'") for token in tokens[first:last]]
        found += [obvious(form) or tag for form, tag in zip(forms, english()(forms), strict=True)]
    return [Token(tag, token.start, token.stop) for tag, token in zip(found, tokens, strict=True)]


def chinese(text: str) -> list[Token]:
    """Tag Chinese words by rjieba's dictionary."""
    found = []
    for (word, sign), start in pieces(text, marked):
        if not word.isspace():
            found.append(Token(chinese_word(word, sign), start, start + len(word)))
    return found


def marked(text: str) -> list[tuple[str, str]]:
    """Cut a text as jieba does, with its signs for the parts of speech."""
    import rjieba

    try:
        found: list[tuple[str, str]] = rjieba.tag(text)
    except UnicodeEncodeError:  # half of a surrogate pair: rjieba takes only what UTF-8 can say
        found = [(letter, "x") for letter in text]
    return found


def chinese_word(word: str, sign: str) -> str:
    """Turn one of jieba's signs into a universal tag."""
    found = obvious(word) or CHINESE_WORDS.get(word) or CHINESE.get(sign) or CHINESE.get(sign[:1], "X")
    return "PROPN" if found == "X" and word[0].isupper() and sign == "eng" else found


TAGGERS: dict[Lang, Callable[[str], list[Token]]] = {"ru": russian, "en": english_text, "zh": chinese}
