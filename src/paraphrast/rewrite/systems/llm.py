"""Asking a language model, with prompts of our own in three languages."""

import re
from collections.abc import Sequence
from importlib.resources import files

from paraphrast import models
from paraphrast.errors import CommandError
from paraphrast.models.types import Generator
from paraphrast.rewrite.task import Goal, Task
from paraphrast.text import Lang

LABEL = re.compile(r"^\s*(?:ответ|answer|rewritten|neutral|改写|答案?)\s*[:：]\s*", re.IGNORECASE)
QUOTES = "\"'«»“”„「」『』 "


class Asked:
    """Proposes what a generator answers: a name such as endpoint:MODEL, or a callable."""

    def __init__(self, task: Task, *, model: str | Generator = "", n: int = 1) -> None:
        if not model:
            raise CommandError("llm needs a model: endpoint:MODEL or hub:NAME (--model on the command line)")
        self.lang, self.goal, self.n = task.lang, task.goal, n
        self.reasons: dict[str, str] = {}
        self.generator = (
            models.generator(model, how="greedy" if n == 1 else "sample") if isinstance(model, str) else model
        )

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        """Ask for each text; `reasons` says why one has no answer."""
        asked = [_write_prompt(text, self.lang, self.goal) for text in texts]
        answers = self.generator(asked, n=self.n)
        failures = getattr(self.generator, "failures", {})
        self.reasons = {
            text: failures[one] for text, one in zip(texts, asked, strict=True) if one in failures
        }
        return [[said for said in map(_read_answer, some) if said] for some in answers]


def _write_prompt(text: str, lang: Lang, goal: Goal) -> str:
    """Write the request for one text."""
    form = (files("paraphrast.rewrite") / "lists" / f"prompt.{goal}.{lang}.txt").read_text(encoding="utf-8")
    return form.replace("{text}", text)


def _read_answer(answer: str) -> str:
    """Take the rewrite out of an answer: its first line with words, without a label and quotes.

    >>> _read_answer('Answer: "Please stop."')
    'Please stop.'
    """
    lines = [LABEL.sub("", line).strip() for line in answer.splitlines()]
    said = [line for line in lines if any(map(str.isalnum, line))]
    return said[0].strip(QUOTES) if said else ""
