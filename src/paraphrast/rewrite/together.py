"""The default way to a neutral text: the bundled model at several degrees of change and the edits vote."""

from collections.abc import Sequence

from paraphrast.models.bundled.rewriter import BundledRewriter
from paraphrast.models.types import Generator
from paraphrast.rewrite import lexicon
from paraphrast.rewrite.cleaning import tidy
from paraphrast.rewrite.consensus import ranked
from paraphrast.rewrite.means import LIMIT, Means

DEGREES = (0, 1, 2)  # of change: what people write seldom changes more
BESIDE = ("edit", "replace")  # both without their costly rounds: as votes they are as good
LAST = "delete"  # what is asked where every candidate is refused


class Consensus:
    """Proposes the candidate that is most like all the others; rude ones come last."""

    def __init__(
        self,
        means: Means,
        *,
        models: Sequence[Generator] | None = None,
        beside: Sequence[str] = BESIDE,
        n: int = 1,
    ) -> None:
        from paraphrast.rewrite import maker

        self.means, self.n = means, n
        self.models = models if models is not None else bundled(means, DEGREES, n)
        self.systems = [maker(name)(means, rounds=0) for name in beside]
        self.last = maker(LAST)(means)

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        """Give what all propose, best first."""
        proposed = [
            *(model(texts, n=self.n) for model in self.models),
            *(system(texts) for system in self.systems),
        ]
        pooled = [[text for some in each for text in some] for each in zip(*proposed, strict=True)]
        tidied = [
            [tidy(draft, text, self.means.lang) for draft in some]
            for text, some in zip(texts, pooled, strict=True)
        ]
        return self.softened(texts, ranked(tidied, lambda drafts: refused(drafts, self.means)))

    def softened(self, texts: Sequence[str], found: list[list[str]]) -> list[list[str]]:
        """Put what the last system says first where the best candidate is still refused."""
        told = refused(
            [some[0] if some else text for text, some in zip(texts, found, strict=True)], self.means
        )
        bad = [at for at, rude in enumerate(told) if rude]
        for at, some in zip(bad, self.last([texts[at] for at in bad]) if bad else [], strict=True):
            found[at] = [*some, *found[at]]
        return found


def bundled(means: Means, degrees: Sequence[int], n: int) -> list[Generator]:
    """Give the bundled model at each degree of change."""
    return [BundledRewriter(means.goal, means.lang, degree=degree, width=n) for degree in degrees]


def refused(texts: Sequence[str], means: Means) -> list[bool]:
    """Say which texts are still rude: by their words, or else by the judge."""
    listed = [bool(lexicon.found(text, means.lang)) for text in texts]
    asked = [text for text, rude in zip(texts, listed, strict=True) if not rude]
    values = iter(means.toxicity(asked) if asked else [])
    return [rude or next(values) >= LIMIT for rude in listed]
