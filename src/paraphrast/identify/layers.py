"""The parts that several of the networks are made of; all of them export to ONNX and ignore padding."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn

Layer: TypeAlias = Callable[[Tensor, Tensor], Tensor]


def mask(lengths: Tensor, width: int) -> Tensor:
    """Mark with True what is text and with False what is padding: (batch, width)."""
    return torch.arange(width, device=lengths.device)[None, :] < lengths[:, None]


class BiLstm(nn.Module):
    """A bidirectional LSTM whose backward half starts at each text's own last word.

    Two plain LSTMs, the second reading the reversed text, instead of packed sequences: the same numbers,
    four times faster on CPU here. ONNX has one operator for both that knows of lengths.
    """

    def __init__(self, inputs: int, hidden: int) -> None:
        super().__init__()
        self.forwards = nn.LSTM(inputs, hidden, batch_first=True)
        self.backwards = nn.LSTM(inputs, hidden, batch_first=True)

    def forward(self, x: Tensor, lengths: Tensor) -> Tensor:
        """Give (batch, words, 2 * hidden); what stands at padding is meaningless."""
        if torch.onnx.is_in_onnx_export():
            return self.exported(x, lengths)
        order = reverse(lengths, x.shape[1])[..., None]
        ahead = self.forwards(x)[0]
        back = self.backwards(x.gather(1, order.expand(-1, -1, x.shape[2])))[0]
        return torch.cat([ahead, back.gather(1, order.expand(-1, -1, back.shape[2]))], dim=-1)

    def exported(self, x: Tensor, lengths: Tensor) -> Tensor:
        """Give the same as one operator of ONNX."""
        both: list[Any] = [self.forwards, self.backwards]
        inputs = torch.stack([_gates(each.weight_ih_l0) for each in both])
        states = torch.stack([_gates(each.weight_hh_l0) for each in both])
        biases = torch.stack([torch.cat([_gates(each.bias_ih_l0), _gates(each.bias_hh_l0)]) for each in both])
        write: Any = Operator.apply
        found: Tensor = write(x.transpose(0, 1), inputs, states, biases, lengths.to(torch.int32))
        return found.permute(2, 0, 1, 3).flatten(2)


class Operator(torch.autograd.Function):
    """The bidirectional LSTM of ONNX, for a graph that is being written; it computes nothing here."""

    @staticmethod
    def forward(_: Any, x: Tensor, inputs: Tensor, states: Tensor, biases: Tensor, lengths: Tensor) -> Tensor:
        """Give zeros of the right shape: (words, 2, batch, hidden)."""
        return x.new_zeros(x.shape[0], 2, x.shape[1], states.shape[2])

    @staticmethod
    def symbolic(graph: Any, x: Any, inputs: Any, states: Any, biases: Any, lengths: Any) -> Any:
        """Write the operator."""
        hidden = states.type().sizes()[2]
        given = (x, inputs, states, biases, lengths)
        return graph.op("LSTM", *given, hidden_size_i=hidden, direction_s="bidirectional", outputs=3)[0]


def _gates(weights: Tensor) -> Tensor:
    """Turn torch's order of gates (in, forget, cell, out) into that of ONNX (in, out, forget, cell)."""
    enter, forget, cell, out = weights.chunk(4)
    return torch.cat([enter, out, forget, cell])


def together(layer: Layer, a: Tensor, b: Tensor, *, lengths: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Run a layer over both texts as one batch, which keeps processors busier than two."""
    states = layer(torch.cat([a, b]), torch.cat(lengths))
    return states[: a.shape[0]], states[a.shape[0] :]


def reverse(lengths: Tensor, width: int) -> Tensor:
    """Give the positions that turn each text around and leave its padding where it is."""
    place = torch.arange(width, device=lengths.device)[None, :].expand(lengths.shape[0], -1)
    last = lengths[:, None] - 1
    return torch.where(place <= last, last - place, place)


def last_states(states: Tensor, lengths: Tensor) -> Tensor:
    """Give where each direction ended: the forward half at the last word, the backward half at the first."""
    half = states.shape[2] // 2
    ends = (lengths - 1).clamp(min=0)[:, None, None].expand(-1, 1, half)
    return torch.cat([states[..., :half].gather(1, ends)[:, 0], states[:, 0, half:]], dim=-1)


def largest(x: Tensor, kept: Tensor) -> Tensor:
    """Give the largest value of each feature over the words that are not padding."""
    return x.masked_fill(~kept[..., None], -1e4).max(dim=1).values


def mean(x: Tensor, kept: Tensor) -> Tensor:
    """Give the mean of each feature over the words that are not padding."""
    weight = kept[..., None].to(x.dtype)
    return (x * weight).sum(dim=1) / weight.sum(dim=1).clamp(min=1)


def align(scores: Tensor, other: Tensor, kept: Tensor) -> Tensor:
    """Give for every word of one text the other text's words, mixed by attention."""
    return scores.masked_fill(~kept[:, None, :], -1e4).softmax(dim=-1) @ other


def perceptron(sizes: list[int], *, dropout: float, last: bool = False) -> nn.Sequential:
    """Give linear layers with ReLU between them; `last` leaves the final one linear."""
    layers: list[nn.Module] = []
    for place, (inputs, outputs) in enumerate(pairwise(sizes)):
        layers += [nn.Dropout(dropout), nn.Linear(inputs, outputs)]
        if not last or place < len(sizes) - 2:
            layers.append(nn.ReLU())
    return nn.Sequential(*layers)


def cosine_logit(a: Tensor, b: Tensor, *, sharpness: float = 10.0) -> Tensor:
    """Give a number that is above 0 exactly when the cosine is above 0.5."""
    return sharpness * (nn.functional.cosine_similarity(a, b, dim=-1) - 0.5)


def parameters(module: nn.Module) -> int:
    """Count the numbers that training may change."""
    counts: list[Any] = [p.numel() for p in module.parameters() if p.requires_grad]
    return int(sum(counts))
