"""The paraphraser in the box: the bundled model at several degrees of change, with entities behind slots."""

import re
from collections.abc import Sequence
from typing import TypeAlias

from paraphrast.data import Pair
from paraphrast.models.bundled.rewriter import BundledRewriter
from paraphrast.models.types import Generator
from paraphrast.rewrite.checks.changes import changed, elsewhere, others
from paraphrast.rewrite.checks.kept import broken
from paraphrast.rewrite.entities.slots import Slotted
from paraphrast.rewrite.means import Judge, Means
from paraphrast.rewrite.systems.rephrase import Rephrase
from paraphrast.rewrite.words.cleaning import tidy
from paraphrast.text import Lang

LITTLE = (1, 2)  # degrees of change whose likeliest text is written where little may change
MUCH = (3,)  # and where much may
MOST, BEAM = 4, 4  # the largest degree, with so many texts: texts drawn by chance change more and say less
PHRASED = 4  # drafts of a text that come from turns of phrase alone
WIDTH = 2  # candidates that any other writer is asked for
ENOUGH = 1 / 3  # of the words changed: more is not better
WU = re.compile("(?<![请切])勿(?!要)|伊(?!朗|拉克|斯兰|甸园)|垃(?!圾)")  # what the model wrote of a dialect
KEPT = 3  # candidates that leave, unless the caller has a score to choose by
# Whether a draft changes as much as was asked for, and what it is worth if it is a paraphrase;
Hope: TypeAlias = tuple[bool, float]
# the same with whether the pair model accepts it, before the worth.
Worth: TypeAlias = tuple[bool, bool, float]


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

    Drafts get turns of phrase too. The worth of a draft is P(paraphrase) times P(fluent), times its share of
    changed words where that is under a third, times the share of places where another character stands now;
    first come drafts of the change that was asked for, and of those what the pair model accepts.
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
        self.phrases = Rephrase(means)
        self.systems = [maker(name)(means) for name in beside]

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        proposed = [
            *(model(texts, n=WIDTH) for model in self.models),
            *(system(texts) for system in self.systems),
        ]
        pooled = [[text for some in each for text in some] for each in zip(*proposed, strict=True)]
        drafts = [
            self.whole(text, [*some, *self.bolder(text, some)])
            for text, some in zip(texts, pooled, strict=True)
        ]
        return [[draft for _, draft in some][: self.n] for some in self.ranked(texts, drafts)]

    def ranked(self, texts: Sequence[str], drafts: Sequence[Sequence[str]]) -> list[list[tuple[Worth, str]]]:
        """Put drafts in the order of their worth; the pair model is asked about the most hopeful ones first,
        and about others only where it accepts none of those, or where a score is to choose."""
        waiting = self.hopes(texts, drafts)
        limit = getattr(self.means.pair, "threshold", 0.5)
        rated: list[list[tuple[Worth, str]]] = [[] for _ in texts]
        left = [at for at, some in enumerate(waiting) if some]
        while left:
            asked = [(at, *one) for at in left for one in waiting[at][: self.n]]
            for (at, (fits, hope), draft), same in zip(asked, self.same(texts, asked), strict=True):
                rated[at].append(((fits, same >= limit, same * hope), draft))
            waiting = [some[self.n or len(some) :] for some in waiting]
            left = [
                at
                for at in left
                if waiting[at] and not any(worth[:2] == (True, True) for worth, _ in rated[at])
            ]
        return [sorted(some, key=lambda one: one[0], reverse=True) for some in rated]

    def same(self, texts: Sequence[str], asked: Sequence[tuple[int, Hope, str]]) -> Sequence[float]:
        """Ask the pair model whether drafts are paraphrases."""
        if self.means.pair is None:
            return [1.0] * len(asked)
        return self.means.pair([Pair(texts[at], draft, lang=self.means.lang) for at, _, draft in asked])

    def hopes(self, texts: Sequence[str], drafts: Sequence[Sequence[str]]) -> list[list[tuple[Hope, str]]]:
        """Say of each draft whether it changes as much as was asked for, and what it is worth if it is a
        paraphrase; the most hopeful first."""
        (low, high), lang = self.means.change, self.means.lang
        fluent = iter(self.fluency([draft for some in drafts for draft in some]))
        out = []
        for text, some in zip(texts, drafts, strict=True):
            rows: list[tuple[Hope, str]] = [
                (
                    (
                        low <= changed(text, draft, lang) <= high,
                        next(fluent) * min(1.0, others(text, draft, lang) / ENOUGH) * elsewhere(text, draft),
                    ),
                    draft,
                )
                for draft in some
            ]
            out.append(sorted(rows, key=lambda one: one[0], reverse=True))
        return out

    def bolder(self, text: str, drafts: Sequence[str]) -> list[str]:
        """Give a text in turns of phrase and other orders, and its drafts too, each in the boldest way."""
        return [*self.phrases.proposed(text)[:PHRASED], *(self.phrases.boldest(draft) for draft in drafts)]

    def whole(self, source: str, drafts: Sequence[str]) -> list[str]:
        """Tidy drafts, each once, without those that lost a number or a name; all if every one has.

        A Chinese draft that falls into a dialect which its source does not speak is dropped.
        """
        tidied = list(dict.fromkeys(tidy(draft, source, self.means.lang, taken=False) for draft in drafts))
        new = [draft for draft in tidied if draft != source and (WU.search(source) or not WU.search(draft))]
        return [draft for draft in new if not broken(source, draft, self.means.lang)] or new
