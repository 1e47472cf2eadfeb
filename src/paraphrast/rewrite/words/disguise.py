"""Disguised spellings, where a lexicon lists some: signs, digits and missing letters, split short forms."""

import re
from functools import partial

from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang
from paraphrast.text.capitals import like

SPLIT = re.compile(r"(?<=[a-z]) (['’](?:s|m|re|ve|ll|d|t))(?=[\s.,!?]|$)", re.IGNORECASE)  # don 't
SIGN = re.compile(r"(?<![^\W_])[a-z]+(?:[!|1¡+†©¢€£ß]+[a-z]+)+(?![^\W_])", re.IGNORECASE)
SIGNS = str.maketrans("!|1¡+†©¢€£ß", "iiiittccees")  # what they look like
SPELT = re.compile(r"(?<![\w-])[a-z](?:([-–·•/~])[a-z])(?:\1[a-z])+(?![\w-])", re.IGNORECASE)  # s-h-i-t
WITHIN = re.compile(rf"[\d{re.escape(lexicon.MASK)} ._]")
RUDE = ("hard", "mild")


def uncover_words(text: str, lang: Lang) -> str:
    """Write the disguised rude words of a text plainly, so that phrases and tags can tell them.

    >>> uncover_words("What the f**k, you don 't know sh!t, stup1d btch", "en")
    "What the fuck, you don't know shit, stupid bitch"
    >>> uncover_words("Call 911 at 5*3 pm, wow!great", "en"), uncover_words("Ну и х*й", "ru")
    ('Call 911 at 5*3 pm, wow!great', 'Ну и х*й')
    """
    disguises = [expression for _, expression in lexicon.list_expressions(lang, "disguised")]
    if not disguises:
        return text
    text = SPLIT.sub(r"\1", text)
    for disguise, plain in disguises:
        text = disguise.sub(lambda match: like(match[0], match.expand(plain)), text)  # noqa: B023
    text = SPELT.sub(partial(_join_letters, lang=lang), SIGN.sub(partial(_read_signs, lang=lang), text))
    return lexicon.WORD.sub(partial(_unmask_word, lang=lang), text)


def _read_signs(word: re.Match[str], lang: Lang) -> str:
    """Read signs between letters as the letters that they look like where that makes a rude word."""
    plain = word[0].translate(SIGNS)
    return plain if lexicon.plain_spelling(plain, lang, RUDE) else word[0]


def _join_letters(word: re.Match[str], lang: Lang) -> str:
    """Write a rude word that is spelt letter by letter in one piece.

    >>> uncover_words("What a b-i-t-c-h, x-y-z", "en")
    'What a bitch, x-y-z'
    """
    plain = word[0].replace(word[1], "")
    return plain if lexicon.plain_spelling(plain, lang, RUDE) else word[0]


def _unmask_word(word: re.Match[str], lang: Lang) -> str:
    """Give the rude word behind signs, digits or blanks, with its capitals."""
    if not WITHIN.search(word[0]) and word[0].isascii():
        return word[0]
    plain = lexicon.plain_spelling(word[0], lang, RUDE)
    return like(word[0], plain) if plain else word[0]
