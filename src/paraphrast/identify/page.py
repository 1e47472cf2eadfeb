"""One page of a model's errors that opens offline: tables, bars, mistakes with differing words marked."""

from functools import cache
from math import isnan
from typing import Any

from markupsafe import Markup, escape

from paraphrast.identify.analysis import Analysis, Case, Share, row, stretches, tables


def page(found: Analysis, *, model: str, corpus: str) -> str:
    """Give the whole page as HTML; everything it needs is inside it."""
    return str(
        template("errors.html").render(
            model=model,
            corpus=corpus,
            found=found,
            tables={
                title: [(row(part), bar(part)) for part in parts] for title, parts in tables(found).items()
            },
            histograms={name: scaled(counts) for name, counts in found.histograms.items()},
            worst=[(case, marked(case, 0), marked(case, 1)) for case in found.worst],
        )
    )


@cache
def template(name: str) -> Any:
    """Open a template of this folder."""
    from jinja2 import Environment, PackageLoader

    loader = PackageLoader("paraphrast.identify", "templates")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template(
        name
    )


def bar(part: Share) -> tuple[float, float]:
    """Give the share and the accuracy of a part in per cent, for two bars."""
    return round(100 * part.share, 1), 0.0 if isnan(part.accuracy) else round(100 * part.accuracy, 1)


def scaled(counts: list[int]) -> list[tuple[int, float]]:
    """Give counts and their height in per cent of the highest.

    >>> scaled([1, 4])
    [(1, 25.0), (4, 100.0)]
    """
    highest = max(1, *counts)
    return [(count, round(100 * count / highest, 1)) for count in counts]


def marked(case: Case, side: int) -> Markup:
    """Give one text of a case, escaped: words that the other side lacks marked, moved ones underlined."""
    tags = {"lacking": "mark", "moved": "u"}
    return Markup("").join(
        Markup("<{0}>{1}</{0}>").format(Markup(tags[kind]), part) if kind else escape(part)
        for part, kind in stretches(case, side)
    )
