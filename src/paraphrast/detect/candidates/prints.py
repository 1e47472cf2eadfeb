"""Documents that share winnowed fingerprints with a chunk of the text, rare ones for more."""

import numpy as np

from paraphrast.detect.candidates.methods import Floats, Names, names
from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import Reading
from paraphrast.detect.terms import Ints, winnow

CHUNK = 30  # words of a chunk
VOTES = 2  # of a fingerprint that one document has
FIRST = 4  # documents that share most with a chunk, at least two fingerprints, are looked at


def by_prints(reading: Reading, index: Index) -> Names:
    """Let each chunk vote for every document that shares a fingerprint with it."""
    runs = reading.runs
    places = winnow(runs)
    position, number = index.by_prints(runs[places] >> np.uint64(24))
    if not len(position):
        return names([])
    rarity = 1 / np.bincount(position, minlength=len(places))[position] ** 0.5
    chunk = places[position] // CHUNK
    # the rarest fingerprint of each document in each chunk is what it votes by
    order = np.lexsort((-rarity, number, chunk))
    number, chunk, rarity = number[order], chunk[order], rarity[order]
    first = np.concatenate([[True], (np.diff(number) != 0) | (np.diff(chunk) != 0)])
    group = np.cumsum(first) - 1
    total, count = np.bincount(group, rarity), np.bincount(group)
    number, chunk, rarity = number[first], chunk[first], rarity[first]
    rank = _ranks(chunk, total.astype(np.float64), index.ties(number))
    return Names(chunk * CHUNK, number, VOTES * rarity, (count > 1) & (rank < FIRST))


def _ranks(chunk: Ints, total: Floats, tie: Ints) -> Ints:
    """Number the documents of each chunk from 0 on, those that share most first; ties go by content."""
    order = np.lexsort((tie, -total.round(9), chunk))
    begin = np.concatenate([[True], np.diff(chunk[order]) != 0])
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order)) - np.flatnonzero(begin)[np.cumsum(begin) - 1]
    return rank
