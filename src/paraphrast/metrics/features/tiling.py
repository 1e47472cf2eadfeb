"""Order-free greedy string tiling of many pairs at once.

Wise (1993): take the longest substring that both sequences still have, mark it, repeat. A passage that was
moved is found where it went, which longest common subsequences and difflib's blocks cannot do since they
keep the order.
"""

from typing import NamedTuple

import numpy as np

from paraphrast.metrics.features.batches import Ints, Side, bits

SHORTEST = 2
MIX = 0x9E3779B97F4A7C15


class Runs(NamedTuple):
    """Shared substrings: number of the pair, start in A, start in B, length; grouped by pair."""

    pair: Ints
    a: Ints
    b: Ints
    length: Ints


def tiles(runs: Runs, pairs: int) -> Runs:
    """Choose the tiles of every pair among its shared substrings, and give them sorted by pair."""
    left = runs
    found: list[Runs] = []
    while len(left.pair):
        best = _longest(left)
        found.append(best)
        left = _without(left, best, pairs)
    if not found:
        return left
    taken = Runs(*(np.concatenate(part) for part in zip(*found, strict=True)))
    order = np.argsort(taken.pair, kind="stable")
    return Runs(*(part[order] for part in taken))


def shared(a: Side, b: Side) -> Runs:
    """Give every maximal shared substring of length 2 or more."""
    first, second, owners = _same_bigrams(a, b)
    width = bits(int(max(a.lengths.max(initial=0), b.lengths.max(initial=0))) + 1)
    # one number per meeting point: pair, diagonal, place; a substring is then a run of consecutive numbers
    keys = (((owners << (width + 1)) + first - second + (1 << width)) << width) + first
    keys.sort()
    breaks = np.flatnonzero(np.diff(keys) != 1) + 1
    starts = np.concatenate([np.zeros(min(1, len(keys)), dtype=np.int64), breaks])
    lengths = np.diff(np.append(starts, len(keys))) + 1
    heads = keys[starts]
    place = heads & ((1 << width) - 1)
    diagonal = (heads >> width) & ((1 << (width + 1)) - 1)
    return Runs(heads >> (2 * width + 1), place, place - diagonal + (1 << width), lengths)


def _same_bigrams(a: Side, b: Side) -> tuple[Ints, Ints, Ints]:
    """Give places in A and in B, and the pair, of every two codes in a row that both sides have."""
    number = bits(len(a.lengths))
    place = bits(int(max(a.lengths.max(initial=0), b.lengths.max(initial=0))))
    keys_a, keys_b = _bigram_keys(a, number, place), _bigram_keys(b, number, place)
    hashes_a, hashes_b = keys_a >> place, keys_b >> place
    low = np.searchsorted(hashes_a, hashes_b, side="left")
    counts = np.searchsorted(hashes_a, hashes_b, side="right") - low
    picked_b = np.repeat(np.arange(len(keys_b)), counts)
    picked_a = np.repeat(low - (np.cumsum(counts) - counts), counts) + np.arange(len(picked_b))
    mask = (1 << place) - 1
    first, second = keys_a[picked_a] & mask, keys_b[picked_b] & mask
    owners = keys_a[picked_a] >> (62 - number)
    at_a, at_b = a.starts[owners] + first, b.starts[owners] + second
    # equal hashes are nearly always equal bigrams: make it always
    same = (a.codes[at_a] == b.codes[at_b]) & (a.codes[at_a + 1] == b.codes[at_b + 1])
    return (first, second, owners) if same.all() else (first[same], second[same], owners[same])


def _bigram_keys(side: Side, number: int, place: int) -> Ints:
    """Give, sorted, one number per two codes in a row: pair, hash of the two, place."""
    owners, places = side.places(trim=1)
    at = side.starts[owners] + places
    width = 62 - number - place
    mixed = (side.codes[at].astype(np.uint64) << np.uint64(21)) + side.codes[at + 1].astype(np.uint64)
    hashes = ((mixed * np.uint64(MIX)) >> np.uint64(64 - width)).astype(np.int64)
    keys: Ints = (((owners << width) + hashes) << place) + places
    keys.sort()
    return keys


def _longest(runs: Runs) -> Runs:
    """Give each pair's longest run; among equals the first in A, then in B."""
    width = bits(int(max(runs.a.max(), runs.b.max())))
    most = (1 << width) - 1
    ranks = (((runs.length << width) + most - runs.a) << width) + most - runs.b
    starts = np.flatnonzero(np.diff(runs.pair, prepend=-1))
    best = np.maximum.reduceat(ranks, starts)
    a, b = most - ((best >> width) & most), most - (best & most)
    return Runs(runs.pair[starts], a, b, best >> (2 * width))


def _without(runs: Runs, taken: Runs, pairs: int) -> Runs:
    """Cut what was taken out of the runs: each leaves up to three pieces of 2 or more."""
    place = np.empty(pairs, dtype=np.int64)
    place[taken.pair] = np.arange(len(taken.pair))
    own = place[runs.pair]
    size = taken.length[own]
    gap_a, gap_b = taken.a[own] - runs.a, taken.b[own] - runs.b
    first, second = np.minimum(gap_a, gap_b), np.maximum(gap_a, gap_b)
    ends = [np.clip(edge, 0, runs.length) for edge in (first, first + size, second, second + size)]
    zero = np.zeros_like(size)
    starts = np.stack([zero, ends[1], ends[3]], axis=1).ravel()
    stops = np.stack([ends[0], ends[2], runs.length], axis=1).ravel()
    keep = np.flatnonzero(stops - starts >= SHORTEST)
    row = keep // 3
    shift = starts[keep]
    return Runs(runs.pair[row], runs.a[row] + shift, runs.b[row] + shift, stops[keep] - shift)
