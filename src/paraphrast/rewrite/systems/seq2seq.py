"""Rewriting with a sequence-to-sequence model: the bundled one, or any generator."""

from collections.abc import Sequence

from paraphrast.models.bundled.rewriter import BundledRewriter
from paraphrast.models.types import Generator
from paraphrast.rewrite.means import Means
from paraphrast.rewrite.systems.consensus import refused
from paraphrast.rewrite.systems.trained import opened
from paraphrast.rewrite.systems.voting import deferred
from paraphrast.rewrite.words.cleaning import tidy

CANDIDATES = 4
DEGREES = {"neutral": 0, "paraphrase": 3}  # of change, unless told


class Seq2Seq:
    """Proposes what a model writes, in its own order; rude ones come last if the goal is neutral."""

    def __init__(
        self,
        means: Means,
        *,
        model: str | Generator = "bundled",
        n: int = CANDIDATES,
        degree: int | None = None,
    ) -> None:
        self.means, self.n = means, n
        self.model = named(model, means, degree, n) if isinstance(model, str) else model

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        tidied = [
            list(dict.fromkeys(tidy(draft, text, self.means.lang) for draft in some))
            for text, some in zip(texts, self.model(texts, n=self.n), strict=True)
        ]
        neutral = self.means.goal == "neutral"
        return deferred(tidied, (lambda drafts: refused(drafts, self.means)) if neutral else None)


def named(model: str, means: Means, degree: int | None, n: int) -> Generator:
    """Give the model of this name."""
    if model == "bundled":
        told = DEGREES[means.goal] if degree is None else degree
        return BundledRewriter(means.goal, means.lang, degree=told, width=n)
    return opened(model)
