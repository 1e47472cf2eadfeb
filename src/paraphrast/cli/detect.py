"""`paraphrast detect`: index, retrieve, align; check, report and corpora are in detect_*.py."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec
import typer

from paraphrast.cli import detect_check, detect_corpus, detect_evaluate, detect_report, engines, options
from paraphrast.cli.detect_check import LONGEST, Longest, Meaning, Out, Strict, documents, output, planned
from paraphrast.errors import CommandError, DataError

if TYPE_CHECKING:
    from paraphrast.detect.index.writer import Summary
    from paraphrast.detect.retrieve import Candidate

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="What did a text take from other texts?",
    epilog="Example: paraphrast detect check essay.docx --index my.index -o report.html",
)
app.command()(detect_check.check)
app.command()(detect_report.report)
app.command()(detect_corpus.generate)
app.command()(detect_corpus.essay)
app.command()(detect_evaluate.evaluate)

SAMPLE = 1 << 20  # bytes of a table by which its lines are estimated
View = Literal["words", "prints", "vectors"]
IndexPlace = Annotated[str, typer.Option("--index", "-i", metavar="PATH|URL", help="The index to search.")]


@app.command()
def index(  # noqa: PLR0913 - one parameter per option
    sources: Annotated[
        list[Path] | None, typer.Argument(metavar="DIR|FILES|JSONL", show_default=False)
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="PATH|URL", help="The index: made, or added to.")
    ] = None,
    views: Annotated[
        str | None, typer.Option(metavar="VIEW,...", help="What to keep: words, prints, vectors.")
    ] = None,
    delete: Annotated[list[str] | None, typer.Option(metavar="ID", help="Remove a document.")] = None,
    compact: Annotated[bool, typer.Option("--compact", help="Rewrite without what was deleted.")] = False,
    info: Annotated[bool, typer.Option("--info", help="Say what the index holds, as JSON.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Compare every file with its checksum.")] = False,
    longest: Longest = LONGEST,
    every: Annotated[int, typer.Option(min=1, help="Commit after so many documents.")] = 20_000,
    seconds: Annotated[float, typer.Option(min=0, help="Or after so many seconds.")] = 60.0,
    meaning: Annotated[
        bool,
        typer.Option("--meaning", help="Keep what check --meaning needs, also of what is there already."),
    ] = False,
    workers: options.Workers = 1,
    shards: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Make it of N parts, which workers or machines build apart."),
    ] = None,
    publish: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Then copy its parts to this address, for checks on any machine."),
    ] = None,
) -> None:
    """Build an index, add to it, replace, delete, compact, publish, or say what it holds."""
    from paraphrast.detect.index.reader import Index

    place = to or (str(sources[0]) if (info or verify) and sources else None)
    if place is None:
        raise CommandError("name the index with --to INDEX")
    changed = bool(sources or delete or compact or meaning)
    if to and (changed or publish):
        _refuse_address(to)
    if to and changed:
        changes = Changes(sources or [], delete or [], compact, every, seconds)
        write = _write_shards if shards or _has_shards(Path(to)) else _write
        write(Path(to), changes, _views(Path(to), views, meaning), How(workers, longest, shards))
    if publish:
        _publish(Path(place), publish)
    if verify:
        _verify(place)
    if info or not (changed or verify or publish):
        _json(Index(place).info())


def _refuse_address(to: str) -> None:
    """Refuse to change what lies at an address, where others may be reading it."""
    from paraphrast.detect.index.published import is_address

    if is_address(to):
        raise CommandError(f"{to} is an address; change the index in its folder, and then --publish {to}")


def _publish(place: Path, address: str) -> None:
    from paraphrast.detect.index.published import publish

    count = publish(place, address)
    print(f"published at {address}: {count} parts were not there yet", file=sys.stderr)


def _verify(place: str) -> None:
    from paraphrast.detect.index.reader import Index
    from paraphrast.detect.index.verify import verify

    problems = verify(Index(place).folder if "://" in place else Path(place))
    for line in problems:
        print(f"{place}: {line}", file=sys.stderr)
    if problems:
        raise DataError(
            f"{len(problems)} parts are damaged; put them back from a copy, or build it anew", path=place
        )
    index = Index(place)
    print(f"sound: {len(index)} documents in {len(index.segments)} segments", file=sys.stderr)


class How(NamedTuple):
    """By how many processes an index is written, the longest text, and of how many parts it is made."""

    workers: int
    longest: int
    shards: int | None


class Changes(NamedTuple):
    """What is to be done to an index."""

    sources: list[Path]
    delete: list[str]
    compact: bool
    every: int
    seconds: float


def _views(place: Path, views: str | None, meaning: bool) -> "tuple[list[View] | None, bool]":
    """Say which views an index is to have, and whether vectors are to be added to one that is there."""
    from paraphrast.detect.index import manifest
    from paraphrast.detect.index.manifest import VIEWS
    from paraphrast.errors import unknown

    wanted = [view.strip() for view in views.split(",")] if views else None
    for view in wanted or []:
        if view not in VIEWS:
            raise unknown("view", view, VIEWS)
    chosen: list[View] | None = wanted  # type: ignore[assignment]
    if meaning and not (place / manifest.NAME).exists():
        return [*(chosen or ("words", "prints")), "vectors"], False
    return chosen, meaning


def _has_shards(place: Path) -> bool:
    from paraphrast.detect.index import manifest

    return (place / manifest.NAME).exists() and bool(manifest.load(place).shards)


def _write_shards(place: Path, changes: Changes, views: "tuple[list[View] | None, bool]", how: How) -> None:
    """Change an index of shards, on as many machines as there are."""
    from paraphrast.detect.index import manifest
    from paraphrast.detect.index.shards import Change, change_shards
    from paraphrast.engine import progress

    if not changes.sources:
        manifest.load(place)
    count = how.shards or len(manifest.load(place).shards)
    chosen = tuple(views[0]) if views[0] else None
    change = Change(count, chosen, views[1], changes.compact, changes.every, changes.seconds)
    streams = [documents(source, how.longest) for source in changes.sources]
    stream = progress((one for some in streams for one in some), "reading")
    summary, unknown = change_shards(place, stream, changes.delete, change, workers=how.workers)
    _tell(place, summary, unknown)


def _write(place: Path, changes: Changes, views: "tuple[list[View] | None, bool]", how: How) -> None:
    from paraphrast.detect.index import manifest
    from paraphrast.detect.index.writer import Writer

    (chosen, vectors), (workers, longest) = views, how[:2]
    if engines.is_spread():
        raise CommandError("several machines build an index of several parts: --shards N, such as 8")
    if not changes.sources:
        manifest.load(place)  # there is nothing to make an index of
    # before there is an index: one may not exist
    streams = [(documents(source, longest), expected(source)) for source in changes.sources]
    with Writer(place, views=chosen, every=changes.every, seconds=changes.seconds) as writer:
        if vectors:
            writer.add_vectors()
        for stream, count in streams:
            writer.add(stream, workers=workers, expected=count)
        writer.delete(changes.delete)
        if changes.compact:
            writer.compact()
    _tell(place, writer.summary, writer.unknown)


def _tell(place: Path, summary: "Summary", unknown: list[str]) -> None:
    """Say what was done, and what could not be."""
    counts = msgspec.to_builtins(summary)
    print(", ".join(f"{count} {name}" for name, count in counts.items()), file=sys.stderr)
    if unknown:
        raise CommandError(f"not in {place}, so not deleted: {', '.join(unknown)}")


def expected(source: Path) -> int | None:
    """Estimate how many documents there are: the files of a folder, or the lines of a table."""
    if source.is_dir():
        return sum(1 for path in source.rglob("*") if path.is_file())
    if source.suffix not in (".jsonl", ".ndjson", ".tsv", ".csv") or not source.is_file():
        return None
    with open(source, "rb") as file:
        sample = file.read(SAMPLE)
    lines = sample.count(b"\n")
    return round(source.stat().st_size * lines / len(sample)) if lines else None


@app.command()
def retrieve(
    texts: Annotated[list[Path], typer.Argument(metavar="TEXT...", help="Documents, folders or JSONL.")],
    index: IndexPlace,
    format: Annotated[Literal["jsonl", "pan"], typer.Option(help="JSONL, or lines TEXT SOURCE.")] = "jsonl",
    limit: Annotated[
        int | None, typer.Option(min=1, help="How many sources to give at most; all without it.")
    ] = None,
    strictness: Strict = "medium",
    meaning: Meaning = False,
    out: Out = "-",
    workers: options.Workers = 1,
) -> None:
    """Rank the documents of an index that a text borrowed from, by the number of reused fragments."""
    from paraphrast.detect.check import Settings
    from paraphrast.detect.many import Retrieving, ask, retrieve_many
    from paraphrast.engine import run

    engines.require_file(out)
    question = ask(index, meaning=meaning, settings=Settings(strictness))
    texts_of = (document for path in texts for document in documents(path))
    with planned(out) as folder, output(out) as write:
        found = (
            run(Retrieving(question), texts_of, workers=workers, batch=1)
            if out == "-"
            else retrieve_many(texts_of, question, folder=folder, workers=workers)
        )
        for name, ranked in found:
            for line in _ranks(name, ranked, format, limit):
                write(line)


def _ranks(
    name: str, ranked: "list[Candidate]", format: Literal["jsonl", "pan"], limit: int | None
) -> Iterator[bytes]:
    """Give the lines about the sources of a text, and say how many a limit left out."""
    if limit is not None and len(ranked) > limit:
        print(f"{name}: {len(ranked) - limit} more sources (--limit)", file=sys.stderr)
    for place, one in enumerate(ranked[:limit], 1):
        line = msgspec.json.encode({"suspicious": name, "rank": place, **msgspec.to_builtins(one)})
        yield f"{name}\t{one.id}\n".encode() if format == "pan" else line + b"\n"


@app.command()
def align(
    suspicious: Annotated[Path, typer.Argument(help="A document, or a corpus in PAN's layout.")],
    source: Annotated[Path | None, typer.Argument(help="The document it may come from.")] = None,
    format: Annotated[
        Literal["pan-xml", "json", "html", "csv", "pdf"], typer.Option(help="How to write the passages.")
    ] = "json",
    method: Annotated[str, typer.Option(help="paraphrast, shingles or sentence.")] = "paraphrast",
    meaning: Annotated[bool, typer.Option("--meaning", help="Compare meanings too.")] = False,
    encoder: Annotated[
        str, typer.Option(metavar="MODEL", help="What compares meanings: bundled, hub:NAME or a folder.")
    ] = "bundled",
    out: Out = "-",
) -> None:
    """Find the passages of one document that were made from another; of a corpus, write XML to a folder."""
    from paraphrast.detect import detectors, pan

    if source is None:
        if out == "-":
            raise CommandError("a corpus needs a folder for its detections: -o detections/")
        from paraphrast.engine import progress

        encode, pair = detectors.meaning(encoder if meaning else None)
        detect = detectors.detector(method, encoder=encode, pair=pair)
        pairs = list(detectors.corpus(suspicious))
        found = [m for a, b in progress(pairs, "aligning") for m in detect(a, b)]
        pan.write(out, found, pairs=[(a.id, b.id) for a, b in pairs])
        return
    from paraphrast.files.documents import load

    one, other = load(suspicious), load(source)
    needed = meaning or (method != "shingles" and detectors.foreign(one, other))
    encode, pair = detectors.meaning(encoder if needed else None)
    detect = detectors.detector(method, encoder=encode, pair=pair)
    check = detectors.compare(one, other, detect)
    with output(out) as write:
        write(detect_report.render([check], format))


def _json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value)).decode("utf-8"))
