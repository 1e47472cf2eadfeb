"""The model that comes with the package: no training, no torch."""

from collections.abc import Sequence

from paraphrast import models
from paraphrast.data import Pair, Scorer
from paraphrast.models.bundled.cascade import Decision, FastPair
from paraphrast.models.conventions import DEFAULT, Convention
from paraphrast.models.ledger import Ledger, bundled_ledger


class Bundled:
    """A Scorer over the bundled pair model: symmetric, calibrated, in ru, en and zh, under a convention."""

    def __init__(self, *, batch: int = 64, convention: Convention = DEFAULT) -> None:
        self.batch = batch
        self.score: Scorer = models.pair(convention=convention)
        self.threshold = float(getattr(self.score, "threshold", 0.5))

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """Say what the model has read."""
        return (bundled_ledger("pair"),)

    def under(self, convention: Convention) -> "Bundled":
        """Give the same model, told another convention."""
        return Bundled(batch=self.batch, convention=convention)

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability that each pair says the same."""
        return self.score(list(pairs))


class Fast(Bundled):
    """The same in a cascade: what words and static vectors make clear is decided without the reader."""

    def __init__(self, *, batch: int = 64, convention: Convention = DEFAULT) -> None:
        self.batch = batch
        self.cascade = FastPair(convention=convention)
        self.score: Scorer = self.cascade
        self.threshold = self.cascade.threshold

    def under(self, convention: Convention) -> "Fast":
        """Give the same model, told another convention."""
        return Fast(batch=self.batch, convention=convention)

    def decide(self, pairs: Sequence[Pair]) -> list[Decision]:
        """Give the probability of each pair, and which stage gave it."""
        return self.cascade.decide(list(pairs))
