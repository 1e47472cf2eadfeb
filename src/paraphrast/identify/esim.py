"""Enhanced sequential inference: encode, align, compose, pool (Chen et al. 2017, the sequential half).

https://aclanthology.org/P17-1152
"""

import torch
from torch import Tensor, nn

from paraphrast.identify.layers import BiLstm, align, largest, mask, mean, perceptron

SIZES = {"small": 100, "paper": 400}


class Esim(nn.Module):
    """Align the words of two BiLSTM-encoded texts, and read what matched and what differed once more."""

    reads = "words"

    def __init__(self, dim: int, *, size: str = "paper", dropout: float = 0.5) -> None:
        super().__init__()
        hidden = SIZES[size]
        self.drop = nn.Dropout(dropout)
        self.encode = BiLstm(dim, hidden)
        self.project = nn.Sequential(nn.Linear(8 * hidden, hidden), nn.ReLU(), nn.Dropout(dropout))
        self.compose = BiLstm(hidden, hidden)
        self.classify = perceptron([8 * hidden, hidden, 1], dropout=dropout, last=True)

    def forward(self, a: Tensor, a_length: Tensor, b: Tensor, b_length: Tensor) -> Tensor:
        """Give the logit of each pair from word vectors (batch, words, dim) and lengths."""
        here, there = mask(a_length, a.shape[1]), mask(b_length, b.shape[1])
        left = self.encode(self.drop(a), a_length)
        right = self.encode(self.drop(b), b_length)
        scores = left @ right.transpose(1, 2)
        a_pool = self.pool(left, align(scores, right, there), lengths=a_length, kept=here)
        b_pool = self.pool(right, align(scores.transpose(1, 2), left, here), lengths=b_length, kept=there)
        logits: Tensor = self.classify(torch.cat([a_pool, b_pool], dim=-1))
        return logits[:, 0]

    def pool(self, own: Tensor, met: Tensor, *, lengths: Tensor, kept: Tensor) -> Tensor:
        """Compose a text with what it was aligned to, and give its mean and its largest features."""
        joined = torch.cat([own, met, own - met, own * met], dim=-1)
        read = self.compose(self.project(joined), lengths)
        return torch.cat([mean(read, kept), largest(read, kept)], dim=-1)
