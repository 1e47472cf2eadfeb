"""Frozen word vectors: where they come from, and the table of those that a model has met.

Sources: `bundled` (each word read by the bundled multilingual encoder: any word in ru, en and zh has one),
`navec:FILE.tar` (Russian; the files are in navec's source package), `counts` (learned from the training text
alone), or a text file of vectors by path (word2vec, GloVe or fastText; .gz too).
"""

import gzip
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paraphrast.errors import CommandError, DataError, MissingExtra

LENGTH = 6.0  # about what GloVe's and word2vec's vectors have

Vectors: TypeAlias = NDArray[np.float32]
Source: TypeAlias = Callable[[Sequence[str]], Vectors]


class Table:
    """The vectors of the words met so far; row 0 is padding and every unknown word.

    Rows are centred and brought to a mean length of LENGTH by the first words learned, because sentence
    encoders put all words into one narrow cone, and attention over short vectors stays even.
    """

    def __init__(self, name: str, source: Source) -> None:
        self.name, self.source = name, source
        self.numbers: dict[str, int] = {}
        self.centre: Vectors = np.zeros(0, dtype=np.float32)
        self.scale = 1.0
        self.rows: Vectors = np.zeros((1, 0), dtype=np.float32)

    @property
    def dim(self) -> int:
        """Say how wide the vectors are."""
        return int(self.rows.shape[1])

    def learn(self, words: Iterable[str]) -> None:
        """Ask the source once for every word not met before."""
        fresh = sorted({word for word in words if word not in self.numbers})
        if not fresh:
            return
        found = np.asarray(self.source(fresh), dtype=np.float32)
        known = np.any(found != 0, axis=1)
        if not len(self.centre):
            self._fit(found[known])
        # half precision is what `save` keeps: training sees the numbers that prediction will see
        rows = ((found[known] - self.centre) * self.scale).astype(np.float16)
        self.numbers.update(dict.fromkeys((w for w, k in zip(fresh, known, strict=True) if not k), 0))
        kept = [word for word, known_word in zip(fresh, known, strict=True) if known_word]
        self.numbers.update({word: len(self.rows) + place for place, word in enumerate(kept)})
        self.rows = np.concatenate([self.rows, rows.astype(np.float32)])

    def _fit(self, found: Vectors) -> None:
        if not len(found):
            raise DataError(f"the vectors '{self.name}' know none of the words; is it the right language?")
        self.centre = found.mean(axis=0)
        self.scale = LENGTH / max(1e-6, float(np.linalg.norm(found - self.centre, axis=1).mean()))
        self.rows = np.zeros((1, found.shape[1]), dtype=np.float32)

    def ids(self, words: Iterable[str]) -> list[int]:
        """Give the rows of words, 0 for those that no vector is known of."""
        return [self.numbers.get(word, 0) for word in words]

    def save(self, path: Path, *, limit: int) -> None:
        """Keep words, vectors and centre in one file."""
        np.savez_compressed(
            path,
            words=np.array(list(self.numbers), dtype=np.str_),
            ids=np.array(list(self.numbers.values()), dtype=np.int64),
            rows=self.rows.astype(np.float16),
            centre=self.centre,
            fact=np.array([self.name, str(self.scale), str(limit)], dtype=np.str_),
        )

    @classmethod
    def load(cls, path: Path) -> tuple["Table", int]:
        """Open what `save` kept; words not in it go to the source, opened when the first one comes."""
        with np.load(path, allow_pickle=False) as kept:
            name, scale, limit = (str(x) for x in kept["fact"])
            table = cls(name, later(name))
            table.numbers = dict(zip(kept["words"].tolist(), kept["ids"].tolist(), strict=True))
            table.rows, table.centre = kept["rows"].astype(np.float32), kept["centre"]
            table.scale = float(scale)
        return table, int(limit)


def later(name: str) -> Source:
    """Give a source that is opened at the first question; one that is gone warns and knows no more words."""
    opened: list[Source] = []

    def ask(words: Sequence[str]) -> Vectors:
        if not opened:
            try:
                opened.append(source(name))
            except (CommandError, MissingExtra) as gone:
                warnings.warn(f"words that training did not see have no vector: {gone}", stacklevel=2)
                opened.append(lambda asked: np.zeros((len(asked), 1), dtype=np.float32))
        return opened[0](words)

    return ask


