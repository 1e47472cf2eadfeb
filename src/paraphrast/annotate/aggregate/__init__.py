"""Many votes on an item become one label: a method is a function from `Votes` to a `Consensus`."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from paraphrast.annotate.aggregate.consensus import Consensus
from paraphrast.errors import unknown

METHODS = {
    "majority": "paraphrast.annotate.aggregate.majority:majority",
    "full-agreement": "paraphrast.annotate.aggregate.majority:full_agreement",
    "mean": "paraphrast.annotate.aggregate.majority:mean",
    "dawid-skene": "paraphrast.annotate.aggregate.dawid_skene:dawid_skene",
    "one-coin": "paraphrast.annotate.aggregate.dawid_skene:one_coin",
    "mace": "paraphrast.annotate.aggregate.mace:mace",
}

# Those that can be told the true labels of some items.
GOLDEN = {"dawid-skene", "one-coin"}


def method(name: str) -> Callable[..., Consensus]:
    """Give the aggregation method of this name."""
    if name not in METHODS:
        raise unknown("aggregation method", name, METHODS)
    module, function = METHODS[name].split(":")
    found: Any = getattr(import_module(module), function)
    return found  # type: ignore[no-any-return]


__all__ = ["GOLDEN", "METHODS", "Consensus", "method"]
