"""What an item must have to be shown, and what can be answered to it."""

import math
import re
from collections.abc import Sequence
from typing import Any

from paraphrast.annotate.project import Project, Question
from paraphrast.errors import DataError

LONGEST = 10_000
DIGIT = re.compile(r"([0-9])(?![0-9A-Za-z]|[.,][0-9])")


def check_fields(project: Project, fields: dict[str, Any]) -> None:
    """Refuse an item that lacks what the project shows."""
    for name in project.fields:
        value = fields.get(name)
        if name == "choices":
            if not (
                isinstance(value, list)
                and 2 <= len(value) <= 9
                and all(isinstance(one, str) and one for one in value)
            ):
                raise DataError("an item to pick from needs 'choices', a list of 2 to 9 texts")
        elif not (isinstance(value, str) and value.strip()):
            raise DataError(
                f"an item needs the text {name!r}; it has {', '.join(sorted(fields)) or 'nothing'}"
            )


def values(project: Project, question: Question, fields: dict[str, Any]) -> list[str]:
    """List the values that can be answered; for pick-one they are the numbers of the item's own choices."""
    if project.kind == "pick-one" and question.name == "label":
        return [str(number) for number in range(1, len(fields["choices"]) + 1)]
    return [option.value for option in question.options]


def keys(values: Sequence[str], words: Sequence[str]) -> list[str]:
    """Give each answer the digit it shows, or else is; where not all of them are digits, they are counted.

    >>> keys(["0", "1", "2"], ["0 — poor", "1", "2 — good"]), keys(["3", "2"], ["Completely", "Mostly"])
    (['0', '1', '2'], ['3', '2'])
    >>> keys(["yes", "no"], ["Да", "Нет"]), keys(["1", "0.5", "0"], ["是", "部分", "否"])
    (['1', '2'], ['1', '2', '3'])
    """
    for told in (words, values):
        found = [match.group(1) for one in told if (match := DIGIT.match(one))]
        if len(found) == len(values) == len(set(found)):
            return found
    return [str(number) if number < 10 else "" for number in range(1, len(values) + 1)]


def check_answer(project: Project, fields: dict[str, Any], answer: Any) -> dict[str, Any]:
    """Give the answer as it will be kept, or say what is wrong with it."""
    if not isinstance(answer, dict):
        raise DataError("an answer is a table of question and value")
    known = {question.name for question in project.questions} | (
        {"text"} if project.kind == "rewrite" else set()
    )
    extra = set(answer) - known
    if extra:
        raise DataError(f"there is no question {', '.join(sorted(map(str, extra)))}")
    kept = {}
    for question in project.questions:
        value = _value(project, question, fields, answer.get(question.name))
        if value is not None:
            kept[question.name] = value
    if project.kind == "rewrite" and kept.get("label") == "rewritten":
        kept["text"] = _text(fields, answer.get("text"))
    return kept


def _value(project: Project, question: Question, fields: dict[str, Any], given: Any) -> Any:
    if given in (None, "", []):
        if question.required and question.kind != "ticks":
            raise DataError(f"question {question.name!r} is not answered")
        return None
    if question.kind == "text":
        if not isinstance(given, str) or len(given) > LONGEST:
            raise DataError(f"question {question.name!r} takes text of up to {LONGEST} characters")
        return given
    allowed = values(project, question, fields)
    ticked = given if question.kind == "ticks" else [given]
    if not isinstance(ticked, list) or any(str(one) not in allowed for one in ticked):
        raise DataError(f"question {question.name!r} takes {', '.join(allowed)}, not {given!r}")
    return sorted({str(one) for one in ticked}, key=allowed.index) if question.kind == "ticks" else str(given)


def _text(fields: dict[str, Any], text: Any) -> str:
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise DataError(f"a rewritten text has 1 to {LONGEST} characters; refuse it if it cannot be written")
    if text.strip() == str(fields.get("text", "")).strip():
        raise DataError("the text is the same as before; write it in other words or refuse it")
    return text.strip()


def is_draft(answer: Any) -> bool:
    """Tell whether an unfinished answer can be shown again: a table of texts and lists of texts.

    >>> is_draft({"label": "да", "reasons": ["词", "语法"]}), is_draft({"label": 1}), is_draft("да")
    (True, False, False)
    """
    return isinstance(answer, dict) and all(
        isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))
        for value in answer.values()
    )


def check_seconds(given: Any) -> float | None:
    """Give how long a judgement took, or nothing where nobody says; what is no length of time is refused."""
    if given in (None, ""):
        return None
    try:
        seconds = float(given)
    except (TypeError, ValueError):
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise DataError(f"the seconds of a judgement are a number from 0 up, not {given!r}")
    return seconds


def agrees(project: Project, answer: dict[str, Any], gold: dict[str, Any]) -> bool:
    """Tell whether an answer is right: it says what the known answer says, question by question.

    Labels that are binarised before they count are so here; on an averaged scale, one step off is right.
    """
    return all(
        _same(project, name, answer.get(name), value) for name, value in gold.items() if name != "text"
    )


def _same(project: Project, name: str, given: Any, known: Any) -> bool:
    if given == known or name != "label" or given is None:
        return bool(given == known)
    question = project.question()
    if project.aggregation.binarise:
        return (given in question.positive) == (known in question.positive)
    if project.aggregation.by == "mean":
        steps = [option.value for option in question.options]
        return abs(steps.index(given) - steps.index(known)) <= 1
    return False


class LabelCoder:
    """Numbers for the labels of a project, as quality control compares them.

    A scale of more than three steps, or one that is binarised, counts as two labels: on a fine scale honest
    people differ by a step, and that is no sign of not looking.

    >>> from paraphrast.annotate.loading import template
    >>> code = LabelCoder(template("cspc-fine"))
    >>> code("5"), code("4"), code("1"), code.size
    (1, 1, 0, 2)
    """

    def __init__(self, project: Project) -> None:
        question = project.question()
        values_ = [option.value for option in question.options]
        scale = project.aggregation.binarise or project.aggregation.by == "mean" or len(values_) > 3
        self._positive = set(question.positive) if scale else set[str]()
        self._codes = {value: code for code, value in enumerate(values_)}

    def __call__(self, label: str) -> int:
        """Give the number of a label; one that is new gets the next."""
        if self._positive:
            return int(label in self._positive)
        return self._codes.setdefault(label, len(self._codes))

    @property
    def size(self) -> int:
        """How many labels there are, two at least."""
        return 2 if self._positive else max(len(self._codes), 2)
