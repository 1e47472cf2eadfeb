"""The models that read what static vectors have found: an encoder of sentences and a judge of pairs."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Scorer

Encoder: TypeAlias = Callable[[Sequence[str]], npt.NDArray[np.float32]]


class Meaning(NamedTuple):
    """An encoder and a pair model; the borders of `proof` were fitted for the bundled ones."""

    encoder: Encoder
    pair: Scorer


def load_meaning() -> Meaning:
    """Open the bundled models."""
    from paraphrast import models

    return Meaning(models.encoder(), models.pair(convention="usual"))


def remembering(encoder: Encoder) -> Encoder:
    """Encode every text once, however often it is asked for."""
    known: dict[str, npt.NDArray[np.float32]] = {}

    def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        if fresh:
            known.update(zip(fresh, encoder(fresh), strict=True))
        return np.stack([known[text] for text in texts])

    return encode
