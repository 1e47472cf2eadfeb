"""word2vec of our own: skip-gram with negative sampling over a few hundred thousand words.

Mikolov et al. (2013), https://arxiv.org/abs/1310.4546. gensim would be 28 MB (LGPL) for this page.
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
BATCH = 1024
LONGEST = np.float32(0.5)  # what one batch may move a vector

Matrix = NDArray[np.float32]
Indices = NDArray[np.int64]


def word2vec(
    texts: Sequence[Sequence[str]],
    *,
    size: int = 300,
    window: int = 5,
    epochs: int = 10,
    common: float = 1e-2,
    seed: int = 0,
) -> dict[str, Matrix]:
    """Learn a vector for each word of the texts; words above the share `common` are left out at times."""
    rng = np.random.default_rng(seed)
    count = Counter(word for text in texts for word in text)
    vocabulary = sorted(count, key=lambda word: (-count[word], word))
    place = {word: index for index, word in enumerate(vocabulary)}
    frequency = np.array([count[word] for word in vocabulary], dtype=np.float64)
    vectors = ((rng.random((len(vocabulary), size)) - 0.5) / size).astype(np.float32)
    contexts = np.zeros_like(vectors)
    coded = [np.array([place[word] for word in text]) for text in texts if text]
    chance = np.cumsum(frequency**0.75)
    kept = np.sqrt(common * frequency.sum() / frequency)
    for epoch in progress(range(epochs), "word2vec"):
        centres, others = windows(coded, kept, window, rng)
        rate = 0.05 * (1 - epoch / epochs)
        for start in range(0, len(centres), BATCH):
            negatives = np.searchsorted(chance, rng.random(SHARED) * chance[-1])
            batch = centres[start : start + BATCH], others[start : start + BATCH], negatives
            learn(vectors, contexts, batch, rate)
    return dict(zip(vocabulary, vectors, strict=True))


def windows(
    texts: Sequence[Indices], chance: NDArray[np.float64], window: int, rng: Generator
) -> tuple[Indices, Indices]:
    """List every word with each word near it, common words left out by chance, in a random order."""
    centres, others = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for text in texts:
        kept = text[rng.random(len(text)) < chance[text]]
        for gap in range(1, min(window, len(kept) - 1) + 1):
            near = rng.random(len(kept) - gap) < (window - gap + 1) / window  # as word2vec shrinks its window
            centres += [kept[:-gap][near], kept[gap:][near]]
            others += [kept[gap:][near], kept[:-gap][near]]
    order = rng.permutation(sum(map(len, centres)))
    return np.concatenate(centres)[order], np.concatenate(others)[order]


def learn(vectors: Matrix, contexts: Matrix, batch: tuple[Indices, Indices, Indices], rate: float) -> None:
    """Move the vectors of a batch (words, words near them, negatives) to what is near and from the rest."""
    centres, others, negatives = batch
    centre, other, negative = vectors[centres], contexts[others], contexts[negatives]
    near: Matrix = np.einsum("ij,ij->i", centre, other)
    pull: Matrix = np.float32(rate) * (1 - sigmoid(near))[:, None]
    push: Matrix = np.float32(rate * NEGATIVES / SHARED) * sigmoid(centre @ negative.T)
    add(vectors, centres, pull * other - push @ negative)
    add(contexts, others, pull * centre)
    add(contexts, negatives, -(push.T @ centre))


def add(matrix: Matrix, rows: Indices, values: Matrix) -> None:
    """Add values to rows, some of which come twice; a sparse product is far faster here than `np.add.at`."""
    from scipy.sparse import csr_array

    unique, inverse = np.unique(rows, return_inverse=True)
    ones = np.ones(len(rows), dtype=np.float32)
    once = csr_array((ones, (inverse, np.arange(len(rows)))), shape=(len(unique), len(rows)))
    step = once @ values
    # a word that fills a batch would be moved many times from where it stood, and fly away
    length = np.linalg.norm(step, axis=1, keepdims=True)
    matrix[unique] += step * np.minimum(1, LONGEST / np.maximum(length, LONGEST))


def sigmoid(values: Matrix) -> Matrix:
    """Squash numbers into 0..1."""
    squashed: Matrix = (1 / (1 + np.exp(-np.clip(values, -10, 10)))).astype(np.float32)
    return squashed


def mean(words: Sequence[str], vectors: dict[str, Matrix], size: int) -> Matrix:
    """Average the vectors of the words that have one."""
    found = [vectors[word] for word in words if word in vectors]
    average: Matrix = np.mean(found, axis=0) if found else np.zeros(size, dtype=np.float32)
    return average
