"""Votes with what is known of them: whose, on what, which answers are certain, who belongs together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
UNKNOWN = -1


class Ballots(NamedTuple):
    """One code per vote for item, worker and label; `gold` has each item's known label or -1.

    Workers of one `group` came by one invitation or from one address, or were seen to copy: they count as
    one witness.
    """

    item: Ints
    worker: Ints
    label: Ints
    gold: Ints
    group: Ints
    labels: int

    @property
    def items(self) -> int:
        """How many items there are."""
        return len(self.gold)

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return len(self.group)

    def of(self, kept: NDArray[np.bool_]) -> Ballots:
        """Give the votes that are marked."""
        return self._replace(item=self.item[kept], worker=self.worker[kept], label=self.label[kept])
