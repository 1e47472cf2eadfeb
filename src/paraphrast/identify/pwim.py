"""Pairwise word interaction: a picture of how every word meets every other, read by a ConvNet.

He and Lin (2016), https://aclanthology.org/N16-1108. Thirteen planes: cosine, Euclidean distance (negated, so
that more is nearer) and dot product of the joined, forward, backward and added states, and where text is.
"""

import torch
from torch import Tensor, nn

from paraphrast.identify.layers import BiLstm, mask, together

SIDE = 32  # words of each text that the picture shows; five halvings leave one cell
PLANES = 13
FAINT = 0.1  # what the focus layer leaves of interactions that no word chose
SIZES = {"small": (50, (32, 48, 64, 64, 48)), "paper": (250, (128, 164, 192, 192, 128))}


class Pwim(nn.Module):
    """Compare all words with all words in thirteen ways, stress the best matches, and look at the picture."""

    reads = "words"

    def __init__(self, dim: int, *, size: str = "paper", dropout: float = 0.2) -> None:
        super().__init__()
        hidden, channels = SIZES[size]
        self.context = BiLstm(dim, hidden)
        layers: list[nn.Module] = []
        for inputs, outputs in zip((PLANES, *channels), channels, strict=False):
            layers += [nn.Conv2d(inputs, outputs, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
        self.look = nn.Sequential(*layers)
        self.classify = nn.Sequential(
            nn.Dropout(dropout), nn.Linear(channels[-1], channels[-1]), nn.ReLU(), nn.Linear(channels[-1], 1)
        )

    def forward(self, a: Tensor, a_length: Tensor, b: Tensor, b_length: Tensor) -> Tensor:
        """Give the logit of each pair from word vectors (batch, words, dim) and lengths."""
        left, right = together(self.context, a, b, lengths=(a_length, b_length))
        left, right = square(left), square(right)
        text = mask(a_length, SIDE)[:, :, None] & mask(b_length, SIDE)[:, None, :]
        cube = interactions(left, right)
        seen = cube * text[:, None]
        strength = torch.where(chosen(seen[:, 9:11], text).any(dim=1), 1.0, FAINT)
        picture = torch.cat([seen * strength[:, None], text[:, None].to(cube.dtype)], dim=1)
        logits: Tensor = self.classify(self.look(picture).flatten(1))
        return logits[:, 0]


def square(states: Tensor) -> Tensor:
    """Cut or fill up to SIDE words."""
    return nn.functional.pad(states, (0, 0, 0, SIDE))[:, :SIDE]


def interactions(left: Tensor, right: Tensor) -> Tensor:
    """Give twelve planes (batch, 12, SIDE, SIDE): three likenesses of four kinds of states."""
    half = left.shape[2] // 2
    views = [
        (left, right),
        (left[..., :half], right[..., :half]),
        (left[..., half:], right[..., half:]),
        (left[..., :half] + left[..., half:], right[..., :half] + right[..., half:]),
    ]
    return torch.cat([likenesses(one, other) for one, other in views], dim=1)


def likenesses(one: Tensor, other: Tensor) -> Tensor:
    """Give cosine, negated Euclidean distance and dot product of all words with all words."""
    dot = one @ other.transpose(1, 2)
    here, there = (one * one).sum(-1)[:, :, None], (other * other).sum(-1)[:, None, :]
    # The small floor keeps the gradient of a root finite where two states are equal.
    distance = (here + there - 2 * dot).clamp(min=1e-6).sqrt()
    cosine = dot / (here * there).clamp(min=1e-6).sqrt()
    return torch.stack([cosine, -distance, dot], dim=1)


def chosen(planes: Tensor, text: Tensor) -> Tensor:
    """Mark in each plane the greedy one-to-one matching: the best free pair of words, then the next."""
    free = planes.detach().masked_fill(~text[:, None], -1e4).flatten(2)
    picked = torch.zeros_like(free, dtype=torch.bool)
    place = torch.arange(SIDE * SIDE, device=planes.device)
    rows = torch.div(place, SIDE, rounding_mode="floor")
    columns = place - rows * SIDE
    for _ in range(SIDE):
        best = free.argmax(dim=2, keepdim=True)
        row = torch.div(best, SIDE, rounding_mode="floor")
        # Once no text is left, the best is a cell of padding, which stays unmarked.
        picked = picked | ((place == best) & (free > -5e3))
        free = free.masked_fill((rows == row) | (columns == best - row * SIDE), -1e4)
    return picked.view(-1, planes.shape[1], SIDE, SIDE)
