"""What a model of each kind can do."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair

Vectors: TypeAlias = NDArray[np.float32]


class Pieces(NamedTuple):
    """The vectors of a text's pieces, and where each piece stands in the text."""

    vectors: Vectors
    offsets: list[tuple[int, int]]


class Encoder(Protocol):
    """Texts -> unit vectors, one row for each."""

    name: str
    dim: int

    def __call__(self, texts: Sequence[str]) -> Vectors: ...

    def tokens(self, texts: Sequence[str]) -> list[Pieces]:
        """Give every piece's vector, with its place in the text."""
        ...


class PairModel(Protocol):
    """Pairs -> P(paraphrase), whatever the order of the two texts."""

    name: str
    threshold: float

    def __call__(self, pairs: Sequence[Pair]) -> list[float]: ...


class TextModel(Protocol):
    """Texts -> a probability each."""

    name: str

    def __call__(self, texts: Sequence[str]) -> list[float]: ...


class Offence(NamedTuple):
    """How likely a text offends, and the probability of each kind of offence."""

    toxicity: float
    kinds: dict[str, float]


class LanguageModel(Protocol):
    """Texts -> the mean negative log-likelihood of a piece, in nats."""

    name: str

    def __call__(self, texts: Sequence[str]) -> list[float]: ...


class Generator(Protocol):
    """Texts -> n texts for each, best first."""

    name: str

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]: ...


class Filler(Protocol):
    """Gaps, each what comes before and after it -> words that could stand there, the likeliest first."""

    name: str

    def __call__(self, gaps: Sequence[tuple[str, str]], k: int = 10) -> list[list[str]]: ...
