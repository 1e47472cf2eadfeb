"""The best of several systems' candidates, by the score that the caller passes."""

from collections.abc import Sequence
from typing import Any

from paraphrast.errors import CommandError
from paraphrast.rewrite.task import Task


class BestOf:
    """Proposes what all its systems propose; the caller's score chooses among them."""

    def __init__(
        self,
        task: Task,
        *,
        systems: Sequence[str] = ("delete", "replace"),
        settings: dict[str, dict[str, Any]] | None = None,
    ) -> None:
        from paraphrast.rewrite import make_system

        if task.score is None:
            raise CommandError("best-of needs a score to choose by: score=callable, or --best-by j")
        if "best-of" in systems:
            raise CommandError("best-of cannot be one of its own systems")
        told = settings or {}
        self.systems = [make_system(name, task, told.get(name, {})) for name in systems]

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        proposed = [each(texts) for each in self.systems]
        return [[text for some in each for text in some] for each in zip(*proposed, strict=True)]
