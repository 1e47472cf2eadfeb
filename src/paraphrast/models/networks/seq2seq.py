"""The rewriter as a torch module: the backbone reads, a shallow decoder writes or points at the source.

What is asked (task, language, degree of change) is added to the first piece that the encoder reads and to all
that the decoder reads. A head over the encoder tags each source piece for the system `edit`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.catalogue import languages_of
from paraphrast.models.networks.backbone import Backbone
from paraphrast.models.quantised import WIDTH

HEADS, LAYERS, INNER, POSITIONS, POINTER = 6, 6, 1536, 160, 128
MEMORIES = 4  # layers that make keys and values of the source; others look at those of two before
TASKS = ("denoise", "neutral", "paraphrase")
LANGUAGES = languages_of("rewriter")
DEGREES = 6  # five buckets of surface change, and "any"
TAGS = ("keep", "delete", "replace", "insert")  # insert before the piece: a question of its own


class Memory(NamedTuple):
    """What the decoder looks at: keys and values of each layer, keys to point with, and what is asked."""

    keys: Tensor  # (memories, n, heads, length, size)
    values: Tensor
    pointers: Tensor  # (n, length, POINTER)
    blocked: Tensor  # (n, 1, 1, length), added to the attention scores
    control: Tensor  # (n, 1, WIDTH), what is asked

    def turned(self) -> "Memory":
        """Turn the keys as `step` multiplies by them: (memories, n, heads, size, length)."""
        return self._replace(keys=self.keys.transpose(3, 4).contiguous())


class Past(NamedTuple):
    """What a layer has seen of what is written, and which places of it are empty (added to the scores)."""

    keys: Tensor  # (n, width, heads, size, length)
    values: Tensor  # (n, width, heads, length, size)
    hide: Tensor  # (1, 1, 1, 1, length)


class Outcome(NamedTuple):
    """The answer: a vector to compare with the word table, where it points, and whether it points."""

    states: Tensor  # (n, length, WIDTH)
    pointed: Tensor  # (n, length, source length), log-probabilities
    gate: Tensor  # (n, length), log-odds of writing against pointing


def looked(at: int) -> int:
    """Say at which keys and values of the source a layer looks.

    >>> [looked(at) for at in range(6)]
    [0, 1, 2, 3, 2, 3]
    """
    return at if at < MEMORIES else at - 2


def attended(queries: Tensor, keys: Tensor, values: Tensor, hide: Tensor) -> Tensor:
    """Attend with keys that are turned already, so that no step turns them again."""
    scores = queries @ keys * keys.shape[-2] ** -0.5 + hide
    found: Tensor = scores.softmax(-1) @ values
    return found


class DecoderLayer(nn.Module):
    """Attention to what is written, to what was read, and a feed-forward part; layer norm before each.

    A layer that does not `remember` looks at the keys and values of another.
    """

    def __init__(self, drop: float, *, remembers: bool = True) -> None:
        super().__init__()
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.query = nn.Linear(WIDTH, WIDTH)
        self.memory = nn.Linear(WIDTH, 2 * WIDTH) if remembers else None
        self.back = nn.Linear(WIDTH, WIDTH)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.drop = nn.Dropout(drop)

    def remember(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """Give the keys and values of the source."""
        assert self.memory is not None
        n, length, _ = hidden.shape
        keys, values = self.memory(hidden).view(n, length, 2, HEADS, -1).permute(2, 0, 3, 1, 4)
        return keys, values

    def rest(self, x: Tensor, context: Tensor, look: Callable[[Tensor], Tensor]) -> Tensor:
        """Finish a layer after attention to what is written; `look` answers queries from what was read."""
        n, length, _ = x.shape
        x = x + self.drop(self.out(context))
        q = self.query(self.norm2(x)).view(n, length, HEADS, -1).transpose(1, 2)
        x = x + self.drop(self.back(look(q).transpose(1, 2).reshape(n, length, WIDTH)))
        hidden: Tensor = x + self.drop(self.down(functional.gelu(self.up(self.norm3(x)))))
        return hidden

    def forward(self, x: Tensor, source: tuple[Tensor, Tensor], blocked: Tensor) -> Tensor:
        n, length, _ = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(n, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        context = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        look = partial(
            functional.scaled_dot_product_attention, key=source[0], value=source[1], attn_mask=blocked
        )
        return self.rest(x, context.transpose(1, 2).reshape(n, length, WIDTH), look)

    def step(
        self, x: Tensor, source: tuple[Tensor, Tensor], blocked: Tensor, past: Past
    ) -> tuple[Tensor, Past]:
        """Go one piece further: x (n, width, WIDTH) and the past of each of the n x width hypotheses."""
        n, width, _ = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(n, width, 3, HEADS, -1).unbind(2)
        keys = torch.cat([past.keys, k.unsqueeze(4)], dim=4)
        values = torch.cat([past.values, v.unsqueeze(3)], dim=3)
        hide = functional.pad(past.hide, (0, 1))
        context = attended(q.unsqueeze(3), keys, values, hide)
        look = partial(attended, keys=source[0], values=source[1], hide=blocked)
        return self.rest(x, context.reshape(n, width, WIDTH), look), Past(keys, values, hide)


class Seq2Seq(nn.Module):
    """Word vectors of a source and of what is written so far -> what comes next; and tags of the source."""

    def __init__(self, backbone: Backbone, *, layers: int = LAYERS, drop: float = 0.1) -> None:
        super().__init__()
        self.backbone = backbone
        self.asked = nn.Embedding(len(TASKS) + len(LANGUAGES) + DEGREES, WIDTH)
        nn.init.normal_(self.asked.weight, std=0.02)
        self.enter = nn.Linear(WIDTH, WIDTH)
        self.positions = nn.Parameter(torch.randn(POSITIONS, WIDTH) * 0.02)
        self.layers = nn.ModuleList(DecoderLayer(drop, remembers=at < MEMORIES) for at in range(layers))
        self.norm = nn.LayerNorm(WIDTH)
        self.leave = nn.Linear(WIDTH, WIDTH)
        self.pointer = nn.Linear(WIDTH, POINTER)
        self.pointed = nn.Linear(WIDTH, POINTER)
        self.gate = nn.Linear(WIDTH, 1)
        self.tags = nn.Linear(WIDTH, len(TAGS))
        self.drop = nn.Dropout(drop)

    def control(self, asked: Tensor) -> Tensor:
        """Add up the vectors of task, language and degree: (n, 3) -> (n, 1, WIDTH)."""
        first = torch.tensor([0, len(TASKS), len(TASKS) + len(LANGUAGES)], device=asked.device)
        vectors: Tensor = self.asked(asked + first)
        return vectors.sum(1, keepdim=True)

    def read(self, vectors: Tensor, mask: Tensor, asked: Tensor) -> tuple[Tensor, Tensor]:
        """Read the source: hidden states, and the logits of each piece's tags."""
        first = torch.cat([vectors[:, :1] + self.control(asked), vectors[:, 1:]], dim=1)
        hidden: Tensor = self.backbone(first, torch.zeros_like(mask), mask)
        return hidden, self.tags(self.drop(hidden))

    def remember(self, hidden: Tensor, mask: Tensor, asked: Tensor) -> Memory:
        """Give all that the decoder will look at."""
        pairs = [layer.remember(hidden) for layer in self.layers[:MEMORIES]]  # type: ignore[operator]
        keys, values = torch.stack([k for k, _ in pairs]), torch.stack([v for _, v in pairs])
        blocked = (1.0 - mask.to(hidden.dtype))[:, None, None, :] * -1e4
        return Memory(keys, values, self.pointed(hidden), blocked, self.control(asked))

    def write(self, x: Tensor, memory: Memory) -> Outcome:
        """Turn the last layer's states into an answer."""
        x = self.norm(x)
        scores = self.pointer(x) @ memory.pointers.transpose(1, 2) * POINTER**-0.5
        pointed = (scores.float() + memory.blocked[:, 0].float()).log_softmax(-1)
        return Outcome(self.leave(x), pointed, self.gate(x).squeeze(-1))

    def forward(self, vectors: Tensor, memory: Memory) -> Outcome:
        """Answer for every place of a known text (n, length, WIDTH) that begins with <s>."""
        x = self.drop(self.enter(vectors) + self.positions[: vectors.shape[1]] + memory.control)
        for at, layer in enumerate(self.layers):
            source = (memory.keys[looked(at)], memory.values[looked(at)])
            x = layer(x, source, memory.blocked)
        return self.write(x, memory)

    def step(
        self, vectors: Tensor, place: Tensor, memory: Memory, past: Sequence[Past]
    ) -> tuple[Outcome, list[Past]]:
        """Answer for the next place only, of each of `width` hypotheses a text: vectors (n, width, WIDTH).

        The memory is `turned`, and the past has a layer's each.
        """
        x = self.enter(vectors) + self.positions[place] + memory.control
        now = []
        for at, layer in enumerate(self.layers):
            source = (memory.keys[looked(at)], memory.values[looked(at)])
            x, seen = layer.step(x, source, memory.blocked, past[at])  # type: ignore[operator]
            now.append(seen)
        return self.write(x, memory), now
