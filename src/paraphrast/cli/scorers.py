"""Metrics as scorers: what `build` and `rewrite` take by name, without the jobs knowing each other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paraphrast.data import Pair


class Measured:
    """Scores pairs by a metric; one that wants references compares with the source instead."""

    def __init__(self, name: str, **settings: object) -> None:
        from paraphrast.metrics.registry import build, options

        told = {"against": "source"} if "against" in options(name) else {}
        self.metric = build(name, **told, **settings)
        self.name = "|".join([name, *(f"{key}:{value}" for key, value in self.metric.settings.items())])

    def __call__(self, pairs: "Sequence[Pair]") -> list[float]:
        if not pairs:
            return []
        return [float(value) for value in self.metric.sentences(self.metric.rows(pairs))]


def named(scorer: Any) -> Any:
    """Make a scorer of the name of a metric; anything else stays, since it names a pair model or is one."""
    from paraphrast.metrics.registry import METRICS

    return Measured(scorer) if isinstance(scorer, str) and scorer in METRICS else scorer
