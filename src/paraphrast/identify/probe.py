"""Run a model over the behavioural suite: what it gets right, by behaviour and language, and what it fails.

Written and derived pairs have a label. Noise has none: there it counts whether the decision about a pair is
the same with the noise and without it, be it right or wrong.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from paraphrast.data import Pair, Scorer
from paraphrast.engine import run
from paraphrast.models.suite import Item, Suite, open_suite
from paraphrast.models.suite.records import WANTED, WANTED_TOGETHER
from paraphrast.models.suite.tally import Cell, Mark, tally_marks


class Answer(Struct, frozen=True):
    """What a model said to one item, and to the pair without noise where there is one."""

    item: Item
    score: float
    right: bool
    plain: float | None = None

    @property
    def distance(self) -> float:
        """Say how far the score is from the right one: the label, or the score without noise."""
        goal = self.item.pair.label if self.plain is None else self.plain
        return abs(self.score - (goal or 0.0))


class Report(Struct, frozen=True):
    """What came out: counts by behaviour and language, every answer, and the files that were not there."""

    model: str
    threshold: float
    cells: list[Cell]
    answers: list[Answer]
    missing: list[str]


def probe_pairs(
    score: Scorer,
    suite: Suite | None = None,
    *,
    threshold: float | None = None,
    name: str = "",
    label: str = "",
) -> Report:
    """Ask a Scorer every question of a suite (the open half that ships, unless another is given).

    It decides at its own threshold unless one is said; `label` is what a progress bar is called.
    """
    items, missing = open_suite() if suite is None else suite
    cut = threshold if threshold is not None else float(getattr(score, "threshold", 0.5))
    scores = _score_once(score, items, label=label)
    answers = [_judge_item(item, scores, cut) for item in items]
    marks = (_mark_answer(answer) for answer in answers)
    cells = tally_marks(marks, WANTED, WANTED_TOGETHER)
    return Report(name or str(getattr(score, "name", "")), cut, cells, answers, missing)


def _score_once(
    score: Scorer, items: Iterable[Item], *, label: str
) -> dict[tuple[str, str, str | None], float]:
    """Score each different pair once, short ones first, so that batches hold pairs of like length."""
    pairs: dict[tuple[str, str, str | None], Pair] = {}
    for item in items:
        for pair in (item.pair, item.plain):
            if pair is not None:
                pairs.setdefault(_pair_key(pair), Pair(pair.a, pair.b, lang=pair.lang, id=pair.id))
    ordered = sorted(pairs, key=lambda key: len(key[0]) + len(key[1]))
    found = run(score, [pairs[key] for key in ordered], label=label)
    return dict(zip(ordered, map(float, found), strict=True))


def _pair_key(pair: Pair) -> tuple[str, str, str | None]:
    """Give what a score depends on."""
    return pair.a, pair.b, pair.lang


def _judge_item(item: Item, scores: dict[tuple[str, str, str | None], float], threshold: float) -> Answer:
    """Say whether the decision about an item is right: that of its label, or of the pair without noise."""
    score = scores[_pair_key(item.pair)]
    if item.plain is None:
        return Answer(item, score, (score >= threshold) == bool(item.pair.label))
    plain = scores[_pair_key(item.plain)]
    return Answer(item, score, (score >= threshold) == (plain >= threshold), plain)


def _mark_answer(answer: Answer) -> Mark:
    """Give what is counted of an answer."""
    item = answer.item
    return Mark(item.half, item.family, item.behaviour, item.pair.lang or "", answer.right)


def pick_worst(answers: Sequence[Answer], most: int, key: Callable[[Item], str]) -> dict[str, list[Answer]]:
    """Give the failures farthest from the right score, at most so many of each group of items."""
    groups: dict[str, list[Answer]] = {}
    for answer in sorted(answers, key=lambda answer: (-answer.distance, answer.item.pair.id)):
        if not answer.right:
            groups.setdefault(key(answer.item), []).append(answer)
    names = dict.fromkeys(key(answer.item) for answer in answers)
    return {name: groups[name][:most] for name in names if name in groups and most > 0}


def describe_report(report: Report) -> dict[str, Any]:
    """Give a plain record of everything, for JSON."""
    return {
        "model": report.model,
        "threshold": report.threshold,
        "missing": report.missing,
        "cells": [cell.record() for cell in report.cells],
        "answers": [_describe_answer(answer) for answer in report.answers],
    }


def _describe_answer(answer: Answer) -> dict[str, Any]:
    """Give a plain record of one answer."""
    item, pair = answer.item, answer.item.pair
    known: dict[str, Any] = {
        "id": pair.id,
        "half": item.half,
        "lang": pair.lang,
        "family": item.family,
        "behaviour": item.behaviour,
        "a": pair.a,
        "b": pair.b,
        "score": round(answer.score, 6),
        "right": answer.right,
    }
    if answer.plain is None:
        return known | {"label": pair.label}
    return known | {"score_without_noise": round(answer.plain, 6)}
