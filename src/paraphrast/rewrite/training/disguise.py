"""The disguise that a rewriter was trained in, without anything that training needs."""

from pathlib import Path

from paraphrast.rewrite.entities import vocabulary
from paraphrast.rewrite.entities.aligned import Aligned
from paraphrast.rewrite.entities.slots import Disguise, Entities
from paraphrast.rewrite.training.settings import Settings

VOCABULARY = "vocabulary.tsv"


def find_disguise(settings: Settings, folder: Path | None = None) -> Disguise | None:
    """Give the disguise that a rewriter was trained in; its folder has its own copy of the vocabulary."""
    if settings.slots == "none":
        return None
    if settings.slots == "entities":
        return Entities(settings.lang)
    path = folder / VOCABULARY if folder else Path(settings.vocabulary)
    return Aligned(vocabulary.read_vocabulary(path), settings.lang)
