"""Seeds of the second kind: sentences with the same rare words, whatever their order (TF-ISF).

After Sanchez-Perez et al. (2014), who compared every pair of sentences in turn: one product of sparse
matrices gives the same cosines.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paraphrast.detect.reading import Reading
from paraphrast.detect.terms import Ints

# so many sentences of other texts are taken to have none of the stems: short texts weigh like long ones
BACKGROUND = 400


class Bags(NamedTuple):
    """Sentences of two readings as bags of weighted stems, in one numbering of the stems."""

    here: Any  # sparse matrices: sentences by stems, tf * isf
    there: Any
    isf: npt.NDArray[np.float64]


class Alike(NamedTuple):
    """Pairs of sentences that share words: cosine, and how much of each the other has."""

    here: Ints
    there: Ints
    cosine: npt.NDArray[np.float64]
    kept: npt.NDArray[np.float64]  # part of the weight of the sentence here that is there too
    given: npt.NDArray[np.float64]  # part of the weight of the sentence there that is here too
    shared: npt.NDArray[np.float64]  # the summed weight of what both have


def bags(here: Reading, there: Reading) -> Bags:
    """Weigh the stems of every sentence by how few sentences have them."""
    from scipy import sparse

    sides, counts = [], []
    heavy = [np.flatnonzero(side.heavy) for side in (here, there)]
    number = _columns(here, there)[np.concatenate([heavy[0], heavy[1] + len(here.start)])]
    width = int(number.max(initial=-1)) + 1
    columns = np.split(number, [len(heavy[0])])
    for side, words, column in zip((here, there), heavy, columns, strict=True):
        rows = side.sentences_of(words)
        matrix = sparse.csr_matrix(
            (np.ones(len(words)), (rows, column)), shape=(max(len(side.first) - 1, 0), width)
        )
        matrix.sum_duplicates()
        sides.append(matrix)
        counts.append(np.bincount(matrix.indices, minlength=width))
    total = sum(side.shape[0] for side in sides)
    isf = np.log((BACKGROUND + total) / (0.5 + counts[0] + counts[1]))
    for matrix in sides:
        matrix.data = np.minimum(matrix.data, 2.0) * isf[matrix.indices]
    return Bags(sides[0], sides[1], isf)


def _columns(here: Reading, there: Reading) -> Ints:
    """Number the stems of two texts from 0 on, without gaps."""
    if here.lang != there.lang:  # then only the hashes of a stem are the same
        return np.unique(np.concatenate([here.stem, there.stem]), return_inverse=True)[1]
    number = np.concatenate([here.number, there.number]) >> 1
    used = np.zeros(int(number.max(initial=-1)) + 1, dtype=np.int64)
    used[number] = 1
    columns: Ints = (np.cumsum(used) - 1)[number]
    return columns


def alike(pair: Bags, *, least: float = 0.1) -> Alike:
    """List the pairs of sentences whose cosine is at least `least`, in order."""
    here, there = pair.here, pair.there
    product = _scaled(here) @ _scaled(there).T
    some = np.flatnonzero(product.data >= least)
    i = np.searchsorted(product.indptr, some, side="right") - 1
    j = product.indices[some].astype(np.int64)
    order = np.argsort(i * there.shape[0] + j)
    i, j, cosine, shared = i[order], j[order], product.data[some][order], _shared(pair)[some][order]
    return Alike(i, j, cosine, shared / _sums(here)[i], shared / _sums(there)[j], shared)


def _scaled(side: Any) -> Any:
    """Give every sentence the length 1."""
    unit = side.copy()
    unit.data = side.data / _norms(side)[_rows(side)]
    return unit


def _shared(pair: Bags) -> npt.NDArray[np.float64]:
    """Sum up the weights of the stems that both sentences of each pair have.

    The same cells are filled as in the product of the bags, in the same order.
    """
    here, there = pair.here.copy(), pair.there.copy()
    here.data, there.data = pair.isf[here.indices], np.ones(len(there.data))
    both: npt.NDArray[np.float64] = (here @ there.T).data
    return both


def _sums(side: Any) -> npt.NDArray[np.float64]:
    return np.maximum(np.bincount(_rows(side), side.data, side.shape[0]), 1e-9)


def _norms(side: Any) -> npt.NDArray[np.float64]:
    return np.maximum(np.sqrt(np.bincount(_rows(side), side.data**2, side.shape[0])), 1e-9)


def _rows(side: Any) -> Ints:
    """Say of which sentence each weight is."""
    return np.repeat(np.arange(side.shape[0]), np.diff(side.indptr))
