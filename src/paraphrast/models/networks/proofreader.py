"""The proofreader as a torch module: which pieces stand where they should not, is the text well-formed?"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.networks.backbone import Backbone, mean
from paraphrast.models.quantised import WIDTH


class Proof(NamedTuple):
    """Logits: each piece is out of place (n, length), and the text is well-formed (n,)."""

    faults: Tensor
    fluency: Tensor


class Proofreader(nn.Module):
    """Reads a text alone, piece by piece."""

    def __init__(self, backbone: Backbone) -> None:
        super().__init__()
        self.backbone = backbone
        self.inner = nn.Linear(WIDTH, WIDTH)
        self.fault = nn.Linear(WIDTH, 1)
        self.whole = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.GELU(), nn.Linear(WIDTH, 1))
        self.drop = nn.Dropout(0.1)
        nn.init.constant_(self.fault.bias, -3.0)

    def forward(self, vectors: Tensor, mask: Tensor) -> Proof:
        """Judge texts; fluency is the whole, less the worst pieces."""
        hidden = self.backbone(vectors, torch.zeros_like(mask), mask)
        faults = self.fault(functional.gelu(self.inner(self.drop(hidden))))[..., 0].float()
        whole = self.whole(self.drop(torch.cat([hidden[:, 0], mean(hidden, mask)], dim=-1)))[:, 0].float()
        blocked = (1.0 - mask.float()) * -1e4
        return Proof(faults, whole - functional.softplus((faults + blocked).logsumexp(1)))


class Guesser(nn.Module):
    """Guesses hidden pieces, to put in what nearly fits; of use in training alone."""

    def __init__(self, layers: int = 4) -> None:
        super().__init__()
        self.backbone = Backbone(layers)
        self.out = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.GELU(), nn.LayerNorm(WIDTH))
        self.hidden = nn.Parameter(torch.zeros(WIDTH))  # stands where a piece is hidden

    def forward(self, vectors: Tensor, mask: Tensor, where: Tensor) -> Tensor:
        """Give a vector for each hidden place, to be compared with the word table: (hidden places, WIDTH)."""
        seen = torch.where(where.unsqueeze(-1), self.hidden.to(vectors.dtype), vectors)
        states = self.backbone(seen, torch.zeros_like(mask), mask)
        found: Tensor = self.out(states[where])
        return found
