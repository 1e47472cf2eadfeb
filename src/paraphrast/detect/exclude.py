"""What a report leaves out of the count, and why: quotations, bibliography, template text and more."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np
from msgspec import Struct, structs

from paraphrast.data import Document, Match, Span
from paraphrast.detect.align import align
from paraphrast.detect.changes import is_copied
from paraphrast.detect.quotations import find_footnotes, find_quotations
from paraphrast.detect.reading import lang_of
from paraphrast.text import Lang, forms, is_stop, is_word, stems

Reason: TypeAlias = Literal[
    "quotation", "unreferenced", "footnote", "bibliography", "template", "small", "own", "common", "later"
]
REASONS: tuple[Reason, ...] = get_args(Reason)
QUOTED: frozenset[Reason] = frozenset({"quotation", "unreferenced", "footnote", "bibliography"})
OWN = 8  # words between quotations, at most, that lead from one to the next
HEADING = re.compile(
    r"^[ \t\d.]*(?:список\s+(?:использованн\w+\s+)?(?:литературы|источников)(?:\s+и\s+\w+)?|литература"
    r"|библиография|библиографический\s+список|references|bibliography|works\s+cited|literature"
    r"|参考文献|参考资料)[ \t:：.]*$",
    re.IGNORECASE | re.MULTILINE,
)


class Rules(Struct, frozen=True):
    """What to leave out; `small` counts words without stop words.

    With `references`, only quotations that have one are left out: the others are borrowed.
    """

    quotations: bool = True
    bibliography: bool = True
    small: int = 0
    own: tuple[str, ...] = ()
    references: bool = False


def marked(
    document: Document,
    matches: Sequence[Match],
    *,
    rules: Rules,
    template: Document | None = None,
    sources: Mapping[str, Document] | None = None,
) -> list[Match]:
    """Give the matches with the reason to leave them out, where there is one, in `meta["excluded"]`.

    With the sources, what stands between two quotations and is the writer's own ("As the author says,") is no
    match any more.
    """
    given = [(m.suspicious.start, m.suspicious.stop) for m in align(document, template)] if template else []
    reasons: list[tuple[Reason, list[tuple[int, int]]]] = [("template", given), *_places(document, rules)]
    lang = lang_of(document)
    borders = [place for _, places in reasons for place in places]
    answer = []
    for match in (piece for one in matches for piece in cut(one, borders)):
        source = (sources or {}).get(match.source.doc)
        if source is not None and "whole" in match.meta:
            match = _refine(match, document, source)
        span = match.suspicious.start, match.suspicious.stop
        reason: str | None = "own" if match.source.doc in rules.own else None
        reason = reason or next((name for name, places in reasons if inside(span, places)), None)
        if reason is None and rules.small:
            heavy = sum(not is_stop(word, lang) for word in forms(document.text[slice(*span)], lang))
            reason = "small" if heavy < rules.small else None
        if reason is not None:
            answer.append(structs.replace(match, meta={**match.meta, "excluded": reason}))
        elif source is None or not _is_own(match, document, source):
            answer.append(match)
    return answer


def _refine(part: Match, document: Document, source: Document) -> Match:
    """Call a part that was cut out of a passage verbatim where it is, whatever the passage is called."""
    text, origin = _both(part, document, source)
    copied = part.kind == "near-copy" and not part.runs and is_copied(text, origin, lang_of(document))
    return structs.replace(part, kind="verbatim") if copied else part


def _is_own(part: Match, document: Document, source: Document) -> bool:
    """Tell whether a few words between quotations have next to nothing of the source."""
    if "whole" not in part.meta or part.kind == "translated":
        return False
    lang = lang_of(document)
    text, origin = _both(part, document, source)
    if is_copied(text, origin, lang):
        return False
    words, known = _heavy_stems(text, lang), _heavy_stems(origin, lang)
    return len(words) < OWN and 4 * sum(word in known for word in words) < max(len(words), 1)


def _heavy_stems(text: str, lang: Lang) -> list[str]:
    """List the stems of the words that are no stop words."""
    every = ((token.text, text[token.start : token.stop]) for token in stems(text, lang))
    return [stem for stem, word in every if is_word(word) and not is_stop(word, lang)]


def _both(part: Match, document: Document, source: Document) -> tuple[str, str]:
    here, there = part.suspicious, part.source
    return document.text[here.start : here.stop], source.text[there.start : there.stop]


def _places(document: Document, rules: Rules) -> list[tuple[Reason, list[tuple[int, int]]]]:
    """List what the rules leave out of a text, each with its places."""
    found: list[tuple[Reason, list[tuple[int, int]]]] = []
    if rules.quotations:
        quoted = find_quotations(document)
        found.append(("quotation", [(q.start, q.stop) for q in quoted if q.referenced]))
        if not rules.references:
            found.append(("unreferenced", [(q.start, q.stop) for q in quoted if not q.referenced]))
    if rules.bibliography:
        found.append(("footnote", find_footnotes(document)))
        found.append(("bibliography", bibliography(document.text)))
    return found


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
    """Give the part of a match between two places, with the runs that lie there; `whole` is all of it."""
    runs = tuple(
        structs.replace(run, start=max(run.start, start), stop=min(run.stop, stop))
        for run in match.runs
        if run.start < stop and start < run.stop
    )
    kind = max(runs, key=lambda run: run.stop - run.start).kind if runs else match.kind
    span = Span(match.suspicious.doc, start, stop)
    whole = {"whole": [match.suspicious.start, match.suspicious.stop]}
    return structs.replace(
        match,
        suspicious=span,
        kind=kind,
        runs=runs if len(runs) > 1 else (),
        meta={**match.meta, **whole},
    )


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
