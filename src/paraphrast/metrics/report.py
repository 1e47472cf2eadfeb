"""One offline HTML file: scores, intervals, distributions, examples, systems compared, tables to paste."""

from collections.abc import Sequence
from itertools import combinations

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from paraphrast import __version__
from paraphrast.metrics.drawing import histogram
from paraphrast.metrics.metric import Score
from paraphrast.metrics.score_samples import ScoreSamples
from paraphrast.metrics.scoring import compare
from paraphrast.stats.paired import Difference
from paraphrast.stats.tables import Result, Table, digits, tabulate
from paraphrast.stats.tables import render as write_table

APART = (
    "not the same items: the sources or references of these systems differ, so none is tested and none marked"
)


class System(msgspec.Struct, frozen=True):
    """One system's scores and what was kept of its outputs."""

    name: str
    scores: Sequence[Score]
    samples: ScoreSamples
    items: str = ""  # tells the sources and references apart from those of other systems


class Comparison(msgspec.Struct, frozen=True):
    """Two systems under one metric."""

    metric: str
    first: str
    second: str
    bootstrap: Difference
    randomisation: Difference


def render(systems: Sequence[System]) -> str:
    """Give the report as HTML that loads nothing."""
    environment = Environment(
        loader=PackageLoader("paraphrast.metrics"), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["digits"] = digits
    table = tabulated(systems)
    return environment.get_template("report.html").render(
        systems=systems,
        names=[score.name for score in systems[0].scores],
        comparisons=comparisons(systems),
        histogram=histogram,
        latex=write_table(table, "latex"),
        markdown=write_table(table, "markdown"),
        version=__version__,
    )


def comparisons(systems: Sequence[System], *, samples: int = 1000) -> list[Comparison]:
    """Test every two systems under every metric, where they were scored on the same items."""
    found = []
    for first, second in combinations(systems, 2):
        for one, other in zip(first.scores, second.scores, strict=True):
            same = first.items == second.items and one.rows.shape == other.rows.shape
            if one.signature == other.signature and same:
                boot = compare(one, other, samples=samples)
                swap = compare(one, other, test="randomisation", samples=samples)
                found.append(Comparison(one.name, first.name, second.name, boot, swap))
    return found


def tabulated(systems: Sequence[System], *, seed: int = 0) -> Table:
    """Lay the systems out by metrics, with the signature of every metric below."""
    measures = {
        system.name: {
            score.name: Result(
                score.value,
                score.interval,
                score.rows,
                score.metric.total,
                score.counts,
                better=score.metric.better,
            )
            for score in system.scores
        }
        for system in systems
    }
    signatures = dict.fromkeys(score.signature for system in systems for score in system.scores)
    several = len(systems) > 1
    read = [
        f"{f'{system.name}, ' if several else ''}{score.name}: {score.unread}"
        for system in systems
        for score in system.scores
        if score.unread and score.unread.read
    ]
    apart = len({system.items for system in systems}) > 1
    unmarked = [system.name for system in systems] if apart else []
    return tabulate(
        measures, notes=[*([APART] if apart else []), *signatures, *read], unmarked=unmarked, seed=seed
    )
