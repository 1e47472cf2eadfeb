"""The reader as a torch module: one backbone, and heads that judge pairs, texts and the pieces of a text.

Two texts are read side by side, each from its own first place; an attention head is only told whether it
looks across. So neither text comes first, and the answer for (a, b) is the answer for (b, a).
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.conventions import CONVENTIONS
from paraphrast.models.networks.backbone import HEADS, LAYERS, Backbone, mean
from paraphrast.models.quantised import WIDTH

OFFENCES = ("any", "insult", "obscenity", "threat", "harm-wish", "group-contempt")
TAGS = 4  # keep, delete, replace; and words come before the piece, a question of its own


class PairedBackbone(Backbone):
    """The backbone for one text or two: kinds are 0 for the first text and 1 for the second."""

    def __init__(self, layers: int = LAYERS, drop: float = 0.1) -> None:
        super().__init__(layers, drop)
        self.across = nn.Parameter(torch.zeros(layers, HEADS))

    def forward(self, vectors: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Give the states of the last layer."""
        kinds = kinds.to(vectors.dtype)
        own = torch.arange(vectors.shape[1], device=vectors.device)
        places = torch.where(kinds > 0, kinds.cumsum(1).long() - 1, own)
        x: Tensor = self.drop(self.norm(vectors + self.positions[places] + self.kinds[0]))
        blocked = (1.0 - mask.to(x.dtype))[:, None, None, :] * -1e4
        apart = (kinds[:, :, None] - kinds[:, None, :]).abs()[:, None]
        for layer, bias in zip(self.layers, self.across, strict=True):
            x = layer(x, blocked + apart * bias[:, None, None])
        return x


class Judgement(NamedTuple):
    """What the heads say of texts: logits of the kinds of offence, of fluency, and of each piece."""

    offences: Tensor  # (n, OFFENCES)
    fluency: Tensor  # (n,)
    tags: Tensor  # (n, length, TAGS)
    faults: Tensor  # (n, length): a piece is out of place


class Reader(nn.Module):
    """Judges pairs under each convention of what a paraphrase is, and single texts."""

    def __init__(self, backbone: PairedBackbone) -> None:
        super().__init__()
        self.backbone = backbone
        self.join = nn.Linear(5 * WIDTH, WIDTH)
        self.same = nn.Linear(WIDTH, len(CONVENTIONS))
        self.lost = nn.Linear(WIDTH, len(CONVENTIONS))
        self.inner = nn.Linear(2 * WIDTH, WIDTH)
        self.texts = nn.Linear(WIDTH, len(OFFENCES) + 1)
        self.pieces = nn.Linear(WIDTH, TAGS + 1)
        self.drop = nn.Dropout(0.1)
        for head in (self.lost, self.pieces):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.constant_(head.bias, -5.0)

    def pair(self, hidden: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Return a logit for each convention: the whole, less what single pieces find no match for."""
        here, there = mask * (1 - kinds), mask * kinds
        one, two = hidden[:, 0], _first_state(hidden, there)
        a, b = mean(hidden, here), mean(hidden, there)
        features = torch.cat([one + two, (one - two).abs(), a + b, (a - b).abs(), a * b], dim=-1)
        joined = self.drop(functional.gelu(self.join(self.drop(features))))
        whole: Tensor = self.same(joined)
        return whole - _sum_objections(self.lost(self.drop(hidden)), mask)

    def text(self, hidden: Tensor, kinds: Tensor, mask: Tensor) -> Judgement:
        """Judge a text, or the second beside the first; fluency is the whole, less the worst stretch."""
        two = (kinds.amax(1, keepdim=True) > 0).to(mask.dtype)
        own = mask * (two * kinds + 1 - two)
        features = torch.cat([_first_state(hidden, own), mean(hidden, own)], dim=-1)
        whole = self.texts(self.drop(functional.gelu(self.inner(self.drop(features)))))
        pieces = self.pieces(self.drop(hidden))
        fluency = whole[:, -1] - _sum_objections(pieces[..., -1:], own)[:, 0]
        return Judgement(whole[:, : len(OFFENCES)], fluency, pieces[..., :TAGS], pieces[..., -1])


def _first_state(hidden: Tensor, mask: Tensor) -> Tensor:
    """Give the state of the first place that the mask has."""
    start = mask * (mask.cumsum(1) == 1)
    return (hidden * start.unsqueeze(-1).to(hidden.dtype)).sum(1)


def _sum_objections(logits: Tensor, mask: Tensor) -> Tensor:
    """Add up what pieces object to, in log-odds and never under 0: (n, length, k) -> (n, k)."""
    kept = logits.float() + (1.0 - mask.float()).unsqueeze(-1) * -1e4
    return functional.softplus(kept.logsumexp(1))
