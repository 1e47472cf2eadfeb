"""word2vec of our own: skip-gram with negative sampling over a few hundred thousand words, in numpy alone.

Mikolov et al. (2013), https://arxiv.org/abs/1310.4546. gensim would be 28 MB under the LGPL for this one page.
Every batch shares its negative samples, so that the work is a product of matrices.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from paraphrast.engine import progress

SHARED = 64  # negatives of one batch, which weigh as much as five of each word's own
NEGATIVES = 5
BATCH = 512
SUBSAMPLE = 1e-3

Matrix = NDArray[np.float32]


def word2vec(
    texts: Sequence[Sequence[str]], *, size: int = 300, window: int = 5, epochs: int = 10, seed: int = 0
) -> dict[str, Matrix]:
    """Learn a vector for each word of the texts."""
    rng = np.random.default_rng(seed)
    count = Counter(word for text in texts for word in text)
    vocabulary = sorted(count, key=lambda word: (-count[word], word))
    place = {word: index for index, word in enumerate(vocabulary)}
    frequency = np.array([count[word] for word in vocabulary], dtype=np.float64)
    vectors = ((rng.random((len(vocabulary), size)) - 0.5) / size).astype(np.float32)
    contexts = np.zeros_like(vectors)
    coded = [np.array([place[word] for word in text]) for text in texts if text]
    chance = np.cumsum(frequency**0.75)
    for epoch in progress(range(epochs), "word2vec"):
        centres, others = windows(coded, frequency, window, rng)
        rate = np.float32(0.05 * (1 - epoch / epochs) + 0.005)
        for start in range(0, len(centres), BATCH):
            negatives = np.searchsorted(chance, rng.random(SHARED) * chance[-1]) if len(chance) else []
            learn(
                vectors,
                contexts,
                centres[start : start + BATCH],
                others[start : start + BATCH],
                negatives,
                rate,
            )
    return dict(zip(vocabulary, vectors, strict=True))


def windows(
    texts: Sequence[NDArray[np.int64]], frequency: NDArray[np.float64], window: int, rng: Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """List every word with each word near it, common words left out by chance, in a random order."""
    common = np.sqrt(SUBSAMPLE * frequency.sum() / frequency)
    centres, others = [], []
    for text in texts:
        kept = text[rng.random(len(text)) < common[text]]
        for gap in range(1, min(window, len(kept) - 1) + 1):
            near = rng.random(len(kept) - gap) < (window - gap + 1) / window  # as word2vec shrinks its window
            centres += [kept[:-gap][near], kept[gap:][near]]
            others += [kept[gap:][near], kept[:-gap][near]]
    if not centres:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    order = rng.permutation(sum(map(len, centres)))
    return np.concatenate(centres)[order], np.concatenate(others)[order]


def learn(
    vectors: Matrix, contexts: Matrix, centres: NDArray[np.int64], others: NDArray[np.int64], negatives: NDArray[np.int64],
    rate: np.float32,
) -> None:  # fmt: skip
    """Move the vectors of one batch towards their contexts and away from the negatives."""
    centre, other, negative = vectors[centres], contexts[others], contexts[negatives]
    pull = rate * (1 - sigmoid(np.einsum("ij,ij->i", centre, other)))[:, None]
    push = rate * np.float32(NEGATIVES / SHARED) * sigmoid(centre @ negative.T)
    np.add.at(vectors, centres, pull * other - push @ negative)
    np.add.at(contexts, others, pull * centre)
    np.add.at(contexts, negatives, -(push.T @ centre))


def sigmoid(values: Matrix) -> Matrix:
    """Squash numbers into 0..1."""
    squashed: Matrix = 1 / (1 + np.exp(-np.clip(values, -10, 10)))
    return squashed


def mean(words: Sequence[str], vectors: dict[str, Matrix], size: int) -> Matrix:
    """Average the vectors of the words that have one."""
    found = [vectors[word] for word in words if word in vectors]
    average: Matrix = np.mean(found, axis=0) if found else np.zeros(size, dtype=np.float32)
    return average