def source(name: str, *, texts: Sequence[Sequence[str]] = ()) -> Source:
    """Open the vectors of this name; `texts` are words by text, for `counts`."""
    if name == "bundled":
        return bundled()
    if name == "counts":
        return counted(texts) if texts else lambda words: np.zeros((len(words), 1), dtype=np.float32)
    path = Path(name.removeprefix("navec:"))
    if not path.is_file():
        raise CommandError(
            f"no vectors '{name}'; say bundled, counts, navec:FILE.tar or the path of a vec file"
        )
    return navec(path) if path.suffix == ".tar" else filed(path)


def bundled() -> Source:
    """Read each word with the bundled encoder, so that no word is unknown."""
    from paraphrast import models

    encode = models.encoder()
    return lambda words: np.asarray(encode(list(words)), dtype=np.float32)


def navec(path: Path) -> Source:
    """Open a navec file of Russian vectors."""
    try:
        from navec import Navec
    except ImportError as missing:
        raise MissingExtra("navec", "ner") from missing
    known: Any = Navec.load(str(path))
    nothing = np.zeros(known.pq.dim, dtype=np.float32)
    return lambda words: np.stack([known.get(word, nothing) for word in words])


def filed(path: Path) -> Source:
    """Read from a text file of vectors only the words asked for, in one pass a question."""
    dim = width(path)

    def ask(words: Sequence[str]) -> Vectors:
        wanted = {word: place for place, word in enumerate(words)}
        found = np.zeros((len(words), dim), dtype=np.float32)
        for line, (word, numbers) in enumerate(entries(path), start=1):
            if word in wanted:
                try:
                    found[wanted[word]] = np.array(numbers, dtype=np.float32)
                except ValueError as e:
                    raise DataError(f"'{word}' has not {dim} numbers", path=path, line=line) from e
        return found

    return ask


def entries(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield word and numbers of each line; a word2vec header gives a word with one number."""
    opened: Any = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            word, *numbers = line.rstrip().split(" ")
            yield word, numbers


def width(path: Path) -> int:
    """Say how many numbers a word has: the header's second number, or the first line's count."""
    first = next(entries(path), ("", []))
    dim = int(first[1][0]) if len(first[1]) == 1 and first[1][0].isdigit() else len(first[1])
    if not dim:
        raise DataError("no vectors here; each line is a word and its numbers", path=path, line=1)
    return dim


def counted(texts: Sequence[Sequence[str]], *, dim: int = 200, window: int = 4) -> Source:
    """Learn vectors from which words stand near which (positive mutual information, Levy et al. 2015)."""
    from scipy.sparse import csr_matrix, diags

    known = {word: place for place, word in enumerate(sorted({word for text in texts for word in text}))}
    rows, columns = near(texts, known, window)
    table = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(known), len(known)))
    total, sums = table.sum(), np.maximum(1, np.asarray(table.sum(axis=1)).ravel())
    table = (diags(total / sums) @ table @ diags(1 / sums)).tocsr()
    table.data = np.maximum(0, np.log(np.maximum(table.data, 1e-9)))
    found = narrowed(table, min(dim, len(known)))
    nothing = np.zeros(found.shape[1], dtype=np.float32)
    return lambda words: np.stack([found[known[word]] if word in known else nothing for word in words])


def narrowed(table: Any, dim: int) -> Vectors:
    """Give the rows in their strongest directions, scaled by the root of each direction's strength.

    A randomised decomposition (Halko et al. 2011) with a fixed seed: scipy's own starts anew each time.
    """
    basis = np.random.default_rng(0).normal(size=(table.shape[1], dim))
    for _ in range(4):
        basis, _ = np.linalg.qr(table @ basis)
    u, s, _ = np.linalg.svd((table.T @ basis).T, full_matrices=False)
    return np.asarray((basis @ u) * np.sqrt(s), dtype=np.float32)


def near(texts: Sequence[Sequence[str]], known: dict[str, int], window: int) -> tuple[list[int], list[int]]:
    """List, both ways, the pairs of words that stand within the window."""
    rows: list[int] = []
    columns: list[int] = []
    for text in texts:
        ids = [known[word] for word in text]
        for shift in range(1, window + 1):
            rows += ids[:-shift] + ids[shift:]
            columns += ids[shift:] + ids[:-shift]
    return rows, columns
