"""A long text is compared window by window, so that the work grows with the text and not with its square."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from msgspec import structs

from paraphrast.data import Document, Match, Run, Span
from paraphrast.detect.reading import Reading

SIZE = 2_000  # words of a window
MARGIN = 150  # words around it that are compared too, because a passage may begin before it


class Window(NamedTuple):
    """A part of a text: its words, and the document that is compared, which begins at `offset`."""

    begin: int
    end: int
    document: Document
    offset: int


def windows(reading: Reading) -> Iterator[Window]:
    """Cut a text into windows at the borders of sentences; a text of usual length is one."""
    document, count = reading.document, len(reading.start)
    if count <= 1.5 * SIZE:
        yield Window(0, count, document, 0)
        return
    borders = [0]
    for end in reading.first[1:-1].tolist():
        if end - borders[-1] >= SIZE and count - end >= SIZE // 2:
            borders.append(end)
    for begin, end in zip(borders, [*borders[1:], count], strict=True):
        first = reading.sentence_of(max(begin - MARGIN, 0))
        last = reading.sentence_of(min(end + MARGIN, count) - 1)
        start, stop = reading.span(int(reading.first[first]), int(reading.first[last + 1]))
        part = Document(f"{document.id}:{start}", document.text[start:stop], lang=reading.lang)
        yield Window(begin, end, part, start)


def moved(match: Match, window: Window, name: str) -> Match:
    """Give a match of a window the places of the whole text."""
    by, span = window.offset, match.suspicious
    return structs.replace(
        match,
        suspicious=Span(name, span.start + by, span.stop + by),
        runs=tuple(structs.replace(run, start=run.start + by, stop=run.stop + by) for run in match.runs),
    )


def united(matches: Iterable[Match]) -> list[Match]:
    """Put together what two windows found of one passage."""
    answer: list[Match] = []
    for match in sorted(matches, key=lambda one: (one.suspicious.start, -one.suspicious.stop)):
        if answer and _overlap(answer[-1], match):
            answer[-1] = _both(answer[-1], match)
        else:
            answer.append(match)
    return answer


def _overlap(left: Match, right: Match) -> bool:
    pairs = (left.suspicious, right.suspicious), (left.source, right.source)
    return all(a.start < b.stop and b.start < a.stop for a, b in pairs)


def _both(left: Match, right: Match) -> Match:
    if right.suspicious.stop <= left.suspicious.stop:
        return left
    longer = max(left, right, key=lambda one: one.suspicious.stop - one.suspicious.start)
    source = Span(
        left.source.doc,
        min(left.source.start, right.source.start),
        max(left.source.stop, right.source.stop),
    )
    runs = [*_runs(left)]
    for run in _runs(right):
        if run.stop > runs[-1].stop:
            runs.append(structs.replace(run, start=max(run.start, runs[-1].stop)))
    return structs.replace(
        longer,
        suspicious=Span(left.suspicious.doc, left.suspicious.start, right.suspicious.stop),
        source=source,
        score=float(np.mean([left.score, right.score])),
        meta=left.meta | right.meta,
        runs=tuple(runs) if len({run.kind for run in runs}) > 1 else (),
    )


def _runs(match: Match) -> tuple[Run, ...]:
    here, there = match.suspicious, match.source
    return match.runs or (Run(here.start, here.stop, there.start, there.stop, match.kind),)
