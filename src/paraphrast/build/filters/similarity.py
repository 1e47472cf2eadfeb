"""Likeness of meaning by an encoder, with a lower and an upper bound."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from paraphrast.build.loading import check_languages, model
from paraphrast.build.steps import Verdict, within
from paraphrast.data import Pair

Encoder = Callable[[Sequence[str]], Any]


class Similarity:
    """Keeps pairs whose vectors have a cosine between two bounds."""

    def __init__(
        self, low: float | None = None, high: float | None = None, encoder: Encoder | str = "bundled"
    ) -> None:
        self.low, self.high, self.encoder = low, high, encoder

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        check_languages("encoder", self.encoder, pairs)
        return [within(score, (self.low, self.high), "similarity") for score in cosines(pairs, self.load())]

    def load(self) -> Encoder:
        """Give the encoder, loading it when only its name was given."""
        if isinstance(self.encoder, str):
            encoder: Encoder = model("encoder", self.encoder)
            return encoder
        return self.encoder


def cosines(pairs: Sequence[Pair], encoder: Encoder) -> list[float]:
    """Give the cosine of the two vectors of each pair."""
    vectors = encoder([text for pair in pairs for text in (pair.a, pair.b)])
    scores = np.einsum("ij,ij->i", vectors[::2], vectors[1::2])
    return [float(round(score, 6)) for score in scores.astype(float)]
