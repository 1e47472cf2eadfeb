"""Rewriting with a sequence-to-sequence model: the bundled one, or any generator; the candidates vote."""

from collections.abc import Sequence

from paraphrast.models.bundled.rewriter import BundledRewriter
from paraphrast.models.types import Generator
from paraphrast.rewrite import lexicon
from paraphrast.rewrite.cleaning import tidy
from paraphrast.rewrite.consensus import ranked
from paraphrast.rewrite.means import LIMIT, Means
from paraphrast.rewrite.trained import opened

CANDIDATES = 4


class Seq2Seq:
    """Proposes what a model writes, most like the others first; rude ones last if the goal is neutral."""

    def __init__(
        self,
        means: Means,
        *,
        model: str | Generator = "bundled",
        n: int = CANDIDATES,
        degree: int | None = None,
        beside: Sequence[str] = (),
    ) -> None:
        from paraphrast.rewrite import rewriter

        self.means, self.n = means, n
        self.model = named(model, means, degree, n) if isinstance(model, str) else model
        self.beside = [
            rewriter(
                name, means.lang, to=means.goal, toxicity=means.toxicity, score=means.score, pair=means.pair
            ).system
            for name in beside
        ]

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        """Give the candidates of the model and of the systems beside it, best first."""
        proposed = [self.model(texts, n=self.n), *(system(texts) for system in self.beside)]
        pooled = [[text for some in each for text in some] for each in zip(*proposed, strict=True)]
        tidied = [
            [tidy(draft, text, self.means.lang) for draft in some]
            for text, some in zip(texts, pooled, strict=True)
        ]
        return ranked(tidied, self.refuses if self.means.goal == "neutral" else None)

    def refuses(self, texts: Sequence[str]) -> list[bool]:
        """Say which texts are still rude: by their words, or else by the judge."""
        listed = [bool(lexicon.found(text, self.means.lang)) for text in texts]
        asked = [text for text, rude in zip(texts, listed, strict=True) if not rude]
        values = iter(self.means.toxicity(asked) if asked else [])
        return [rude or next(values) >= LIMIT for rude in listed]


def named(model: str, means: Means, degree: int | None, n: int) -> Generator:
    """Give the model of this name."""
    if model == "bundled":
        return BundledRewriter(means.goal, means.lang, degree=degree, width=n)
    return opened(model)
