"""Where a model goes wrong: accuracy and frequency by type of change, overlap, length, names, phenomena."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.identify.differences import Difference, Word, jaccard, overlap
from paraphrast.identify.evaluation import markdown
from paraphrast.identify.kinds import NEGATIVE, POSITIVE, spellings, type_of
from paraphrast.identify.phenomena import phenomena
from paraphrast.stats import intervals

PHENOMENA = ("terminology", "acronyms", "numbers", "inference", "examples")
LENGTHS = {
    "up to 5 words": (0, 5),
    "6-10": (6, 10),
    "11-20": (11, 20),
    "21-40": (21, 40),
    "more": (41, 10**9),
}
OVERLAPS = {f"{low}-{low + 10}%": (low, low + 9 + low // 90) for low in range(0, 100, 10)}


Spans: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


class Case(Struct, frozen=True):
    """One pair, what the model said, what kind of pair it is; where words are that differ, or moved."""

    pair: Pair
    score: float
    right: bool
    kind: str
    overlap: float
    jaccard: float
    words: int
    spellings: tuple[tuple[str, str], ...]
    phenomena: tuple[str, ...]
    spans: Spans
    moved: Spans

    @property
    def positive(self) -> bool:
        """Say whether the pair is a paraphrase."""
        return (self.pair.label or 0) >= 0.5


class Share(NamedTuple):
    """A part of the pairs: how many, what share of its label, how often right, and between what bounds.

    Where all pairs are errors, accuracy says nothing and is NaN.
    """

    name: str
    pairs: int
    share: float
    accuracy: float
    interval: intervals.Interval


def case(pair: Pair, score: float, *, threshold: float = 0.5) -> Case:
    """Look into one scored pair."""
    if pair.label is None:
        raise DataError("a pair has no label; the errors of a model show only where the truth is known")
    difference = Difference(pair)
    alike = jaccard(pair, difference.lang)
    spans, away = places(difference.only), places(difference.unmatched)
    return Case(
        pair=pair,
        score=score,
        right=(score >= threshold) == (pair.label >= 0.5),
        kind=type_of(difference),
        overlap=overlap(pair, difference.lang),
        jaccard=alike,
        words=max(len(difference.a), len(difference.b)),
        spellings=tuple(spellings(difference)),
        phenomena=tuple(phenomena(difference, alike)),
        spans=spans,
        moved=(others(away[0], spans[0]), others(away[1], spans[1])),
    )


def places(words: tuple[Sequence[Word], Sequence[Word]]) -> Spans:
    """Give where words of both sides stand."""
    one, other = (tuple((word.start, word.stop) for word in side) for side in words)
    return one, other


def others(spans: Sequence[tuple[int, int]], known: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Give the spans that are not among the known."""
    return tuple(span for span in spans if span not in known)


class Analysis(NamedTuple):
    """The tables of one model on one corpus, and its worst mistakes."""

    total: Share
    negative: list[Share]
    positive: list[Share]
    lengths: list[Share]
    overlaps: list[Share]
    phenomena: list[Share]
    error_phenomena: list[Share]
    spellings: Share
    missed_spellings: Share
    histograms: dict[str, list[int]]
    worst: list[Case]


def analyse(cases: Sequence[Case], *, worst: int = 50) -> Analysis:
    """Make the tables of RuPAWS (figures 1 to 3) and PARADE (figure 1, table 9), and pick the worst."""
    if not cases:
        raise DataError("there is nothing to analyse: no pairs came")
    yes, no = [c for c in cases if c.positive], [c for c in cases if not c.positive]
    wrong = [c for c in cases if not c.right]
    missed = [c for c in yes if not c.right]
    return Analysis(
        total=share("all", cases, len(cases)),
        negative=[share(name, [c for c in no if c.kind == name], len(no)) for name in NEGATIVE],
        positive=[share(name, [c for c in yes if c.kind == name], len(yes)) for name in POSITIVE],
        lengths=parts(cases, LENGTHS, lambda c: c.words),
        overlaps=parts(cases, OVERLAPS, lambda c: int(c.overlap * 100)),
        phenomena=signs(cases),
        error_phenomena=[_unjudged(part) for part in signs(wrong)],
        spellings=share("names spelt differently", [c for c in yes if c.spellings], len(yes)),
        missed_spellings=_unjudged(
            share("of missed paraphrases", [c for c in missed if c.spellings], len(missed))
        ),
        histograms=histograms(yes, no),
        worst=sorted(wrong, key=lambda c: (-abs(c.score - (c.pair.label or 0)), c.pair.id))[:worst],
    )


def share(name: str, found: Sequence[Case], of: int) -> Share:
    """Count a part of the pairs and how often the model was right on it."""
    if not found:
        nothing = float("nan")
        return Share(name, 0, 0.0, nothing, intervals.Interval(nothing, nothing))
    right = np.array([float(c.right) for c in found])
    return Share(
        name,
        len(found),
        len(found) / max(1, of),
        float(right.mean()),
        intervals.bootstrap(right, intervals.mean),
    )


