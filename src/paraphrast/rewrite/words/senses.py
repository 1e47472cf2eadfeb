"""Words of the lists that also mean something harmless: whether they offend is seen from the text alone."""

import re
from collections.abc import Sequence
from functools import cache

from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.paradigms import join_rows
from paraphrast.rewrite.words.rude_phrases import find_phrases
from paraphrast.text import Lang, Token
from paraphrast.text.languages import find_language

OPENING, CLOSING = "«“\"'„‘「『《", "»”\"'“’」』》"


@cache
def double_sense(lang: Lang) -> re.Pattern[str]:
    """Join the roots of words that name an animal, a plant, a tool or a state of health as well."""
    return re.compile(rf"(?:{join_rows(lexicon.read_lists(lang)['double'], lang) or '(?!)'})$")


def _is_mentioned(word: Token, text: str) -> bool:
    """Tell whether a word stands alone between quotation marks.

    >>> _is_mentioned(Token("ass", 10, 13), 'The word "ass" is old'), _is_mentioned(Token("ass", 0, 3), "ass")
    (True, False)
    """
    before, after = text[: word.start].rstrip(" *"), text[word.stop :].lstrip(" *")
    return before[-1:] in OPENING and after[:1] in CLOSING if before and after else False


@cache
def _read_cues(lang: Lang) -> list[tuple[str, re.Pattern[str], re.Pattern[str]]]:
    """Read which words stand beside listed ones where these are meant harmlessly: row, words, cues."""
    edges = ("(?<!\\w)", "(?!\\w)") if find_language(lang).spaced else ("", "")
    rows = lexicon.read_lists(lang).get("cues", {}).items()
    return [
        (
            row,
            re.compile(join_rows(row, lang)),
            re.compile(f"{edges[0]}(?:{join_rows(cues, lang)}){edges[1]}"),
        )
        for row, cues in rows
    ]


def list_shown(text: str, lang: Lang) -> list[tuple[Token, str | None]]:
    """List the listed words of a text that has any cue, each with the row that shows its harmless sense.

    >>> list_shown("The bitch had six puppies", "en")
    [(Token(text='bitch', start=4, stop=9), 'bitch(?:es)?')]
    """
    plain = text.lower().replace("ё", "е")
    there = [(row, words) for row, words, cues in _read_cues(lang) if cues.search(plain)]
    listed = lexicon.find_rude(text, lang, mild=True) if there else []
    return [(one, next((row for row, words in there if words.fullmatch(one.text)), None)) for one in listed]


def is_meant_harmlessly(text: str, lang: Lang) -> bool:
    """Tell whether each listed word of a text stands beside a word that shows its harmless sense.

    >>> is_meant_harmlessly("The bitch had six puppies", "en"), is_meant_harmlessly("That bitch lied", "en")
    (True, False)
    """
    shown = list_shown(text, lang)
    return bool(shown) and all(row for _, row in shown)


def is_plain(word: Token, text: str) -> bool:
    """Tell whether a word stands in a text as it is spelled plainly, so that a judge can read it.

    >>> is_plain(Token("сука", 0, 4), "Сука"), is_plain(Token("сука", 0, 4), "Cyкa")
    (True, False)
    """
    return text[word.start : word.stop].lower().replace("ё", "е") == word.text


def has_meant_phrase(text: str, lang: Lang) -> bool:
    """Tell whether a text has a rude phrase that is neither only mentioned nor merely a word of the lists.

    >>> has_meant_phrase('Tom said "shut up" twice', "en"), has_meant_phrase("Shut up, Tom", "en")
    (False, True)
    >>> has_meant_phrase("他叫尼玛", "zh"), has_meant_phrase("关你屁事", "zh")
    (False, True)
    """
    plain = lexicon.fold_letters(text)
    listed = {(one.start, one.stop) for one in lexicon.find_rude(plain, lang, mild=True)}
    return any(
        (one.start, one.stop) not in listed and not _is_mentioned(one, plain)
        for one in find_phrases(plain, lang, "phrases")
    )


def is_outright(text: str, lang: Lang) -> bool:
    """Tell whether a text has a word that the table would say politely, and that has no harmless sense.

    >>> is_outright("Дебильная реклама", "ru"), is_outright("Клоун вышел на арену", "ru")
    (True, False)
    >>> is_outright("King or bastard", "en")
    False
    """
    return any(
        not double_sense(lang).match(word.text.lower())
        and lexicon.plain_spelling(word.text, lang, ("mild",)) is None
        for word in lexicon.find_said_politely(text, lang)
    )


def without_harmless(found: Sequence[Token], text: str, lang: Lang) -> list[Token]:
    """Leave out of the offensive words of a text those that may be harmless where nothing else offends.

    >>> text = "The bitch had six puppies"
    >>> without_harmless(lexicon.find_rude(text, "en"), text, "en")
    []
    """
    return [
        word for word in found if not double_sense(lang).match(word.text) and not _is_mentioned(word, text)
    ]
