"""The bundled language model: how surprising is a text?"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled import box
from paraphrast.models.bundled.batches import batches, padded
from paraphrast.models.bundled.reader import pieces
from paraphrast.models.quantised import dequantise
from paraphrast.models.types import Vectors

LIMIT = 254


class BundledLanguageModel:
    """Texts -> mean negative log-likelihood of a piece in nats; exp of it is the perplexity of a piece."""

    name = "bundled"

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """Score the texts, the end included; an empty text is as surprising as its end."""
        sequences = [[box.START, *ids, box.END] for ids in pieces(texts, LIMIT)]
        out = np.zeros(len(sequences))
        for numbers in batches([len(sequence) for sequence in sequences], tokens=512):
            ids, mask = padded([sequences[number] for number in numbers])
            states = box.session("causal").run(None, {"vectors": box.vectors(ids[:, :-1])})[0]
            loss = losses(states, ids[:, 1:])
            counted = mask[:, 1:]
            out[numbers] = (loss * counted).sum(1) / counted.sum(1)
        return out.tolist()


@cache
def table() -> tuple[Vectors, NDArray[np.float32]]:
    """Unpack the word table and the pieces' biases for predicting."""
    bias = np.load(box.file("causal-bias.npy")).astype(np.float32)
    return dequantise(box.words()), bias


def losses(states: Vectors, target: NDArray[np.int64]) -> NDArray[np.float32]:
    """Negative log-likelihood of the target pieces."""
    words, bias = table()
    logits = states.reshape(-1, words.shape[1]) @ words.T + bias
    top = logits.max(axis=1)
    total = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
    chosen = np.take_along_axis(logits, target.reshape(-1, 1), axis=1)[:, 0]
    return np.asarray((total - chosen).reshape(target.shape), dtype=np.float32)
