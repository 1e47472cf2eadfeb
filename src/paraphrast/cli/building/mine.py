"""`paraphrast build mine`: candidates from neighbours, parallel text, a pivot, or a language model."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paraphrast.cli.building.common import (
    Drops,
    Needed,
    Overwrite,
    Report,
    Until,
    Work,
    app,
    carry_out,
    keyed,
)
from paraphrast.cli.building.hard import sentences_or_pairs, translating
from paraphrast.cli.options import Columns, In, Out, Workers
from paraphrast.errors import CommandError
from paraphrast.text.languages import Lang

if TYPE_CHECKING:
    from paraphrast.data import Pair

WAYS = ("neighbours", "parallel", "pivot", "prompt")


@app.command(epilog="Example: paraphrast build mine corpus.txt --lang ru --low .85 --high .98 -o mined.jsonl")
def mine(  # noqa: PLR0913 - one parameter per option
    source: In,
    lang: Needed,
    out: Out = "mined.jsonl",
    by: Annotated[str, typer.Option("--by", help="neighbours, parallel, pivot or prompt.")] = "neighbours",
    other: Annotated[
        str | None, typer.Option("--with", metavar="FILE", help="Neighbours in this list.")
    ] = None,
    queries: Annotated[
        str | None, typer.Option("--queries", metavar="FILE", help="Neighbours of these.")
    ] = None,
    low: Annotated[float, typer.Option("--low", help="The least cosine of neighbours.")] = 0.85,
    high: Annotated[float, typer.Option("--high", help="The greatest cosine: above it are copies.")] = 0.99,
    top: Annotated[int, typer.Option("--top", help="Neighbours of each text.")] = 10,
    encoder: Annotated[str, typer.Option("--encoder", help="The model that compares meaning.")] = "bundled",
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="parallel: a translator; pivot: there and back; prompt: a generator."),
    ] = None,
    pivot: Annotated[str, typer.Option("--pivot", help="The language in between, for an endpoint.")] = "ar",
    scorer: Annotated[
        str | None, typer.Option("--scorer", help="A pair model that scores candidates.")
    ] = None,
    score: Annotated[float, typer.Option("--score", help="The least score.")] = 0.5,
    bands: Annotated[
        str | None, typer.Option("--bands", metavar="LOW,HIGH", help="Mark three bands.")
    ] = None,
    jaccard: Annotated[float, typer.Option("--jaccard", help="The greatest share of common words.")] = 0.8,
    columns: Columns = None,
    work: Work = None,
    until: Until = None,
    overwrite: Overwrite = False,
    workers: Workers = 1,
    drops: Drops = None,
    report: Report = None,
) -> None:
    """Mine candidate paraphrases, drop copies, score them, and mark three bands for a curriculum.

    Vectors are kept in the working folder and encoding goes on where it stopped; memory does not grow with
    the number of texts.
    """
    from paraphrast.build.mining import recipe

    if by not in WAYS:
        raise CommandError(f"no way {by!r}; there are {', '.join(WAYS)}")
    options = {
        "work": work,
        "until": until,
        "overwrite": overwrite,
        "workers": workers,
        "drops": drops,
        "report": report,
    }
    folder = Path(work or f"{out}.work")
    steps = recipe(
        making(by, model or [], lang, pivot), scorer=scorer, low=score, jaccard=jaccard, bands=bounds(bands)
    )
    if by == "neighbours":
        read: Any = lambda: near((source, other, queries), (low, high, top), encoder, folder, lang)  # noqa: E731
    else:
        read = lambda: texts_or_pairs(source, columns, lang)  # noqa: E731 - read again on resume
    told = {
        "by": by,
        "low": low,
        "high": high,
        "top": top,
        "encoder": encoder,
        "model": model,
        "pivot": pivot,
        "lang": lang,
    }
    files = [path for path in (source, other, queries) if path]
    carry_out(steps, read, keyed(*files, columns=columns, **told), out, options)


def bounds(text: str | None) -> tuple[float, float] | None:
    """Read the two bounds of the bands."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError as error:
        raise CommandError(f"bands are two numbers like .5,.7; got {text!r}") from error
    return low, high


def making(by: str, names: list[str], lang: Lang, pivot: str) -> Any:
    """Load what makes candidates of texts or parallel pairs; neighbours are found before."""
    from paraphrast.build.loading import model
    from paraphrast.build.mining import BackTranslation, OneSide, Prompted

    wanted = {"neighbours": 0, "parallel": 1, "pivot": 2, "prompt": 1}[by]
    if len(names) != wanted:
        raise CommandError(f"--by {by} takes {wanted} --model; got {len(names)}")
    if by == "neighbours":
        return None
    if by == "parallel":
        return OneSide(translating(names[0], lang), lang)
    if by == "pivot":
        return BackTranslation(translating(names[0], pivot), translating(names[1], lang))
    return Prompted(model("generator", names[0]), lang)


def texts_or_pairs(source: str, columns: str | None, lang: Lang) -> "Iterator[Pair]":
    """Read parallel pairs, or a text file whose every line is a source."""
    yield from sentences_or_pairs(source, columns, None, lang)


def lines(path: str) -> Iterator[str]:
    """Yield the texts of a file that are not blank."""
    from paraphrast.data import Text, read

    for text in read(path, Text):
        if text.text.strip():
            yield text.text.strip()


def near(
    files: tuple[str, str | None, str | None],
    limits: tuple[float, float, int],
    encoder: str,
    folder: Path,
    lang: Lang,
) -> "Iterable[Pair]":
    """Encode what is not encoded yet and find neighbours."""
    from paraphrast.build.loading import model
    from paraphrast.build.mining import Store, between, queried, within
    from paraphrast.build.pipeline import digest

    source, other, queries = files
    low, high, top = limits
    encode = model("encoder", encoder)

    def store(path: str) -> Store:
        return Store(folder / "vectors" / f"{encoder.replace('/', '_')}-{digest(path)[:12]}").encode(
            lines(path), encode
        )

    if queries is not None:
        return queried(store(source), list(lines(queries)), encode, low=low, top=top, lang=lang)
    if other is not None:
        return between(store(source), store(other), low=low, high=high, top=top, lang=lang)
    return within(store(source), low=low, high=high, top=top, lang=lang)
