"""Words of opposite meaning, by a list and by what is put before a word to turn it round."""

from functools import cache
from importlib.resources import files

from paraphrast.text.languages import Lang, choose

# not in-, which is as often no negation; what is left must be a word of some length
PREFIXES: dict[Lang, tuple[str, ...]] = {
    "ru": ("не", "без", "бес", "анти"),
    "en": ("un", "dis", "non", "anti", "im", "ir"),
    "zh": ("不", "非", "无", "未"),
}
LEAST: dict[Lang, int] = {"ru": 4, "en": 4, "zh": 1}


def is_opposite(one: str, other: str, lang: Lang) -> bool:
    """Say whether two words, in their dictionary forms, are opposites.

    >>> is_opposite("rise", "fall", "en"), is_opposite("нужный", "ненужный", "ru")
    (True, True)
    """
    short, long = sorted((one.lower(), other.lower()), key=len)
    turned = len(short) >= choose(LEAST, lang) and any(prefix + short == long for prefix in PREFIXES[lang])
    return turned or (short, long) in load_opposites(lang) or (long, short) in load_opposites(lang)


@cache
def load_opposites(lang: Lang) -> frozenset[tuple[str, str]]:
    """Read the list of a language."""
    path = files(__package__).joinpath("lists", f"opposites.{lang}.txt")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    halves = [line.partition("/")[::2] for line in lines]
    return frozenset(
        (one, other) for left, right in halves for one in left.split() for other in right.split()
    )
