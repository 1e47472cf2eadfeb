"""Small SVG drawings that need no library and no network: a histogram, and points with intervals."""

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

import numpy as np

from paraphrast.stats.intervals import Array, Interval

INK, BAR, FAINT = "#1f2933", "#3b6ea8", "#c9d2dc"


class Point(NamedTuple):
    """A labelled value and the interval around it."""

    label: str
    value: float
    interval: Interval


def histogram(scores: Array, *, bins: int = 30, width: int = 360, height: int = 110) -> str:
    """Draw how scores are spread, with the mean as a line."""
    known = scores[np.isfinite(scores)]
    if not len(known):
        return ""
    low, high = float(min(0.0, known.min())), float(max(1.0 if known.max() <= 1 else 100.0, known.max()))
    counts, _ = np.histogram(known, bins=bins, range=(low, high))
    step, floor = width / bins, height - 16
    bars = [
        f'<rect x="{place * step:.1f}" y="{floor - tall:.1f}" width="{step - 1:.1f}"'
        f' height="{tall:.1f}" fill="{BAR}"/>'
        for place, count in enumerate(counts)
        if (tall := count / counts.max() * (floor - 4)) > 0
    ]
    middle = (float(known.mean()) - low) / (high - low) * width
    marks = [
        f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{floor}" stroke="{INK}"/>',
        f'<line x1="0" x2="{width}" y1="{floor}" y2="{floor}" stroke="{FAINT}"/>',
        _text(0, height - 3, f"{low:g}", "start"),
        _text(width, height - 3, f"{high:g}", "end"),
        _text(min(max(middle, 40), width - 40), height - 3, f"mean {known.mean():.3g}", "middle"),
    ]
    return _svg(width, height, [*bars, *marks], "histogram of sentence scores")


def forest(points: Sequence[Point], *, title: str = "", width: int = 720) -> str:
    """Draw each value as a dot on its interval, one line per label, over a common axis from -1 to 1."""
    known = [point for point in points if np.isfinite(point.value)]
    line, left, right = 22, 210, width - 70
    height = line * (len(known) + 2)
    least = min([0.0, *(min(point.interval.low, point.value) for point in known)])
    most = max([0.5, *(max(point.interval.high, point.value) for point in known)])

    def at(value: float) -> float:
        return left + (value - least) / (most - least) * (right - left)

    parts = [_text(0, 14, title, "start", bold=True)]
    for tick in np.arange(np.ceil(least * 5) / 5, most + 1e-9, 0.2):
        x = at(float(tick))
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{line}" y2="{height - 18}" stroke="{FAINT}"/>')
        parts.append(_text(x, height - 5, f"{tick:.1f}", "middle"))
    for place, point in enumerate(known):
        parts += _line(point, y=line * (place + 1) + 13, left=left, right=right, at=at)
    return _svg(width, height, parts, title or "values with intervals")


def _line(point: Point, *, y: float, left: float, right: float, at: Callable[[float], float]) -> list[str]:
    low, high = point.interval
    bar = (
        f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="{y}" y2="{y}" stroke="{BAR}" stroke-width="3"/>'
        if np.isfinite(low)
        else ""
    )
    return [
        bar,
        f'<circle cx="{at(point.value):.1f}" cy="{y}" r="4.5" fill="{INK}"/>',
        _text(left - 10, y + 4, point.label, "end"),
        _text(right + 12, y + 4, f"{point.value:.3f}", "start"),
    ]


def _text(x: float, y: float, text: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" font-family="sans-serif" fill="{INK}"'
        f' text-anchor="{anchor}"{weight}>{escape(text)}</text>'
    )


def _svg(width: int, height: int, parts: Sequence[str], title: str) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return "".join([head, f"<title>{escape(title)}</title>", *parts, "</svg>"])
