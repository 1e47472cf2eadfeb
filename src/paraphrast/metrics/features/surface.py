"""The features of SPScore that look at positions, substrings and n-grams, each over a whole batch."""

from typing import Literal, TypeAlias

import numpy as np

from paraphrast.metrics.features.batches import Ints, Side, bits
from paraphrast.metrics.features.tiling import Runs
from paraphrast.stats.intervals import Array

Reading: TypeAlias = Literal["pairs", "printed"]
ORDERS = (4, 5, 6)
MIX = 0x9E3779B97F4A7C15


def same_places(a: Side, b: Side) -> Array:
    """ACS: the share of places of the longer text at which both have the same character."""
    shorter = np.minimum(a.lengths, b.lengths)
    owners, places = Side(a.codes, a.starts, shorter).places()
    same = a.codes[a.starts[owners] + places] == b.codes[b.starts[owners] + places]
    counts = np.bincount(owners, weights=same, minlength=len(shorter))
    return counts / np.maximum(np.maximum(a.lengths, b.lengths), 1)


def moved(runs: Runs, a: Side, b: Side, *, reading: Reading = "pairs") -> Array:
    """SPA and WPA: how far shared parts changed places relative to one another, 0 when nothing is shared.

    With x = place in A / |A| - place in B / |B| of a part, the sum over pairs i <= j of |x_i - x_j|, over n
    squared; as printed, j is idle and |x_i| is summed instead.
    """
    n = len(a.lengths)
    shift = runs.a / np.maximum(a.lengths, 1)[runs.pair] - runs.b / np.maximum(b.lengths, 1)[runs.pair]
    order = np.lexsort((runs.a if reading == "printed" else shift, runs.pair))
    owners, shift = runs.pair[order], shift[order]
    counts = np.bincount(owners, minlength=n)
    rank = np.arange(len(owners)) - (np.cumsum(counts) - counts)[owners]
    size = counts[owners]
    # sorted, each x is added once for every smaller one and taken off once for every larger one
    weights = (size - rank) * np.abs(shift) if reading == "printed" else (2 * rank - size + 1) * shift
    return np.asarray(np.bincount(owners, weights=weights, minlength=n) / np.maximum(counts, 1) ** 2)


def longest(runs: Runs, a: Side, b: Side) -> Array:
    """LIS: the length of the longest common substring over the length of A."""
    size = np.zeros(len(a.lengths), dtype=np.int64)
    np.maximum.at(size, runs.pair, runs.length)
    for pair in np.flatnonzero((size == 0) & (a.lengths > 0) & (b.lengths > 0)):
        # tiles are of two characters and more; a single one is looked for only where there are none
        one, other = (
            set(s.codes[s.starts[pair] : s.starts[pair] + s.lengths[pair]].tolist()) for s in (a, b)
        )
        size[pair] = not one.isdisjoint(other)
    return size / np.maximum(a.lengths, 1)


def substring_bleu(runs: Runs, a: Side, b: Side) -> Array:
    """SBLEU: BLEU of B against A on n-grams of 4 to 6 characters, exactly 0 when no 4 in a row are shared.

    `runs` are all shared substrings. Orders longer than B are left out; an order without a match counts half
    a match, the next a quarter (as in NIST).
    """
    n = len(a.lengths)
    logs, orders, smooth, some = np.zeros(n), np.zeros(n), np.ones(n), np.zeros(n, dtype=bool)
    for order in ORDERS:
        totals = np.maximum(b.lengths - order + 1, 0)
        hits = _clipped_within(runs, a, b, order)
        some |= hits > 0
        smooth = np.where((hits == 0) & (totals > 0), smooth * 2, smooth)
        precision = np.where(hits > 0, hits, 1 / smooth) / np.maximum(totals, 1)
        logs += np.where(totals > 0, np.log(precision), 0)
        orders += totals > 0
    brevity = np.exp(np.minimum(0, 1 - a.lengths / np.maximum(b.lengths, 1)))
    return np.where(some, brevity * np.exp(logs / np.maximum(orders, 1)), 0.0)


def clipped(a: Side, b: Side, order: int) -> Array:
    """Count, per pair, the n-grams of B that A has too, each at most as often as A has it."""
    places_a, places_b = a.places(trim=order - 1), b.places(trim=order - 1)
    return _fewer(_grams(a, *places_a, order), _grams(b, *places_b, order), len(a.lengths))


def _clipped_within(runs: Runs, a: Side, b: Side, order: int) -> Array:
    """Count the same from what is shared alone, since an n-gram of both lies in a shared substring."""
    long = np.flatnonzero(runs.length >= order)
    counts = runs.length[long] - order + 1
    owners = np.repeat(runs.pair[long], counts)
    steps = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    keys = []
    for side, starts in ((a, runs.a), (b, runs.b)):
        # substrings overlap, and a place counts once
        places = np.unique((owners << 20) + np.repeat(starts[long], counts) + steps)
        keys.append(_grams(side, places >> 20, places & 0xFFFFF, order))
    return _fewer(keys[0], keys[1], len(a.lengths))


def _fewer(keys_a: Ints, keys_b: Ints, pairs: int) -> Array:
    """Add up, per pair, how often the side that has a key less often has it."""
    keys = np.concatenate([keys_a << 1, (keys_b << 1) + 1])
    keys.sort()
    starts = np.flatnonzero(np.diff(keys >> 1, prepend=-1))
    if not len(starts):
        return np.zeros(pairs)
    of_b = np.add.reduceat(keys & 1, starts)
    of_a = np.diff(np.append(starts, len(keys))) - of_b
    both = np.minimum(of_a, of_b).astype(np.float64)
    owners = keys[starts] >> (62 - bits(pairs))
    return np.bincount(owners, weights=both, minlength=pairs).astype(np.float64)


def _grams(side: Side, owners: Ints, places: Ints, order: int) -> Ints:
    """Give one number per n-gram: its pair and a hash of some 50 bits, which no two share."""
    at = side.starts[owners] + places
    mixed = np.zeros(len(at), dtype=np.uint64)
    for step in range(order):
        mixed = (mixed ^ side.codes[at + step].astype(np.uint64)) * np.uint64(MIX)
        mixed ^= mixed >> np.uint64(29)
    width = 61 - bits(len(side.lengths))
    return (owners << width) + (mixed >> np.uint64(64 - width)).astype(np.int64)


def same_words(a: Side, b: Side) -> Runs:
    """Give the words that both sides have, the k-th occurrence in A with the k-th in B."""
    keys_a, places_a = _occurrences(a)
    keys_b, places_b = _occurrences(b)
    _, at_a, at_b = np.intersect1d(keys_a, keys_b, assume_unique=True, return_indices=True)
    owners = keys_a[at_a] >> 42
    return Runs(owners, places_a[at_a], places_b[at_b], np.ones_like(owners))


def _occurrences(side: Side) -> tuple[Ints, Ints]:
    """Give one number per word, made of pair, word and how often it came before, and its place."""
    owners, places = side.places()
    words = side.codes[side.starts[owners] + places]
    keys = (owners << 26) + words
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    before = np.arange(len(keys)) - np.repeat(starts, np.diff(np.append(starts, len(keys))))
    return (keys << 16) + before, places[order]
