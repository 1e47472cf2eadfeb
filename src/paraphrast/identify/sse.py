"""Shortcut-stacked sentence encoder (Nie and Bansal 2017), https://aclanthology.org/W17-5308."""

import torch
from torch import Tensor, nn

from paraphrast.identify.layers import BiLstm, largest, mask, perceptron, together

# Each layer's width per direction, and the classifier's: with 300-wide vectors the papers' has 140 million.
SIZES = {"small": ((64, 128), 200), "medium": ((128, 256, 512), 800), "paper": ((512, 1024, 2048), 1600)}


class Sse(nn.Module):
    """Stack BiLSTMs that each read the words and all layers below; compare the largest features."""

    reads = "words"

    def __init__(self, dim: int, *, size: str = "medium", dropout: float = 0.1) -> None:
        super().__init__()
        widths, hidden = SIZES[size]
        inputs = dim
        self.layers = nn.ModuleList()
        for width in widths:
            self.layers.append(BiLstm(inputs, width))
            inputs += 2 * width
        self.classify = perceptron([8 * widths[-1], hidden, hidden, 1], dropout=dropout, last=True)

    def forward(self, a: Tensor, a_length: Tensor, b: Tensor, b_length: Tensor) -> Tensor:
        """Give the logit of each pair from word vectors (batch, words, dim) and lengths."""
        left, right = together(self.encode, a, b, lengths=(a_length, b_length))
        joined = torch.cat([left, right, (left - right).abs(), left * right], dim=-1)
        logits: Tensor = self.classify(joined)
        return logits[:, 0]

    def encode(self, x: Tensor, lengths: Tensor) -> Tensor:
        """Give one vector per text: the largest features of the topmost layer."""
        read = x
        for layer in self.layers:
            read = layer(x, lengths)
            x = torch.cat([x, read], dim=-1)
        return largest(read, mask(lengths, x.shape[1]))
