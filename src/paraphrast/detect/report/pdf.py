"""The summary of reports as PDF, through fpdf2; the fonts are those of the machine."""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paraphrast.detect.check import Check
from paraphrast.detect.report.decisions import find_verdicts, group_passages, rank_sources
from paraphrast.detect.report.group import common_lang, date_of, order_by_date, share_matrix
from paraphrast.detect.report.record import Report, make_report
from paraphrast.detect.report.strings import Strings
from paraphrast.detect.report.tables import summarize
from paraphrast.detect.shares import percent
from paraphrast.errors import DataError, MissingExtra

if TYPE_CHECKING:
    from fpdf import FPDF

# files of fonts that have Cyrillic or Chinese, as systems ship them, in the order of preference
FILES = (
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf", "Arial.ttf",
    "segoeui.ttf", "NotoSansSC-Regular.otf", "NotoSansSC-Regular.ttf", "NotoSansCJKsc-Regular.otf",
    "NotoSansCJK-Regular.ttc", "SourceHanSansSC-Regular.otf", "SourceHanSans.ttc", "wqy-microhei.ttc",
    "wqy-zenhei.ttc", "DroidSansFallbackFull.ttf", "msyh.ttc", "simsun.ttc", "Hiragino Sans GB.ttc",
    "STHeiti Light.ttc", "Songti.ttc", "Arial Unicode.ttf", "unifont.ttf", "unifont.otf",
)  # fmt: skip
FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts", "/Library/Fonts",
    "/System/Library/Fonts", "~/Library/Fonts", "C:/Windows/Fonts", "~/AppData/Local/Microsoft/Windows/Fonts",
)  # fmt: skip
COLUMNS = ("text", "date", "borrowed", "quoted", "key-unreferenced", "original", "most-from")
MATRIX = 12  # texts, at most, that a matrix on paper can hold


def pdf(checks: Sequence["Check | Report"], *, lang: str | None = None, font: Path | None = None) -> bytes:
    """Write a summary: one text with its sources and passages, or many with who shares with whom."""
    try:
        import fpdf
    except ImportError as error:
        raise MissingExtra("fpdf2", "pdf") from error
    reports = [make_report(check) for check in checks]
    say = Strings(lang or common_lang(reports))
    blocks = list(_class_blocks(reports, say) if len(reports) > 1 else _text_blocks(reports[0], say))
    paper = fpdf.FPDF(format="A4", orientation="landscape" if len(reports) > 1 else "portrait")
    paper.set_title(say("report"))
    paper.set_auto_page_break(True, 15)
    set_font(paper, {character for block in blocks for text in _words(block) for character in text}, font)
    paper.add_page()
    for kind, content in blocks:
        _write(paper, kind, content)
    return bytes(paper.output())


def _class_blocks(reports: Sequence[Report], say: Strings) -> Iterator[tuple[str, Any]]:
    yield "title", say("class-title", count=len(reports))
    lines = [
        [
            " ".join(filter(None, [row["document"], row["title"], row["author"]])),
            row["date"],
            *(percent(row[name]) for name in ("borrowed", "quoted", "unreferenced", "original")),
            f"{row['first']} {percent(row['first_share'])}" if row["first"] else say("nothing"),
        ]
        for row in summarize(reports)
    ]
    yield "table", ((24, 10, 9, 9, 12, 9, 27), [[say(name) for name in COLUMNS], *lines])
    ordered = order_by_date(reports)
    matrix = share_matrix(ordered)
    if any(matrix.values()) and len(ordered) <= MATRIX:
        yield "heading", say("matrix-title")
        yield "text", say("matrix-note")
        head = ["", *(str(number + 1) for number in range(len(ordered)))]
        rows = [
            [
                f"{number + 1}. {row.document.id} {date_of(row)}",
                *(_cell(matrix[row.document.id].get(column.document.id)) for column in ordered),
            ]
            for number, row in enumerate(ordered)
        ]
        yield "table", ((28, *[72 / len(ordered)] * len(ordered)), [head, *rows])
    yield "text", say("footer")


def _cell(value: float | None) -> str:
    return percent(value) if value else ""


