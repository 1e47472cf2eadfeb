"""The backbone as a torch module, for training; the shipped models run without it, on onnxruntime.

Twelve layers of BERT (layer norm after each part), WIDTH wide, over word embeddings that stay frozen in their
4-bit table, so that every model in the box can share that table.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.quantised import WIDTH

HEADS, LAYERS, INNER, POSITIONS = 12, 12, 1536, 512


class Layer(nn.Module):
    """Self-attention and a feed-forward part, each with its residual and layer norm."""

    def __init__(self, width: int = WIDTH, heads: int = HEADS, inner: int = INNER, drop: float = 0.1) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, eps=1e-12)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, eps=1e-12)
        self.drop = nn.Dropout(drop)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        n, length, width = x.shape
        q, k, v = self.qkv(x).view(n, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        drop = self.drop.p if self.training else 0.0
        context = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=drop)
        x = self.norm1(x + self.drop(self.out(context.transpose(1, 2).reshape(n, length, width))))
        hidden: Tensor = self.norm2(x + self.drop(self.down(functional.gelu(self.up(x)))))
        return hidden


class Backbone(nn.Module):
    """Word vectors (n, length, width), kinds of segment and a mask -> hidden states of the last layer."""

    def __init__(self, layers: int = LAYERS, drop: float = 0.1) -> None:
        super().__init__()
        self.positions = nn.Parameter(torch.zeros(POSITIONS, WIDTH))
        self.kinds = nn.Parameter(torch.zeros(2, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(drop)
        self.layers = nn.ModuleList(Layer(drop=drop) for _ in range(layers))

    def forward(self, vectors: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        length = vectors.shape[1]
        segment = torch.lerp(self.kinds[0], self.kinds[1], kinds.unsqueeze(-1).to(vectors.dtype))
        x: Tensor = self.drop(self.norm(vectors + self.positions[:length] + segment))
        # Added to the attention scores: 0 where there is a word, a large negative number where there is none.
        blocked = (1.0 - mask.to(x.dtype))[:, None, None, :] * -1e4
        for layer in self.layers:
            x = layer(x, blocked)
        return x


def load_base(backbone: Backbone, tensors: Mapping[str, npt.NDArray[np.float32]]) -> Backbone:
    """Copy the base weights, named as training/base.py names them, into the backbone."""
    state = {
        "positions": tensors["emb.pos"].reshape(POSITIONS, WIDTH),
        "kinds": tensors["emb.type"].reshape(2, WIDTH),
        "norm.weight": tensors["emb.ln.w"],
        "norm.bias": tensors["emb.ln.b"],
    }
    parts = {"out": "ao", "norm1": "aln", "up": "fi", "down": "fo", "norm2": "oln"}
    for i in range(len(backbone.layers)):
        for kind, end in (("weight", "w"), ("bias", "b")):
            state[f"layers.{i}.qkv.{kind}"] = np.concatenate(
                [tensors[f"l{i}.{part}.{end}"] for part in "qkv"]
            )
            for ours, theirs in parts.items():
                state[f"layers.{i}.{ours}.{kind}"] = tensors[f"l{i}.{theirs}.{end}"]
    known = {name: torch.from_numpy(np.array(value)) for name, value in state.items()}
    backbone.load_state_dict({**backbone.state_dict(), **known})
    return backbone


def mean(hidden: Tensor, mask: Tensor) -> Tensor:
    """Average the hidden states where the mask is 1."""
    weights = mask.to(hidden.dtype).unsqueeze(-1)
    return (hidden * weights).sum(1) / weights.sum(1).clamp(min=1e-6)
