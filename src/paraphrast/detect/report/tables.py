"""A check as JSON, CSV or PAN XML, and many checks as one summary."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import msgspec

from paraphrast.detect import pan
from paraphrast.detect.check import Check

COLUMNS = (
    "suspicious", "start", "stop", "source", "source_start", "source_stop", "kind", "score", "documents",
    "excluded", "disguises", "text", "source_text",
)  # fmt: skip


def json(check: Check) -> bytes:
    """Write a check as JSON, without the whole texts."""
    plain: dict[str, Any] = msgspec.to_builtins(check)
    plain["document"].pop("text")
    for source in plain["sources"]:
        source.pop("text")
    for match, row in zip(plain["matches"], rows(check), strict=True):
        match["text"], match["source_text"] = row["text"], row["source_text"]
    return msgspec.json.format(msgspec.json.encode(plain))


def rows(check: Check) -> list[dict[str, Any]]:
    """List the matches with their texts."""
    texts = {source.id: source.text for source in check.sources}
    return [
        {
            "suspicious": match.suspicious.doc,
            "start": match.suspicious.start,
            "stop": match.suspicious.stop,
            "source": match.source.doc,
            "source_start": match.source.start,
            "source_stop": match.source.stop,
            "kind": match.kind,
            "score": match.score,
            "documents": match.meta.get("documents", 1),
            "excluded": match.meta.get("excluded", ""),
            "disguises": " ".join(match.meta.get("disguises", [])),
            "text": check.document.text[match.suspicious.start : match.suspicious.stop],
            "source_text": texts[match.source.doc][match.source.start : match.source.stop],
        }
        for match in check.matches
    ]


def table(check: Check) -> str:
    """Write the matches as CSV."""
    return _csv(COLUMNS, rows(check))


def xml(check: Check) -> bytes:
    """Write the matches that count as PAN XML."""
    counted = [match for match in check.matches if not match.meta.get("excluded")]
    return pan.document(check.document.id, counted)


def summary(checks: Sequence[Check]) -> str:
    """Write one line per checked text as CSV, the most borrowed first."""
    ranked = sorted(checks, key=lambda check: (-check.borrowed, check.document.id))
    lines = [
        {
            "document": check.document.id,
            "borrowed": check.borrowed,
            "quoted": check.quoted,
            "original": check.original,
            "sources": len(check.sources),
            "first": check.sources[0].id if check.sources else "",
            "disguises": len(check.disguises),
            "unseen": sum(stop - start for start, stop in check.reach.unseen) if check.reach else 0,
        }
        for check in ranked
    ]
    return _csv(tuple(lines[0]) if lines else ("document",), lines)


def _csv(columns: Sequence[str], lines: Sequence[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()
