"""Small questions, answered at once by the process that keeps the models."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from pydantic import Field, StringConstraints

from paraphrast.data import Pair
from paraphrast.identify.predicting import Recipe
from paraphrast.models.conventions import Convention
from paraphrast.text.languages import Lang
from paraphrast.web import rights
from paraphrast.web.api.bodies import Strict
from paraphrast.web.api.desk import desk
from paraphrast.web.api.views import REFUSALS
from paraphrast.web.rights import Account
from paraphrast.web.service.batching import Batcher, Busy

router = APIRouter(prefix="/api/v1", tags=["at once"], responses=REFUSALS)
PAIRS, CHARACTERS = 256, 5_000
Words = Annotated[str, StringConstraints(max_length=CHARACTERS)]


class TwoTexts(Strict):
    """Two texts, and their language where it is known."""

    a: Words
    b: Words
    lang: Lang | None = None


class PairQuestion(Strict):
    """Pairs, and how they are to be compared."""

    pairs: list[TwoTexts] = Field(min_length=1, max_length=PAIRS)
    symmetric: bool = Field(False, description="Average over both orders of the two texts.")
    convention: Convention | None = Field(None, description="What is called a paraphrase.")
    fast: bool = Field(False, description="What is clear is decided without the reader.")


class PairScores(Strict):
    """How likely each pair is a paraphrase, from 0 to 1, and by which model."""

    scores: list[float]
    model: str


Ask = Callable[..., Any]


class Models:
    """Asks the process with the models, in batches of what came at the same time."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.batcher: Batcher[Recipe, float] = Batcher(partial(ask, "score"), most=256, queue=4_096)

    async def score(self, recipe: Recipe, pairs: list[Pair]) -> list[float]:
        """Say how likely pairs are paraphrases."""
        return await self.batcher(recipe, pairs)


@router.post("/pairs/score")
async def score_pairs(
    request: Request, question: PairQuestion, account: Annotated[Account, Depends(rights.reader)]
) -> PairScores:
    """Say how likely pairs are paraphrases; longer lists are a job, identify/predict."""
    models = desk(request).models
    if models is None:
        raise HTTPException(503, "this server keeps no models; ask for the job identify/predict")
    name = "bundled-fast" if question.fast else "bundled"
    recipe = Recipe(name, symmetric=question.symmetric, convention=question.convention)
    pairs = [Pair(one.a, one.b, lang=one.lang) for one in question.pairs]
    try:
        return PairScores(scores=await models.score(recipe, pairs), model=name)
    except Busy:
        waiting = "too many pairs are waiting; try again in a moment"
        raise HTTPException(503, waiting, {"retry-after": "1"}) from None
