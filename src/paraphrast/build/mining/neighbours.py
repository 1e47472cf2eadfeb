"""The nearest texts by vectors: within one list, between two lists, or of queries; in fixed memory.

Lists of up to `EXACT` rows are compared whole, block by block. Longer ones are first sorted into cells around
centres, and each row is compared with the cells nearest to it: of a million that is one product in sixty.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paraphrast.build.filters.similarity import Encoder
from paraphrast.build.mining.cells import Cells
from paraphrast.build.mining.hits import NEVER, Hits, Limits, Matrix, Nearest, capped, once
from paraphrast.build.mining.store import Store
from paraphrast.data import Pair
from paraphrast.engine import progress
from paraphrast.text import Lang

EXACT = 200_000
BLOCK = 1024
WIDE = 8192
WRITTEN = 4096


def within(
    store: Store, *, low: float, high: float = 1.0, top: int = 10, lang: Lang | None = None
) -> Iterator[Pair]:
    """Yield every two texts of one list within the bounds, one of them among the `top` best of the other."""
    yield from paired(store, store, hits(store, None, Limits(low, high, top)), lang)


def between(
    one: Store, other: Store, *, low: float, high: float = 1.0, top: int = 10, lang: Lang | None = None
) -> Iterator[Pair]:
    """Yield texts of one list with their nearest in the other."""
    yield from paired(one, other, hits(one, other, Limits(low, high, top)), lang)


def queried(
    store: Store,
    queries: Sequence[str],
    encoder: Encoder,
    *,
    low: float = -1.0,
    top: int = 10,
    lang: Lang | None = None,
) -> Iterator[Pair]:
    """Yield each query with its nearest texts, all of the list compared."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Store(folder).encode(queries, encoder, label="")
        yield from paired(asked, store, exact(asked, store, Limits(low, 2.0, top)), lang)


def hits(one: Store, other: Store | None, limits: Limits) -> Iterator[Hits]:
    """Choose how to compare: everything with everything, or cell by cell."""
    if max(len(one), len(other) if other is not None else 0) > EXACT:
        with tempfile.TemporaryDirectory(dir=one.folder) as folder:
            yield from Cells(one, other, Path(folder)).hits(limits)
    elif other is None:
        yield from itself(one, limits)
    else:
        yield from exact(one, other, limits)


def exact(one: Store, other: Store, limits: Limits) -> Iterator[Hits]:
    """Compare every block of one list with every block of the other."""
    left, right = one.vectors, other.vectors
    for start in progress(range(0, len(left), BLOCK), "neighbours"):
        block = left[start : start + BLOCK].astype(np.float32)
        nearest = Nearest(len(block), limits)
        for wide in range(0, len(right), WIDE):
            scores = products(block, right[wide : wide + WIDE], limits)
            nearest.look(scores, np.arange(wide, wide + scores.shape[1]), np.arange(len(block)))
        yield nearest.hits(np.arange(start, start + len(block)))


def itself(store: Store, limits: Limits) -> Iterator[Hits]:
    """Compare a list with itself: each product of two rows is made once and looked at from both sides."""
    vectors = store.vectors
    number = len(vectors)
    nearest = Nearest(number, limits)
    for start in progress(range(0, number, BLOCK), "neighbours"):
        block = vectors[start : start + BLOCK].astype(np.float32)
        stop = start + len(block)
        rows = np.arange(start, stop)
        square = products(block, vectors[start:stop], limits)
        np.fill_diagonal(square, NEVER)
        nearest.look(square, rows, rows)
        for wide in range(stop, number, WIDE):
            scores = products(block, vectors[wide : wide + WIDE], limits)
            columns = np.arange(wide, wide + scores.shape[1])
            nearest.look(scores, columns, rows)
            nearest.look(scores.T, rows, columns)
    yield once(nearest.hits(np.arange(number)))


def products(block: Matrix, part: NDArray[np.float16], limits: Limits) -> Matrix:
    """Multiply rows with rows, without what is too near."""
    return capped(block @ part.astype(np.float32).T, limits.high)


def paired(one: Store, other: Store, found: Iterator[Hits], lang: Lang | None) -> Iterator[Pair]:
    """Make pairs of hits."""
    for row, column, score in found:
        for start in range(0, len(row), WRITTEN):
            part = slice(start, start + WRITTEN)
            texts = zip(one.texts(row[part].tolist()), other.texts(column[part].tolist()), strict=True)
            for (a, b), i, j, cosine in zip(texts, row[part], column[part], score[part], strict=True):
                meta = {"origin": "neighbours", "cosine": round(float(cosine), 4)}
                yield Pair(a, b, lang=lang, id=f"{i}+{j}", group=str(i), meta=meta)
