"""The windows of an index that are nearest to those of a text, whatever segments they lie in."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.detect.index.segment import Ints, Segment

Codes: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float32]
BLOCK = 32_768  # windows compared at a time


class Near(NamedTuple):
    """Columns: this window of the text is near that stretch of that document."""

    query: Ints
    cosine: Floats
    number: Ints
    start: Ints
    stop: Ints


def nearest(segments: Sequence[Segment], queries: Codes, dead: Ints, *, limit: int) -> Near:
    """Find the living windows with the greatest cosines to each query, `limit` of each and all that tie.

    The numbers are whole, so float32 adds them up exactly (127 * 127 * 128 is less than 2 ** 24).
    """
    whole = queries.astype(np.float32)
    scale = inverse_lengths(whole)[:, None]
    floor = np.full(len(queries), -np.inf, dtype=np.float32)
    found = _empty()
    for segment, codes, places in _blocks(segments):
        floats = codes.astype(np.float32)
        cosine = whole @ floats.T
        cosine *= scale
        cosine *= inverse_lengths(floats)
        query, column = np.nonzero(cosine >= _raised(floor, cosine, limit)[:, None])
        number = np.asarray(segment.number)[places[column, 0]]
        alive = ~np.isin(number, dead)
        query, column, number = query[alive], column[alive], number[alive]
        some = places[column].astype(np.int64)
        fresh = Near(query, cosine[query, column], number, some[:, 1], some[:, 2])
        found, floor = _best(_both(found, fresh), floor, limit)
    return found


def _raised(floor: Floats, cosine: Floats, limit: int) -> Floats:
    """Raise floors that let everything through to what the best of a block are worth, with some to spare."""
    some = min(4 * limit, cosine.shape[1])  # a part of them may be dead
    if not np.isneginf(floor).any() or cosine.shape[1] <= some:
        return floor
    return np.maximum(floor, np.partition(cosine, -some, axis=1)[:, -some])


def inverse_lengths(rows: Floats) -> Floats:
    """Give one divided by the length of each row; 0 for a row of zeros."""
    lengths: Floats = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return np.asarray(np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0))


def _blocks(segments: Sequence[Segment]) -> Iterable[tuple[Segment, Codes, npt.NDArray[np.uint32]]]:
    for segment in segments:
        if segment.vectors is not None:
            values, places = segment.vectors
            for start in range(0, len(values), BLOCK):
                some = slice(start, start + BLOCK)
                yield segment, np.asarray(values[some]), np.asarray(places[some])


def _empty() -> Near:
    none = np.empty(0, dtype=np.int64)
    return Near(none, np.empty(0, dtype=np.float32), none, none, none)


def _both(one: Near, other: Near) -> Near:
    return Near(
        np.concatenate([one.query, other.query]),
        np.concatenate([one.cosine, other.cosine]),
        np.concatenate([one.number, other.number]),
        np.concatenate([one.start, other.start]),
        np.concatenate([one.stop, other.stop]),
    )


def _best(found: Near, floor: Floats, limit: int) -> tuple[Near, Floats]:
    """Keep what is not worse than the last of the best `limit` of each query, and tell how good that is."""
    order = np.lexsort((-found.cosine, found.query))
    query = found.query[order]
    begin = np.searchsorted(query, np.arange(len(floor)))
    count = np.searchsorted(query, np.arange(len(floor)), side="right") - begin
    full = np.flatnonzero(count >= limit)
    floor = floor.copy()
    floor[full] = found.cosine[order[begin[full] + limit - 1]]
    kept = order[found.cosine[order] >= floor[query]]
    best = Near(
        found.query[kept], found.cosine[kept], found.number[kept], found.start[kept], found.stop[kept]
    )
    return best, floor
