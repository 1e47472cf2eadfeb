"""What readings say: rates of systems, agreement of readers, and how well judges tell right from wrong."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from paraphrast.annotate.reading.outputs import Item
from paraphrast.annotate.reading.sheets import Answers
from paraphrast.stats.agreement import cohen
from paraphrast.stats.intervals import Interval, bootstrap, wilson
from paraphrast.stats.labels import auc

JOINT = "joint"  # every question was answered by yes


class Line(NamedTuple):
    """One figure: what is measured, of whom (a system, the readers, a judge), to which question."""

    measure: str
    of: str
    question: str
    value: float
    interval: Interval
    yes: int | None
    n: int
    part: str = ""


def _add_joint(answers: Mapping[str, bool]) -> dict[str, bool]:
    """Add whether every answer is yes, where there are several.

    >>> _add_joint({"style": True, "meaning": False})["joint"]
    False
    """
    return dict(answers) | ({JOINT: all(answers.values())} if len(answers) > 1 else {})


def rate(measure: str, of: str, said: Iterable[bool], question: str = "") -> Line:
    """Give the share of yes with its Wilson interval; of nothing the share is nan."""
    answers = list(said)
    yes, n = sum(answers), len(answers)
    return Line(measure, of, question, yes / n if n else float("nan"), wilson(yes, n), yes, n)


def measure_system(
    name: str, items: Sequence[Item], settled: Answers, harmless: Sequence[str]
) -> Iterator[Line]:
    """Yield the rates of a system: each question, all of them, unchanged and wrong outputs, and its flags."""
    own = [item for item in items if name in item.wrote]
    said = {item.id: _add_joint(settled[item.id]) for item in own}
    for question in said[own[0].id] if own else ():
        yield rate("rate", name, (said[item.id][question] for item in own), question)
    right = {item.id: all(settled[item.id].values()) for item in own}
    if own and "output" in own[0].shown:
        yield rate("unchanged", name, (item.unchanged for item in own))
        yield rate("wrong", name, (not item.unchanged and not right[item.id] for item in own))
    if any("flags" in item.wrote[name] for item in own):
        free = {item.id: not find_flags(item, name, harmless) for item in own}
        yield rate("coverage", name, free.values())
        yield rate("precision", name, (right[key] for key, unflagged in free.items() if unflagged))


def find_flags(item: Item, system: str, harmless: Sequence[str] = ()) -> list[str]:
    """List the flags of an output that warn of something; a cell of a table may hold a list, or `a; b`."""
    flags = item.wrote[system].get("flags") or []
    if isinstance(flags, str):
        flags = msgspec.json.decode(flags) if flags.startswith("[") else flags.split(";")
    found = [str(flag).strip() for flag in flags]
    return [flag for flag in found if flag and flag.partition(":")[0] not in harmless]


def measure_agreement(items: Sequence[Item], first: Answers, second: Answers) -> Iterator[Line]:
    """Yield for each question how often the two readers agree, and Cohen's kappa."""
    one, other = ([_add_joint(said[item.id]) for item in items] for said in (first, second))
    for question in one[0] if one else ():
        left, right = ([said[question] for said in each] for each in (one, other))
        yield rate("agreement", "readers", (a == b for a, b in zip(left, right, strict=True)), question)
        kappa = cohen(left, right)
        yield Line("kappa", "readers", question, kappa.value, kappa.interval(), None, len(items))


def measure_judge(
    name: str, scores: Mapping[str, float], items: Sequence[Item], settled: Answers
) -> Iterator[Line]:
    """Yield the AUC of a judge to each question: how well it parts what readers called right and wrong."""
    own = [item for item in items if item.id in scores]
    said = [_add_joint(settled[item.id]) for item in own]
    for question in said[0] if said else ():
        table = np.array([[each[question], scores[item.id]] for each, item in zip(said, own, strict=True)])
        interval = bootstrap(table, lambda rows: auc(rows[:, 0], rows[:, 1]))
        value = auc(table[:, 0], table[:, 1])
        yield Line("auc", name, question, value, interval, int(table[:, 0].sum()), len(own))
