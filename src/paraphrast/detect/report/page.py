"""The page: the text with its passages coloured by kind, beside the passages of the sources."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from paraphrast.data import Document, Match
from paraphrast.detect.check import Check
from paraphrast.detect.exclude import REASONS

CONTEXT = 160  # characters shown around a passage of a source
KINDS = ("verbatim", "near-copy", "paraphrase", "translated")


class Piece(Struct, frozen=True):
    """A stretch of the text that belongs to the same matches, and to the same run of each, throughout."""

    text: str
    matches: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()  # of each match, here
    excluded: str = ""
    trick: str = ""


class Card(Struct, frozen=True):
    """One match as it is shown on the right."""

    number: int
    kind: str
    kinds: str
    score: float
    source: str
    title: str
    excluded: str
    before: str
    text: str
    after: str
    disguises: str
    place: str
    documents: int


def html(check: Check) -> str:
    """Write the report of one text as one file that needs nothing else."""
    template: Any = _templates().get_template("report.html")
    text: str = template.render(
        check=check,
        pieces=pieces(check),
        cards=cards(check),
        kinds=KINDS,
        reasons=[
            reason for reason in REASONS if any(m.meta.get("excluded") == reason for m in check.matches)
        ],
        characters=len(check.document.text),
    )
    return text


def overview(checks: Sequence[Check], links: Sequence[str]) -> str:
    """Write a page that lists many checks, the most borrowed first."""
    ranked = sorted(zip(checks, links, strict=True), key=lambda one: (-one[0].borrowed, one[0].document.id))
    text: str = _templates().get_template("summary.html").render(rows=ranked)
    return text


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("paraphrast.detect", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def pieces(check: Check) -> list[Piece]:
    """Cut the text wherever a match or a trick begins or ends."""
    text, matches = check.document.text, check.matches
    tricks = [(trick.start, trick.stop, trick.kind) for trick in check.disguises]
    cuts = {0, len(text)}
    cuts |= {place for match in matches for place in (match.suspicious.start, match.suspicious.stop)}
    cuts |= {place for match in matches for run in match.runs for place in (run.start, run.stop)}
    cuts |= {place for start, stop, _ in tricks for place in (start, stop)}
    ordered = sorted(cuts)
    found = []
    for start, stop in pairwise(ordered):
        here = [n for n, m in enumerate(matches) if m.suspicious.start <= start and stop <= m.suspicious.stop]
        trick = next((kind for begin, end, kind in tricks if begin <= start and stop <= end), "")
        kinds = {n: kind_at(matches[n], start) for n in here}
        found.append(_piece(text[start:stop], kinds, matches, trick))
    return found


def kind_at(match: Match, place: int) -> str:
    """Name the kind of a match at a place of the text: that of the run there, or of all of it."""
    return next((run.kind for run in match.runs if run.start <= place < run.stop), match.kind)


def _piece(text: str, kinds: dict[int, str], matches: Sequence[Match], trick: str) -> Piece:
    """Colour a stretch by the strongest kind among its matches, those that count before those left out."""
    if not kinds:
        return Piece(text, trick=trick)
    counted = [n for n in kinds if not matches[n].meta.get("excluded")]
    order = sorted(counted or kinds, key=lambda n: (KINDS.index(kinds[n]), -matches[n].score))
    first = [*order, *(n for n in kinds if n not in order)]
    excluded = "" if counted else str(matches[first[0]].meta["excluded"])
    return Piece(text, tuple(first), tuple(kinds[n] for n in first), excluded, trick)


def cards(check: Check) -> list[Card]:
    """Prepare the passages of the sources with some words around them."""
    sources = {source.id: source for source in check.sources}
    found = []
    for number, match in enumerate(check.matches):
        source = sources[match.source.doc]
        start, stop = match.source.start, match.source.stop
        found.append(
            Card(
                number,
                match.kind,
                " ".join(dict.fromkeys([match.kind, *(run.kind for run in match.runs)])),
                match.score,
                source.id,
                source.title,
                str(match.meta.get("excluded", "")),
                ("…" if start > CONTEXT else "") + source.text[max(0, start - CONTEXT) : start],
                source.text[start:stop],
                source.text[stop : stop + CONTEXT] + ("…" if stop + CONTEXT < len(source.text) else ""),
                ", ".join(match.meta.get("disguises", [])),
                f"{start}-{stop}",
                int(match.meta.get("documents", 1)),
            )
        )
    return found


def title(document: Document) -> str:
    """Name a document for people."""
    return document.title or document.id
