"""Batches of pairs and of single texts for the reader."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from shelf import START, Shelf
from torch import Tensor

from paraphrast.models.conventions import CONVENTIONS
from paraphrast.models.quantised import dequantise

WIDEST = 126  # pieces kept of a text
SOUND = 8  # the tag of a piece that stands where it should; the next one is of a piece that does not
ALONE = 2**32 - 1  # the source of a text that has none
NONE = 255  # a piece whose tag is not known


class Data(Shelf):
    """The shelf with the word vectors, and batches of pairs or single texts."""

    def __init__(self, path: Path, words: Path, device: str) -> None:
        super().__init__(path, device, WIDEST)
        self.words = torch.from_numpy(dequantise(np.load(words))).to(device)
        starts = self.store["tag_starts"].astype(np.int64)
        sizes = np.diff(starts)
        table = np.full((len(sizes), WIDEST), NONE, dtype=np.uint8)
        inside = np.arange(WIDEST) < sizes[:, None]
        table[inside] = self.store["tags"][(starts[:-1, None] + np.arange(WIDEST))[inside]]
        self.tags = torch.from_numpy(table).to(device)

    def pair_batch(self, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Lay out <s> a </s><s> b </s>: ids, kinds (1 for the second text) and mask."""
        return self.side_by_side(self.store["a"][rows], self.store["b"][rows])

    def side_by_side(self, first: np.ndarray, second: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Lay out texts of the shelf, by number, in pairs: <s> a </s><s> b </s>."""
        return self.pairs(first, second, opening=START)

    def conventions(self, rows: np.ndarray) -> Tensor:
        """Say under which conventions the labels of these pairs hold: (n, conventions), 1 or 0."""
        bits = self.store["conventions"][rows][:, None] >> np.arange(len(CONVENTIONS)) & 1
        return self.tensor(bits)

    def text_batch(self, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Lay out texts alone, or, where the first of them has a source, all beside their sources."""
        if self.store["source"][rows[0]] != ALONE:
            return self.side_by_side(self.store["source"][rows], self.store["t"][rows])
        ids, mask = self.singles(self.store["t"][rows])
        return ids, torch.zeros_like(mask), mask

    def text_buckets(
        self, rows: np.ndarray, tokens: int, rng: np.random.Generator | None
    ) -> Iterator[np.ndarray]:
        """Cut rows of texts into batches, those with a source apart."""
        source = self.store["source"]
        alone = source[rows] == ALONE
        lengths = self.lengths[self.store["t"]] + 2
        yield from buckets(rows[alone], lengths, tokens, rng)
        lengths = lengths + 2 + self.lengths[np.where(source == ALONE, 0, source)]
        yield from buckets(rows[~alone], lengths, tokens, rng)

    def tag_batch(self, rows: np.ndarray, length: int) -> Tensor:
        """Lay out the tags under <s> text </s>."""
        tags = torch.full((len(rows), length), NONE, dtype=torch.uint8, device=self.device)
        if self.store["source"][rows[0]] != ALONE:
            return tags
        room = min(length - 1, WIDEST)
        tags[:, 1 : 1 + room] = self.tags[self.tensor(rows, np.int64), :room]
        return tags


def buckets(
    rows: np.ndarray, lengths: np.ndarray, tokens: int, rng: np.random.Generator | None
) -> Iterator[np.ndarray]:
    """Cut the rows into batches of like length with about so many tokens each, in random order."""
    noise = rng.normal(0, 3, len(rows)) if rng is not None else 0
    order = rows[np.argsort(lengths[rows] + noise, kind="stable")]
    batches, start = [], 0
    while start < len(order):
        stop = start + 1
        while (
            stop < len(order)
            and (stop - start + 1) * (lengths[order[min(stop, len(order) - 1)]] + 8) <= tokens
        ):
            stop += 16
        stop = min(stop, len(order))
        batches.append(order[start:stop])
        start = stop
    for i in rng.permutation(len(batches)) if rng is not None else range(len(batches)):
        yield batches[i]
