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
    stems = np.concatenate([side.stem[words] for side, words in zip((here, there), heavy, strict=True)])
    _, number = np.unique(stems, return_inverse=True)
    width = int(number.max(initial=-1)) + 1
    columns = np.split(number, [len(heavy[0])])
    for side, words, column in zip((here, there), heavy, columns, strict=True):
        rows = side.sentence_of(words)
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


def alike(pair: Bags, *, least: float = 0.1) -> Alike:
    """List the pairs of sentences whose cosine is at least `least`."""
    here, there = pair.here, pair.there
    norm_here, norm_there = _norms(here), _norms(there)
    product = (here @ there.T).tocoo()
    i, j = product.row.astype(np.int64), product.col.astype(np.int64)
    cosine = product.data / (norm_here[i] * norm_there[j])
    some = cosine >= least
    i, j, cosine = i[some], j[some], cosine[some]
    shared = _shared(pair, i, j)
    return Alike(i, j, cosine, shared / _sums(here)[i], shared / _sums(there)[j], shared)


def _shared(pair: Bags, i: Ints, j: Ints) -> npt.NDArray[np.float64]:
    """Sum up the weights of the stems that both sentences of each pair have."""
    if not len(i):
        return np.empty(0)
    once_here, once_there = (side.astype(bool).astype(np.float64) for side in (pair.here, pair.there))
    weighted = once_here.copy()
    weighted.data = pair.isf[weighted.indices]
    both = (weighted @ once_there.T).tocsr()
    return np.asarray(both[i, j], dtype=np.float64).ravel()


def _sums(side: Any) -> npt.NDArray[np.float64]:
    return np.maximum(np.asarray(side.sum(axis=1), dtype=np.float64).ravel(), 1e-9)


def _norms(side: Any) -> npt.NDArray[np.float64]:
    return np.maximum(np.sqrt(np.asarray(side.multiply(side).sum(axis=1), dtype=np.float64).ravel()), 1e-9)
