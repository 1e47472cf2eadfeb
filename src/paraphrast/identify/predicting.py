"""Scores for millions of pairs: several processes, parts on the disk, and the same bytes whatever happened.

A part is written whole when its pairs are scored, and is its own done-mark: it holds a check of its pairs and
of the model, so that after a kill only what is missing, or was scored otherwise, is scored again. The records
are read a second time when all is there, so that a part holds little more than its scores.
"""

import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from xxhash import xxh3_64_intdigest

from paraphrast import __version__, engine, identify
from paraphrast.data import Pair, Scorer
from paraphrast.errors import CommandError
from paraphrast.files import opening
from paraphrast.models.conventions import Convention

PART = 512  # pairs of a part, which one process scores


class Recipe(msgspec.Struct, frozen=True):
    """Which model scores and how, so that any process can make it."""

    model: str = "bundled"
    folder: str = "models"
    symmetric: bool = False
    convention: Convention | None = None
    batch: int = 64
    shots: tuple[Pair, ...] = ()

    def make(self) -> Scorer:
        """Give the Scorer; a process makes it once."""
        return _made(msgspec.json.encode(self))

    def check(self) -> bytes:
        """Give what changes when the model does: the recipe, our version, and a trained model's card."""
        cards = [Path(self.model) / "card.json", Path(self.folder) / self.model / "card.json"]
        card = next((path.read_bytes() for path in cards if path.is_file()), b"")
        return msgspec.json.encode([self, __version__]) + card


class Part(msgspec.Struct, frozen=True):
    """What was said of the pairs of one part, and a check of what was asked."""

    check: int
    answers: list[dict[str, Any]]


@cache
def _made(recipe: bytes) -> Scorer:
    known = msgspec.json.decode(recipe, type=Recipe)
    score = identify.scorer(known.model, folder=known.folder, batch=known.batch, shots=known.shots)
    score = identify.symmetric(score) if known.symmetric else score
    return identify.under(score, known.convention)


def answer(recipe: Recipe, pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Give for each pair its score and, of a cascade, which stage decided."""
    score = recipe.make()
    decide = getattr(score, "decide", None)
    if decide:
        return [{"score": round(one.score, 6), "stage": one.stage} for one in decide(pairs)]
    return [{"score": round(value, 6)} for value in score(pairs)]


def predict(recipe: Recipe, pairs: Iterable[Pair], *, workers: int = 1, batch: int = PART) -> Iterator[Pair]:
    """Yield each pair with its score in its meta, as they stream by."""
    work = partial(_with_answers, recipe)
    yield from engine.run(work, pairs, workers=workers, batch=batch, label="predict")


def predict_in_parts(
    recipe: Recipe, pairs: Callable[[], Iterable[Pair]], *, folder: Path, workers: int = 1
) -> Iterator[Pair]:
    """Fill a folder with all scores, going on with a run that was killed, and give the pairs with theirs.

    `pairs` is called twice and must give the same pairs. The folder is for the caller to remove.
    """
    if not folder.parent.is_dir():
        raise CommandError(f"there is no folder {str(folder.parent)!r}; make it first")
    fill(recipe, pairs(), folder, workers)
    return _combined(recipe, pairs(), folder)


def _combined(recipe: Recipe, pairs: Iterable[Pair], folder: Path) -> Iterator[Pair]:
    for number, _, some in cut(recipe, pairs):
        for pair, told in zip(some, read_part(folder, number).answers, strict=True):
            yield add_answer(pair, told)


def fill(recipe: Recipe, pairs: Iterable[Pair], folder: Path, workers: int) -> None:
    """Score the parts that are not there yet, and write each when it is whole."""
    waiting: deque[tuple[int, int, int]] = deque()
    told: list[dict[str, Any]] = []
    missing = _missing(recipe, pairs, folder, waiting)
    for one in engine.run(partial(answer, recipe), missing, workers=workers, batch=PART, label="predict"):
        told.append(one)
        number, check, size = waiting[0]
        if len(told) == size:
            waiting.popleft()
            folder.mkdir(exist_ok=True)  # not before there is something to keep
            with opening.replacing(part_path(folder, number)) as file:
                file.write(msgspec.json.encode(Part(check, told)))
            told = []


def _missing(
    recipe: Recipe, pairs: Iterable[Pair], folder: Path, waiting: deque[tuple[int, int, int]]
) -> Iterator[Pair]:
    """Yield the pairs of parts that are not done, and note in `waiting` which parts these are."""
    for number, check, some in cut(recipe, pairs):
        if not is_done(folder, number, check):
            waiting.append((number, check, len(some)))
            yield from some


def cut(recipe: Recipe, pairs: Iterable[Pair]) -> Iterator[tuple[int, int, list[Pair]]]:
    """Yield parts: their number, a check of model and texts, and their pairs."""
    stream, asked, number = iter(pairs), recipe.check(), 0
    while some := list(islice(stream, PART)):
        texts = msgspec.json.encode([(pair.a, pair.b, pair.lang) for pair in some])
        yield number, xxh3_64_intdigest(asked + texts), some
        number += 1


def part_path(folder: Path, number: int) -> Path:
    """Name the file of a part."""
    return folder / f"{number:08}.json"


def is_done(folder: Path, number: int, check: int) -> bool:
    """Say whether a part is there and answers what is asked now."""
    return part_path(folder, number).is_file() and read_part(folder, number).check == check


def read_part(folder: Path, number: int) -> Part:
    """Read a part; one that cannot be read counts as not done."""
    try:
        return msgspec.json.decode(part_path(folder, number).read_bytes(), type=Part)
    except msgspec.DecodeError:
        return Part(-1, [])


def remove_parts(folder: Path) -> None:
    """Remove the folder of a run that ended well."""
    shutil.rmtree(folder, ignore_errors=True)


def add_answer(pair: Pair, told: dict[str, Any]) -> Pair:
    """Put what was said of a pair into its meta."""
    return msgspec.structs.replace(pair, meta={**pair.meta, **told})


def _with_answers(recipe: Recipe, pairs: list[Pair]) -> list[Pair]:
    return [add_answer(pair, told) for pair, told in zip(pairs, answer(recipe, pairs), strict=True)]
