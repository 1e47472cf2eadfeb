"""What a run of `paraphrast rewrite` was asked for, checked once, and light enough for other processes."""

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from paraphrast.errors import CommandError, unknown

if TYPE_CHECKING:
    from paraphrast.data import Scorer
    from paraphrast.rewrite.checks.checked import Checked

BEST = {"neutral": "j", "paraphrase": "paraphrase"}  # what chooses among candidates unless told
OPTIONS = {"n": "-n", "model": "--model", "there": "--there", "back": "--back", "pivot": "--pivot"}
OUTSIDE = {"llm", "back-translation"}  # what is not in the box and need not be asked by several at once
LONG, MOST = 100_000, 4  # bytes of a file that several processes share, and how many of them


class Plan(NamedTuple):
    """The goal, the systems with their settings, the metric that chooses, the change and outputs allowed."""

    goal: Literal["neutral", "paraphrase"]
    systems: tuple[str, ...]
    settings: dict[str, dict[str, Any]]
    best_by: str | None
    change: tuple[float, float]
    most: int | None = None  # outputs for a text, the best and others

    def trim(self, meta: dict[str, Any]) -> None:
        """Keep as many outputs as were asked for."""
        if self.most and "others" in meta:
            meta["others"] = meta["others"][: self.most - 1]
            if not meta["others"]:
                del meta["others"]

    def sharing(self, source: str) -> int:
        """Say how many processes share a file unless told: a long one has one for each core, up to four."""
        from paraphrast.engine import cores

        outside = OUTSIDE & {*self.systems} or any("model" in some for some in self.settings.values())
        long = Path(source).is_file() and Path(source).stat().st_size >= LONG
        return min(cores(), MOST) if long and not outside else 1

    def rewriter(self, lang: Any, shared: "dict[str, Any] | None" = None) -> "Checked":
        """Make the rewriter of a language; `shared` are the judges of those who score what it writes."""
        from paraphrast.rewrite import rewriter

        shared = shared or {}
        score = scorer(self.best_by, **shared) if self.best_by else None
        asked: dict[str, Any] = {"to": self.goal, "score": score, "change": self.change}
        asked["toxicity"] = shared.get("toxicity")
        if len(self.systems) > 1:
            return rewriter("best-of", lang, systems=self.systems, settings=self.settings, **asked)
        return rewriter(self.systems[0], lang, **asked, **self.settings.get(self.systems[0], {}))


def make_plan(
    to: str | None,
    systems: Sequence[str],
    *,
    best_by: str | None,
    change: tuple[float, float],
    given: dict[str, Any],
) -> Plan:
    """Check what was asked for; `given` are the options that only some systems understand."""
    from paraphrast.rewrite import DEFAULTS, PARAPHRASERS, SYSTEMS, read_card
    from paraphrast.rewrite.task import GOALS

    if not systems and (card := read_card(given.get("model"))):
        systems, to = [card.kind], to or card.goal
    goal = to or ("paraphrase" if PARAPHRASERS & set(systems) else "neutral")
    if goal not in GOALS:
        raise unknown("goal", goal, GOALS)
    for name in systems:
        if name == "best-of":
            raise CommandError("best-of is what several do: --system delete --system replace --best-by j")
        if name not in SYSTEMS:
            raise unknown("system", name, [known for known in SYSTEMS if known != "best-of"])
    default = next(name for aim, name in DEFAULTS.values() if aim == goal)
    chosen = tuple(systems) or (default,)
    told = {name: value for name, value in given.items() if value is not None}
    if not systems and not any("n" in _list_settings(name) for name in chosen):
        told.pop("n", None)  # the default systems have candidates of their own
    settings = _share_options(chosen, told)
    if best_by is None and (len(chosen) > 1 or told.get("n", 1) > 1):
        best_by = BEST[goal]
    if not 0 <= change[0] <= change[1] <= 1:
        raise CommandError(f"--min-change {change[0]} and --max-change {change[1]}: 0 <= min <= max <= 1")
    if best_by:
        scorer(best_by)
    return Plan(goal, chosen, settings, best_by, change, given.get("n"))


def _share_options(systems: Sequence[str], given: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Give each system the options that it understands; each option must be understood by one of them."""
    from paraphrast.rewrite import SYSTEMS

    known = {name: _list_settings(name) for name in systems}
    for option in given:
        if not any(option in names for names in known.values()):
            others = [name for name in SYSTEMS if option in _list_settings(name)]
            raise CommandError(
                f"{OPTIONS[option]} means nothing to {', '.join(systems)}; it is for {', '.join(others)} "
                "(choose with --system)"
            )
    return {
        name: {option: value for option, value in given.items() if option in names}
        for name, names in known.items()
    }


def _list_settings(system: str) -> list[str]:
    """List the settings that a system takes."""
    from paraphrast.rewrite import find_system

    return list(inspect.signature(find_system(system)).parameters)


def scorer(name: str, **settings: object) -> "Scorer":
    """Make a score of a metric, of which more is always better, with those settings that it knows."""
    from paraphrast.cli.scorers import Measured
    from paraphrast.metrics.registry import options

    measured = Measured(name, **{key: value for key, value in settings.items() if key in options(name)})
    sign = 1.0 if measured.metric.better == "higher" else -1.0
    return lambda pairs: [sign * value for value in measured(pairs)]
