"""What a system is asked to do: the language, the goal, and the judges, none of which is asked twice."""

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from paraphrast.data import Pair, Scorer
from paraphrast.models.memory import Remembering
from paraphrast.models.types import Offence
from paraphrast.text import Lang

Judge: TypeAlias = Callable[[Sequence[str]], list[float]]
Goal: TypeAlias = Literal["neutral", "paraphrase"]
GOALS: tuple[Goal, ...] = ("neutral", "paraphrase")
LIMIT = 0.5  # from here on a text counts as toxic
STAND_IN = re.compile("[\ue000-\uf8ff]")  # a sign behind which an address or another literal is hidden
CONTEMPT = "group-contempt"  # the kind of offence that is in what is said, not in its words
NEUTRAL = "@user"  # what a judge reads in its place; a hole in the sentence would be held against it


@runtime_checkable
class ReadsBeside(Protocol):
    """A judge of fluency that can read a text beside what it was made of."""

    def beside(self, sources: Sequence[str], texts: Sequence[str]) -> list[float]: ...


class Judged(NamedTuple):
    """What the judges say of one text."""

    offence: Offence
    fluency: float


class JudgeCache:
    """The judges of texts, none of which is asked twice about a text.

    It lives as long as the rewriter it was made for, or as whoever shares it between rewriters and scores. A
    judge of fluency that reads the same texts right after that of toxicity, as the bundled one does, need
    not read them again.
    """

    def __init__(self, judge: Judge, beside: Judge | None = None) -> None:
        self.judge, self.beside = judge, beside
        self.rows = Remembering(self.read)

    def __call__(self, texts: Sequence[str]) -> list[float]:
        return [row.offence.toxicity for row in self.rows(texts)]

    def read(self, texts: Sequence[str]) -> list[Judged]:
        """Ask the judges about texts that are new."""
        texts = [STAND_IN.sub(NEUTRAL, text) for text in texts]
        kinds = getattr(self.judge, "kinds", None)
        offences = kinds(texts) if kinds else [Offence(value, {}) for value in self.judge(texts)]
        fluent = self.beside(texts) if self.beside else [0.0] * len(texts)
        return list(map(Judged, offences, fluent))

    def fluency(self, texts: Sequence[str]) -> list[float]:
        """Say how fluent texts are, as the judge beside has told."""
        return [row.fluency for row in self.rows(texts)]

    def contempt(self, texts: Sequence[str]) -> list[float]:
        """Say how sure the judge is that texts despise a group; one that knows no kinds of offence says 0."""
        return [row.offence.kinds.get(CONTEMPT, 0.0) for row in self.rows(texts)]


class PairCache:
    """A pair model that is not asked twice about a pair."""

    def __init__(self, pair: Scorer) -> None:
        self.threshold = float(getattr(pair, "threshold", 0.5))
        self.rows = Remembering(lambda keys: pair([Pair(a, b, lang=lang) for a, b, lang in keys]))

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        return self.rows([(pair.a, pair.b, pair.lang) for pair in pairs])


class Task(NamedTuple):
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

    @property
    def fine(self) -> float:
        """Say below what the judge of toxicity has no doubt that a text is harmless; 0 if it says none."""
        judge = self.toxicity.judge if isinstance(self.toxicity, JudgeCache) else self.toxicity
        return float(getattr(judge, "surely_fine", 0.0))


class System(Protocol):
    """Texts -> candidates for each, best first; there may be none."""

    def __call__(self, texts: Sequence[str]) -> list[list[str]]: ...
