"""How a pair becomes the arrays that a network reads; no torch here, so that prediction needs none.

A reader turns pairs into rows (`rows`), pads rows into named arrays (`arrays`), and keeps what it knows in a
model directory (`save`, `load`). Only the two texts are read: never the group, the id or the meta.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np
from msgspec import json
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.identify.vectors import Table
from paraphrast.text import forms, language
from paraphrast.text.languages import READ, Lang, as_known

Row: TypeAlias = tuple[list[int], list[int]]
Arrays: TypeAlias = dict[str, NDArray[Any]]


class Reader(Protocol):
    """Pairs to rows of numbers, rows to padded arrays in the order in which the network takes them."""

    kind: str

    def rows(self, pairs: Sequence[Pair]) -> list[Row]: ...

    def arrays(self, rows: Sequence[Row]) -> Arrays: ...

    def save(self, folder: Path) -> None: ...


def _words_of(text: str, lang: Lang | None) -> list[str]:
    """Give a text's lower-cased words, in the language said or else detected (English when it is another)."""
    return forms(text, as_known(lang or language(text), READ))


def sides(pair: Pair, limit: int) -> tuple[list[str], list[str]]:
    """Give the first words of both texts."""
    return _words_of(pair.a, pair.lang)[:limit], _words_of(pair.b, pair.lang)[:limit]


def padded(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Fill rows up to the longest with zeros; an empty row counts as one zero.

    >>> padded([[5, 6], []]).tolist()
    [[5, 6], [0, 0]]
    """
    width = max([1, *(len(row) for row in rows)])
    filled = np.zeros((len(rows), width), dtype=np.int64)
    for place, row in enumerate(rows):
        filled[place, : len(row)] = row
    return filled


class WordReader:
    """Words as frozen vectors: arrays a, a_length, b, b_length. Unseen words ask the vectors' source."""

    kind = "words"

    def __init__(self, table: Table, *, limit: int = 64) -> None:
        self.table, self.limit = table, limit

    def rows(self, pairs: Sequence[Pair]) -> list[Row]:
        """Give the word numbers of both sides of each pair."""
        both = [sides(pair, self.limit) for pair in pairs]
        self.table.learn(word for side in both for words in side for word in words)
        return [(self.table.ids(a), self.table.ids(b)) for a, b in both]

    def arrays(self, rows: Sequence[Row]) -> Arrays:
        """Give word vectors (pairs, words, dim), both sides as wide, and lengths of at least 1."""
        ids = padded([row[0] for row in rows] + [row[1] for row in rows])
        lengths = np.array([max(1, len(row[side])) for side in (0, 1) for row in rows], dtype=np.int64)
        vectors, half = self.table.rows[ids], len(rows)
        return {
            "a": vectors[:half],
            "a_length": lengths[:half],
            "b": vectors[half:],
            "b_length": lengths[half:],
        }

    def save(self, folder: Path) -> None:
        """Keep the vectors of the words seen so far."""
        self.table.save(folder / "vectors.npz", limit=self.limit)

    @classmethod
    def load(cls, folder: Path) -> "WordReader":
        """Open what `save` kept."""
        table, limit = Table.load(folder / "vectors.npz")
        return cls(table, limit=limit)


class BagReader:
    """Known unigrams and bigrams as numbers: arrays a and b. What training never saw is left out."""

    kind = "bag"

    def __init__(self, known: Sequence[str], *, limit: int = 64) -> None:
        self.known, self.limit = list(known), limit
        self.numbers = {entry: place for place, entry in enumerate(known, start=1)}

    @classmethod
    def learn(cls, pairs: Iterable[Pair], *, limit: int = 64, rarest: int = 2) -> "BagReader":
        """Keep the n-grams that occur at least `rarest` times, the most frequent first."""
        counts: Counter[str] = Counter()
        for pair in pairs:
            for words in sides(pair, limit):
                counts.update(grams(words))
        kept = [
            gram for gram, count in sorted(counts.items(), key=lambda x: (-x[1], x[0])) if count >= rarest
        ]
        return cls(kept, limit=limit)

    def rows(self, pairs: Sequence[Pair]) -> list[Row]:
        """Give the numbers of the known n-grams of both sides."""
        return [(self._ids(a), self._ids(b)) for a, b in (sides(pair, self.limit) for pair in pairs)]

    def _ids(self, words: list[str]) -> list[int]:
        return [self.numbers[gram] for gram in grams(words) if gram in self.numbers]

    def arrays(self, rows: Sequence[Row]) -> Arrays:
        """Give padded numbers; 0 is padding."""
        return {"a": padded([row[0] for row in rows]), "b": padded([row[1] for row in rows])}

    def save(self, folder: Path) -> None:
        """Keep the n-grams."""
        (folder / "bag.json").write_bytes(json.encode({"limit": self.limit, "known": self.known}))

    @classmethod
    def load(cls, folder: Path) -> "BagReader":
        """Open what `save` kept."""
        kept = json.decode((folder / "bag.json").read_bytes())
        return cls(kept["known"], limit=kept["limit"])


def grams(words: list[str]) -> list[str]:
    """Give the words and the neighbouring pairs of words.

    >>> grams(["a", "b", "c"])
    ['a', 'b', 'c', 'a b', 'b c']
    """
    return words + [f"{one} {other}" for one, other in pairwise(words)]


class PieceReader:
    """Both texts joined by the model's own tokenizer: arrays ids, mask, types."""

    kind = "pieces"

    def __init__(self, tokenizer: Any, *, limit: int = 128) -> None:
        self.tokenizer, self.limit = tokenizer, limit
        tokenizer.enable_truncation(limit)
        tokenizer.no_padding()

    def rows(self, pairs: Sequence[Pair]) -> list[Row]:
        """Give piece numbers and which text each piece is of."""
        found = self.tokenizer.encode_batch([(pair.a, pair.b) for pair in pairs])
        return [(each.ids, each.type_ids) for each in found]

    def arrays(self, rows: Sequence[Row]) -> Arrays:
        """Give ids, mask and types (pairs, pieces)."""
        lengths = np.array([len(row[0]) for row in rows])
        ids = padded([row[0] for row in rows])
        mask = (np.arange(ids.shape[1])[None, :] < lengths[:, None]).astype(np.int64)
        return {"ids": ids, "mask": mask, "types": padded([row[1] for row in rows])}

    def save(self, folder: Path) -> None:
        """Keep the tokenizer with its truncation."""
        self.tokenizer.save(str(folder / "tokenizer.json"))

    @classmethod
    def load(cls, folder: Path) -> "PieceReader":
        """Open what `save` kept."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        limit = (tokenizer.truncation or {}).get("max_length", 128)
        return cls(tokenizer, limit=limit)


READERS: dict[str, Any] = {"words": WordReader, "bag": BagReader, "pieces": PieceReader}
