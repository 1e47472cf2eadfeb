"""Texts that a classifier calls toxic, or not fluent."""

from collections.abc import Callable, Sequence

from paraphrast.build.loading import check_languages, model
from paraphrast.build.steps import Verdict, within
from paraphrast.data import Pair

Rater = Callable[[Sequence[str]], Sequence[float]]


class Toxicity:
    """Drops pairs with a text that is toxic with a probability over a bound."""

    def __init__(self, high: float = 0.5, rater: Rater | None = None) -> None:
        self.high, self.rater = high, rater

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        check_languages("toxicity", self.rater or "bundled", pairs)
        worse = [max(two) for two in rated(pairs, self.rater or model("toxicity"))]
        return [within(score, (None, self.high), "toxicity") for score in worse]


class Fluency:
    """Drops pairs with a text that is fluent with a probability under a bound."""

    def __init__(self, low: float = 0.5, rater: Rater | None = None) -> None:
        self.low, self.rater = low, rater

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        check_languages("fluency", self.rater or "bundled", pairs)
        worse = [min(two) for two in rated(pairs, self.rater or model("fluency"))]
        return [within(score, (self.low, None), "fluency") for score in worse]


def rated(pairs: Sequence[Pair], rater: Rater) -> list[tuple[float, float]]:
    """Rate both texts of each pair."""
    scores = [float(score) for score in rater([text for pair in pairs for text in (pair.a, pair.b)])]
    return list(zip(scores[::2], scores[1::2], strict=True))
