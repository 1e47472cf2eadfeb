"""The models that read what static vectors have found: an encoder of sentences and a judge of pairs."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Pair, Scorer

Encoder: TypeAlias = Callable[[Sequence[str]], npt.NDArray[np.float32]]


class Meaning(NamedTuple):
    """An encoder and a pair model; the borders of `proof` were fitted for the bundled ones."""

    encoder: Encoder
    pair: Scorer


def load_meaning() -> Meaning:
    """Open the bundled models."""
    from paraphrast import models

    return Meaning(models.encoder(), models.pair(convention="usual"))


def remembering(meaning: Meaning) -> Meaning:
    """Read every text and every pair once, however often they are asked for."""
    vectors: dict[str, npt.NDArray[np.float32]] = {}
    judged: dict[tuple[str, str], float] = {}

    def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        fresh = [text for text in dict.fromkeys(texts) if text not in vectors]
        if fresh:
            vectors.update(zip(fresh, meaning.encoder(fresh), strict=True))
        return np.stack([vectors[text] for text in texts]) if texts else np.empty((0, 0), dtype=np.float32)

    def judge(pairs: Sequence[Pair]) -> list[float]:
        fresh = [both for both in dict.fromkeys((pair.a, pair.b) for pair in pairs) if both not in judged]
        if fresh:
            judged.update(zip(fresh, meaning.pair([Pair(a, b) for a, b in fresh]), strict=True))
        return [judged[pair.a, pair.b] for pair in pairs]

    return Meaning(encode, judge)
