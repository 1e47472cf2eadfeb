"""The bundled judge of toxicity: offence of several kinds."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled.reader import TEXT, in_threads, pieces, read_text
from paraphrast.models.types import Offence
from paraphrast.text import normal

BORDER = (
    1.0  # added to the log-odds of any offence: fitted on the suite's open half, look-alikes left alone .97
)
KINDS = ("insult", "obscenity", "threat", "harm-wish", "group-contempt")


class BundledToxicity:
    """Texts -> the probability that they offend; an empty text gets 0."""

    name = "bundled"
    surely_fine = 0.005  # what it says where it has no doubt: more than a list of rude words may then say

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """Judge the texts."""
        return [found.toxicity for found in self.kinds(texts)]

    def kinds(self, texts: Sequence[str]) -> list[Offence]:
        """Say how offensive each text is, and in which way."""
        if not texts:
            return []
        said = np.array([bool(text.strip()) for text in texts])
        found = offences(texts)
        found[:, 0] += BORDER
        rows = (likelihood(found) * said[:, None]).tolist()
        return [Offence(row[0], dict(zip(KINDS, row[1:], strict=True))) for row in rows]


def likelihood(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), dtype=np.float64)


def offences(texts: Sequence[str]) -> NDArray[np.float64]:
    """Log-odds of any offence and of each kind; looks behind look-alike letters and hidden characters too."""
    found = np.array(judge_texts(texts), dtype=np.float64)
    plain = [normal(text).text for text in texts]
    # wide commas and ё change nothing that offends, and reading twice costs twice
    both = zip(texts, plain, strict=True)
    changed = [row for row, (a, b) in enumerate(both) if letters(a) != letters(b)]
    if changed:
        again = judge_texts([plain[row] for row in changed])
        found[changed] = np.maximum(found[changed], again)
    return found


def judge_texts(texts: Sequence[str]) -> list[NDArray[np.float32]]:
    """Read texts, long ones by windows, of which the most offensive counts."""
    ids = [cut(row) for row in pieces(texts, 1 << 30)]
    read = iter(in_threads(read_text, [window for windows in ids for window in windows]))
    return [np.max([next(read) for _ in windows], axis=0) for windows in ids]


def cut(ids: list[int]) -> list[list[int]]:
    """Cut pieces into windows, evenly, so that no window is a stub.

    >>> [len(window) for window in cut(list(range(300)))]
    [150, 150]
    """
    count = max(1, -(-len(ids) // TEXT))
    borders = [len(ids) * place // count for place in range(count + 1)]
    return [ids[start:stop] for start, stop in pairwise(borders)]


def letters(text: str) -> str:
    """Give the letters and digits of a text, ё as е.

    >>> letters("Ещё раз，да!") == letters("Еще раз,да!")
    True
    """
    return "".join(filter(str.isalnum, text)).replace("ё", "е").replace("Ё", "Е")
