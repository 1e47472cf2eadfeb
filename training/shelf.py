"""Packed texts as one padded table on the device, so that batches are laid out there and not in Python."""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

START, PAD, END = 0, 1, 2


class Shelf:
    """All texts of a packed file, padded to `width` pieces, with their lengths."""

    def __init__(self, path: Path, device: str, width: int) -> None:
        self.store = dict(np.load(path))
        starts = self.store["starts"].astype(np.int64)
        self.device = device
        self.lengths = np.minimum(np.diff(starts), width)
        table = np.full((len(self.lengths), width), PAD, dtype=np.int32)
        column = np.arange(width)
        inside = column < self.lengths[:, None]
        table[inside] = self.store["ids"][(starts[:-1, None] + column)[inside]]
        self.table = torch.from_numpy(table).to(device)
        self.sizes = torch.from_numpy(self.lengths).to(device)

    def tensor(self, values: np.ndarray, kind: type = np.float32) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(values).astype(kind)).to(self.device)

    def singles(self, numbers: np.ndarray) -> tuple[Tensor, Tensor]:
        """Lay out <s> text </s>: ids and mask."""
        longest = rounded(int(self.lengths[numbers].max()) + 2)
        which = self.tensor(numbers, np.int64)
        ids = torch.full((len(numbers), longest), PAD, dtype=torch.int64, device=self.device)
        body = self.table[which, : longest - 2].long()
        ids[:, 1 : 1 + body.shape[1]] = body
        ids[:, 0] = START
        size = self.sizes[which]
        ids.scatter_(1, (size + 1)[:, None], END)
        mask = (torch.arange(longest, device=self.device) < (size + 2)[:, None]).float()
        return ids, mask

    def pairs(
        self, first: np.ndarray, second: np.ndarray, *, opening: int = END
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Lay out <s> a </s></s> b </s>: ids, kinds (1 from the `opening` of the second on) and mask."""
        longest = rounded(int((self.lengths[first] + self.lengths[second]).max()) + 4)
        a, b = self.tensor(first, np.int64), self.tensor(second, np.int64)
        at = torch.arange(longest, device=self.device)[None, :]
        la, lb = self.sizes[a][:, None], self.sizes[b][:, None]
        width = self.table.shape[1]
        left = self.table[a].long().gather(1, (at - 1).clamp(0, width - 1).expand(len(first), -1))
        right = self.table[b].long().gather(1, (at - la - 3).clamp(0, width - 1))
        ids = torch.where(at <= la, left, right)
        ids = torch.where((at == la + 1) | (at == la + lb + 3), END, torch.where(at == la + 2, opening, ids))
        ids = torch.where(at == 0, START, torch.where(at > la + lb + 3, PAD, ids))
        return ids, ((at > la + 1) & (at <= la + lb + 3)).float(), (at <= la + lb + 3).float()


def rounded(length: int) -> int:
    return -(-length // 8) * 8
