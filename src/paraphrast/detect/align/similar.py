"""Seeds of the second kind: sentences with the same rare words, whatever their order (TF-ISF).

After Sanchez-Perez et al. (2014), who compared every pair of sentences in turn: one product of sparse
matrices gives the same cosines. Most sources are short, and there a plain table is faster.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.detect.cover import spread
from paraphrast.detect.reading import Reading
from paraphrast.detect.terms import Ints

Floats: TypeAlias = npt.NDArray[np.float64]
Product: TypeAlias = tuple[
    Ints, Ints, npt.NDArray[Any], npt.NDArray[Any]
]  # sentences here and there, cosine, shared weight
# so many sentences of other texts are taken to have none of the stems: short texts weigh like long ones
BACKGROUND = 400
WIDE = 64  # stems that are known for each word of two texts, up to which a table of them all is fastest
DENSE = 100_000  # pairs of sentences, up to which a table of them all is fastest


class Bag(NamedTuple):
    """The sentences of a text as bags of weighted stems, sentence after sentence."""

    row: Ints  # sentences
    column: Ints  # stems, in the numbering of both texts
    weight: Floats  # tf * isf
    size: int  # sentences in all


class Bags(NamedTuple):
    """Sentences of two readings, in one numbering of the stems."""

    here: Bag
    there: Bag
    isf: Floats


class Alike(NamedTuple):
    """Pairs of sentences that share words: cosine, and how much of each the other has."""

    here: Ints
    there: Ints
    cosine: Floats
    kept: Floats  # part of the weight of the sentence here that is there too
    given: Floats  # part of the weight of the sentence there that is here too
    shared: Floats  # the summed weight of what both have


def bags(here: Reading, there: Reading) -> Bags:
    """Weigh the stems of every sentence by how few sentences have them."""
    heavy = [np.flatnonzero(side.heavy) for side in (here, there)]
    number = _columns(here, there)[np.concatenate([heavy[0], heavy[1] + len(here.start)])]
    width = int(number.max(initial=0)) + 1
    columns = np.split(number, [len(heavy[0])])
    cells, counts, total = [], np.zeros(width), 0
    for side, words, column in zip((here, there), heavy, columns, strict=True):
        cell, times = np.unique(side.sentences_of(words) * width + column, return_counts=True)
        cells.append((cell // width, cell % width, np.minimum(times, 2.0), max(len(side.first) - 1, 0)))
        counts += np.bincount(cell % width, minlength=width)
        total += cells[-1][-1]
    isf = np.log((BACKGROUND + total) / (0.5 + counts))
    sides = [Bag(row, column, times * isf[column], size) for row, column, times, size in cells]
    return Bags(sides[0], sides[1], isf)


def _columns(here: Reading, there: Reading) -> Ints:
    """Number the stems of two texts from 0 on, without gaps."""
    if here.lang != there.lang:  # then only the hashes of a stem are the same
        return np.unique(np.concatenate([here.stem, there.stem]), return_inverse=True)[1]
    number = np.concatenate([here.number, there.number]) >> 1
    if int(number.max(initial=0)) > WIDE * len(number):  # a process that has read much knows many stems
        places: Ints = np.unique(number, return_inverse=True)[1]
        return places
    used = np.zeros(int(number.max(initial=-1)) + 1, dtype=np.int64)
    used[number] = 1
    columns: Ints = (np.cumsum(used) - 1)[number]
    return columns


def alike(pair: Bags, *, least: float = 0.1) -> Alike:
    """List the pairs of sentences whose cosine is at least `least`, in order."""
    here, there = pair.here, pair.there
    multiply = _multiplied if here.size * there.size <= DENSE else _multiplied_sparsely
    i, j, cosine, shared = multiply(pair, _scaled(here), _scaled(there), least)
    return Alike(i, j, cosine, shared / _sums(here)[i], shared / _sums(there)[j], shared)


def _multiplied(pair: Bags, left: Floats, right: Floats, least: float) -> Product:
    """Sum up in a table of all pairs of sentences: what is small is done before a matrix is made."""
    here, there = pair.here, pair.there
    order = np.argsort(there.column, kind="stable")
    known = there.column[order]
    entry, place = spread(
        np.searchsorted(known, here.column), np.searchsorted(known, here.column, side="right")
    )
    other = order[place]
    cell = here.row[entry] * there.size + there.row[other]
    cosine = np.bincount(cell, left[entry] * right[other], here.size * there.size)
    shared = np.bincount(cell, pair.isf[here.column[entry]], here.size * there.size)
    some = np.flatnonzero((cosine >= least) & (shared > 0))
    i, j = np.divmod(some, max(there.size, 1))
    return i, j, cosine[some], shared[some]


def _multiplied_sparsely(pair: Bags, left: Floats, right: Floats, least: float) -> Product:
    """Sum up where two sentences share a stem, and nowhere else."""
    here, there = pair.here, pair.there
    width = len(pair.isf)
    product = _matrix(here, left, width) @ _matrix(there, right, width).T
    # the same cells are filled, in the same order
    both = _matrix(here, pair.isf[here.column], width) @ _matrix(there, np.ones(len(right)), width).T
    some = np.flatnonzero(product.data >= least)
    i = np.searchsorted(product.indptr, some, side="right") - 1
    j = product.indices[some].astype(np.int64)
    order = np.argsort(i * there.size + j)
    some = some[order]
    return i[order], j[order], product.data[some], both.data[some]


def _matrix(side: Bag, values: Floats, width: int) -> Any:
    from scipy import sparse

    ends = np.searchsorted(side.row, np.arange(side.size + 1))
    return sparse.csr_matrix((values, side.column, ends), shape=(side.size, width))


def _scaled(side: Bag) -> Floats:
    """Give every sentence the length 1."""
    norms = np.maximum(np.sqrt(np.bincount(side.row, side.weight**2, side.size)), 1e-9)
    scaled: Floats = side.weight / norms[side.row]
    return scaled


def _sums(side: Bag) -> Floats:
    return np.maximum(np.bincount(side.row, side.weight, side.size), 1e-9)
