"""The bundled and named models, loaded when a step first needs one."""

from functools import cache
from typing import Any, Literal, TypeAlias

from paraphrast import models

Kind: TypeAlias = Literal[
    "encoder", "pair", "language_model", "toxicity", "fluency", "translator", "generator"
]


@cache
def model(kind: Kind, name: str = "bundled", **settings: str) -> Any:
    """Load a model by its kind, name and settings, once."""
    return getattr(models, kind)(name, **settings)
