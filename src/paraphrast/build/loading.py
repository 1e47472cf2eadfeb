"""The bundled and named models, loaded when a step first needs one."""

from functools import cache
from importlib import import_module
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal[
    "encoder", "pair", "language_model", "toxicity", "fluency", "translator", "generator"
]


@cache
def model(kind: Kind, name: str = "bundled") -> Any:
    """Load a model by its kind and name, once."""
    make = getattr(import_module("paraphrast.models"), kind)
    return make() if name == "bundled" else make(name)
