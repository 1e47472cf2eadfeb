"""Decomposable attention: attend, compare, aggregate, no word order (Parikh et al. 2016).

https://aclanthology.org/D16-1244
"""

import torch
from torch import Tensor, nn

from paraphrast.identify.layers import align, mask, perceptron

SIZES = {"small": 64, "paper": 200}


class DecAtt(nn.Module):
    """Align every word with the other text's words, compare each with what it met, and sum."""

    reads = "words"

    def __init__(self, dim: int, *, size: str = "paper", dropout: float = 0.2) -> None:
        super().__init__()
        hidden = SIZES[size]
        self.project = nn.Linear(dim, hidden, bias=False)
        self.attend = perceptron([hidden, hidden, hidden], dropout=dropout)
        self.compare = perceptron([2 * hidden, hidden, hidden], dropout=dropout)
        self.aggregate = perceptron([2 * hidden, hidden, hidden, 1], dropout=dropout, last=True)

    def forward(self, a: Tensor, a_length: Tensor, b: Tensor, b_length: Tensor) -> Tensor:
        """Give the logit of each pair from word vectors (batch, words, dim) and lengths."""
        here, there = mask(a_length, a.shape[1]), mask(b_length, b.shape[1])
        a, b = self.project(a), self.project(b)
        scores = self.attend(a) @ self.attend(b).transpose(1, 2)
        left = self.compare(torch.cat([a, align(scores, b, there)], dim=-1)) * here[..., None]
        right = (
            self.compare(torch.cat([b, align(scores.transpose(1, 2), a, here)], dim=-1)) * there[..., None]
        )
        logits: Tensor = self.aggregate(torch.cat([left.sum(dim=1), right.sum(dim=1)], dim=-1))
        return logits[:, 0]
