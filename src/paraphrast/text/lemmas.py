"""Dictionary forms, lower-cased: pymorphy3 for Russian, simplemma for English, the word itself for Chinese.

A Russian or English word is looked up by itself: of several readings the commonest wins.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from paraphrast.text.languages import Lang, choose
from paraphrast.text.morphology import likeliest
from paraphrast.text.simplified import simplify
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

# A text of a million words has about this many different ones.
REMEMBERED = 200_000

CYRILLIC = re.compile(r"[\u0400-\u052f]")
CLITICS = {
    "n't": "not",
    "'s": "'s",
    "'re": "be",
    "'m": "be",
    "'ve": "have",
    "'ll": "will",
    "'d": "would",
    "ca": "can",
    "wo": "will",
    "sha": "shall",
    "am": "be",
    "is": "be",
    "are": "be",
    "was": "be",
    "were": "be",
    "been": "be",
    "being": "be",
    "has": "have",
    "had": "have",
    "having": "have",
    "does": "do",
    "did": "do",
    "done": "do",
    "an": "a",
}


def lemmas(text: str, lang: Lang) -> list[Token]:
    """Give each word of a text its dictionary form; marks stay as they are.

    >>> [token.text for token in lemmas("Кошки бежали.", "ru")]
    ['кошка', 'бежать', '.']
    >>> [token.text for token in lemmas("The cats weren't asleep", "en")]
    ['the', 'cat', 'be', 'not', 'asleep']
    """
    find = choose(LEMMAS, lang)
    return [Token(find(token.text), token.start, token.stop) for token in words(text, lang)]


def lemma(word: str, lang: Lang) -> str:
    """Give one word its dictionary form.

    >>> lemma("людьми", "ru"), lemma("mice", "en"), lemma("電腦", "zh")
    ('человек', 'mouse', '电脑')
    """
    return choose(LEMMAS, lang)(word)


@lru_cache(REMEMBERED)
def russian(word: str) -> str:
    """Ask pymorphy3."""
    if not word[-1:].isalpha() or not CYRILLIC.search(word):
        return word.lower()
    form: str = likeliest(word.lower()).normal_form
    return form


@lru_cache(REMEMBERED)
def english(word: str) -> str:
    """Ask simplemma, after what an apostrophe leaves and the verbs everybody uses."""
    word = word.lower().replace("’", "'")
    known = CLITICS.get(word)
    if known is not None or not word[-1:].isalpha():
        return known or word
    form: str = lemmatizer()(word)
    return form


@cache
def lemmatizer() -> Callable[[str], str]:
    """Load simplemma's English dictionary."""
    from simplemma import Lemmatizer

    lemmatizer = Lemmatizer()
    return lambda word: lemmatizer.lemmatize(word, lang="en").lower()


@lru_cache(REMEMBERED)
def chinese(word: str) -> str:
    """Write the word in simplified characters: Chinese words have no other forms."""
    return simplify(word).lower()


LEMMAS: dict[Lang, Callable[[str], str]] = {"ru": russian, "en": english, "zh": chinese}
