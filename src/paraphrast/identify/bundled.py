"""The model that comes with the package: no training, no torch."""

from collections.abc import Sequence

from paraphrast import models
from paraphrast.data import Pair, Scorer
from paraphrast.models.conventions import DEFAULT, Convention


class Bundled:
    """A Scorer over the bundled pair model: symmetric, calibrated, in ru, en and zh, under a convention."""

    def __init__(self, *, batch: int = 64, convention: Convention = DEFAULT) -> None:
        self.batch = batch
        self.score: Scorer = models.pair(convention=convention)
        self.threshold = float(getattr(self.score, "threshold", 0.5))

    def under(self, convention: Convention) -> "Bundled":
        """Give the same model, told another convention."""
        return Bundled(batch=self.batch, convention=convention)

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability that each pair says the same."""
        return self.score(list(pairs))
