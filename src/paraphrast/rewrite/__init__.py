"""Rewriting: a system proposes, and every output is tidied, checked and recorded before it leaves.

    rewriter("delete", lang="ru")(texts)            texts -> texts
    rewriter("delete", lang="ru").records(texts)    the same as Pairs, with what changed, flags and P(toxic)

`best-of` and `adversarial` need a `score`, pairs -> floats, from whoever calls.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from paraphrast.errors import unknown
from paraphrast.text.languages import LANGS, Lang

if TYPE_CHECKING:
    from paraphrast.data import Scorer
    from paraphrast.rewrite.checked import Checked, Judge

__all__ = ["SYSTEMS", "rewriter"]

SYSTEMS = {
    "duplicate": "paraphrast.rewrite.duplicate:Duplicate",
    "delete": "paraphrast.rewrite.delete:Delete",
    "replace": "paraphrast.rewrite.replace:Replace",
    "llm": "paraphrast.rewrite.llm:Asked",
    "best-of": "paraphrast.rewrite.best_of:BestOf",
    "adversarial": "paraphrast.rewrite.adversarial:Adversarial",
}


def rewriter(
    name: str,
    lang: Lang,
    *,
    toxicity: "Judge | None" = None,
    score: "Scorer | None" = None,
    **settings: Any,
) -> "Checked":
    """Give a system by name, behind its checks; `toxicity` is the bundled judge unless another is given."""
    from paraphrast import models
    from paraphrast.rewrite.checked import Checked, Means

    if name not in SYSTEMS:
        raise unknown("rewriter", name, SYSTEMS)
    if lang not in LANGS:
        raise unknown("language", lang, LANGS)
    module, _, maker = SYSTEMS[name].partition(":")
    means = Means(lang, toxicity or models.toxicity(), score)
    return Checked(name, getattr(import_module(module), maker)(means, **settings), means)
