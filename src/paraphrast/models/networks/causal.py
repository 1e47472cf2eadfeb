"""A small causal language model as a torch module: it predicts the next piece over the shared word table."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.quantised import WIDTH

INSIDE, HEADS, LAYERS, POSITIONS = 320, 5, 4, 256


class Block(nn.Module):
    """Causal attention and a feed-forward part, layer norm before each."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(INSIDE), nn.LayerNorm(INSIDE)
        self.qkv = nn.Linear(INSIDE, 3 * INSIDE)
        self.out = nn.Linear(INSIDE, INSIDE)
        self.up = nn.Linear(INSIDE, 4 * INSIDE)
        self.down = nn.Linear(4 * INSIDE, INSIDE)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        n, length, _ = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(n, length, 3, HEADS, INSIDE // HEADS).permute(2, 0, 3, 1, 4)
        context = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.out(context.transpose(1, 2).reshape(n, length, INSIDE))
        hidden: Tensor = x + self.down(functional.gelu(self.up(self.norm2(x))))
        return hidden


class Causal(nn.Module):
    """Word vectors (n, length, WIDTH) -> vectors to compare with the word table, one for each next piece."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = nn.Linear(WIDTH, INSIDE)
        self.positions = nn.Parameter(torch.randn(POSITIONS, INSIDE) * 0.02)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(INSIDE)
        self.leave = nn.Linear(INSIDE, WIDTH)

    def forward(self, vectors: Tensor) -> Tensor:
        length = vectors.shape[1]
        x = self.enter(vectors) + self.positions[:length]
        ahead = torch.ones(length, length, dtype=x.dtype, device=x.device).triu(1) * -1e4
        for block in self.blocks:
            x = block(x, ahead)
        states: Tensor = self.leave(self.norm(x))
        return states
