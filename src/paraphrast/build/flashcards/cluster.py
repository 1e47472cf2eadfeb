"""Definitions of one term in clusters; every two of a cluster are a candidate."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from paraphrast.build.flashcards.vectors import mean, word2vec
from paraphrast.build.steps import Verdict
from paraphrast.data import Pair
from paraphrast.engine import progress
from paraphrast.text import Lang, is_word, lemmas


class Clusters:
    """Turns cards into pairs of definitions: mean word vectors, k-means with n / share clusters a term."""

    def __init__(
        self, lang: Lang, *, share: float = 2.0, size: int = 300, epochs: int = 10, seed: int = 0
    ) -> None:
        self.lang, self.share, self.size, self.epochs, self.seed = lang, share, size, epochs, seed

    def __call__(self, pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Verdict]]:
        cards = list(pairs)
        points = self.points([card.b for card in cards])
        groups: dict[str, list[int]] = {}
        for index, card in enumerate(cards):
            groups.setdefault(card.group, []).append(index)
        for _, members in progress(sorted(groups.items()), "k-means"):
            named = _clustered(points[members], count(len(members), self.share), self.seed)
            for cluster in range(max(named) + 1):
                inside = [cards[index] for index, name in zip(members, named, strict=True) if name == cluster]
                if len(inside) == 1:
                    yield inside[0], Verdict("singleton")
                for one, other in combinations(inside, 2):
                    yield together(one, other), Verdict()

    def points(self, definitions: Sequence[str]) -> NDArray[np.float32]:
        """Place each definition at the mean of the vectors of its lemmas, learned from all definitions.

        Means are brought to one length: on PARADE that finds .36 of the gold pairs instead of .33.
        """
        texts = [words(definition, self.lang) for definition in definitions]
        vectors = word2vec(texts, size=self.size, epochs=self.epochs, seed=self.seed)
        means = np.array([mean(text, vectors, self.size) for text in texts], dtype=np.float32)
        lengths = np.linalg.norm(means.reshape(-1, self.size), axis=1, keepdims=True)
        points: NDArray[np.float32] = means.reshape(-1, self.size) / np.maximum(lengths, 1e-9)
        return points


def words(definition: str, lang: Lang) -> list[str]:
    """List the lemmas of a definition without marks."""
    return [token.text.lower() for token in lemmas(definition, lang) if is_word(token.text)]


def count(definitions: int, share: float) -> int:
    """Give the number of clusters for so many definitions.

    >>> count(11, 2.0), count(5, 10.0)
    (5, 1)
    """
    return max(1, int(definitions / share))


def _clustered(points: NDArray[np.float32], number: int, seed: int) -> list[int]:
    """Name the cluster of each point."""
    from sklearn.cluster import KMeans

    number = min(number, len(np.unique(points, axis=0)))
    means = KMeans(number, n_init=10, random_state=seed).fit(points)
    return [int(name) for name in means.labels_]


def together(one: Pair, other: Pair) -> Pair:
    """Pair two definitions of one term."""
    decks = sorted({card.meta["deck"] for card in (one, other) if "deck" in card.meta})
    meta = {"term": one.a, **({"decks": decks} if decks else {})}
    return Pair(one.b, other.b, lang=one.lang, id=f"{one.id}+{other.id}", group=one.group, meta=meta)
