"""A large language model as an identifier: zero or few examples, asked through an endpoint, answers kept."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.models.endpoint import Endpoint, Usage

TASK = (
    "You judge whether two texts are paraphrases: whether they say the same, in Russian, English or Chinese. "
    "Swapped names or roles, other numbers or a negation make them differ, however alike the words. "
    "Answer with one whole number from 0 (they differ) to 100 (they say the same) and nothing else."
)
YES = re.compile(r"^\W*(?:yes|да|是|对)\b|^\W*是", re.I)
NO = re.compile(r"^\W*(?:no|нет|不|否)\b|^\W*[不否]", re.I)
NUMBER = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d+)?)(?![\d])")


class Llm:
    """A Scorer that asks a chat model about every pair; `shots` are labelled pairs shown first."""

    threshold = 0.5

    def __init__(
        self, name: str, *, batch: int = 64, shots: Sequence[Pair] = (), endpoint: Endpoint | None = None
    ) -> None:
        self.endpoint = endpoint or Endpoint(name, cache=_answers_file())
        self.batch = batch
        self.shots = [message for shot in shots for message in shown(shot)]

    @property
    def usage(self) -> Usage:
        """Say what was asked so far and what it cost."""
        return self.endpoint.usage

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the model's judgement of each pair, from 0 to 1."""
        start = [{"role": "system", "content": TASK}, *self.shots]
        answers = self.endpoint([[*start, question(pair)] for pair in pairs], tokens=16)
        return [number(answer) for answer in answers]


def question(pair: Pair) -> dict[str, str]:
    """Give the message that asks about a pair."""
    return {"role": "user", "content": f"Text 1: {pair.a}\nText 2: {pair.b}\nNumber:"}


def shown(pair: Pair) -> list[Mapping[str, str]]:
    """Give a labelled pair as a question and its answer."""
    if pair.label is None:
        raise DataError(f"the example {pair.a[:40]!r} has no label; examples show what to answer")
    return [question(pair), {"role": "assistant", "content": str(round(100 * pair.label))}]


def number(answer: str) -> float:
    """Read a judgement: a number up to 100, or yes or no in the three languages.

    >>> number("85"), number("Number: 20."), number("Да."), number("不是")
    (0.85, 0.2, 1.0, 0.0)
    """
    found = NUMBER.search(answer)
    if found and float(found.group()) <= 100:
        return float(found.group()) / 100
    if NO.search(answer):
        return 0.0
    if YES.search(answer):
        return 1.0
    raise DataError(f"the model answered {answer[:80]!r}; a number from 0 to 100 was asked for")


def _answers_file() -> Path:
    """Say where answers are kept between runs."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "paraphrast" / "answers.sqlite"
