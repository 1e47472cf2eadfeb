"""The windows of an index that are nearest to those of a text, whatever segments they lie in."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.detect.index.segment import Ints, Segment

Codes: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float32]
BLOCK = 32_768  # windows compared at a time
QUERIES = 512  # with so many windows of a text, so that memory stays bounded
Block: TypeAlias = tuple[Segment, int, slice]


class Near(NamedTuple):
    """Columns: this window of the text is near that stretch of that document."""

    query: Ints
    cosine: Floats
    number: Ints
    start: Ints
    stop: Ints
    lang: Ints


def nearest(segments: Sequence[Segment], queries: Codes, dead: Ints, *, limit: int) -> Near:
    """Find the living windows with the greatest cosines to each query, `limit` a language and all that tie.

    Words of one language are nearer to each other than to those of another, so languages do not compete.
    """
    found = _empty()
    for lang in languages(segments):
        for start in range(0, len(queries), QUERIES):
            part = _nearest(list(_blocks(segments, lang)), queries[start : start + QUERIES], dead, limit)
            found = _both(found, part._replace(query=part.query + start))
    return found


def languages(segments: Sequence[Segment]) -> list[int]:
    """List the numbers of the languages that windows are in."""
    some = [np.unique(segment.vectors[1][:, 3]) for segment in segments if segment.vectors is not None]
    return sorted({int(lang) for part in some for lang in part})


def _nearest(blocks: Iterable[Block], queries: Codes, dead: Ints, limit: int) -> Near:
    """Do it for some queries.

    The numbers are whole, so float32 adds them up exactly (127 * 127 * 128 is less than 2 ** 24).
    """
    whole = queries.astype(np.float32)
    scale = inverse_lengths(whole)[:, None]
    floor = np.full(len(queries), -np.inf, dtype=np.float32)
    found = _empty()
    for segment, lang, some in blocks:
        codes, places = _read(segment, lang, some)
        floats = codes.astype(np.float32)
        cosine = whole @ floats.T
        cosine *= scale
        cosine *= inverse_lengths(floats)
        query, column = np.nonzero(cosine >= _raised(floor, cosine, limit)[:, None])
        number = np.asarray(segment.number)[places[column, 0]]
        alive = ~np.isin(number, dead)
        query, column, number = query[alive], column[alive], number[alive]
        fresh = Near(query, cosine[query, column], number, *places[column, 1:].astype(np.int64).T)
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


def _blocks(segments: Sequence[Segment], lang: int) -> Iterable[Block]:
    for segment in segments:
        if segment.vectors is not None:
            for start in range(0, len(segment.vectors[0]), BLOCK):
                yield segment, lang, slice(start, start + BLOCK)


def _read(segment: Segment, lang: int, some: slice) -> tuple[Codes, npt.NDArray[np.uint32]]:
    """Read the windows of a language in a block."""
    assert segment.vectors is not None
    values, places = (np.asarray(part[some]) for part in segment.vectors)
    kept = places[:, 3] == lang
    return values[kept], places[kept]


def _empty() -> Near:
    none = np.empty(0, dtype=np.int64)
    return Near(none, np.empty(0, dtype=np.float32), none, none, none, none)


def _both(one: Near, other: Near) -> Near:
    columns: list[Any] = [np.concatenate([a, b]) for a, b in zip(one, other, strict=True)]
    return Near(*columns)


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
    return pick(found, kept), floor


def pick(near: Near, kept: npt.NDArray[Any]) -> Near:
    """Keep some rows."""
    columns: list[Any] = [column[kept] for column in near]
    return Near(*columns)
