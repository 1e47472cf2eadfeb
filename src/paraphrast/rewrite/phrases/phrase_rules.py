"""The rules of phrases that say the same: `rules/LANG/*.rules`."""

from functools import cache
from importlib.resources import files

from paraphrast.text import Lang
from paraphrast.text.rules import RuleBook, find, read_rules, say


@cache
def book(lang: Lang) -> RuleBook:
    """Read the rules of a language."""
    return read_rules(files("paraphrast.rewrite") / "rules" / lang, lang)


def turned(text: str, lang: Lang, way: int = 0) -> str:
    """Say what can be said otherwise in the way of this number, counted round where there are fewer.

    >>> turned("He bought a car in order to travel.", "en"), turned("他购买了一辆汽车。", "zh")
    ('He purchased a car to travel.', '他买了一辆汽车。')
    >>> turned("Он приобрёл дом.", "ru"), turned("He has come home.", "en")
    ('Он купил дом.', 'He has returned home.')
    """
    return say(text, find(text, book(lang)), way)
