"""Rewriting with a sequence-to-sequence model: a trained folder, or any generator."""

from collections.abc import Sequence

from paraphrast.models.types import Generator
from paraphrast.rewrite.systems.consensus import are_refused
from paraphrast.rewrite.systems.trained import open_model
from paraphrast.rewrite.systems.voting import defer_refused
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words.cleaning import tidy_draft

CANDIDATES = 4


class Seq2Seq:
    """Proposes what a model writes, in its own order; rude ones come last if the goal is neutral."""

    def __init__(self, task: Task, *, model: str | Generator = "", n: int = CANDIDATES) -> None:
        self.task, self.n = task, n
        self.model = open_model(model) if isinstance(model, str) else model

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        tidied = [
            list(dict.fromkeys(tidy_draft(draft, text, self.task.lang) for draft in some))
            for text, some in zip(texts, self.model(texts, n=self.n), strict=True)
        ]
        neutral = self.task.goal == "neutral"
        return defer_refused(tidied, (lambda drafts: are_refused(drafts, self.task)) if neutral else None)
