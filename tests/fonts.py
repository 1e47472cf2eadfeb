"""Fonts of this machine, for tests that put letters on paper."""

from functools import cache
from pathlib import Path

import pytest


@cache
def covered() -> dict[Path, frozenset[int]]:
    """Give what each font file of this machine has, also of those that the package does not look for."""
    from fontTools.ttLib import TTCollection, TTFont, TTLibError

    from paraphrast.detect.report.pdf import FOLDERS

    found = {}
    for path in (path for folder in FOLDERS for path in sorted(Path(folder).expanduser().rglob("*"))):
        if path.suffix.lower() in (".ttf", ".otf", ".ttc"):
            try:
                fonts = TTCollection(path).fonts if path.suffix.lower() == ".ttc" else [TTFont(path)]
                found[path] = frozenset[int]().union(*(font.getBestCmap() or () for font in fonts))
            except (TTLibError, OSError):
                continue
    return found


def font_for(text: str) -> Path | None:
    """Skip the test where no font here has all letters of a text; name one that has them.

    A font that the package finds by itself is not named: finding it belongs to what is tested.
    """
    from paraphrast.detect.report.pdf import find_fonts

    letters = {ord(character) for character in text if character.isalnum()}
    having = [path for path, known in covered().items() if letters <= known]
    if not having:
        least = min((letters - known for known in covered().values()), key=len, default=letters)
        lacking = "".join(map(chr, sorted(least)[:10]))
        pytest.skip(f"none of the {len(covered())} fonts here has the letters {lacking}")
    return None if set(having) & set(find_fonts()) else having[0]
