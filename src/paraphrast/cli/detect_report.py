"""The part of `paraphrast detect` that writes reports, of one text or of a class, and applies decisions."""

import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from paraphrast.errors import CommandError, DataError

if TYPE_CHECKING:
    from paraphrast.data import Document
    from paraphrast.detect.check import Check
    from paraphrast.detect.report.record import Report

    Made: TypeAlias = "Check | Report"

Format: TypeAlias = Literal["html", "json", "pan-xml", "csv", "pdf"]
ReportLang = Annotated[
    str | None,
    typer.Option("--report-lang", help="The language of the report; that of the text without it."),
]
ENDINGS: dict[str, Format] = {
    ".html": "html", ".htm": "html", ".json": "json", ".xml": "pan-xml", ".csv": "csv", ".pdf": "pdf",
}  # fmt: skip
REPORTS = "reports"  # the folder with the JSON of every text of a class


def report(
    reports: Annotated[
        list[Path], typer.Argument(metavar="REPORT.json...", help="Reports, or a folder of them.")
    ],
    apply: Annotated[
        list[Path] | None,
        typer.Option("--apply", metavar="JSON", help="Decisions that the page of a report saved."),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", "-o", help="A .html, .json, .csv, .pdf or .xml file; - is stdout.")
    ] = "-",
    format: Annotated[Format | None, typer.Option(help="By the ending of --out.")] = None,
    report_lang: ReportLang = None,
    font: Annotated[
        Path | None, typer.Option(help="A font for the PDF; one of this machine without it.")
    ] = None,
    by_date: Annotated[
        bool, typer.Option("--by-date", help="Of several, what only a later text has does not count.")
    ] = False,
) -> None:
    """Write a report anew from its JSON, with a teacher's decisions; of several reports, what they share."""
    from paraphrast.cli.detect_check import output
    from paraphrast.detect.report.group import leave_out_later
    from paraphrast.detect.report.record import load_report

    paths = [path for given in reports for path in _list_reports(given)]
    loaded = [load_report(path) for path in paths]
    names = [one.document.id for one in loaded]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise CommandError(f"two reports about one text: {', '.join(twice)}")
    decided = _apply(loaded, apply or [])
    made = leave_out_later(decided) if by_date else decided
    with output(out) as write:
        write(render(made, format or name_format(out), lang=report_lang, font=font))
    if len(made) == 1:
        print(describe_shares(made[0]), file=sys.stderr)


def _list_reports(path: Path) -> list[Path]:
    """List the reports of a folder that `detect check` wrote, or the one file."""
    if not path.exists():
        raise CommandError(f"{path} does not exist; make a report with: detect check TEXT -o report.json")
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*.json")) or sorted((path / REPORTS).glob("*.json"))
    if not found:
        raise DataError("there are no reports (.json) in it", path=path)
    return found


def _apply(reports: "list[Report]", paths: Sequence[Path]) -> "list[Report]":
    from paraphrast.detect.report.decisions import apply_decisions
    from paraphrast.detect.report.record import load_decisions

    known = {one.document.id: number for number, one in enumerate(reports)}
    made = list(reports)
    for path in paths:
        decisions = load_decisions(path)
        if decisions.document not in known:
            raise DataError(
                f"these decisions are about {decisions.document!r}; the reports are about {', '.join(known)}",
                path=path,
            )
        number = known[decisions.document]
        try:
            made[number] = apply_decisions(made[number], decisions)
        except DataError as error:
            raise DataError(str(error), path=path) from error
    return made


def render(
    checks: "Sequence[Made]", format: Format, *, lang: str | None = None, font: Path | None = None
) -> bytes:
    """Write one report, or a summary of several, in one of the formats."""
    from paraphrast.detect.report import group, page, tables

    if format == "pdf":
        from paraphrast.detect.report.pdf import pdf

        return pdf(checks, lang=lang, font=font)
    if len(checks) > 1:
        if format not in ("html", "csv"):
            raise CommandError(f"several reports can be summed up as html, csv or pdf, not as {format}")
        summed = group.overview(checks, lang=lang) if format == "html" else tables.summary(checks)
        return summed.encode("utf-8")
    [check] = checks
    if format == "html":
        return page.html(check, lang=lang).encode("utf-8")
    if format == "csv":
        return tables.table(check).encode("utf-8")
    return tables.xml(check) if format == "pan-xml" else tables.json(check)


def name_format(out: str) -> Format:
    """Tell the format from the ending of a file; without one, and on stdout, it is JSON."""
    ending = Path(out).suffix.casefold()
    if ending and ending not in ENDINGS:
        raise CommandError(f"{out}: a report ends in {', '.join(ENDINGS)}; or name its --format")
    return ENDINGS.get(ending, "json")


def describe_shares(check: "Made") -> str:
    """Say in a line what a check found, in the numbers of its report."""
    from paraphrast.detect.shares import percent

    bare = f" ({percent(check.unreferenced)} without a reference)" if check.unreferenced else ""
    return f"{percent(check.borrowed)} borrowed, {percent(check.quoted)} quoted{bare}"


def write_class(checks: "Sequence[Made]", place: Path, lang: str | None) -> None:
    """Write a folder: a page, JSON and XML per text, and a page and a table about all of them."""
    from paraphrast.detect import pan
    from paraphrast.detect.report import group, page, tables

    links = pan.file_names([check.document.id for check in checks], ".html")
    with pan.staged(place) as fresh:
        for name in ("detections", REPORTS):
            (fresh / name).mkdir()
        for check, link in zip(checks, links, strict=True):
            stem = link.removesuffix(".html")
            (fresh / link).write_text(page.html(check, lang=lang), encoding="utf-8")
            (fresh / REPORTS / f"{stem}.json").write_bytes(tables.json(check))
            (fresh / "detections" / f"{stem}.xml").write_bytes(tables.xml(check))
        (fresh / "index.html").write_text(group.overview(checks, links, lang=lang), encoding="utf-8")
        (fresh / "summary.csv").write_text(tables.summary(checks), encoding="utf-8")
    print(f"{len(checks)} reports; begin with {place / 'index.html'}", file=sys.stderr)


def date_documents(documents: "list[Document]", path: Path | None) -> "list[Document]":
    """Give the documents the dates of a table NAME,DATE; a name or a date that cannot be used is an error."""
    if path is None:
        return documents
    from msgspec import structs

    from paraphrast.detect.report.group import parse_date

    if not path.exists():
        raise CommandError(f"there is no file {str(path)!r}; --dates wants a CSV file with lines NAME,DATE")
    known, dates = {document.id for document in documents}, {}
    with open(path, encoding="utf-8-sig", newline="") as stream:
        for number, row in enumerate(csv.reader(stream), 1):
            if not row or (number == 1 and row[0] not in known and not parse_date(row[-1])):
                continue  # the names of the columns
            if len(row) != 2 or not parse_date(row[1]):
                raise DataError("expected NAME,DATE, such as essay.docx,2024-05-31", path=path, line=number)
            if row[0] not in known:
                raise DataError(f"there is no text {row[0]!r} in the folder", path=path, line=number)
            dates[row[0]] = row[1]
    return [
        structs.replace(document, meta={**document.meta, "date": dates[document.id]})
        if document.id in dates
        else document
        for document in documents
    ]
