"""The source as it is: the baseline that any rewriter has to beat."""

from collections.abc import Sequence

from paraphrast.rewrite.task import Task


class Duplicate:
    """Proposes each text itself."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        return [[text] for text in texts]
