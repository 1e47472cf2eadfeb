"""The part of `paraphrast detect` that checks texts and writes reports."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias

import typer

from paraphrast.cli.detect_report import (
    ReportLang,
    date_documents,
    describe_shares,
    name_format,
    render,
    write_class,
)
from paraphrast.cli.engines import is_spread, require_file
from paraphrast.cli.options import Workers
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.data import Document
    from paraphrast.detect.check import Check, Settings
    from paraphrast.detect.exclude import Rules
    from paraphrast.detect.index.reader import Index
    from paraphrast.detect.meaning.models import Meaning as Models

Write: TypeAlias = Callable[[bytes], object]
Meaning = Annotated[
    bool,
    typer.Option("--meaning", help="Find rewritten and translated passages too; the index needs --meaning."),
]
Out = Annotated[str, typer.Option("--out", "-o", help="Where to write; - is stdout.")]
LONGEST = 5_000_000  # characters: a thick novel has two millions
Longest = Annotated[
    int, typer.Option("--longest", min=1, metavar="N", help="Texts of more than N characters are left out.")
]
Strict = Annotated[
    Literal["low", "medium", "high"], typer.Option(help="How much a source must prove: fewer false alarms.")
]


def check(  # noqa: PLR0913 - one parameter per option
    text: Annotated[Path, typer.Argument(help="A document, or a folder of them.")],
    index: Annotated[
        str | None, typer.Option("--index", "-i", metavar="PATH|URL", help="The index to search.")
    ] = None,
    out: Out = "-",
    format: Annotated[
        Literal["html", "json", "pan-xml", "csv", "pdf"] | None, typer.Option(help="By the ending of --out.")
    ] = None,
    template: Annotated[Path | None, typer.Option(help="Text that everybody was given.")] = None,
    own: Annotated[list[str] | None, typer.Option(metavar="ID", help="The author's own work.")] = None,
    small: Annotated[int, typer.Option(min=0, help="Leave out matches of fewer words.")] = 0,
    quotations: Annotated[bool, typer.Option(help="Leave out quotations.")] = True,
    need_reference: Annotated[
        bool, typer.Option("--need-reference", help="A quotation without a reference counts as borrowed.")
    ] = False,
    bibliography: Annotated[bool, typer.Option(help="Leave out the list of works.")] = True,
    strictness: Strict = "medium",
    compare: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Compare a text with N documents at most; no bound without it."
        ),
    ] = None,
    longest: Longest = LONGEST,
    meaning: Meaning = False,
    report_lang: ReportLang = None,
    dates: Annotated[
        Path | None, typer.Option(metavar="CSV", help="When the texts of a folder came: lines NAME,DATE.")
    ] = None,
    by_date: Annotated[
        bool, typer.Option("--by-date", help="In a folder, what only a later text has does not count.")
    ] = False,
    workers: Workers = 1,
) -> None:
    """Check a text, or every text of a folder, against an index, or (without one) against each other."""
    from paraphrast.detect.check import Settings
    from paraphrast.detect.exclude import Rules
    from paraphrast.files.documents import load

    rules = Rules(quotations, bibliography, small, tuple(own or ()), need_reference)
    settings = Settings(strictness, compare)
    base = load(template) if template else None
    if text.is_dir():
        how = How(rules, base, meaning, settings, report_lang, dates, by_date, workers)
        _batch(list(documents(text, longest)), index, out, how)
        return
    if dates or by_date or workers > 1 or is_spread():
        raise CommandError(
            "--dates, --by-date, --workers, --engine and --shard are about folders of texts; this is one text"
        )
    if index is None:
        raise CommandError("name the index with --index; only a folder can be checked against itself")
    from paraphrast.detect.check import check as run
    from paraphrast.detect.index.reader import Index

    opened, document = Index(index), load(text)
    if len(document.text) > longest:
        raise CommandError(_too_long(document, longest))
    models = readers(opened) if meaning else None
    result = run(document, opened, meaning=models, rules=rules, template=base, settings=settings)
    with output(out) as write:
        write(render([result], format or name_format(out), lang=report_lang))
    print(describe_shares(result) + _summarize_check(result), file=sys.stderr)


def _summarize_check(result: "Check") -> str:
    """Say how many passages are common, and what a limit kept from being looked at."""
    common = sum(match.meta.get("excluded") == "common" for match in result.matches)
    words = f"; {common} passages that many documents have are left out" if common else ""
    if result.reach is not None and result.reach.unseen:
        part = sum(stop - start for start, stop in result.reach.unseen) / max(len(result.document.text), 1)
        words += (
            f"; stopped after {result.reach.compared} of {result.reach.named} documents that share something "
            f"with it: {part:.0%} of the text was not compared with all of them (--compare)"
        )
    return words


class How(NamedTuple):
    """How the texts of a folder are checked."""

    rules: "Rules"
    template: "Document | None"
    meaning: bool
    settings: "Settings"
    lang: str | None
    dates: Path | None
    by_date: bool
    workers: int


def _batch(texts: "list[Document]", index: str | None, out: str, how: How) -> None:
    """Check a folder: a report per text, XML for evaluation, and what is to be said of all together."""
    from paraphrast.detect import pan
    from paraphrast.detect.report import group, tables

    require_file(out)
    if out != "-":
        pan.require_folder(Path(out))
    with planned(out) as folder:
        results = _checked(date_documents(texts, how.dates), index, how, folder)
    reports = group.leave_out_later(results) if how.by_date else results
    if out == "-":
        print(tables.summary(reports), end="")
        return
    write_class(reports, Path(out), how.lang)
    cut = [result.document.id for result in results if result.reach is not None and result.reach.unseen]
    if cut:
        print(f"not compared with all that share something (--compare): {', '.join(cut)}", file=sys.stderr)


def _checked(texts: "list[Document]", index: str | None, how: How, folder: Path) -> "list[Check]":
    """Check texts against an index, or against each other where there is none."""
    from paraphrast.detect.many import ask, check_many, index_texts

    rules, template, meaning, settings = how[:4]
    place = index or index_texts(folder, texts, meaning=meaning)
    question = ask(place, meaning=meaning, rules=rules, template=template, settings=settings)
    return list(check_many(texts, question, folder=folder, workers=how.workers))


@contextmanager
def planned(out: str) -> "Iterator[Path]":
    """Give the folder of a plan: beside the output, kept until all is done, or a passing one for stdout."""
    if out == "-":
        with TemporaryDirectory() as place:
            yield Path(place) / "parts"
        return
    from paraphrast import plans

    folder = Path(f"{out.rstrip('/')}.parts")
    folder.parent.mkdir(parents=True, exist_ok=True)
    yield folder
    plans.remove(folder)


def readers(index: "Index") -> "Models":
    """Load what compares meanings, if the index can serve it."""
    from paraphrast.detect.meaning.models import load_meaning

    index.require_vectors()
    return load_meaning()


def documents(path: Path, longest: int = LONGEST) -> "Iterator[Document]":
    """Stream the documents of a file, a folder or a table; what cannot be read is named and passed over."""
    from paraphrast.files.documents import walk

    if not path.exists():
        raise CommandError(f"{path} does not exist; name a document, a folder or a JSONL file of documents")

    def shorten_name() -> "Iterator[Document]":
        for document in walk(path, broken=lambda error: print(f"left out: {error}", file=sys.stderr)):
            if len(document.text) > longest:
                print(f"left out: {_too_long(document, longest)}", file=sys.stderr)
            else:
                yield document

    return shorten_name()  # so that a path that does not exist is told at once


def _too_long(document: "Document", longest: int) -> str:
    """Say that a text is longer than was allowed."""
    size = f"{len(document.text):,} characters, more than {longest:,}"
    return f"{document.id} has {size}; raise --longest to take it"


@contextmanager
def output(out: str) -> "Iterator[Write]":
    """Give what writes bytes to a file, whole or not at all, or to stdout."""
    if out == "-":
        yield lambda chunk: sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
        return
    from paraphrast.files.opening import place, replacing

    path = Path(out)
    if path.is_dir():
        raise CommandError(f"{out!r} is a folder; name a file in it")
    with place(out):
        path.parent.mkdir(parents=True, exist_ok=True)
    chunks: list[bytes] = []
    yield chunks.append
    with place(out), replacing(out) as file:
        file.writelines(chunks)
