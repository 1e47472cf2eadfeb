"""Windows: sentences one after another, as many as say enough to be found by, as one static vector.

A single sentence of a rewritten text is like thousands of others in a large library; two or three of them
together are not. A window begins with every sentence, so a passage is met wherever it begins.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document
from paraphrast.detect.reading import lang_of
from paraphrast.models.bundled.static import StaticEncoder, Sums, unit
from paraphrast.text import Lang
from paraphrast.text.rough import rough_sentences

Ints: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.int8]
LANGS: tuple[Lang, ...] = get_args(Lang)  # an index keeps their numbers
NAME = "static-2"  # what the vectors of an index are made by: those of another kind cannot be compared
ENOUGH = 40  # pieces of a window, where the text has as many
MOST = 5  # sentences of a window
APART = 20  # pieces from the beginning of a window to that of the next, in a text that is checked
LEAST = 12  # pieces that say anything at all


class Windows(NamedTuple):
    """Windows of one text: vectors as whole numbers, where each begins and ends, the language's number."""

    codes: Codes
    start: Ints
    stop: Ints
    lang: int = 0


def cut_documents(documents: Sequence[Document]) -> list[Windows]:
    """Make the windows of documents; places count characters."""
    places = [
        np.array(rough_sentences(one.text, lang_of(one)), dtype=np.int64).reshape(-1, 2) for one in documents
    ]
    texts = [
        one.text[start:stop] for one, spans in zip(documents, places, strict=True) for start, stop in spans
    ]
    sums = StaticEncoder().sums(texts)
    ends = np.cumsum([0, *map(len, places)]).tolist()
    found = []
    for one, spans, begin, end in zip(documents, places, ends, ends[1:], strict=False):
        windows = group_sentences(Sums(sums.vectors[begin:end], sums.pieces[begin:end]))
        start, stop = spans[windows.start, 0], spans[windows.stop - 1, 1]
        found.append(Windows(windows.codes, start, stop, LANGS.index(lang_of(one))))
    return found


def group_sentences(sums: Sums) -> Windows:
    """Join sentences into windows; places count sentences.

    What is left at the end of a text belongs to the window before it.
    """
    count = len(sums.pieces)
    total = np.concatenate([[0], np.cumsum(sums.pieces)])
    first = np.arange(count)
    last = np.searchsorted(total, total[:-1] + ENOUGH)  # where so many pieces have come together
    last = np.minimum(np.minimum(last, first + MOST), count)
    pieces = total[last] - total[first]
    rest = (first > 0) & (last == count) & (pieces < ENOUGH // 2)
    kept = np.flatnonzero((pieces >= LEAST) & ~rest)
    summed = np.zeros((count + 1, sums.vectors.shape[1]))
    np.cumsum(sums.vectors, axis=0, out=summed[1:])
    vectors = (summed[last[kept]] - summed[first[kept]]).astype(np.float32)
    return Windows(encode(vectors), first[kept], last[kept])


def spread_windows(windows: Windows, pieces: Ints) -> Windows:
    """Leave out windows that begin shortly after another, where sentences of so many pieces are short.

    An index has those of every sentence, so whatever is asked for finds its like.
    """
    total = np.concatenate([[0], np.cumsum(pieces)])
    kept: list[int] = []
    for place, first in enumerate(windows.start.tolist()):
        if not kept or total[first] - total[windows.start[kept[-1]]] >= APART:
            kept.append(place)
    return Windows(windows.codes[kept], windows.start[kept], windows.stop[kept], windows.lang)


def encode(vectors: npt.NDArray[np.float32]) -> Codes:
    """Keep vectors as whole numbers from -127 to 127, each scaled to its greatest component.

    Products of whole numbers are exact in whatever order they are added up, so a cosine does not depend on
    which documents lie beside one another.
    """
    top = np.maximum(np.abs(unit(vectors)).max(axis=1, keepdims=True, initial=0), 1e-9)
    codes: Codes = np.rint(unit(vectors) / top * 127).astype(np.int8)
    return codes
