"""Right answers counted by behaviour and language, with Wilson's interval and what is wanted."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from paraphrast.stats.intervals import Interval, wilson
from paraphrast.text.languages import LANGS


class Mark(NamedTuple):
    """One answer: to what it was, and whether it was right."""

    half: str
    family: str
    behaviour: str
    lang: str
    right: bool


class Cell(Struct, frozen=True):
    """One behaviour in one language (or in all): how many answers, how many right, what share is wanted."""

    half: str
    family: str
    behaviour: str
    lang: str
    count: int
    right: int
    wanted: float | None

    @property
    def share(self) -> float:
        """Give the share of right answers."""
        return self.right / self.count

    @property
    def interval(self) -> Interval:
        """Give Wilson's interval of the share."""
        return wilson(self.right, self.count)

    @property
    def under(self) -> bool:
        """Say whether the share is under what is wanted."""
        return self.wanted is not None and self.share < self.wanted

    def record(self) -> dict[str, Any]:
        """Give a plain record for JSON."""
        return {
            "half": self.half,
            "family": self.family,
            "behaviour": self.behaviour,
            "lang": self.lang,
            "n": self.count,
            "right": self.right,
            "share": round(self.share, 4),
            "interval": [round(bound, 4) for bound in self.interval],
            "wanted": self.wanted,
            "under": self.under,
        }


def tally_marks(
    marks: Iterable[Mark],
    wanted: Mapping[str, float],
    together: Mapping[str, float],
) -> list[Cell]:
    """Count answers by behaviour, then by family where it has several, in each language and in all.

    `wanted` says by family what share every behaviour should reach, `together` what all of them should.
    """
    given = list(marks)
    cells: list[Cell] = []
    for half, family in dict.fromkeys((mark.half, mark.family) for mark in given):
        members = [mark for mark in given if (mark.half, mark.family) == (half, family)]
        behaviours = list(dict.fromkeys(mark.behaviour for mark in members))
        for behaviour in behaviours:
            chosen = [mark for mark in members if mark.behaviour == behaviour]
            cells += _count_langs(chosen, behaviour, wanted.get(family))
        if len(behaviours) > 1:
            cells += _count_langs(members, f"all {family}", together.get(family))
    return cells


def _count_langs(marks: list[Mark], behaviour: str, wanted: float | None) -> list[Cell]:
    """Count answers of one half in each language that has some and, where there are several, in all."""
    present = [lang for lang in LANGS if any(mark.lang == lang for mark in marks)]
    cells = []
    for lang in [*present, *(["all"] if len(present) > 1 else [])]:
        chosen = [mark for mark in marks if lang in ("all", mark.lang)]
        right = sum(mark.right for mark in chosen)
        first = chosen[0]
        cells.append(Cell(first.half, first.family, behaviour, lang, len(chosen), right, wanted))
    return cells
