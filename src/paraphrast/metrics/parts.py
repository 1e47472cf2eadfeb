"""The models that metrics ask: by name from `paraphrast.models`, or any callable the caller passes in."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from paraphrast import models
from paraphrast.data import Pair, Scorer
from paraphrast.models.memory import Remembering, ask_alone

V = TypeVar("V")
Vectors: TypeAlias = NDArray[np.float32]
Encoder: TypeAlias = Callable[[Sequence[str]], Vectors]
Judge: TypeAlias = Callable[[Sequence[str]], list[float]]


class TokenEncoder(Protocol):
    """An encoder that also gives one vector per token, with the offsets of the tokens in the text."""

    def tokens(self, texts: Sequence[str]) -> Sequence[tuple[Vectors, Any]]: ...


_LOADED: dict[tuple[str, str], Remembering] = {}


def encoder(given: str | Encoder) -> Remembering:
    """Give a function from texts to unit vectors."""
    return _part("encoder", given)


def toxicity(given: str | Judge) -> Remembering:
    """Give a function from texts to the probability that each is toxic."""
    return _part("toxicity", given)


def fluency(given: str | Judge) -> Remembering:
    """Give a function from texts to the probability that each is fluent."""
    return _part("fluency", given)


def tokens(given: str | TokenEncoder) -> Remembering:
    """Give a function from texts to unit vectors of their tokens."""
    if not isinstance(given, str):
        return Remembering(_read_tokens(given), most=4000)
    if ("tokens", given) not in _LOADED:
        _LOADED["tokens", given] = Remembering(_alone(_read_tokens(models.encoder(given)), given), most=4000)
    return _LOADED["tokens", given]


def _read_tokens(reader: TokenEncoder) -> Callable[[Sequence[str]], list[Vectors]]:
    """Give a function from texts to the unit vectors of tokens that an encoder gives."""
    return lambda texts: [_unit(vectors) for vectors, _ in reader.tokens(texts)]


def _alone(ask: Callable[[Sequence[str]], Any], name: str) -> Callable[[Sequence[str]], Any]:
    """Ask the bundled encoder about each text alone: it answers otherwise beside others, and no score may."""
    return ask_alone(ask) if name == "bundled" else ask


def pair_model(given: str | Scorer) -> Scorer:
    """Give a scorer of pairs, by name or as it is."""
    if not isinstance(given, str):
        return given
    scorer: Scorer = models.pair(given)
    return scorer


def name_of(given: object) -> str:
    """Name a model for a signature: as it was asked for, or by what it is called in Python."""
    if isinstance(given, str):
        return given
    return str(getattr(given, "name", None) or getattr(given, "__name__", type(given).__name__))


def cosines(vectors: Remembering, first: Sequence[str], second: Sequence[str]) -> NDArray[np.float64]:
    """Give the cosine of each pair of texts; a text without a word has no meaning to share, and gets 0."""
    held = vectors([*first, *second])
    a, b = np.array(held[: len(first)]), np.array(held[len(first) :])
    told = np.array([bool(x.strip()) and bool(y.strip()) for x, y in zip(first, second, strict=True)])
    return np.where(told, np.einsum("ij,ij->i", a, b, dtype=np.float64), 0.0)


def probabilities(scorer: Scorer, pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Give what a scorer says of the pairs."""
    return np.asarray(scorer(pairs), dtype=np.float64)


def _part(kind: str, given: Any) -> Remembering:
    if isinstance(given, Remembering):
        return given
    if not isinstance(given, str):
        return Remembering(given)
    if (kind, given) not in _LOADED:
        ask = getattr(models, kind)(given)
        _LOADED[kind, given] = Remembering(_alone(ask, given) if kind == "encoder" else ask)
    return _LOADED[kind, given]


def _unit(vectors: Vectors) -> Vectors:
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(norms > 0, norms, 1), dtype=np.float32)
