"""What a report leaves out of the count, and why: quotations, bibliography, template text and more."""

import re
from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct, structs

from paraphrast.data import Document, Match, Span
from paraphrast.detect.align import align
from paraphrast.detect.reading import lang_of
from paraphrast.text import forms, is_stop

Reason: TypeAlias = Literal["quotation", "bibliography", "template", "small", "own", "common"]
REASONS: tuple[Reason, ...] = ("quotation", "bibliography", "template", "small", "own", "common")
QUOTED = re.compile(
    r"«[^«»]{12,2000}»|“[^“”]{12,2000}”|„[^„“”]{12,2000}[“”]|\"[^\"\n]{12,2000}\""
    r"|「[^「」]{6,2000}」|『[^『』]{6,2000}』"
)
HEADING = re.compile(
    r"^[ \t\d.]*(?:список\s+(?:использованн\w+\s+)?(?:литературы|источников)(?:\s+и\s+\w+)?|литература"
    r"|библиография|библиографический\s+список|references|bibliography|works\s+cited|literature"
    r"|参考文献|参考资料)[ \t:：.]*$",
    re.IGNORECASE | re.MULTILINE,
)


class Rules(Struct, frozen=True):
    """What to leave out; `small` counts words without stop words."""

    quotations: bool = True
    bibliography: bool = True
    small: int = 0
    own: tuple[str, ...] = ()


def marked(
    document: Document, matches: Sequence[Match], *, rules: Rules, template: Document | None = None
) -> list[Match]:
    """Give the matches with the reason to leave them out, where there is one, in `meta["excluded"]`."""
    quoted = quotations(document.text) if rules.quotations else []
    listed = bibliography(document.text) if rules.bibliography else []
    given = [(m.suspicious.start, m.suspicious.stop) for m in align(document, template)] if template else []
    lang = lang_of(document)
    answer = []
    places = [*quoted, *listed, *given]
    for match in (piece for one in matches for piece in cut(one, places)):
        span = match.suspicious.start, match.suspicious.stop
        text = document.text[slice(*span)]
        reason = (
            (match.source.doc in rules.own and "own")
            or (inside(span, given) and "template")
            or (inside(span, quoted) and "quotation")
            or (inside(span, listed) and "bibliography")
            or (
                rules.small and sum(not is_stop(w, lang) for w in forms(text, lang)) < rules.small and "small"
            )
        )
        answer.append(structs.replace(match, meta={**match.meta, "excluded": reason}) if reason else match)
    return answer


def cut(match: Match, places: Collection[tuple[int, int]], *, least: int = 20) -> list[Match]:
    """Cut a match where a quotation (or the like) begins or ends in it; crumbs stay with a neighbour."""
    start, stop = match.suspicious.start, match.suspicious.stop
    borders = [start]
    for border in sorted({border for place in places for border in place if start < border < stop}):
        if border - borders[-1] >= least and stop - border >= least:
            borders.append(border)
    ends = [*borders[1:], stop]
    return [_part(match, a, b) for a, b in zip(borders, ends, strict=True)] if borders[1:] else [match]


def _part(match: Match, start: int, stop: int) -> Match:
    """Give the part of a match between two places, with the runs that lie there."""
    runs = tuple(
        structs.replace(run, start=max(run.start, start), stop=min(run.stop, stop))
        for run in match.runs
        if run.start < stop and start < run.stop
    )
    kind = max(runs, key=lambda run: run.stop - run.start).kind if runs else match.kind
    span = Span(match.suspicious.doc, start, stop)
    return structs.replace(match, suspicious=span, kind=kind, runs=runs if len(runs) > 1 else ())


def quotations(text: str) -> list[tuple[int, int]]:
    """Find what stands in quotation marks, long enough to be more than a name.

    >>> quotations("Он сказал: «Лучше поздно, чем никогда».")
    [(11, 38)]
    """
    return [match.span() for match in QUOTED.finditer(text)]


def bibliography(text: str) -> list[tuple[int, int]]:
    """Find the list of works at the end: from the last such heading on, if it stands in the second half.

    >>> bibliography("Текст статьи, довольно длинный.\\nСписок литературы\\n1. Иванов")
    [(32, 59)]
    """
    headings = [match.start() for match in HEADING.finditer(text) if match.start() >= len(text) / 2]
    return [(headings[0], len(text))] if headings else []


def inside(span: tuple[int, int], places: Collection[tuple[int, int]], *, most: float = 0.7) -> bool:
    """Tell whether most of a stretch lies in these places."""
    covered = sum(max(0, min(span[1], stop) - max(span[0], start)) for start, stop in places)
    return covered >= most * max(span[1] - span[0], 1)


def union(places: Sequence[tuple[int, int]], length: int) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Mark the characters that any of the places covers."""
    flags = np.zeros(length, dtype=bool)
    for start, stop in places:
        flags[start:stop] = True
    return flags
