"""Make a backbone ready for 8 bits: move what sticks out of its activations into its matrices.

An activation gets one scale for a whole batch, and a few channels of the feed-forward parts are ten to forty times as
large as the others, which leaves those others a handful of steps. Dividing each channel by a constant and multiplying
its weights with it changes nothing in exact arithmetic, and takes two thirds of the error of quantising away.
"""

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from paraphrast.models.networks.backbone import Backbone
from paraphrast.models.quantised import dequantise

SHARE = 0.8  # of a channel's size goes to the weights; .5 and .7 left more error, 1 leaves coarse weights
PARTS = ("up", "down")  # in front of attention nothing sticks out
START, END = 0, 2


class Smoothed(nn.Module):
    """A linear layer whose input is divided by a constant of each channel."""

    def __init__(self, linear: nn.Linear, scale: Tensor) -> None:
        super().__init__()
        self.linear = nn.Linear(linear.in_features, linear.out_features)
        self.linear.weight.data = linear.weight.data * scale
        self.linear.bias.data = linear.bias.data
        self.register_buffer("inverse", 1 / scale)

    def forward(self, x: Tensor) -> Tensor:
        result: Tensor = self.linear(x * self.inverse)
        return result


def smooth(backbone: Backbone, small: Path) -> None:
    """Replace the feed-forward parts of a backbone, scaled by what they see in the sample pairs."""
    largest: dict[str, Tensor] = {}
    hooks = [
        module.register_forward_hook(watch(largest, name))
        for name, module in backbone.named_modules()
        if of_parts(name)
    ]
    backbone.eval()
    with torch.inference_mode():
        for vectors, kinds, mask in samples(small):
            backbone(vectors, kinds, mask)
    for hook in hooks:
        hook.remove()
    for number, layer in enumerate(backbone.layers):
        for part in PARTS:
            linear = getattr(layer, part)
            seen = largest[f"layers.{number}.{part}"].clamp(min=1e-4)
            weights = linear.weight.detach().abs().amax(0).clamp(min=1e-5)
            scale = seen**SHARE / weights ** (1 - SHARE)
            setattr(layer, part, Smoothed(linear, (scale / scale.median()).clamp(0.05, 50)))


def of_parts(name: str) -> bool:
    return name.rsplit(".", 1)[-1] in PARTS


def watch(largest: dict[str, Tensor], name: str):  # type: ignore[no-untyped-def]
    """Make a hook that keeps the largest size of each channel of a module's input."""

    def hook(module: nn.Module, given: tuple[Tensor, ...], result: Tensor) -> None:
        size = given[0].abs().flatten(0, -2).amax(0)
        largest[name] = torch.maximum(largest.get(name, size), size)

    return hook


def samples(small: Path) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Yield the project's sample pairs as the reader sees them, one at a time, then their first texts alone."""
    tokenizer = Tokenizer.from_file(str(small / "tokenizer.json"))
    words = dequantise(np.load(small / "words.npy"))
    lines = (files("paraphrast.samples") / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        pair = json.loads(line)
        a, b = (tokenizer.encode(pair[side], add_special_tokens=False).ids for side in "ab")
        for ids, own in (([START, *a, END, START, *b, END], len(a) + 2), ([START, *a, END], len(a) + 2)):
            kinds = torch.tensor([[float(place >= own) for place in range(len(ids))]])
            yield torch.from_numpy(words[ids].astype(np.float32))[None], kinds, torch.ones(1, len(ids))
