"""Words, numbers and marks: one compiled pattern for Russian and English, rjieba for Chinese.

The pattern follows razdel except that it keeps together what means one thing: addresses, #tags and @names,
emoticons and emoji, "т.е." and "U.S.", "mp3", and words whose letters come from two alphabets. English
clitics are words of their own, as in Universal Dependencies: "don't" is "do" and "n't".
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from paraphrast.text.languages import Lang, choose
from paraphrast.text.tokens import Token

# Accents and invisible characters live inside words: "за́мок", "сло\u200bво".
MARKS = r"\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufeff"
INSIDE = rf"(?:\w|[{MARKS}])"
PATH = r"[^\s<>\"«»“”，。！？；、（）【】《》]"
LAST = r"[^\s<>\"«»“”，。！？；、（）【】《》.,:;!?)\]'’…]"
DOMAINS = "com|org|net|edu|gov|info|io|ru|рф|su|cn|uk|de|eu"
ADDRESS = (
    rf"(?:https?://|ftp://|www\.){PATH}*{LAST}"
    r"|[A-Za-zА-Яа-я\d_.+-]{1,64}@[A-Za-zА-Яа-я\d-]{1,63}(?:\.[A-Za-zА-Яа-я\d-]{1,63})+"
    rf"|[A-Za-zА-Яа-яё\d-]{{1,63}}(?:\.[A-Za-zА-Яа-яё\d-]{{1,63}}){{0,4}}\.(?:{DOMAINS})(?![A-Za-zА-Яа-яё\d-]|\.\w)(?:/{PATH}*{LAST})?"
)
EMOTICON = r"[:;=]['’]?-?(?:[()]+|[DPpOo/|*](?![\w/]))|[xX]D+(?!\w)|<3+(?!\d)|\^_+\^"
PICTURE = r"[\u2600-\u27bf\U0001f300-\U0001faff]"
EMOJI = rf"[\U0001f1e6-\U0001f1ff]{{2}}|{PICTURE}(?:[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]|\u200d{PICTURE})*"
CLITIC = r"['’](?:s|re|ve|ll|d|m|S|RE|VE|LL|D|M)(?!\w)"
NOT = r"[nN]['’][tT](?!\w)"
PLAIN = rf"[^\W\d_]++(?![\w'’‐‑–@{MARKS}-]|://|\.\w)"
COMPOUND = rf"[^\W\d_]{INSIDE}*+(?:(?!{CLITIC})['’][^\W\d_]{INSIDE}*+|[-‐‑–]{INSIDE}++)*"
NUMBER = rf"\d+(?:[.,/\\]\d+)*(?:(?:st|nd|rd|th|s)(?!\w)|[-‐‑–—]{INSIDE}++|_\w+)*"
WORD = "|".join(
    [
        PLAIN,  # first, because nearly every word is one
        ADDRESS,
        r"[#@][^\W_]\w*",
        r"(?:[^\W\d_]\.){2,}",
        rf"[^\W\d_]+?(?={NOT})|{NOT}|(?<![^\w\s]){CLITIC}",
        COMPOUND,
        NUMBER,
        r"(?<!_)_*+[^\W_]\w*",
    ]
)
PUNCTUATION = r"[.?!…]+|--+|\*\*+"

# What jieba would take to pieces: the rest of a Chinese text is its business.
OTHERS = "|".join(
    [
        ADDRESS,
        EMOTICON,
        EMOJI,
        r"[\uff10-\uff19]+(?:[.．][\uff10-\uff19]+)?|[\uff21-\uff3a\uff41-\uff5a]+",
        rf"(?<![A-Za-z])[A-Za-z]*+[\u00c0-\u02af\u0370-\u1fff](?:[A-Za-z\u00c0-\u02af\u0370-\u1fff{MARKS}]|-(?=\w))*",
    ]
)
# Most characters of a Chinese text are told off at once.
FOREIGN = rf"(?![\u3000-\u303f\u3400-\u9fff\uff01-\uff0f])(?:{OTHERS})"


def words(text: str, lang: Lang) -> list[Token]:
    """Split a text into words, numbers and marks, without the blanks between them.

    >>> [token.text for token in words("Что-то т.е. 3,5 кг :)", "ru")]
    ['Что-то', 'т.е.', '3,5', 'кг', ':)']
    >>> [token.text for token in words("I don't know.", "en")]
    ['I', 'do', "n't", 'know', '.']
    >>> words("我爱NLP", "zh")
    [Token(text='我', start=0, stop=1), Token(text='爱', start=1, stop=2), Token(text='NLP', start=2, stop=5)]
    """
    return choose(SPLITTERS, lang)(text)


def forms(text: str, lang: Lang) -> list[str]:
    """List the lower-cased words and numbers of a text, without marks: the fast way through much text.

    >>> forms("Мама мыла раму.", "ru"), forms("我爱NLP！", "zh")
    (['мама', 'мыла', 'раму'], ['我', '爱', 'nlp'])
    """
    return choose(FORMS, lang)(text)


def is_word(word: str) -> bool:
    """Tell a word or a number from a mark or an emoticon.

    >>> [is_word(word) for word in ["мир", "3,5", "n't", "—", ":D"]]
    [True, True, True, False, False]
    """
    if word.isalnum() and not word.endswith("D"):  # nearly all of them; "xD" is no word
        return True
    return any(map(str.isalnum, word)) and not emoticon().fullmatch(word)


@cache
def everything() -> re.Pattern[str]:
    """Compile what finds each token of a Russian or English text."""
    return re.compile(rf"{WORD}|{EMOTICON}|{EMOJI}|{PUNCTUATION}|\S[{MARKS}]*")


@cache
def only_words() -> re.Pattern[str]:
    """Compile what finds words in its one group; emoticons are passed over, or ':D' would leave a 'D'."""
    return re.compile(rf"({WORD})|(?:{EMOTICON})")


@cache
def emoticon() -> re.Pattern[str]:
    """Compile what finds emoticons."""
    return re.compile(EMOTICON)


@cache
def foreign() -> re.Pattern[str]:
    """Compile what a Chinese text holds whole."""
    return re.compile(FOREIGN)


def spaced(text: str) -> list[Token]:
    """Find the tokens of a text in a language that writes blanks between words."""
    return [Token(match[0], match.start(), match.end()) for match in everything().finditer(text)]


def spaced_forms(text: str) -> list[str]:
    """List the words of a text in a language that writes blanks between words."""
    return [form.lower() for form in only_words().findall(text) if form]


def chinese(text: str) -> list[Token]:
    """Find the tokens of a Chinese text."""
    return [Token(word, start, start + len(word)) for word, start in unspaced(text) if not word.isspace()]


def chinese_forms(text: str) -> list[str]:
    """List the words of a Chinese text."""
    found = foreign().search(text)
    whole = [word for word, _ in unspaced(text)] if found else cut(text)
    return [word.lower() for word in whole if is_word(word)]


def unspaced(text: str) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a Chinese text, blanks and all, and where each begins."""
    for (word, _), start in pieces(text, lambda part: [(piece, "") for piece in cut(part)]):
        yield word, start


def pieces(text: str, split: Callable[[str], list[tuple[str, str]]]) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield what `split` makes of a Chinese text, around what stays whole, and where each part begins."""
    done = 0
    for match in foreign().finditer(text):
        yield from placed(split(text[done : match.start()]), done)
        yield (match[0], "x"), match.start()
        done = match.end()
    yield from placed(split(text[done:]), done)


def placed(parts: list[tuple[str, str]], start: int) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield parts that follow one another, and where each begins."""
    for part in parts:
        yield part, start
        start += len(part[0])


def cut(text: str) -> list[str]:
    """Cut a text as jieba does; the pieces joined are the text."""
    import rjieba

    try:
        found: list[str] = rjieba.cut(text)
    except UnicodeEncodeError:  # half of a surrogate pair: rjieba takes only what UTF-8 can say
        found = [*text]
    return found


SPLITTERS: dict[Lang, Callable[[str], list[Token]]] = {"ru": spaced, "en": spaced, "zh": chinese}
FORMS: dict[Lang, Callable[[str], list[str]]] = {"ru": spaced_forms, "en": spaced_forms, "zh": chinese_forms}
