"""Words, numbers and marks: one compiled pattern for the languages that write blanks between words.

The pattern follows razdel except that it keeps together what means one thing: addresses, #tags and @names,
emoticons and emoji, "т.е." and "U.S.", "mp3", and words whose letters come from two alphabets. English
clitics are words of their own, as in Universal Dependencies: "don't" is "do" and "n't".
"""

import re
from functools import cache

from paraphrast.text.languages import Lang, find_language
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


def words(text: str, lang: Lang) -> list[Token]:
    """Split a text into words, numbers and marks, without the blanks between them.

    >>> [token.text for token in words("Что-то т.е. 3,5 кг :)", "ru")]
    ['Что-то', 'т.е.', '3,5', 'кг', ':)']
    >>> [token.text for token in words("I don't know.", "en")]
    ['I', 'do', "n't", 'know', '.']
    >>> words("我爱NLP", "zh")
    [Token(text='我', start=0, stop=1), Token(text='爱', start=1, stop=2), Token(text='NLP', start=2, stop=5)]
    """
    return find_language(lang).words.split(text)


def forms(text: str, lang: Lang) -> list[str]:
    """List the lower-cased words and numbers of a text, without marks: the fast way through much text.

    >>> forms("Мама мыла раму.", "ru"), forms("我爱NLP！", "zh")
    (['мама', 'мыла', 'раму'], ['我', '爱', 'nlp'])
    """
    return find_language(lang).words.forms(text)


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
    """Compile what finds each token of a text with blanks between words."""
    return re.compile(rf"{WORD}|{EMOTICON}|{EMOJI}|{PUNCTUATION}|\S[{MARKS}]*")


@cache
def only_words() -> re.Pattern[str]:
    """Compile what finds words in its one group; emoticons are passed over, or ':D' would leave a 'D'."""
    return re.compile(rf"({WORD})|(?:{EMOTICON})")


@cache
def emoticon() -> re.Pattern[str]:
    """Compile what finds emoticons."""
    return re.compile(EMOTICON)


def spaced(text: str) -> list[Token]:
    """Find the tokens of a text in a language that writes blanks between words."""
    return [Token(match[0], match.start(), match.end()) for match in everything().finditer(text)]


def spaced_forms(text: str) -> list[str]:
    """List the words of a text in a language that writes blanks between words."""
    return [form.lower() for form in only_words().findall(text) if form]
