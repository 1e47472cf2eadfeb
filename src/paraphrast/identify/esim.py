"""Enhanced sequential inference: encode, align, compose, pool (Chen et al. 2017, the sequential half).

https://aclanthology.org/P17-1152
"""

import torch
from torch import Tensor, nn

from paraphrast.identify.layers import BiLstm, align, largest, mask, mean, perceptron, together

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
        lengths = (a_length, b_length)
        left, right = together(self.encode, self.drop(a), self.drop(b), lengths=lengths)
        scores = left @ right.transpose(1, 2)
        one = self.joined(left, align(scores, right, there))
        other = self.joined(right, align(scores.transpose(1, 2), left, here))
        one, other = together(self.compose, one, other, lengths=lengths)
        pooled = [mean(one, here), largest(one, here), mean(other, there), largest(other, there)]
        logits: Tensor = self.classify(torch.cat(pooled, dim=-1))
        return logits[:, 0]

    def joined(self, own: Tensor, met: Tensor) -> Tensor:
        """Set words beside what they were aligned to, what they have in common with it and what not."""
        projected: Tensor = self.project(torch.cat([own, met, own - met, own * met], dim=-1))
        return projected
