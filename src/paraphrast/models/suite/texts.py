"""Run a judge of single texts over offences and look-alikes: what it catches, and what it leaves alone."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from paraphrast.engine import run
from paraphrast.models.suite.opening import TextSuite, open_texts
from paraphrast.models.suite.records import LOOK_ALIKES, OFFENCES, TextItem
from paraphrast.models.suite.tally import Cell, Mark, tally_marks

ORDER = (*OFFENCES, *LOOK_ALIKES)


class TextAnswer(Struct, frozen=True):
    """What a model said of one text."""

    item: TextItem
    score: float
    right: bool

    @property
    def distance(self) -> float:
        """Say how far the score is from the right one."""
        return abs(self.score - float(self.item.offends))


class TextReport(Struct, frozen=True):
    """What came out: counts by kind and language, every answer, and the files that were not there."""

    model: str
    threshold: float
    cells: list[Cell]
    answers: list[TextAnswer]
    missing: list[str]


def probe_texts(
    model: Callable[[Sequence[str]], Sequence[float]],
    suite: TextSuite | None = None,
    *,
    threshold: float | None = None,
    name: str = "",
    label: str = "",
) -> TextReport:
    """Ask for the probability of offence of every text (of the open half that ships, unless given others).

    For an offence the share of right answers is the recall, for a look-alike the share that is left alone.
    """
    items, missing = open_texts() if suite is None else suite
    ordered = sorted(items, key=lambda item: ORDER.index(item.kind))
    cut = threshold if threshold is not None else float(getattr(model, "threshold", 0.5))
    scores = run(model, [item.text.text for item in ordered], label=label)
    answers = [
        TextAnswer(item, float(score), (score >= cut) == item.offends)
        for item, score in zip(ordered, scores, strict=True)
    ]
    cells = tally_marks(map(_mark_text, answers), {}, {})
    return TextReport(name or str(getattr(model, "name", "")), cut, cells, answers, missing)


def _mark_text(answer: TextAnswer) -> Mark:
    """Give what is counted of an answer."""
    item = answer.item
    family = "offences" if item.offends else "look-alikes"
    return Mark(item.half, family, item.kind, item.text.lang or "", answer.right)


def pick_worst_texts(answers: Sequence[TextAnswer], most: int) -> list[TextAnswer]:
    """Give the failures farthest from the right score, at most so many of each kind."""
    wrong = sorted(
        (answer for answer in answers if not answer.right), key=lambda a: (-a.distance, a.item.text.id)
    )
    return [
        answer
        for kind in ORDER
        for answer in [each for each in wrong if each.item.kind == kind][:most]
    ]  # fmt: skip


def describe_texts(report: TextReport) -> dict[str, Any]:
    """Give a plain record of everything, for JSON."""
    answers = [
        {
            "id": answer.item.text.id,
            "half": answer.item.half,
            "lang": answer.item.text.lang,
            "kind": answer.item.kind,
            "text": answer.item.text.text,
            "label": float(answer.item.offends),
            "score": round(answer.score, 6),
            "right": answer.right,
        }
        for answer in report.answers
    ]
    return {
        "model": report.model,
        "threshold": report.threshold,
        "missing": report.missing,
        "cells": [cell.record() for cell in report.cells],
        "answers": answers,
    }
