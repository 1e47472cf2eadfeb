"""Charts as SVG, drawn on the server: colours come from the style sheet, so they follow light and dark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from paraphrast.annotate.project import Project, say

# Room for letters of 20 units: on a phone a chart is half as wide, and its letters are as large as elsewhere.
WIDTH, HEIGHT = 520, 200
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 14, 36
ROW, BAR, BESIDE = 50, 10, 160
Point = tuple[str, float]


def names(project: Project, lang: str) -> dict[str, str]:
    """Give the words of each label."""
    return {option.value: say(option.say, lang) for option in project.question().options}


def line(
    points: Sequence[Point],
    *,
    title: str = "",
    low: float = 0.0,
    high: float | None = None,
    whole: bool = False,
) -> Markup:
    """Draw values over time, a scale at the left and the first and last time below; empty without any."""
    if not points:
        return Markup("")
    top = high if high is not None else nice(max(value for _, value in points))
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * place / max(len(points) - 1, 1) for place in range(len(points))]
    ys = [_y(value, low, top) for _, value in points]
    path = " ".join(
        f"{'M' if not n else 'L'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(zip(xs, ys, strict=True))
    )
    floor = _y(max(low, 0.0), low, top)
    area = f"{path} L{xs[-1]:.1f} {floor:.1f} L{xs[0]:.1f} {floor:.1f} Z"
    dots = Markup("").join(
        Markup('<circle class="dot" cx="{}" cy="{}" r="3"><title>{}: {}</title></circle>').format(
            f"{x:.1f}", f"{y:.1f}", name, _number(value, whole)
        )
        for x, y, (name, value) in zip(xs, ys, points, strict=True)
    )
    body = (
        _grid(low, top, whole)
        + Markup(f'<path class="area" d="{area}"/><path class="line" d="{path}"/>')
        + dots
    )
    ends = _text(LEFT, HEIGHT - 8, points[0][0], "start")
    ends += _text(WIDTH - RIGHT, HEIGHT - 8, points[-1][0], "end") if len(points) > 1 else Markup("")
    return _svg(body + ends, HEIGHT, title)


def bars(rows: Sequence[tuple[str, float]], *, title: str = "") -> Markup:
    """Draw a bar per label with its count and share."""
    total = sum(count for _, count in rows)
    if not total:
        return Markup("")
    most, parts = max(count for _, count in rows), Markup("")
    for place, (name, count) in enumerate(rows):
        y, width = place * ROW + 36, (WIDTH - BESIDE) * count / most
        parts += _text(0, y - 15, name, "start") + Markup(
            '<rect class="bar" x="0" y="{}" width="{}" height="{}" rx="3"/>'
        ).format(y, f"{max(width, 1):.1f}", BAR)
        parts += _text(int(width) + 8, y + BAR, f"{count} · {count / total:.0%}", "start")
    return _svg(parts, len(rows) * ROW + 4, title)


def floor(points: Sequence[Point], step: float = 0.2) -> float:
    """Give a round number at or below all values, and not above zero.

    >>> floor([("a", 0.5)]), floor([("a", -0.3)])
    (0.0, -0.4)
    """
    return round(step * math.floor(min([0.0, *(value for _, value in points)]) / step), 6) + 0.0


def nice(value: float) -> float:
    """Give a round number at or above the value, for the top of a scale.

    >>> nice(7), nice(130), nice(0)
    (10.0, 200.0, 1.0)
    """
    if value <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(value))
    return next(step * unit for step in (1.0, 2.0, 5.0, 10.0) if step * unit >= value)


def _y(value: float, low: float, top: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (top - low))


def _number(value: float, whole: bool) -> str:
    return f"{value:.0f}" if whole else f"{value:.2f}"


def _grid(low: float, top: float, whole: bool) -> Markup:
    parts = Markup("")
    for share in (0, 0.5, 1):
        value = low + (top - low) * share
        if whole and value != int(value):
            continue  # half a vote
        y = f"{_y(value, low, top):.1f}"
        parts += Markup('<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(
            LEFT, WIDTH - RIGHT, y, y
        )
        parts += _text(LEFT - 8, float(y) + 4, _number(value, whole), "end")
    return parts


def _text(x: float, y: float, words: Any, anchor: str) -> Markup:
    return Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>').format(x, y, anchor, escape(words))


def _svg(body: Markup, height: float, title: str) -> Markup:
    return (
        Markup('<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            WIDTH, height, title
        )
        + body
        + Markup("</svg>")
    )