def _text_blocks(report: Report, say: Strings) -> Iterator[tuple[str, Any]]:
    yield "title", report.document.id
    if report.document.title:
        yield "text", report.document.title
    yield (
        "figures",
        [
            f"{percent(report.borrowed)} {say('borrowed')}",
            f"{percent(report.quoted)} {say('quoted')}",
            f"{say('unreferenced-part')} {percent(report.unreferenced)}",
            f"{percent(report.original)} {say('original')}",
        ],
    )
    if report.disguises:
        kinds = dict.fromkeys(trick.kind for trick in report.disguises)
        words = "; ".join(say(f"disguise-{kind}") for kind in kinds)
        yield "text", f"{say('disguise-title', count=len(report.disguises))}: {words}"
    if report.reach and report.reach.unseen:
        yield "text", say("unseen-title")
    yield "heading", say("sources")
    head = [say(name) for name in ("title", "author", "date", "address", "share")]
    rows = [
        [" ".join(filter(None, [s.title, s.id])), s.author, s.date, s.address, percent(s.share)]
        for s in rank_sources(report)
    ]
    yield "table", ((32, 19, 14, 24, 11), [head, *rows])
    verdicts = find_verdicts(report)
    for number, parts in group_passages(report).items():
        reasons = dict.fromkeys(say(f"reason-{part.excluded}") for part in parts if part.excluded)
        decision = verdicts.get(number)
        tags = [
            say(f"kind-{parts[0].kind}"),
            *reasons,
            *([say(decision.verdict)] if decision and decision.verdict else []),
        ]
        yield "heading", f"{number}. {parts[0].source.doc}: {', '.join(tags)}"
        yield "text", " … ".join(part.text for part in parts)
        yield "source", parts[0].source_text
        if decision and decision.note:
            yield "text", f"{say('note')}: {decision.note}"
    yield "text", say("footer")


def _words(block: tuple[str, Any]) -> Iterator[str]:
    kind, content = block
    if kind == "table":
        yield from (cell for row in content[1] for cell in row)
    else:
        yield from content if isinstance(content, list) else [content]


def _write(paper: "FPDF", kind: str, content: Any) -> None:
    """Put one block on the paper."""
    if kind == "table":
        widths, rows = content
        paper.set_font_size(8)
        with paper.table(col_widths=widths, first_row_as_headings=False, line_height=4.6) as table:
            for row in rows:
                table.row([_printable(cell) for cell in row])
        paper.ln(3)
        return
    size, grey = {"title": (16, 0), "heading": (11, 0), "figures": (12, 0), "source": (9, 95)}.get(
        kind, (9, 0)
    )
    paper.set_font_size(size)
    paper.set_text_color(grey)
    for line in content if isinstance(content, list) else [content]:
        paper.multi_cell(0, 0.45 * size, _printable(line), align="L", new_x="LMARGIN", new_y="NEXT")
    paper.set_text_color(0)
    paper.ln(2)


def _printable(text: str) -> str:
    """Leave out what is no character for a font: controls and halves of characters."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "" for c in text)


def set_font(paper: "FPDF", characters: set[str], named: Path | None) -> None:
    """Choose one font that has all these letters: the one named, or the first of the machine's.

    One and not several, because fpdf2 loses letters where a line goes from one font to another and back.
    """
    letters = {ord(c) for c in characters if c.isalnum()}  # pictures and rare signs may be missing
    lacking: set[int] = set(letters)
    for path in [named] if named else find_fonts():
        number, known = _coverage(str(path))
        lacking = min(lacking, letters - known, key=len)
        if letters <= known:
            paper.add_font("text", "", path, collection_font_number=number)
            paper.set_font("text", size=10)
            return
    some = "".join(map(chr, sorted(lacking)[:20]))
    raise DataError(
        f"no font here has all letters (such as {some!r}); name one with --font FILE.ttf, or open the HTML "
        "report and print it to PDF"
    )


@cache
def find_fonts() -> list[Path]:
    """List the fonts of this machine that are known to have Cyrillic or Chinese."""
    found: dict[str, Path] = {}
    for folder in FOLDERS:
        for place, _, names in os.walk(Path(folder).expanduser()):
            for name in names:
                if name in FILES:
                    found.setdefault(name, Path(place) / name)
    return [found[name] for name in FILES if name in found]


@cache
def _coverage(path: str) -> tuple[int, frozenset[int]]:
    """Give which font of a file to take (of a collection the simplified Chinese one) and what it has."""
    from fontTools.ttLib import TTCollection, TTFont, TTLibError

    try:
        with open(path, "rb") as file:
            if file.read(4) != b"ttcf":
                return 0, frozenset(TTFont(file, lazy=True).getBestCmap())
            collection = TTCollection(file, lazy=True)
            names = [str(font["name"].getDebugName(1) or "") for font in collection]
            number = next((n for n, name in enumerate(names) if name.endswith("SC")), 0)
            return number, frozenset(collection[number].getBestCmap())
    except (TTLibError, OSError) as error:
        raise DataError(f"this is not a font that can be used ({error})", path=path) from error
