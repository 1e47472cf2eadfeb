"""What a system works with, and what it is."""

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from paraphrast.data import Pair, Scorer
from paraphrast.models.types import Offence
from paraphrast.text import Lang

Judge: TypeAlias = Callable[[Sequence[str]], list[float]]
Goal: TypeAlias = Literal["neutral", "paraphrase"]
GOALS: tuple[Goal, ...] = ("neutral", "paraphrase")
LIMIT = 0.5  # from here on a text counts as toxic
STAND_IN = re.compile("[\ue000-\uf8ff]")  # a sign behind which an address or another literal is hidden
CONTEMPT = "group-contempt"  # the kind of offence that is in what is said, not in its words
NEUTRAL = "@user"  # what a judge reads in its place; a hole in the sentence would be held against it


class Memory:
    """A judge that is not asked twice about a text until it is told to forget.

    Quantised models answer a little otherwise in other company: a batch begins by forgetting, so that its
    result does not depend on what came before. A judge of fluency that reads the same texts right after it,
    as the bundled one does, need not read them again.
    """

    def __init__(self, judge: Judge, beside: Judge | None = None) -> None:
        self.judge, self.beside = judge, beside
        self.held: dict[str, float] = {}
        self.fluent: dict[str, float] = {}
        self.despised: dict[str, float] = {}

    def __call__(self, texts: Sequence[str]) -> list[float]:
        new = [text for text in dict.fromkeys(texts) if text not in self.held]
        if new:
            read = [STAND_IN.sub(NEUTRAL, text) for text in new]
            kinds = getattr(self.judge, "kinds", None)
            rows = kinds(read) if kinds else [Offence(value, {}) for value in self.judge(read)]
            self.held |= {text: row.toxicity for text, row in zip(new, rows, strict=True)}
            self.despised |= {text: row.kinds.get(CONTEMPT, 0.0) for text, row in zip(new, rows, strict=True)}
            if self.beside:
                self.fluent |= dict(zip(new, self.beside(read), strict=True))
        return [self.held[text] for text in texts]

    def fluency(self, texts: Sequence[str]) -> list[float]:
        """Say how fluent texts are, as the judge beside has told."""
        self(texts)
        return [self.fluent[text] for text in texts]

    def contempt(self, texts: Sequence[str]) -> list[float]:
        """Say how sure the judge is that texts despise a group; one that knows no kinds of offence says 0."""
        self(texts)
        return [self.despised[text] for text in texts]

    def forget(self) -> None:
        """Begin anew."""
        self.held, self.fluent, self.despised = {}, {}, {}


class PairMemory:
    """A pair model that is not asked twice about a pair until it is told to forget."""

    def __init__(self, pair: Scorer) -> None:
        self.pair, self.threshold = pair, float(getattr(pair, "threshold", 0.5))
        self.held: dict[tuple[str, str], float] = {}

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        new = {(pair.a, pair.b): pair for pair in pairs if (pair.a, pair.b) not in self.held}
        if new:
            self.held |= dict(zip(new, self.pair(list(new.values())), strict=True))
        return [self.held[pair.a, pair.b] for pair in pairs]

    def forget(self) -> None:
        """Begin anew."""
        self.held = {}


class Means(NamedTuple):
    """The language, the judge of toxicity, the caller's score if any, the goal and how it is judged.

    `pair` says whether an output is still a paraphrase; `change` is the least and the most share of words
    that an output may change.
    """

    lang: Lang
    toxicity: Judge
    score: Scorer | None = None
    pair: Scorer | None = None
    goal: Goal = "neutral"
    change: tuple[float, float] = (0.0, 1.0)


class System(Protocol):
    """Texts -> candidates for each, best first; there may be none."""

    def __call__(self, texts: Sequence[str]) -> list[list[str]]: ...
