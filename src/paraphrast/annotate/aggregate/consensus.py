"""What votes come to: a label per item, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paraphrast.annotate.votes import Votes, show

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Consensus:
    """The probability of each label for each item; the likeliest wins, the first when tied."""

    votes: Votes
    probability: Floats
    skills: dict[str, float] = field(default_factory=dict)
    values: Floats | None = None

    @property
    def choice(self) -> NDArray[np.int64]:
        """The code of each item's label."""
        return self.probability.argmax(axis=1) if self.probability.size else np.zeros(0, dtype=np.int64)

    @property
    def confidence(self) -> Floats:
        """The probability of each item's label."""
        return self.probability.max(axis=1) if self.probability.size else np.zeros(0)

    def labels(self) -> dict[str, str | float]:
        """Give the label of each item."""
        if self.values is not None:
            return dict(zip(self.votes.items, self.values.tolist(), strict=True))
        return {
            item: self.votes.labels[code] for item, code in zip(self.votes.items, self.choice, strict=True)
        }

    def rows(self, *, above: float | None = None, unsure: str = "drop") -> Iterator[dict[str, Any]]:
        """Yield a row per item; those not surer than `above` are left out, or sent to `experts`."""
        counts = self.votes.counts().sum(axis=1).astype(int)
        labels = self.labels()
        for place, (item, sure) in enumerate(zip(self.votes.items, self.confidence, strict=True)):
            row = {
                "item": item,
                "label": show(labels[item]),
                "confidence": round(float(sure), 6),
                "votes": int(counts[place]),
            }
            # at the bound is not above it: 0.9 exactly is not sure enough
            if above is None or sure > above:
                yield row
            elif unsure == "experts":
                yield {**row, "label": "", "to": "experts"}
