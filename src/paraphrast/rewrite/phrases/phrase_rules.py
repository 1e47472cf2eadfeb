"""The rules of phrases that say the same: `rules/LANG/*.rules`."""

from functools import cache
from importlib.resources import files

from paraphrast.text import Lang
from paraphrast.text.rules import RuleBook, find, read_rules, say


@cache
def read_book(lang: Lang) -> RuleBook:
    """Read the rules of a language."""
    return read_rules(files("paraphrast.rewrite") / "rules" / lang, lang)


def say_otherwise(text: str, lang: Lang, way: int = 0) -> str:
    """Say what can be said otherwise in the way of this number, counted round where there are fewer.

    >>> say_otherwise("He bought a car in order to travel.", "en"), say_otherwise("他购买了一辆汽车。", "zh")
    ('He purchased a car to travel.', '他买了一辆汽车。')
    >>> say_otherwise("Он приобрёл дом.", "ru"), say_otherwise("He has come home.", "en")
    ('Он купил дом.', 'He has returned home.')
    """
    return say(text, find(text, read_book(lang)), way)
