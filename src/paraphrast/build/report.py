"""One HTML page about a pipeline: funnel, scores with their thresholds, examples on both sides of each."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paraphrast.build.parts import Drop, Parts
from paraphrast.build.pipeline import Made
from paraphrast.build.steps import Step
from paraphrast.data import Pair
from paraphrast.files.opening import writing

BINS = 40
SHOWN = 8
WIDTH, HEIGHT = 480, 120


def report(made: Made, path: str | Path, *, title: str = "Corpus", seed: int = 0) -> None:
    """Write the page."""
    from jinja2 import Environment

    page = Environment(autoescape=True).from_string(
        (files(__package__) / "report.html.j2").read_text(encoding="utf-8")
    )
    rows = funnel(made)
    sections = [section(step, parts, seed) for step, parts in zip(made.steps, made.parts, strict=True)]
    text = page.render(title=title, rows=rows, sections=sections, width=WIDTH, height=HEIGHT)
    with writing(path) as stream:
        stream.write(text.encode("utf-8"))


def funnel(made: Made) -> list[dict[str, Any]]:
    """Count what each step saw and kept, and the share of the input that was left, as in RuPAWS Table 3."""
    rows: list[dict[str, Any]] = []
    first = 0
    for name, count in made.counts():
        first = first or count.seen
        share = count.kept / first if first else 0.0
        rows.append(
            {"step": name, "seen": count.seen, "kept": count.kept, "share": share, "reasons": count.reasons}
        )
    return rows


def section(step: Step, parts: Parts, seed: int) -> dict[str, Any]:
    """Gather what the page says of one step."""
    kept, drops = parts.scores(), list(parts.drops())
    scored = [drop for drop in drops if drop.score is not None]
    dropped = np.array([drop.score for drop in scored], dtype="<f4")
    thresholds = [bound for bound in step.bounds if bound is not None]
    if len(kept) + len(dropped) and thresholds:
        inside = _near_kept(parts, kept, thresholds)
        outside = sorted(scored, key=lambda drop: distance(drop.score or 0.0, thresholds))[:SHOWN]
    else:
        inside, outside = [], sample(drops, seed)
    chart = histogram(kept, dropped, thresholds) if len(kept) + len(dropped) else None
    settings = {key: value for key, value in step.settings.items() if value is not None}
    return {"name": step.name, "settings": settings, "chart": chart, "inside": inside, "outside": outside}


def distance(score: float, thresholds: list[float]) -> float:
    """Tell how far a score is from the nearest threshold."""
    return min(abs(score - bound) for bound in thresholds)


def _near_kept(
    parts: Parts, scores: NDArray[np.float32], thresholds: list[float]
) -> list[tuple[float, Pair]]:
    """Find the kept pairs whose scores are nearest to a threshold."""
    if not len(scores):
        return []
    far = np.min([np.abs(scores - bound) for bound in thresholds], axis=0)
    wanted = {int(index) for index in np.argsort(far, kind="stable")[:SHOWN]}
    found = [(float(scores[index]), pair) for index, pair in enumerate(parts.pairs()) if index in wanted]
    return sorted(found, key=lambda row: distance(row[0], thresholds))


def sample(drops: list[Drop], seed: int) -> list[Drop]:
    """Choose a few dropped records by chance, the same for the same seed."""
    order = np.random.default_rng(seed).permutation(len(drops))[:SHOWN]
    return [drops[index] for index in sorted(order.tolist())]


def histogram(
    kept: NDArray[np.float32], dropped: NDArray[np.float32], thresholds: list[float]
) -> dict[str, Any]:
    """Lay out the bars of kept and dropped scores and the lines of the thresholds, in pixels."""
    every = np.concatenate([kept, dropped, np.array(thresholds, dtype="<f4")])
    every = every[np.isfinite(every)]
    low, high = (float(every.min()), float(every.max())) if len(every) else (0.0, 1.0)
    high = high if high > low else low + 1.0
    counts = [np.histogram(scores[np.isfinite(scores)], BINS, (low, high))[0] for scores in (kept, dropped)]
    top = max(1, int((counts[0] + counts[1]).max()))
    wide = WIDTH / BINS
    bars = [
        {
            "x": index * wide,
            "kept": HEIGHT * int(one) / top,
            "dropped": HEIGHT * int(other) / top,
            "wide": wide - 1,
        }
        for index, (one, other) in enumerate(zip(*counts, strict=True))
    ]
    lines = [{"x": WIDTH * (bound - low) / (high - low), "value": bound} for bound in thresholds]
    return {"bars": bars, "lines": lines, "low": low, "high": high, "top": top}
