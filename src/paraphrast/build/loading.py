"""The bundled and named models, loaded when a step first needs one."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.models import catalogue

Kind: TypeAlias = Literal[
    "encoder", "pair", "language_model", "toxicity", "fluency", "translator", "generator"
]


def check_languages(card: str, given: object, pairs: Sequence[Pair]) -> None:
    """Refuse pairs in a language that a bundled model was not made for; others know for themselves."""
    for lang in {pair.lang for pair in pairs} if given == "bundled" else ():
        catalogue.require_language(card, lang)


@cache
def model(kind: Kind, name: str = "bundled", **settings: str) -> Any:
    """Load a model by its kind, name and settings, once."""
    return getattr(models, kind)(name, **settings)
