"""Metrics as scorers: what `build` and `rewrite` take by name, without the jobs knowing each other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.data import Pair


class Measured:
    """Scores pairs by a metric; one that wants references compares with the source instead."""

    def __init__(self, name: str, **settings: object) -> None:
        from paraphrast.metrics.registry import build, options

        told = {"against": "source"} if "against" in options(name) else {}
        self.metric = build(name, **told, **settings)
        if self.metric.threshold is not None:
            self.threshold = self.metric.threshold
        self.name = "|".join([name, *(f"{key}:{value}" for key, value in self.metric.settings.items())])

        self._asked = name, settings

    def __reduce__(self) -> tuple[Any, ...]:
        return _measured, self._asked  # other processes load models of their own

    def __call__(self, pairs: "Sequence[Pair]") -> list[float]:
        if not pairs:
            return []
        return [float(value) for value in self.metric.sentences(self.metric.rows(pairs))]


def _measured(name: str, settings: dict[str, object]) -> Measured:
    return Measured(name, **settings)


def make_metric_scorer(scorer: Any) -> Any:
    """Make a scorer of the name of a metric; what names a pair model, or is one, stays."""
    from paraphrast.metrics.registry import METRICS
    from paraphrast.models import locate_model

    if not isinstance(scorer, str) or scorer in ("bundled", "bundled-fast"):
        return scorer
    if scorer in METRICS:
        return Measured(scorer)
    try:
        locate_model(scorer)
    except CommandError as error:
        known = ", ".join(sorted(METRICS))
        raise CommandError(
            f"no scorer {scorer!r}; say bundled, bundled-fast, hub:NAME, a folder with config.json, "
            f"or a metric: {known}"
        ) from error
    return scorer
