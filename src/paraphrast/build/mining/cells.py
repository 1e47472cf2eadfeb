"""Vectors sorted into cells around centres, so that only near cells need comparing."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paraphrast.build.mining.hits import NEVER, Hits, Limits, Matrix, Nearest, capped, once
from paraphrast.build.mining.store import Store, let_go
from paraphrast.engine import progress

PROBES = 16
SAMPLE = 64  # vectors a centre learns from
ROUNDS = 8
BLOCK = 8192
PART = 2048
OFTEN = 16  # after so many blocks or cells what was read of the files is let go


class Cells:
    """One or two lists around common centres; the sorted copies live in a folder."""

    def __init__(self, one: Store, other: Store | None, folder: Path, *, seed: int = 0) -> None:
        self.same, self.folder = other is None, folder
        sides = [one.vectors] if other is None else [one.vectors, other.vectors]
        self.centres = centres(sides[-1], int(np.sqrt(len(sides[-1]))), seed)
        self.sides = [Side(side, self.centres, folder / str(number)) for number, side in enumerate(sides)]

    def hits(self, limits: Limits) -> Iterator[Hits]:
        """Compare the members of each cell with those of the nearest cells."""
        left, right = self.sides[0], self.sides[-1]
        known = Known(self.folder / "known", len(left.order), limits.top) if self.same else None
        for cell in progress(range(len(self.centres)), "neighbours"):
            if cell % OFTEN == 0:
                let_go(right.vectors)
                let_go(left.vectors)
            for start in range(left.starts[cell], left.starts[cell + 1], PART):
                stop = min(start + PART, left.starts[cell + 1])
                nearest = self.nearest(start, stop, limits)
                found = nearest.hits(left.order[start:stop])
                yield known.new(found, left.order[start:stop], nearest.column) if known else found

    def nearest(self, start: int, stop: int, limits: Limits) -> Nearest:
        """Compare each of some sorted rows with the cells whose centres are nearest to it."""
        right = self.sides[-1]
        block = self.sides[0].vectors[start:stop].astype(np.float32)
        nearest = Nearest(stop - start, limits)
        for cell, rows in asked(block, self.centres):
            first, last = right.starts[cell], right.starts[cell + 1]
            if first < last:
                scores = capped(block[rows] @ right.vectors[first:last].astype(np.float32).T, limits.high)
                if self.same and first <= start < last:
                    scores[np.arange(len(rows)), rows + (start - first)] = NEVER
                nearest.look(scores, right.order[first:last], rows)
        return nearest


def asked(block: Matrix, middles: Matrix) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield every cell that is among the nearest of some rows, with these rows."""
    number = min(PROBES, len(middles))
    near = np.argpartition(-(block @ middles.T), number - 1, axis=1)[:, :number].ravel()
    order = np.argsort(near, kind="stable")
    cells, starts = np.unique(near[order], return_index=True)
    yield from zip(cells.tolist(), np.split(order // number, starts[1:]), strict=True)


class Known:
    """Remembers on the disk what was found of each row of one list, so that no two rows are named twice."""

    def __init__(self, path: Path, number: int, top: int) -> None:
        # rows are counted from 1 here: an empty file is full of nothing
        self.columns = np.memmap(path, dtype="<i4", mode="w+", shape=(number, top))

    def new(self, hits: Hits, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Hits:
        """Leave out the hits that were found before from the other side, and remember the columns of rows."""
        fresh = ~(self.columns[hits.column] == hits.row[:, None] + 1).any(axis=1)
        self.columns[rows] = columns + 1
        let_go(self.columns)
        return once(Hits(hits.row[fresh], hits.column[fresh], hits.score[fresh]))


class Side:
    """One list in the order of its cells."""

    def __init__(self, vectors: NDArray[np.float16], middles: Matrix, path: Path) -> None:
        cells = nearest(vectors, middles)
        self.order = np.argsort(cells, kind="stable").astype(np.int64)
        self.starts = np.searchsorted(cells[self.order], np.arange(len(middles) + 1)).tolist()
        copy = np.memmap(path, dtype="<f2", mode="w+", shape=vectors.shape)
        for start in range(0, len(vectors), BLOCK):
            copy[start : start + BLOCK] = vectors[self.order[start : start + BLOCK]]
            if start // BLOCK % OFTEN == 0:
                let_go(vectors)
                let_go(copy)
        self.vectors = copy


def nearest(vectors: NDArray[np.float16], middles: Matrix) -> NDArray[np.int64]:
    """Name the nearest centre of each vector."""
    found = np.empty(len(vectors), dtype=np.int64)
    for number, start in enumerate(progress(range(0, len(vectors), BLOCK), "cells")):
        block = vectors[start : start + BLOCK].astype(np.float32)
        found[start : start + BLOCK] = np.argmax(block @ middles.T, axis=1)
        if number % OFTEN == 0:
            let_go(vectors)
    return found


def centres(vectors: NDArray[np.float16], number: int, seed: int) -> Matrix:
    """Find centres of unit vectors by k-means on a sample."""
    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.choice(len(vectors), min(len(vectors), SAMPLE * number), replace=False))
    sample = np.asarray(vectors[chosen]).astype(np.float32)
    let_go(vectors)
    middles = sample[rng.choice(len(sample), number, replace=False)]
    for _ in progress(range(ROUNDS), "centres"):
        cell = np.concatenate(
            [np.argmax(sample[s : s + BLOCK] @ middles.T, axis=1) for s in range(0, len(sample), BLOCK)]
        )
        middles = means(sample, cell, middles)
    return middles


def means(sample: Matrix, cell: NDArray[np.int64], old: Matrix) -> Matrix:
    """Move each centre to the mean of its members, on the unit sphere; an empty one stays."""
    order = np.argsort(cell, kind="stable")
    names, starts = np.unique(cell[order], return_index=True)
    new = old.copy()
    new[names] = np.add.reduceat(sample[order], starts, axis=0)
    lengths = np.linalg.norm(new, axis=1, keepdims=True)
    unit: Matrix = (new / np.maximum(lengths, 1e-9)).astype(np.float32)
    return unit
