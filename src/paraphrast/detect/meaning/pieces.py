"""How much of what two short texts speak of is the same, piece by piece, by static vectors.

Every piece looks for its nearest of the other text, and counts for as much as the length of its vector, which
the table has learned (late interaction: Khattab and Zaharia 2020, https://arxiv.org/abs/2004.12832). A sum of
vectors says what a window is about; this says whether it speaks of the same things.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.models.bundled import box
from paraphrast.models.bundled.static import table, unit
from paraphrast.models.types import Vectors

Ints: TypeAlias = npt.NDArray[np.int64]


@cache
def _directions() -> tuple[Vectors, Vectors]:
    """Give the vectors of all pieces at length 1, and their lengths."""
    return unit(table()), np.linalg.norm(table(), axis=1).astype(np.float32)


def cut_pieces(texts: Sequence[str]) -> list[Ints]:
    """List the different pieces of each text."""
    encoded = box.tokenizer().encode_batch_fast(list(texts), add_special_tokens=False)
    return [np.unique(np.array(one.ids, dtype=np.int64)) for one in encoded]


def kinship(one: Ints, others: Sequence[Ints]) -> Vectors:
    """Say how near the pieces of a text and of each other are to their nearest: 1 for the same pieces."""
    answer = np.zeros(len(others), dtype=np.float32)
    filled = [place for place, pieces in enumerate(others) if len(pieces)]
    if not len(one) or not filled:
        return answer
    directions, lengths = _directions()
    sizes = np.array([len(others[place]) for place in filled])
    starts = np.cumsum(sizes) - sizes
    known, flat = np.unique(np.concatenate([others[place] for place in filled]), return_inverse=True)
    cosine = directions[known] @ directions[one].T  # once for a piece that many texts have
    weight = lengths[known][flat]
    there = np.add.reduceat(cosine.max(axis=1)[flat] * weight, starts) / np.add.reduceat(weight, starts)
    here = np.maximum.reduceat(cosine[flat], starts) @ lengths[one] / lengths[one].sum()
    answer[filled] = (here + there) / 2
    return answer
