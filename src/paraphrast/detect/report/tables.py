"""A report as JSON, CSV or PAN XML, and many reports as one table."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from paraphrast.data import Match
from paraphrast.detect import pan
from paraphrast.detect.check import Check
from paraphrast.detect.report.decisions import find_verdicts, judge_match, rank_sources
from paraphrast.detect.report.record import NAMES, Report, encode_report, make_report, read_field

COLUMNS = (
    "passage", "suspicious", "start", "stop", "source", "source_start", "source_stop", "kind", "score",
    "documents", "excluded", "verdict", "note", "disguises", "title", "author", "date", "address", "text",
    "source_text",
)  # fmt: skip
SUMMARY = (
    "document", "title", "author", "date", "borrowed", "quoted", "unreferenced", "original", "sources",
    "first", "first_share", "disguises", "unseen",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def json(check: "Check | Report") -> bytes:
    """Write a report as JSON: the text, and of the sources what was borrowed with some words around it."""
    return encode_report(make_report(check))


def rows(check: "Check | Report") -> list[dict[str, Any]]:
    """List the matches with their texts and sources, and what was decided about them."""
    report = make_report(check)
    sources = {source.id: source for source in report.sources}
    verdicts = find_verdicts(report)
    listed = []
    for match in report.matches:
        source, decision = sources[match.source.doc], verdicts.get(match.passage)
        listed.append(
            {
                "passage": match.passage,
                "suspicious": match.suspicious.doc,
                "start": match.suspicious.start,
                "stop": match.suspicious.stop,
                "source": match.source.doc,
                "source_start": match.source.start,
                "source_stop": match.source.stop,
                "kind": match.kind,
                "score": match.score,
                "documents": match.meta.get("documents", 1),
                "excluded": match.excluded,
                "verdict": decision.verdict if decision else "",
                "note": decision.note if decision else "",
                "disguises": " ".join(match.meta.get("disguises", [])),
                "title": source.title,
                "author": source.author,
                "date": source.date,
                "address": source.address,
                "text": match.text,
                "source_text": match.source_text,
            }
        )
    return listed


def table(check: "Check | Report") -> str:
    """Write the matches as CSV."""
    return _write_csv(COLUMNS, rows(check))


def xml(check: "Check | Report") -> bytes:
    """Write the matches that count as PAN XML."""
    report = make_report(check)
    verdicts = find_verdicts(report)
    counted = [
        Match(match.suspicious, match.source, match.kind, match.score, match.meta, match.runs)
        for match in report.matches
        if judge_match(match, report.decisions, verdicts.get(match.passage)) == "counted"
    ]
    return pan.document(report.document.id, counted)


def summarize(reports: Sequence["Check | Report"]) -> list[dict[str, Any]]:
    """Give one line per checked text, the most borrowed first."""
    ranked = sorted(map(make_report, reports), key=lambda report: (-report.borrowed, report.document.id))
    return [_line(report) for report in ranked]


def _line(report: Report) -> dict[str, Any]:
    lenders = [source for source in rank_sources(report) if source.share > 0]
    return {
        "document": report.document.id,
        "title": report.document.title,
        "author": read_field(report.document.meta, NAMES["author"]),
        "date": read_field(report.document.meta, NAMES["date"]),
        "borrowed": report.borrowed,
        "quoted": report.quoted,
        "unreferenced": report.unreferenced,
        "original": report.original,
        "sources": len(report.sources),
        "first": lenders[0].id if lenders else "",
        "first_share": lenders[0].share if lenders else 0.0,
        "disguises": len(report.disguises),
        "unseen": sum(stop - start for start, stop in report.reach.unseen) if report.reach else 0,
    }


def summary(reports: Sequence["Check | Report"]) -> str:
    """Write one line per checked text as CSV, the most borrowed first."""
    return _write_csv(SUMMARY, summarize(reports))


def _write_csv(columns: Sequence[str], lines: Sequence[dict[str, Any]]) -> str:
    """Write a table; words that a spreadsheet would take for a formula get an apostrophe before them."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    writer.writerows({name: _harmless(value) for name, value in line.items()} for line in lines)
    return out.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
