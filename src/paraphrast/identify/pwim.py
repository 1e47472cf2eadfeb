"""Pairwise word interaction: a picture of how every word meets every other, read by a ConvNet.

He and Lin (2016), https://aclanthology.org/N16-1108. Thirteen planes: cosine, Euclidean distance (negated, so
that more is nearer) and dot product of the joined, forward, backward and added states, and where text is.
"""

import torch
from torch import Tensor, nn

from paraphrast.identify.layers import BiLstm, mask, together

SIDE = 32  # words of each text that the picture shows; five halvings leave one cell
PLANES = 13
TAKEN = -1e4  # what the focus layer sees where no match is to be had
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
        cube = _interactions(left, right)
        seen = cube * text[:, None]
        strength = torch.where(chosen(seen[:, 9:11], text).any(dim=1), 1.0, FAINT)
        picture = torch.cat([seen * strength[:, None], text[:, None].to(cube.dtype)], dim=1)
        logits: Tensor = self.classify(self.look(picture).flatten(1))
        return logits[:, 0]


def square(states: Tensor) -> Tensor:
    """Cut or fill up to SIDE words."""
    return nn.functional.pad(states, (0, 0, 0, SIDE))[:, :SIDE]


def _interactions(left: Tensor, right: Tensor) -> Tensor:
    """Give twelve planes (batch, 12, SIDE, SIDE): three likenesses of four kinds of states."""
    half = left.shape[2] // 2
    views = [
        (left, right),
        (left[..., :half], right[..., :half]),
        (left[..., half:], right[..., half:]),
        (left[..., :half] + left[..., half:], right[..., :half] + right[..., half:]),
    ]
    return torch.cat([_likenesses(one, other) for one, other in views], dim=1)


def _likenesses(one: Tensor, other: Tensor) -> Tensor:
    """Give cosine, negated Euclidean distance and dot product of all words with all words."""
    dot = one @ other.transpose(1, 2)
    here, there = (one * one).sum(-1)[:, :, None], (other * other).sum(-1)[:, None, :]
    # The small floor keeps the gradient of a root finite where two states are equal.
    distance = (here + there - 2 * dot).clamp(min=1e-6).sqrt()
    cosine = dot / (here * there).clamp(min=1e-6).sqrt()
    return torch.stack([cosine, -distance, dot], dim=1)


def chosen(planes: Tensor, text: Tensor) -> Tensor:
    """Mark in each plane the greedy one-to-one matching: the best free pair of words, then the next.

    Words that are each other's best are a pair that the greedy way comes to sooner or later, so all such
    pairs are taken at once, and a few rounds do instead of one for every word.
    """
    free = planes.detach().masked_fill(~text[:, None], TAKEN)
    return matched(free, torch.arange(SIDE, device=planes.device))


def rounds(free: Tensor, side: Tensor, taken: float = TAKEN) -> Tensor:
    """Take words that are each other's best until none are left; the first wins where several are alike."""
    partner = torch.full_like(free[:, :, :, :1], -1, dtype=torch.long)
    left = True
    while left:
        across, down = free.argmax(dim=3, keepdim=True), free.argmax(dim=2, keepdim=True)
        there = free.gather(3, across) > taken / 2
        rows = (down.transpose(2, 3).gather(2, across) == side[:, None]) & there
        columns = (across.transpose(2, 3).gather(3, down) == side) & (free.gather(2, down) > taken / 2)
        partner = torch.where(rows, across, partner)
        free = free.masked_fill(rows | columns, taken)
        # A round that takes nothing is the last: states that are no numbers have no best.
        left = bool(rows.any() & (there & ~rows).any())
    return side == partner


def matched(free: Tensor, side: Tensor) -> Tensor:
    """Run the rounds; a graph that is being written gets the loop itself, not the rounds of one batch."""
    if torch.onnx.is_in_onnx_export():
        found: Tensor = torch.jit.script(rounds)(free, side)
        return found
    return rounds(free, side)
