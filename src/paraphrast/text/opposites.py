"""Words of opposite meaning, by a list and by what is put before a word to turn it round."""

from functools import cache

from paraphrast.text.languages import Lang, find_language


def is_opposite(one: str, other: str, lang: Lang) -> bool:
    """Say whether two words, in their dictionary forms, are opposites.

    >>> is_opposite("rise", "fall", "en"), is_opposite("нужный", "ненужный", "ru")
    (True, True)
    """
    short, long = sorted((one.lower(), other.lower()), key=len)
    known = find_language(lang).opposites
    turned = len(short) >= known.LEAST and any(prefix + short == long for prefix in known.PREFIXES)
    return turned or (short, long) in load_opposites(lang) or (long, short) in load_opposites(lang)


@cache
def load_opposites(lang: Lang) -> frozenset[tuple[str, str]]:
    """Read the list of a language."""
    path = find_language(lang).list_file("opposites.txt")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    halves = [line.partition("/")[::2] for line in lines]
    return frozenset(
        (one, other) for left, right in halves for one in left.split() for other in right.split()
    )
