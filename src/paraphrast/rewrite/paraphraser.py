"""The paraphraser in the box: the bundled model at several degrees of change, with entities behind slots."""

from collections.abc import Sequence

from paraphrast.data import Pair
from paraphrast.models.bundled.rewriter import BundledRewriter
from paraphrast.models.types import Generator
from paraphrast.rewrite.changes import changed, others
from paraphrast.rewrite.cleaning import tidy
from paraphrast.rewrite.kept import broken
from paraphrast.rewrite.means import Judge, Means
from paraphrast.rewrite.slots import Slotted
from paraphrast.rewrite.turns import turned
from paraphrast.text import Lang

LITTLE = (1, 2)  # degrees of change whose likeliest text is written where little may change
MUCH = (3,)  # and where much may
MOST, BEAM = 4, 4  # the largest degree, with so many texts: texts drawn by chance change more and say less
WIDTH = 2  # candidates that any other writer is asked for
ENOUGH = 1 / 3  # of the words changed: more is not better
KEPT = 3  # candidates that leave, unless the caller has a score to choose by


class AtDegrees:
    """The bundled model as a writer: texts that change as much as may be, however many are asked for."""

    name = "bundled"

    def __init__(self, lang: Lang, most: float = 1.0) -> None:
        self.model, self.much = BundledRewriter("paraphrase", lang), most > ENOUGH
        self.free = BundledRewriter("paraphrase", lang, degree=MOST, width=BEAM)

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        drafts = self.model.drafts(texts, MUCH if self.much else LITTLE)
        beams = self.free(texts, n=BEAM) if self.much else [[] for _ in texts]
        return [[*(draft.text for draft in some), *beam] for some, beam in zip(drafts, beams, strict=True)]


class Paraphraser:
    """Proposes what the pair model is sure of, what is fluent, and what changes a third of the words or more.

    Drafts that change less get turns of phrase too. The worth of a draft is P(paraphrase) times P(fluent),
    times its share of changed words where that is under a third; first come drafts of the change that was
    asked for, and of those what the pair model accepts.
    """

    def __init__(
        self,
        means: Means,
        *,
        models: Sequence[Generator] | None = None,
        beside: Sequence[str] = (),
        fluency: Judge | None = None,
        n: int = KEPT,
    ) -> None:
        from paraphrast.models import fluency as bundled
        from paraphrast.rewrite import maker

        self.fluency = fluency or bundled()
        self.means, self.n = means, None if means.score else max(n, KEPT)
        own = [AtDegrees(means.lang, means.change[1])] if models is None else models
        self.models = [Slotted(model, means.lang) for model in own]
        self.systems = [maker(name)(means) for name in beside]

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        proposed = [
            *(model(texts, n=WIDTH) for model in self.models),
            *(system(texts) for system in self.systems),
        ]
        pooled = [[text for some in each for text in some] for each in zip(*proposed, strict=True)]
        drafts = [self.whole(text, self.bolder(text, some)) for text, some in zip(texts, pooled, strict=True)]
        pairs = [
            Pair(text, draft, lang=self.means.lang)
            for text, some in zip(texts, drafts, strict=True)
            for draft in some
        ]
        rated = iter(zip(self.worth(pairs), (pair.b for pair in pairs), strict=True))
        return [
            [draft for _, draft in sorted((next(rated) for _ in some), key=lambda one: one[0], reverse=True)][
                : self.n
            ]
            for some in drafts
        ]

    def bolder(self, source: str, drafts: Sequence[str]) -> list[str]:
        """Add to drafts that change little the same with turns of phrase, and the source with them."""
        lang = self.means.lang
        little = [draft for draft in [source, *drafts] if others(source, draft, lang) < ENOUGH]
        return [*drafts, *(turned(draft, lang) for draft in little)]

    def worth(self, pairs: Sequence[Pair]) -> list[tuple[bool, bool, float]]:
        """Say whether each draft changes as much as was asked for, is a paraphrase, and what it is worth."""
        (low, high), lang = self.means.change, self.means.lang
        limit = getattr(self.means.pair, "threshold", 0.5)
        sure = self.means.pair(pairs) if self.means.pair and pairs else [1.0] * len(pairs)
        fluent = self.fluency([pair.b for pair in pairs])
        return [
            (
                low <= changed(pair.a, pair.b, lang) <= high,
                same >= limit,
                same * well * min(1.0, others(pair.a, pair.b, lang) / ENOUGH),
            )
            for pair, same, well in zip(pairs, sure, fluent, strict=True)
        ]

    def whole(self, source: str, drafts: Sequence[str]) -> list[str]:
        """Tidy drafts, each once, without those that lost a number or a name; all if every one has."""
        tidied = list(dict.fromkeys(tidy(draft, source, self.means.lang) for draft in drafts))
        return [draft for draft in tidied if not broken(source, draft, self.means.lang)] or tidied
