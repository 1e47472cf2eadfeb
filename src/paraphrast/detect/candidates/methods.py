"""Which documents of an index a text may have borrowed from, named place by place.

A method is a function `(reading, index) -> Names` in a file of its own, and a line in `METHODS`.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import Flags, Reading
from paraphrast.detect.terms import Ints
from paraphrast.errors import unknown

Floats: TypeAlias = npt.NDArray[np.float64]
METHODS = {
    "prints": "paraphrast.detect.candidates.prints:by_prints",
    "words": "paraphrast.detect.candidates.words:by_words",
    "sentences": "paraphrast.detect.candidates.sentences:by_sentences",
}


class Names(NamedTuple):
    """Columns: at this word of the text this document is named, with so many votes.

    A document that is `sure` is looked at even where no other place of the text names it.
    """

    place: Ints
    number: Ints
    vote: Floats
    sure: Flags


Method: TypeAlias = Callable[[Reading, Index], Names]


def names(rows: Sequence[tuple[int, int, float, bool]]) -> Names:
    """Make columns of rows."""
    place, number, vote, sure = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Names(
        np.array(place, dtype=np.int64),
        np.array(number, dtype=np.int64),
        np.array(vote, dtype=np.float64),
        np.array(sure, dtype=np.bool_),
    )


def method(name: str) -> Method:
    """Give the method of this name."""
    if name not in METHODS:
        raise unknown("way to name candidates", name, METHODS)
    module, _, function = METHODS[name].partition(":")
    found: Method = getattr(import_module(module), function)
    return found


def name_candidates(reading: Reading, index: Index, *, methods: Sequence[str] = tuple(METHODS)) -> Names:
    """Let every method name documents; one whose view the index does not have names none."""
    parts = [method(name)(reading, index) for name in methods]
    return Names(*(np.concatenate(column) for column in zip(*parts, strict=True)))
