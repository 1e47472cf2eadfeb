"""`paraphrast detect`: index, retrieve, align, check; generate, essay and evaluate are in detect_corpus."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from paraphrast.cli import detect_corpus, options
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.data import Document
    from paraphrast.detect.check import Check
    from paraphrast.detect.exclude import Rules

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="What did a text take from other texts?",
    epilog="Example: paraphrast detect check essay.docx --index my.index -o report.html",
)
app.command()(detect_corpus.generate)
app.command()(detect_corpus.essay)
app.command()(detect_corpus.evaluate)

View = Literal["words", "prints", "vectors"]
IndexPath = Annotated[Path, typer.Option("--index", "-i", help="The index to search.")]
Meaning = Annotated[
    str | None,
    typer.Option("--meaning", metavar="MODEL", help="Compare meanings too, with this encoder: bundled."),
]
Out = Annotated[str, typer.Option("--out", "-o", help="Where to write; - is stdout.")]


@app.command()
def index(  # noqa: PLR0913 - one parameter per option
    sources: Annotated[
        list[Path] | None, typer.Argument(metavar="DIR|FILES|JSONL", show_default=False)
    ] = None,
    to: Annotated[Path | None, typer.Option("--to", help="The index: made, or added to.")] = None,
    views: Annotated[
        str | None, typer.Option(metavar="VIEW,...", help="What to keep: words, prints, vectors.")
    ] = None,
    delete: Annotated[list[str] | None, typer.Option(metavar="ID", help="Remove a document.")] = None,
    compact: Annotated[bool, typer.Option("--compact", help="Rewrite without what was deleted.")] = False,
    info: Annotated[bool, typer.Option("--info", help="Say what the index holds, as JSON.")] = False,
    every: Annotated[int, typer.Option(min=1, help="Commit after so many documents.")] = 20_000,
    meaning: Meaning = None,
    workers: options.Workers = 1,
) -> None:
    """Build an index, add to it, replace, delete, compact, or say what it holds."""
    from paraphrast.detect.index.reader import Index

    place = to or (sources[0] if info and sources else None)
    if place is None:
        raise CommandError("name the index with --to INDEX")
    if (sources and to) or delete or compact:
        _write(place, sources or [], views, (delete or [], compact, every), (meaning, workers))
    if info or not (sources or delete or compact):
        _json(Index(place).info())


def _write(
    place: Path,
    sources: list[Path],
    views: str | None,
    what: tuple[list[str], bool, int],
    how: tuple[str | None, int],
) -> None:
    from paraphrast.detect.index import manifest
    from paraphrast.detect.index.manifest import VIEWS
    from paraphrast.detect.index.writer import Writer
    from paraphrast.detect.methods import meaning as load
    from paraphrast.errors import unknown

    (delete, compact, every), (meaning, workers) = what, how
    wanted = [view.strip() for view in views.split(",")] if views else None
    for view in wanted or []:
        if view not in VIEWS:
            raise unknown("view", view, VIEWS)
    kept = wanted or (manifest.load(place).views if (place / manifest.NAME).exists() else ())
    encoder, _ = load(meaning, needed="vectors" in kept) if sources else (None, None)
    chosen: list[View] | None = wanted  # type: ignore[assignment]
    streams = [documents(source) for source in sources]  # before there is an index: one may not exist
    with Writer(place, views=chosen, encoder=encoder, every=every) as writer:
        for stream in streams:
            writer.add(stream, workers=workers)
        writer.delete(delete)
        if compact:
            writer.compact()
    counts = msgspec.to_builtins(writer.summary)
    print(", ".join(f"{count} {name}" for name, count in counts.items()), file=sys.stderr)


def documents(path: Path) -> "Iterator[Document]":
    """Stream the documents of a file, a folder or a table; what cannot be read is named and passed over."""
    from paraphrast.files.documents import walk

    if not path.exists():
        raise CommandError(f"{path} does not exist; name a document, a folder or a JSONL file of documents")
    return walk(path, broken=lambda error: print(f"left out: {error}", file=sys.stderr))


@app.command()
def retrieve(
    texts: Annotated[list[Path], typer.Argument(metavar="TEXT...", help="Documents, folders or JSONL.")],
    index: IndexPath,
    format: Annotated[Literal["jsonl", "pan"], typer.Option(help="JSONL, or lines TEXT SOURCE.")] = "jsonl",
    limit: Annotated[int, typer.Option(min=1, help="How many sources to give at most.")] = 20,
    meaning: Meaning = None,
    out: Out = "-",
) -> None:
    """Rank the documents of an index that a text borrowed from, by the number of reused fragments."""
    from paraphrast.detect.index.reader import Index
    from paraphrast.detect.methods import meaning as load
    from paraphrast.detect.retrieve import retrieve as rank

    opened = Index(index)
    encoder, pair = load(meaning, needed="vectors" in opened.manifest.views)
    with _output(out) as write:
        for document in (document for path in texts for document in documents(path)):
            found = rank(document, opened, encoder=encoder, pair=pair, limit=limit)
            for place, one in enumerate(found, 1):
                plain = msgspec.to_builtins(one.candidate)
                line = msgspec.json.encode({"suspicious": document.id, "rank": place, **plain})
                write(f"{document.id}\t{plain['id']}\n".encode() if format == "pan" else line + b"\n")


@app.command()
def align(
    suspicious: Annotated[Path, typer.Argument(help="A document, or a corpus in PAN's layout.")],
    source: Annotated[Path | None, typer.Argument(help="The document it may come from.")] = None,
    format: Annotated[
        Literal["pan-xml", "json", "html", "csv"], typer.Option(help="How to write the passages.")
    ] = "json",
    method: Annotated[str, typer.Option(help="paraphrast, shingles or sentence.")] = "paraphrast",
    meaning: Meaning = None,
    out: Out = "-",
) -> None:
    """Find the passages of one document that were made from another; of a corpus, write XML to a folder."""
    from paraphrast.detect import methods, pan

    if source is None:
        if out == "-":
            raise CommandError("a corpus needs a folder for its detections: -o detections/")
        from paraphrast.engine import progress

        encoder, pair = methods.meaning(meaning)
        detect = methods.detector(method, encoder=encoder, pair=pair)
        pairs = list(methods.corpus(suspicious))
        found = [m for a, b in progress(pairs, "aligning") for m in detect(a, b)]
        pan.write(out, found, pairs=[(a.id, b.id) for a, b in pairs])
        return
    from paraphrast.files.documents import load

    one, other = load(suspicious), load(source)
    encoder, pair = methods.meaning(meaning, needed=method != "shingles" and methods.foreign(one, other))
    detect = methods.detector(method, encoder=encoder, pair=pair)
    check = methods.compare(one, other, detect)
    with _output(out) as write:
        write(rendered(check, format))


def rendered(check: "Check", format: str) -> bytes:
    """Write a check in one of the formats."""
    from paraphrast.detect.report import page, tables

    if format == "html":
        return page.html(check).encode("utf-8")
    if format == "csv":
        return tables.table(check).encode("utf-8")
    return tables.xml(check) if format == "pan-xml" else tables.json(check)


@app.command()
def check(  # noqa: PLR0913 - one parameter per option
    text: Annotated[Path, typer.Argument(help="A document, or a folder of them.")],
    index: Annotated[Path | None, typer.Option("--index", "-i", help="The index to search.")] = None,
    out: Out = "-",
    format: Annotated[
        Literal["html", "json", "pan-xml", "csv"] | None, typer.Option(help="By the ending of --out.")
    ] = None,
    template: Annotated[Path | None, typer.Option(help="Text that everybody was given.")] = None,
    own: Annotated[list[str] | None, typer.Option(metavar="ID", help="The author's own work.")] = None,
    small: Annotated[int, typer.Option(min=0, help="Leave out matches of fewer words.")] = 0,
    quotations: Annotated[bool, typer.Option(help="Leave out what is in quotation marks.")] = True,
    bibliography: Annotated[bool, typer.Option(help="Leave out the list of works.")] = True,
    meaning: Meaning = None,
) -> None:
    """Check a text, or every text of a folder, against an index, or (without one) against each other."""
    from paraphrast.detect.exclude import Rules
    from paraphrast.files.documents import load

    rules = Rules(quotations, bibliography, small, tuple(own or ()))
    base = load(template) if template else None
    if text.is_dir():
        _batch(text, index, out, (rules, base, meaning))
        return
    if index is None:
        raise CommandError("name the index with --index; only a folder can be checked against itself")
    from paraphrast.detect.check import check as run
    from paraphrast.detect.index.reader import Index
    from paraphrast.detect.methods import meaning as models

    opened = Index(index)
    encoder, pair = models(meaning, needed="vectors" in opened.manifest.views)
    result = run(load(text), opened, encoder=encoder, pair=pair, rules=rules, template=base)
    named = {".html": "html", ".htm": "html", ".xml": "pan-xml", ".csv": "csv"}
    with _output(out) as write:
        write(rendered(result, format or named.get(Path(out).suffix.casefold(), "json")))
    print(f"{result.borrowed:.1%} borrowed, {result.quoted:.1%} quoted", file=sys.stderr)


def _batch(
    folder: Path, index: Path | None, out: str, how: "tuple[Rules, Document | None, str | None]"
) -> None:
    """Check a folder: a report per text, XML for evaluation, and a summary as a page and as CSV."""
    from paraphrast.detect import pan
    from paraphrast.detect.report import page, tables

    results = _checked(list(documents(folder)), index, how)
    if out == "-":
        print(tables.summary(results), end="")
        return
    place = Path(out)
    (place / "detections").mkdir(parents=True, exist_ok=True)
    links = [f"{pan.stem(result.document.id)}.html" for result in results]
    for result, link in zip(results, links, strict=True):
        (place / link).write_text(page.html(result), encoding="utf-8")
        (place / "detections" / link.replace(".html", ".xml")).write_bytes(tables.xml(result))
    (place / "index.html").write_text(page.overview(results, links), encoding="utf-8")
    (place / "summary.csv").write_text(tables.summary(results), encoding="utf-8")
    print(f"{len(results)} reports; begin with {place / 'index.html'}", file=sys.stderr)


def _checked(
    texts: "list[Document]", index: Path | None, how: "tuple[Rules, Document | None, str | None]"
) -> "list[Check]":
    """Check texts against an index, or against each other where there is none."""
    from paraphrast.detect.check import check_all, check_each_other
    from paraphrast.detect.index.reader import Index
    from paraphrast.detect.methods import meaning as models

    rules, template, meaning = how
    if index is None:
        encoder, pair = models(meaning)
        return [*check_each_other(texts, encoder=encoder, pair=pair, rules=rules, template=template)]
    opened = Index(index)
    encoder, pair = models(meaning, needed="vectors" in opened.manifest.views)
    return [*check_all(texts, opened, encoder=encoder, pair=pair, rules=rules, template=template)]


@contextmanager
def _output(out: str) -> "Iterator[detect_corpus.Write]":
    """Give what writes bytes to a file, whole or not at all, or to stdout."""
    if out == "-":
        yield lambda chunk: sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
        return
    chunks: list[bytes] = []
    yield chunks.append
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(chunks))


def _json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value)).decode("utf-8"))
