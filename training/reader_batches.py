"""Batches of pairs and of single texts for the reader."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from shelf import Shelf
from torch import Tensor

from paraphrast.models.quantised import dequantise

WIDEST = 62  # pieces kept of a text


class Data(Shelf):
    """The shelf with the word vectors, and batches of pairs or single texts."""

    def __init__(self, path: Path, words: Path, device: str) -> None:
        super().__init__(path, device, WIDEST)
        self.words = torch.from_numpy(dequantise(np.load(words), 384)).to(device)

    def pair_batch(self, rows: np.ndarray, flip: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        a, b = self.store["a"][rows], self.store["b"][rows]
        return self.pairs(np.where(flip, b, a), np.where(flip, a, b))

    def text_batch(self, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        ids, mask = self.singles(self.store["t"][rows])
        return ids, torch.zeros_like(mask), mask


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
            stop += 64
        stop = min(stop, len(order))
        batches.append(order[start:stop])
        start = stop
    for i in rng.permutation(len(batches)) if rng is not None else range(len(batches)):
        yield batches[i]
