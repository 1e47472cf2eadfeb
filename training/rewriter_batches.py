"""The rewriter's batches, laid out on the device: sources, targets, what is asked, and tags."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from reader import repeated
from reader_batches import buckets
from shelf import END, PAD, START, Shelf
from torch import Tensor

from paraphrast.models.networks.seq2seq import DEGREES, TASKS
from paraphrast.models.quantised import dequantise

WIDEST = 78  # pieces kept of a text
MASK = 51_999  # the piece <mask>
NONE = 255  # no tag here
FORGET = 0.15  # how often the degree of change is not told


class Batch(NamedTuple):
    """A batch of pairs."""

    source: Tensor
    mask: Tensor
    asked: Tensor  # task, language, degree
    target: Tensor  # <s> text </s>
    counted: Tensor
    tags: Tensor  # NONE where there is nothing to learn


class Pairs(Shelf):
    """The packed pairs with the word vectors on the device."""

    def __init__(self, path: Path, words: Path, device: str) -> None:
        super().__init__(path, device, WIDEST)
        self.words = torch.from_numpy(dequantise(np.load(words))).to(device)
        self.asked = self.tensor(np.stack([self.store[n] for n in ("task", "lang", "degree")], 1), np.int64)
        starts = self.store["tag_starts"].astype(np.int64)
        column = np.arange(WIDEST + 1)
        table = np.full((len(starts) - 1, WIDEST + 1), NONE, dtype=np.int64)
        inside = column < np.diff(starts)[:, None]
        table[inside] = self.store["tags"][(starts[:-1, None] + column)[inside]]
        self.tags = torch.from_numpy(table).to(device)
        self.fixed = self.store.get("fixed", np.zeros(len(self.store["a"]))).astype(
            bool
        )  # never turned round
        self.both = self.lengths[self.store["a"]] + self.lengths[self.store["b"]]

    def batch(self, rows: np.ndarray, rng: np.random.Generator | None = None) -> Batch:
        """Lay out a batch; with `rng`, paraphrases are turned round by chance and plain texts spoiled."""
        a, b, task = self.store["a"][rows], self.store["b"][rows], self.store["task"][rows]
        if rng is not None:
            turned = (task == TASKS.index("paraphrase")) & (rng.random(len(rows)) < 0.5) & ~self.fixed[rows]
            a, b = np.where(turned, b, a), np.where(turned, a, b)
        source, mask = self.singles(a)
        target, counted = self.singles(b)
        asked = self.asked[self.tensor(rows, np.int64)].clone()
        if rng is not None:
            source, mask = spoiled(source, mask, asked[:, :1] == TASKS.index("denoise"))
            asked[torch.rand(len(rows), device=self.device) < FORGET, 2] = DEGREES - 1
        return Batch(source, mask, asked, target, counted, self.tagged(rows, source.shape[1]))

    def tagged(self, rows: np.ndarray, width: int) -> Tensor:
        """Lay out the tags under <s> text </s>."""
        which = self.tensor(self.store["tag_row"][rows], np.int64)
        tags = torch.full((len(rows), width), NONE, dtype=torch.int64, device=self.device)
        room = min(width - 1, self.tags.shape[1])
        found = self.tags[which.clamp(min=0), :room]
        tags[:, 1 : 1 + room] = torch.where(which[:, None] >= 0, found, NONE)
        return tags


def spoiled(ids: Tensor, mask: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor]:
    """Spoil the chosen rows: pieces hidden in spans, dropped, or moved a little; <s> and </s> stay."""
    n, width = ids.shape
    device = ids.device
    inner = (ids != START) & (ids != END) & (ids != PAD) & chosen
    strength = torch.rand(n, 1, device=device) * 0.45
    # Neighbours share their luck, so that hidden and dropped pieces come in spans.
    luck = torch.rand(n, width, device=device)
    luck = torch.where(torch.rand(n, width, device=device) < 0.5, luck.roll(1, 1), luck)
    kind = torch.rand(n, 1, device=device)
    hit = inner & (luck < strength)
    ids = torch.where(hit & (kind < 0.6), MASK, ids)
    gone = hit & (kind >= 0.6) & (kind < 0.8)
    place = torch.arange(width, device=device, dtype=torch.float32).expand(n, -1)
    moved = inner & (torch.rand(n, 1, device=device) < 0.4)
    key = place + torch.where(moved, torch.rand(n, width, device=device) * 6 * strength, 0.0)
    key = torch.where(ids == START, -1.0, torch.where(ids == END, 1e4, torch.where(ids == PAD, 2e4, key)))
    order = torch.where(gone, 3e4, key).argsort(1)
    ids = torch.where(gone, PAD, ids).gather(1, order)
    return ids, (ids != PAD).float()


def planned(data: Pairs, weight: np.ndarray, tokens: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield batches without end; rows with weight w appear about w times in an epoch, cut texts never."""
    store = data.store
    whole = np.maximum(data.lengths[store["a"]], data.lengths[store["b"]]) < WIDEST
    rows = np.flatnonzero((store["dev"] == 0) & whole)
    while True:
        yield from buckets(repeated(rows, weight.astype(np.float32), rng), data.both, tokens, rng)
