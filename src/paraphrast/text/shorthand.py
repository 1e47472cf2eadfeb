"""Diminutives and abbreviations: facts in the lists of each language, a line for each word."""

from functools import cache

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.lemmas import lemma


def diminutives(word: str, lang: Lang) -> list[str]:
    """List the diminutives of a word, the commonest first.

    >>> diminutives("домами", "ru"), diminutives("house", "en")
    (['домик', 'домишко', 'домок'], [])
    """
    table = facts("diminutives", lang)
    return [other for line in table.get(word) or table.get(lemma(word, lang), []) for other in line.split()]


def expansions(word: str, lang: Lang) -> list[str]:
    """List what an abbreviation stands for.

    >>> expansions("США", "ru"), expansions("e.g.", "en"), expansions("北大", "zh")
    (['Соединённые Штаты Америки'], ['for example'], ['北京大学'])
    """
    return facts("shorthand", lang).get(word, [])


def abbreviations(phrase: str, lang: Lang) -> list[str]:
    """List the short forms of a phrase.

    >>> abbreviations("так как", "ru"), abbreviations("European Union", "en")
    (['т.к.'], ['EU'])
    """
    return shortened(lang).get(phrase, [])


@cache
def shortened(lang: Lang) -> dict[str, list[str]]:
    """Turn the table of abbreviations round."""
    found: dict[str, list[str]] = {}
    for short, phrases in facts("shorthand", lang).items():
        for phrase in phrases:
            found.setdefault(phrase, []).append(short)
    return found


@cache
def facts(name: str, lang: Lang) -> dict[str, list[str]]:
    """Read a table of this package; a language without one (only Russian has diminutives) has no facts."""
    path = find_language(lang).list_file(f"{name}.tsv")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {word: others for word, *others in rows}
