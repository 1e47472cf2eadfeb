"""Scores for millions of pairs: several processes, parts on the disk, and the same bytes whatever happened.

A file becomes a plan: shards of pairs, and parts that hold their scores. After a kill only what is missing or
was scored otherwise, is scored again.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from paraphrast import engine, identify, plans
from paraphrast.data import Pair, Scorer
from paraphrast.models.conventions import Convention
from paraphrast.plans.provenance import hash_files
from paraphrast.plans.running import finish

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

    def check(self) -> str:
        """Give what changes when the model does: the recipe, and a hash of a trained model's files."""
        places = [Path(self.model), Path(self.folder) / self.model]
        trained = [place for place in places if (place / "card.json").is_file()][:1]
        return msgspec.json.encode(self).decode() + hash_files(*trained)


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
    recipe: Recipe, pairs: Iterable[Pair], *, folder: Path, workers: int = 1
) -> Iterator[Pair]:
    """Fill a folder with all scores, going on with a run that was killed, and give the pairs with theirs.

    The folder is for the caller to remove.
    """
    work = plans.Map(Answering(recipe), Pair)
    made = plans.make(folder, work, pairs, key=recipe.check(), label="predict", size=PART)
    if made.shards:
        finish(folder, workers, work)
    return _combined(folder) if made.shards else iter(())


def _combined(folder: Path) -> Iterator[Pair]:
    for pair, told in plans.merge_beside(folder, Pair):
        yield _add_answer(pair, told)


class Answering:
    """Answers with a recipe's model, which each process loads once."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe

    def __call__(self, pairs: list[Pair]) -> list[dict[str, Any]]:
        return answer(self.recipe, pairs)


def _add_answer(pair: Pair, told: dict[str, Any]) -> Pair:
    """Put what was said of a pair into its meta."""
    return msgspec.structs.replace(pair, meta={**pair.meta, **told})


def _with_answers(recipe: Recipe, pairs: list[Pair]) -> list[Pair]:
    return [_add_answer(pair, told) for pair, told in zip(pairs, answer(recipe, pairs), strict=True)]
