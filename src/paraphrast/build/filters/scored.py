"""Any Scorer with a threshold: an identifier, a metric, a person's own function."""

from collections.abc import Sequence

from paraphrast.build.loading import model
from paraphrast.build.steps import Verdict, within
from paraphrast.data import Pair, Scorer


class Scored:
    """Keeps pairs whose score lies between two bounds."""

    def __init__(
        self,
        low: float | None = None,
        high: float | None = None,
        scorer: Scorer | str = "bundled",
        name: str = "score",
    ) -> None:
        self.low, self.high, self.scorer, self.name = low, high, scorer, name

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        scores = self.load()(pairs)
        return [within(float(score), (self.low, self.high), self.name) for score in scores]

    def load(self) -> Scorer:
        """Give the scorer, loading a pair model when only its name was given."""
        if isinstance(self.scorer, str):
            scorer: Scorer = model("pair", self.scorer)
            return scorer
        return self.scorer
