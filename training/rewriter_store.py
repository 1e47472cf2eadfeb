"""Checkpoints that are small enough to bring back: matrices in int8 with a scale for each row, the rest in half."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor


def save(path: Path, state: Mapping[str, Tensor]) -> None:
    """Write a state; a matrix becomes NAME (int8) and NAME:scale."""
    arrays: dict[str, np.ndarray] = {}
    for name, value in state.items():
        numbers = value.detach().float().cpu().numpy()
        if numbers.ndim == 2 and numbers.size > 100_000:
            scale = np.abs(numbers).max(axis=1, keepdims=True).clip(1e-8) / 127
            arrays[name] = np.round(numbers / scale).astype(np.int8)
            arrays[f"{name}:scale"] = scale.astype(np.float32)
        else:
            arrays[name] = numbers.astype(np.float16)
    with open(path.with_suffix(".part"), "wb") as file:
        np.savez_compressed(file, **arrays)
    path.with_suffix(".part").replace(path)


def load(path: Path) -> dict[str, Tensor]:
    """Read a state back as float32."""
    stored = np.load(path)
    state = {}
    for name in stored.files:
        if not name.endswith(":scale"):
            numbers = stored[name].astype(np.float32)
            if f"{name}:scale" in stored.files:
                numbers = numbers * stored[f"{name}:scale"]
            state[name] = torch.from_numpy(numbers)
    return state
