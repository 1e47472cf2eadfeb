"""The bundled judges of single texts: toxicity (offence of several kinds) and fluency."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from paraphrast.errors import CommandError, unknown
from paraphrast.models.bundled.reader import (
    SIDE,
    TEXT,
    TextLogits,
    in_threads,
    pieces,
    read_beside,
    read_text,
)
from paraphrast.models.types import Offence
from paraphrast.text import normal

QUESTIONS = ("toxicity", "fluency")
KINDS = ("insult", "obscenity", "threat", "harm-wish", "group-contempt")


class BundledTexts:
    """Texts -> the probability that the answer to its question is yes; an empty text gets 0."""

    name = "bundled"

    def __init__(self, question: str) -> None:
        if question not in QUESTIONS:
            raise unknown("question", question, QUESTIONS)
        self.question = question

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """Judge the texts."""
        if not texts:
            return []
        if self.question == "fluency":
            values = np.array([row.fluency for row in judged(tuple(texts))])
        else:
            values = offences(texts)[:, 0]
        found = likelihood(values).tolist()
        return [value if text.strip() else 0.0 for value, text in zip(found, texts, strict=True)]

    def beside(self, sources: Sequence[str], texts: Sequence[str]) -> list[float]:
        """Judge the fluency of what was made of sources, each beside its own; long ones are read alone."""
        if self.question != "fluency":
            raise CommandError("toxicity is judged of a text alone; fluency can be judged beside the source")
        sides = list(zip(pieces(sources, SIDE + 1), pieces(texts, SIDE + 1), strict=True))
        short = [at for at, (a, b) in enumerate(sides) if 0 < len(a) <= SIDE and len(b) <= SIDE]
        found = dict(zip(short, in_threads(read_beside, [sides[at] for at in short]), strict=True))
        rest = [at for at in range(len(texts)) if at not in found]
        found |= zip(rest, [row.fluency for row in judge_texts([texts[at] for at in rest])], strict=True)
        values = likelihood(np.array([found[at] for at in range(len(texts))])).tolist()
        return [value if text.strip() else 0.0 for value, text in zip(values, texts, strict=True)]

    def kinds(self, texts: Sequence[str]) -> list[Offence]:
        """Say how offensive each text is, and in which way."""
        if not texts:
            return []
        said = np.array([bool(text.strip()) for text in texts])
        rows = (likelihood(offences(texts)) * said[:, None]).tolist()
        return [Offence(row[0], dict(zip(KINDS, row[1:], strict=True))) for row in rows]


def likelihood(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), dtype=np.float64)


def offences(texts: Sequence[str]) -> NDArray[np.float64]:
    """Log-odds of any offence and of each kind; looks behind look-alike letters and hidden characters too."""
    found = np.array([row.offences for row in judged(tuple(texts))], dtype=np.float64)
    plain = [normal(text).text for text in texts]
    # wide commas and ё change nothing that offends, and reading twice costs twice
    both = zip(texts, plain, strict=True)
    changed = [row for row, (a, b) in enumerate(both) if letters(a) != letters(b)]
    if changed:
        again = [row.offences for row in judge_texts([plain[row] for row in changed])]
        found[changed] = np.maximum(found[changed], again)
    return found


@lru_cache(1)
def judged(texts: tuple[str, ...]) -> list[TextLogits]:
    """Read texts; whoever asks the other question about the same texts next does not read them again."""
    return judge_texts(texts)


def judge_texts(texts: Sequence[str]) -> list[TextLogits]:
    """Read texts, long ones by windows: the most offensive window counts, and the least fluent."""
    ids = [cut(row) for row in pieces(texts, 1 << 30)]
    read = iter(in_threads(read_text, [window for windows in ids for window in windows]))
    found = [[next(read) for _ in windows] for windows in ids]
    return [
        TextLogits(np.max([row.offences for row in rows], axis=0), min(row.fluency for row in rows))
        for rows in found
    ]


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
