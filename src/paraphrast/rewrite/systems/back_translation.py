"""Through another language and back, by any two translators."""

from collections.abc import Sequence

from paraphrast import models
from paraphrast.errors import CommandError
from paraphrast.models.types import Generator
from paraphrast.rewrite.task import Task
from paraphrast.text.languages import PIVOT


class BackTranslation:
    """Proposes what comes back from a pivot language; each pivot text may come back in several ways."""

    def __init__(
        self,
        task: Task,
        *,
        there: str | Generator = "",
        back: str | Generator = "",
        pivot: str = PIVOT,
        n: int = 1,
    ) -> None:
        if not there or not back:
            raise CommandError(
                "back-translation needs two translators, there and back (--there and --back in the shell):"
                " hub:NAME, ct2:FOLDER or endpoint:MODEL"
            )
        self.n = n
        self.there = _open_translator(there, pivot)
        self.back = _open_translator(back, task.lang)

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        pivots = [some[0] if some else "" for some in self.there(texts)]
        return [[text for text in some if text.strip()] for some in self.back(pivots, n=self.n)]


def _open_translator(translator: str | Generator, to: str) -> Generator:
    """Open a translator by its name."""
    return models.translator(translator, to=to) if isinstance(translator, str) else translator
