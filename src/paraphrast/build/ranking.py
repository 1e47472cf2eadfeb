"""The best of a stream, as many as the annotation budget allows."""

from collections.abc import Iterable, Iterator

from paraphrast.build.steps import Verdict
from paraphrast.data import Pair


class Best:
    """Keeps the so many pairs with the greatest number under a name of their meta, in their old order."""

    def __init__(self, by: str, budget: int | None = None) -> None:
        self.by, self.budget = by, budget

    def __call__(self, pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Verdict]]:
        rows = list(pairs)
        scores = [float(row.meta.get(self.by, 0.0)) for row in rows]
        order = sorted(range(len(rows)), key=lambda index: (-scores[index], index))
        kept = set(order if self.budget is None else order[: self.budget])
        for index, row in enumerate(rows):
            yield row, Verdict(None if index in kept else "over-budget", scores[index])
