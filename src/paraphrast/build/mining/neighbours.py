"""The nearest texts by vectors: within one list, between two lists, or of queries; in fixed memory.

Lists of up to `EXACT` rows are compared whole, block by block. Longer ones are first sorted into cells around
centres, and only near cells are compared: of a million sentences that is one product in sixty.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from paraphrast.build.filters.similarity import Encoder
from paraphrast.build.mining.cells import Cells
from paraphrast.build.mining.hits import Hits, Limits, chosen, merged, nothing
from paraphrast.build.mining.store import Store
from paraphrast.data import Pair
from paraphrast.engine import progress
from paraphrast.text import Lang

EXACT = 50_000
BLOCK = 1024
WIDE = 16_384
WRITTEN = 4096


def within(
    store: Store, *, low: float, high: float = 1.0, top: int = 10, lang: Lang | None = None
) -> Iterator[Pair]:
    """Yield every two texts of one list with a cosine between the bounds, of each the `top` best."""
    yield from paired(store, store, hits(store, None, Limits(low, high, top, same=True)), lang)


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
    if max(len(one), len(other) if other is not None else 0) <= EXACT:
        yield from exact(one, other if other is not None else one, limits)
        return
    with tempfile.TemporaryDirectory(dir=one.folder) as folder:
        yield from Cells(one, other, Path(folder)).hits(limits)


def exact(one: Store, other: Store, limits: Limits) -> Iterator[Hits]:
    """Compare every block of one list with every block of the other."""
    left, right = one.vectors, other.vectors
    for start in progress(range(0, len(left), BLOCK), "neighbours"):
        block = left[start : start + BLOCK].astype(np.float32)
        rows = np.arange(start, start + len(block))
        found = nothing()
        for wide in range(start if limits.same else 0, len(right), WIDE):
            part = right[wide : wide + WIDE].astype(np.float32)
            columns = np.arange(wide, wide + len(part))
            found = merged(found, chosen(block @ part.T, rows, columns, limits), limits.top)
        yield found


def paired(one: Store, other: Store, found: Iterator[Hits], lang: Lang | None) -> Iterator[Pair]:
    """Make pairs of hits."""
    for row, column, score in found:
        for start in range(0, len(row), WRITTEN):
            part = slice(start, start + WRITTEN)
            texts = zip(one.texts(row[part].tolist()), other.texts(column[part].tolist()), strict=True)
            for (a, b), i, j, cosine in zip(texts, row[part], column[part], score[part], strict=True):
                meta = {"origin": "neighbours", "cosine": round(float(cosine), 4)}
                yield Pair(a, b, lang=lang, id=f"{i}+{j}", group=str(i), meta=meta)
