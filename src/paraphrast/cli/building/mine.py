"""`paraphrast build mine`: candidates from neighbours, parallel text, a pivot, or a language model."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paraphrast.cli.building.common import Run, app, carry_out, cautious, make_key, resumable
from paraphrast.cli.building.hard import load_translator, sentences_or_pairs
from paraphrast.cli.building.options import (
    Bands,
    By,
    EncoderName,
    High,
    LeastScore,
    Low,
    Meaning,
    Models,
    Needed,
    Other,
    Pivot,
    Queries,
    ScorerName,
    Top,
    Wording,
)
from paraphrast.cli.counts import many
from paraphrast.cli.options import Columns, In, Out
from paraphrast.errors import CommandError
from paraphrast.text.languages import Lang

if TYPE_CHECKING:
    from paraphrast.build.pipeline import Made
    from paraphrast.data import Pair

NONE = "none"
WAYS = ("neighbours", "parallel", "pivot", "prompt")


@app.command(epilog="Example: paraphrast build mine corpus.txt --lang ru --low .85 --high .98 -o mined.jsonl")
@resumable
def mine(  # noqa: PLR0913 - one parameter per option
    source: In,
    lang: Needed,
    out: Out = "mined.jsonl",
    by: By = "neighbours",
    other: Other = None,
    queries: Queries = None,
    low: Low = 0.85,
    high: High = 1.0,
    top: Top = 10,
    encoder: EncoderName = "bundled",
    model: Models = None,
    pivot: Pivot = "ar",
    scorer: ScorerName = "paraphrase",
    score: LeastScore = None,
    bands: Bands = None,
    jaccard: Wording = 0.8,
    meaning: Meaning = None,
    columns: Columns = None,
    run: Run = Run(),  # noqa: B008 - a tuple never changes
) -> None:
    """Mine candidate paraphrases, drop copies, score them, and mark three bands for a curriculum.

    Vectors are kept in the working folder and encoding goes on where it stopped; memory does not grow with
    the number of texts. What a language model answered is read by a check of meaning, and no pair is called
    fine that none has read.
    """
    from paraphrast.build.mining import recipe
    from paraphrast.cli.scorers import make_metric_scorer

    if by not in WAYS:
        raise CommandError(f"no way {by!r}; there are {', '.join(WAYS)}")
    make = _load_maker(by, model or [], lang, pivot)
    judge, limits = _model_of_meaning(meaning), _read_bounds(bands)
    with cautious():
        asked = None if scorer == NONE else make_metric_scorer(scorer)
        least = getattr(asked, "threshold", 0.5) if score is None else score
        steps = recipe(make, scorer=asked, low=least, jaccard=jaccard, bands=limits, meaning=judge)
    files, folder = (source, other, queries), Path(run.folder(out))
    if by == "neighbours":
        read: Any = lambda: _find_neighbours(files, (low, high, top), encoder, folder, lang)  # noqa: E731 - as below
    else:
        read = lambda: sentences_or_pairs(source, columns, None, lang)  # noqa: E731 - read again on resume
    told = {"by": by, "limits": (low, high, top), "models": (encoder, model, pivot), "lang": lang}
    key = make_key(*(path for path in files if path), columns=columns, **told)
    _tell_held(carry_out(steps, read, key=key, out=out, run=run))


def _model_of_meaning(name: str | None) -> str | None:
    """Make sure that what is to check meaning is a pair model that is there, or that none is wanted."""
    from paraphrast.build.mining.checks import UNCHECKED
    from paraphrast.models import locate_model

    if name in (None, "bundled", UNCHECKED):
        return name
    try:
        locate_model(str(name))
    except CommandError as error:
        raise CommandError(
            f"no pair model {name!r} for --meaning; say bundled, hub:NAME, a folder with config.json, "
            f"or {UNCHECKED} to do without"
        ) from error
    return name


def _tell_held(made: "Made") -> None:
    """Tell people what to do about fine pairs that were held back."""
    from paraphrast.build.mining.checks import UNCHECKED, UNREAD

    held = sum(count.reasons.get(UNREAD, 0) for _, count in made.counts())
    if held:
        told = (
            f"{many(held, 'fine pair')} held back, for no check of meaning has read them; have one read them"
        )
        print(f"{told} with --meaning bundled, or keep them with --meaning {UNCHECKED}", file=sys.stderr)


def _read_bounds(text: str | None) -> tuple[float, float] | None:
    """Read the two bounds of the bands."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError as error:
        raise CommandError(f"bands are two numbers like .5,.7; got {text!r}") from error
    return low, high


def _load_maker(by: str, names: list[str], lang: Lang, pivot: str) -> Any:
    """Load what makes candidates of texts or parallel pairs; neighbours are found before."""
    from paraphrast.build.loading import model
    from paraphrast.build.mining import BackTranslation, OneSide, Prompted

    wanted = {"neighbours": 0, "parallel": 1, "pivot": 2, "prompt": 1}[by]
    if len(names) != wanted:
        raise CommandError(f"--by {by} takes {wanted} --model; got {len(names)}")
    if by == "neighbours":
        return None
    if by == "parallel":
        return OneSide(load_translator(names[0], lang), lang)
    if by == "pivot":
        return BackTranslation(load_translator(names[0], pivot), load_translator(names[1], lang))
    return Prompted(model("generator", names[0]), lang)


def read_lines(path: str) -> Iterator[str]:
    """Yield the texts of a file that are not blank."""
    from paraphrast.data import Text, read

    for text in read(path, Text):
        if text.text.strip():
            yield text.text.strip()


def _find_neighbours(
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
            read_lines(path), encode
        )

    if queries is not None:
        return queried(store(source), list(read_lines(queries)), encode, low=low, top=top, lang=lang)
    if other is not None:
        return between(store(source), store(other), low=low, high=high, top=top, lang=lang)
    return within(store(source), low=low, high=high, top=top, lang=lang)
