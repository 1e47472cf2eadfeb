"""Filters, one per file, each usable alone: call one with pairs, get a verdict for each.

>>> Length(low=2)([Pair("Мама мыла раму", "Рама"), Pair("Мама мыла раму", "Мама моет раму")])
[Verdict(reason='length-low', score=1.0), Verdict(reason=None, score=3.0)]
"""

from importlib import import_module
from inspect import signature
from typing import Any

from paraphrast.build.filters.length import Length
from paraphrast.data import Pair
from paraphrast.errors import CommandError, unknown

__all__ = ["FILTERS", "Length", "Pair", "make"]

FILTERS = {
    "agreement": "paraphrast.build.filters.agreement:Agreement",
    "contained": "paraphrast.build.filters.contained:Contained",
    "fluency": "paraphrast.build.filters.rated:Fluency",
    "identical": "paraphrast.build.filters.identical:Identical",
    "jaccard": "paraphrast.build.filters.overlap:Jaccard",
    "language": "paraphrast.build.filters.tongue:Language",
    "length": "paraphrast.build.filters.length:Length",
    "near": "paraphrast.build.filters.near:Near",
    "overlap": "paraphrast.build.filters.overlap:Overlap",
    "perplexity": "paraphrast.build.filters.perplexity:Perplexity",
    "ratio": "paraphrast.build.filters.length:Ratio",
    "scored": "paraphrast.build.filters.scored:Scored",
    "script": "paraphrast.build.filters.script:Script",
    "similarity": "paraphrast.build.filters.similarity:Similarity",
    "surface": "paraphrast.build.filters.surface:Surface",
    "toxicity": "paraphrast.build.filters.rated:Toxicity",
}


def make(name: str, /, **settings: Any) -> Any:
    """Make a filter by its name, or one of a person's own by `module:Name`."""
    place = FILTERS.get(name, name)
    if ":" not in place:
        raise unknown("filter", name, FILTERS)
    module, _, attribute = place.partition(":")
    try:
        kind = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise CommandError(f"filter {name!r} cannot be loaded: {error}") from error
    check(name, settings, list(signature(kind).parameters))
    try:
        return kind(**settings)
    except TypeError as error:
        raise CommandError(f"filter {name!r}: {error}") from error


def check(name: str, settings: dict[str, Any], known: list[str]) -> None:
    """Refuse settings that a filter does not have, and bounds that are no numbers."""
    for key, value in settings.items():
        if key not in known:
            raise unknown(f"setting of {name}", key, known)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if key in ("low", "high") and value is not None and not number:
            raise CommandError(f"filter {name!r}: {key} is {value!r}; expected a number")
