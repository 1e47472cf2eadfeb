"""One offline HTML file: scores, intervals, distributions, examples, systems compared, tables to paste."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from paraphrast import __version__
from paraphrast.metrics.drawing import histogram
from paraphrast.metrics.metric import Score
from paraphrast.metrics.score_samples import ScoreSamples
from paraphrast.metrics.scoring import compare
from paraphrast.stats.paired import Difference


class System(msgspec.Struct, frozen=True):
    """One system's scores and what was kept of its outputs."""

    name: str
    scores: Sequence[Score]
    samples: ScoreSamples


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
    return environment.get_template("report.html").render(
        systems=systems,
        names=[score.name for score in systems[0].scores],
        comparisons=comparisons(systems),
        histogram=histogram,
        latex=latex(systems),
        markdown=markdown(systems),
        version=__version__,
    )


def comparisons(systems: Sequence[System], *, samples: int = 1000) -> list[Comparison]:
    """Test every two systems under every metric, where they were scored on the same number of items."""
    found = []
    for first, second in combinations(systems, 2):
        for one, other in zip(first.scores, second.scores, strict=True):
            if one.signature == other.signature and one.rows.shape == other.rows.shape:
                boot = compare(one, other, samples=samples)
                swap = compare(one, other, test="randomisation", samples=samples)
                found.append(Comparison(one.name, first.name, second.name, boot, swap))
    return found


def markdown(systems: Sequence[System]) -> str:
    """Give the scores as a Markdown table."""
    names = [score.name for score in systems[0].scores]
    head = ["| system | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    return "\n".join(head + [f"| {s.name} | " + " | ".join(map(_cell, s.scores)) + " |" for s in systems])


def latex(systems: Sequence[System]) -> str:
    """Give the scores as a LaTeX table (booktabs)."""
    names = [_escaped(score.name) for score in systems[0].scores]
    lines = [
        f"\\begin{{tabular}}{{l{'r' * len(names)}}}",
        "\\toprule",
        "system & " + " & ".join(names) + " \\\\",
        "\\midrule",
        *(f"{_escaped(s.name)} & " + " & ".join(map(_cell, s.scores)) + " \\\\" for s in systems),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines)


def digits(value: float) -> str:
    """Write a number with as many digits as its scale deserves.

    >>> digits(58.2111), digits(0.58211)
    ('58.21', '0.582')
    """
    return f"{value:.2f}" if abs(value) > 1.5 else f"{value:.3f}"


def _cell(score: Score) -> str:
    return f"{digits(score.value)} [{digits(score.interval.low)}, {digits(score.interval.high)}]"


SPECIAL: Mapping[str, str] = {"_": "\\_", "%": "\\%", "&": "\\&", "#": "\\#", "$": "\\$"}


def _escaped(text: str) -> str:
    return "".join(SPECIAL.get(letter, letter) for letter in text)
