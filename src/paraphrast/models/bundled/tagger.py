"""The tags of the bundled reader: how sure it is that each word of a rude text should go, or change."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled import box
from paraphrast.models.bundled.reader import in_threads, read_tags
from paraphrast.models.bundled.toxicity import cut
from paraphrast.models.bundled.words import groups


class Word(NamedTuple):
    """A word of a text, and how sure the tagger is that it goes or that something else stands for it."""

    text: str
    start: int
    stop: int
    delete: float
    replace: float


class BundledTagger:
    """Texts -> their words, each with how likely people would take it out or put something else for it."""

    name = "bundled"

    def __call__(self, texts: Sequence[str]) -> list[list[Word]]:
        """Tag the words of each text; a long text is read by windows."""
        given = box.tokenizer().encode_batch(list(texts), add_special_tokens=False)
        windows = [cut(list(one.ids)) for one in given]
        read = iter(in_threads(read_tags, [window for some in windows for window in some]))
        tags = [np.concatenate([next(read) for _ in some]) for some in windows]
        return [_tag_words(*row) for row in zip(texts, given, tags, strict=True)]


def _tag_words(text: str, given: Any, logits: NDArray[np.float32]) -> list[Word]:
    """Join the tags of pieces into words': the mean of the probabilities."""
    kinds = np.exp(logits[:, :3] - logits[:, :3].max(axis=1, keepdims=True))
    kinds /= kinds.sum(axis=1, keepdims=True)
    found = []
    for group in groups(given.tokens):
        start, stop = given.offsets[group.start][0], given.offsets[group.stop - 1][1]
        start += len(text[start:stop]) - len(text[start:stop].lstrip())
        _, delete, replace = kinds[group.start : group.stop].mean(axis=0).tolist()
        found.append(Word(text[start:stop], start, stop, delete, replace))
    return found