def _unjudged(part: Share) -> Share:
    """Leave the accuracy out."""
    return share(part.name, [], 0)._replace(pairs=part.pairs, share=part.share)


def parts(
    cases: Sequence[Case], bounds: Mapping[str, tuple[int, int]], value: Callable[[Case], int]
) -> list[Share]:
    """Cut the pairs by a number and count each part."""
    return [
        share(name, [c for c in cases if low <= value(c) <= high], len(cases))
        for name, (low, high) in bounds.items()
    ]


def signs(cases: Sequence[Case]) -> list[Share]:
    """Count the phenomena of domain knowledge, and pairs with at least one."""
    found = [share(name, [c for c in cases if name in c.phenomena], len(cases)) for name in PHENOMENA]
    return [*found, share("any", [c for c in cases if c.phenomena], len(cases))]


def histograms(yes: Sequence[Case], no: Sequence[Case]) -> dict[str, list[int]]:
    """Count overlap and Jaccard likeness by label in ten bins of equal width."""
    found = {}
    for name, cases in (("paraphrases", yes), ("non-paraphrases", no)):
        for measure in ("overlap", "jaccard"):
            values = [getattr(c, measure) for c in cases]
            found[f"{measure}, {name}"] = [int(n) for n in np.histogram(values, bins=10, range=(0, 1))[0]]
    return found


def tables(found: Analysis) -> dict[str, list[Share]]:
    """Give the tables by title, in the order in which they are printed."""
    return {
        "Non-paraphrases by type": found.negative,
        "Paraphrases by type": found.positive,
        "By n-gram overlap": found.overlaps,
        "By length": found.lengths,
        "Names": [found.spellings, found.missed_spellings],
        "Phenomena, all pairs": found.phenomena,
        "Phenomena, errors": found.error_phenomena,
    }


def row(part: Share) -> list[str]:
    """Lay one part out as cells."""
    if np.isnan(part.accuracy):
        return [part.name, str(part.pairs), f"{part.share:.0%}", "-", "-"]
    return [part.name, str(part.pairs), f"{part.share:.0%}", f"{part.accuracy:.3f}", str(part.interval)]


def stretches(case: Case, side: int) -> Iterator[tuple[str, str]]:
    """Cut one text into stretches: words that the other lacks ("lacking"), "moved" ones, the rest ("")."""
    text = (case.pair.a, case.pair.b)[side]
    kinds = dict.fromkeys(case.moved[side], "moved") | dict.fromkeys(case.spans[side], "lacking")
    at = 0
    for (start, stop), kind in sorted(kinds.items()):
        yield text[at:start], ""
        yield text[start:stop], kind
        at = stop
    yield text[at:], ""


def marked(case: Case, side: int) -> str:
    """Give one text of a case for a cell of Markdown: lacking words bold, moved ones in italics."""
    marks = {"": "", "lacking": "**", "moved": "*"}
    cut = "".join(f"{marks[kind]}{part}{marks[kind]}" for part, kind in stretches(case, side))
    return " ".join(cut.replace("|", "\\|").split())


def mistakes(worst: Sequence[Case]) -> str:
    """Lay the worst mistakes out as a table, with the words marked that differ or moved."""
    rows = [[f"{c.score:.3f}", f"{c.pair.label or 0:g}", c.kind, marked(c, 0), marked(c, 1)] for c in worst]
    return markdown(["score", "label", "type", "first text", "second text"], rows)


def text(found: Analysis, *, worst: int = 10) -> str:
    """Lay the tables, histograms and worst mistakes out as Markdown."""
    head = ["part", "pairs", "share", "accuracy", "interval"]
    blocks = [f"{found.total.pairs} pairs, accuracy {found.total.accuracy:.3f} {found.total.interval}"]
    for title, parts in tables(found).items():
        blocks.append(f"### {title}\n\n{markdown(head, [row(part) for part in parts])}")
    bins = [f"{at / 10:.1f}" for at in range(10)]
    rows = [[name, *map(str, counts)] for name, counts in found.histograms.items()]
    blocks.append(f"### Distributions\n\n{markdown(['from', *bins], rows)}")
    if found.worst:
        blocks.append(f"### The worst mistakes\n\n{mistakes(found.worst[:worst])}")
    return "\n\n".join(blocks)


def records(cases: Iterable[Case]) -> Iterable[dict[str, Any]]:
    """Yield a plain record per pair, with its type, for JSON."""
    for found in cases:
        yield {
            "id": found.pair.id,
            "label": found.pair.label,
            "score": found.score,
            "right": found.right,
            "type": found.kind,
            "overlap": round(found.overlap, 4),
            "jaccard": round(found.jaccard, 4),
            "words": found.words,
            "spellings": found.spellings,
            "phenomena": found.phenomena,
        }
