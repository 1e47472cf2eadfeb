"""From a trained torch module to an ONNX file with free batch and length."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor, from_numpy, nn

from paraphrast.identify.inputs import Arrays
from paraphrast.models.tracing import Names, traced


class Probability(nn.Module):
    """A module whose logits are turned into probabilities."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.module = module

    def forward(self, *inputs: Tensor) -> Tensor:
        """Give the probability of each pair."""
        found: Tensor = self.module(*inputs).sigmoid()
        return found


def export(module: nn.Module, sample: Arrays, path: Path) -> None:
    """Write the module, told by a sample batch which inputs it takes."""
    names = list(sample)
    axes = {
        name: {0: "pairs"} | ({1: f"{name}_words"} if array.ndim > 1 else {})
        for name, array in sample.items()
    }
    if "ids" in sample:
        axes = {name: {0: "pairs", 1: "pieces"} for name in names}
    part = path.with_suffix(".part")
    given = tuple(from_numpy(array) for array in sample.values())
    told = Names(names, ["score"], {**axes, "score": {0: "pairs"}})
    traced(Probability(module).eval().cpu(), given, told, part)
    part.replace(path)


def agreement(exact: Any, fast: Any, batches: Iterable[Arrays]) -> float:
    """Give the share of pairs that two sessions decide alike."""
    alike = [
        (exact.run(None, arrays)[0] >= 0.5) == (fast.run(None, arrays)[0] >= 0.5)
        for arrays in (known(arrays, exact) for arrays in batches)
    ]
    return float(np.concatenate(alike).mean())


def known(arrays: Arrays, session: Any) -> Arrays:
    """Keep the arrays that the graph takes: one without text types leaves that input out."""
    names = {each.name for each in session.get_inputs()}
    return {name: array for name, array in arrays.items() if name in names}
