"""A report as a record: all that the page, the tables and the PDF show, and what a teacher decided.

It holds the checked text and excerpts of the sources, so that every form of the report can be made from its
JSON, without the index.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from paraphrast.data import Document, Match, MatchKind, Run, Span
from paraphrast.detect.changes import mark_changes
from paraphrast.detect.check import Check, Disguise, Reach
from paraphrast.detect.exclude import REASONS
from paraphrast.detect.quotations import Quotation
from paraphrast.errors import DataError
from paraphrast.files.documents.marks import HIDDEN
from paraphrast.files.opening import place
from paraphrast.text.normal import DISGUISES

Verdict: TypeAlias = Literal["accepted", "dismissed", ""]
CONTEXT = 160  # characters shown around a passage of a source
NAMES = {
    "author": ("author", "authors", "creator", "by"),
    "date": ("date", "published", "created", "year", "modified"),
    "address": ("address", "url", "uri", "link", "doi"),
}


class Origin(Struct, frozen=True):
    """A source as a reader wants it named, and the part of the text that comes from it."""

    id: str
    title: str = ""
    author: str = ""
    date: str = ""
    address: str = ""
    share: float = 0.0
    fragments: int = 0
    duplicates: tuple[str, ...] = ()


class Found(Struct, frozen=True):
    """A match with its texts; matches that quotation marks cut out of one passage have its number."""

    passage: int
    suspicious: Span
    source: Span
    kind: MatchKind
    score: float = 1.0
    meta: dict[str, Any] = {}
    runs: tuple[Run, ...] = ()
    text: str = ""
    before: str = ""
    source_text: str = ""
    after: str = ""
    changed: tuple[tuple[int, int], ...] = ()  # places in the checked text
    source_changed: tuple[tuple[int, int], ...] = ()  # places in `source_text`

    @property
    def excluded(self) -> str:
        """Give the reason why it does not count, or nothing."""
        return str(self.meta.get("excluded") or "")


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """What a reader decided about a passage: it counts in any case, or it does not; with a note."""

    number: int
    source: str
    source_start: int
    start: int
    stop: int
    verdict: Verdict = ""
    note: str = ""


class Decisions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a reader changed: sources and kinds switched off, reasons that do not hold, verdicts."""

    document: str
    sources_off: tuple[str, ...] = ()
    kinds_off: tuple[str, ...] = ()
    reasons_off: tuple[str, ...] = ()
    passages: tuple[Decision, ...] = ()


class Report(Struct, frozen=True):
    """What was found in one text."""

    document: Document
    borrowed: float
    quoted: float
    original: float
    unreferenced: float
    sources: list[Origin]
    matches: list[Found]
    disguises: list[Disguise] = []
    quotations: list[Quotation] = []
    bibliography: list[tuple[int, int]] = []
    reach: Reach | None = None
    decisions: Decisions | None = None


def make_report(check: "Check | Report") -> Report:
    """Turn a check into the record of its report; passages get numbers in the order of the text."""
    if isinstance(check, Report):
        return check
    texts = {source.id: source.text for source in check.sources}
    numbers: dict[tuple[Span, tuple[int, ...]], int] = {}
    matches = []
    for match in check.matches:
        number = numbers.setdefault((match.source, _whole(match)), len(numbers) + 1)
        matches.append(_found(match, number, check.document, texts[match.source.doc]))
    sources = [
        Origin(
            one.id,
            one.title,
            **{field: read_field(one.meta, names) for field, names in NAMES.items()},
            share=one.share,
            fragments=one.fragments,
            duplicates=one.duplicates,
        )
        for one in check.sources
    ]
    return Report(
        check.document,
        check.borrowed,
        check.quoted,
        check.original,
        check.unreferenced,
        sources,
        matches,
        check.disguises,
        check.quotations,
        check.bibliography,
        check.reach,
    )


def _whole(match: Match) -> tuple[int, ...]:
    return tuple(match.meta.get("whole") or (match.suspicious.start, match.suspicious.stop))


def _found(match: Match, number: int, document: Document, source: str) -> Found:
    start, stop = match.source.start, match.source.stop
    here, there = mark_changes(match, document, Document(match.source.doc, source))
    return Found(
        number,
        match.suspicious,
        match.source,
        match.kind,
        match.score,
        match.meta,
        match.runs,
        document.text[match.suspicious.start : match.suspicious.stop],
        ("…" if start > CONTEXT else "") + source[max(0, start - CONTEXT) : start],
        source[start:stop],
        source[stop : stop + CONTEXT] + ("…" if stop + CONTEXT < len(source) else ""),
        tuple(here),
        tuple((a - start, b - start) for a, b in there if start <= a and b <= stop),
    )


def read_field(meta: dict[str, Any], names: Iterable[str]) -> str:
    """Give the first of these fields that a collection filled in, as one line.

    >>> read_field({"Author": ["Ann", "Bob"], "year": 1999}, ["author"])
    'Ann, Bob'
    """
    folded = {str(key).casefold(): value for key, value in meta.items()}
    for name in names:
        value = folded.get(name)
        if isinstance(value, list | tuple):
            value = ", ".join(str(part) for part in value if isinstance(part, str | int))
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return " ".join(str(value).split())
    return ""


def encode_report(report: Report) -> bytes:
    """Write a report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report)) + b"\n"


def load_report(path: str | Path) -> Report:
    """Read a report that `detect check` wrote as JSON."""
    report: Report = _decode(
        path, Report, "a report; make one with: paraphrast detect check TEXT -o report.json"
    )
    length = len(report.document.text)
    if not length:
        raise DataError("the report has no text; make it again with this version", path=path)
    sources = {source.id for source in report.sources}
    tricks = {trick.kind for trick in report.disguises}
    for match in report.matches:
        told = match.meta.get("disguises", [])
        tricks |= set(told) if isinstance(told, list) else {str(told)}
        if not 0 <= match.suspicious.start <= match.suspicious.stop <= length:
            raise DataError(f"passage {match.passage} lies outside the text", path=path)
        if match.source.doc not in sources:
            raise DataError(f"passage {match.passage} has a source that is not listed", path=path)
        if match.excluded and match.excluded not in REASONS:
            raise DataError(f"passage {match.passage} is left out as {match.excluded!r}", path=path)
    if strange := tricks - DISGUISES - set(HIDDEN):
        raise DataError(f"no such disguise: {', '.join(sorted(map(str, strange)))}", path=path)
    return report


def load_decisions(path: str | Path) -> Decisions:
    """Read the decisions that the page of a report saved."""
    decisions: Decisions = _decode(
        path, Decisions, "decisions; save them with the button of the report's page"
    )
    return decisions


def _decode(path: str | Path, Kind: Any, what: str) -> Any:
    with place(path):
        raw = Path(path).read_bytes()
    try:
        return msgspec.json.decode(raw, type=Kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"this is not {what} ({error})", path=path) from error
