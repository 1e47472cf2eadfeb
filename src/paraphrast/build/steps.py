"""What a pipeline is made of: a step keeps or drops pairs, makes pairs of pairs, or sifts the whole stream.

A filter is a function from pairs to verdicts; a verdict without a reason keeps the pair. A person's own step
is a function too: `each(function)` makes a step of one that takes a pair and gives the reason to drop it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from xxhash import xxh3_64_hexdigest

from paraphrast.data import Pair
from paraphrast.engine import BATCH
from paraphrast.text import Lang, language
from paraphrast.text.languages import READ, as_known

Bounds: TypeAlias = tuple[float | None, float | None]


class Verdict(NamedTuple):
    """Why a pair is dropped, or None when it stays, and the score that decided."""

    reason: str | None = None
    score: float | None = None


Filter: TypeAlias = Callable[[Sequence[Pair]], Sequence[Verdict]]
Maker: TypeAlias = Callable[[Sequence[Pair]], Sequence[Sequence[Pair]]]
Sieve: TypeAlias = Callable[[Iterable[Pair]], Iterator[tuple[Pair, Verdict]]]


class Step(NamedTuple):
    """A named piece of work with what its result depends on.

    `spread` is False where the work holds a model that should not be copied into other processes; `chunk` is
    how many records are lost at most when the work is interrupted.
    """

    name: str
    work: Any
    kind: Literal["filter", "make", "sieve"] = "filter"
    settings: Mapping[str, Any] = {}
    spread: bool = True
    chunk: int = 5120

    @property
    def batch(self) -> int:
        """Give the size of a batch: chunks are whole batches, so a resumed step has the same ones."""
        return BATCH if self.chunk % BATCH == 0 else self.chunk

    @property
    def bounds(self) -> Bounds:
        """Give the thresholds between which scores are kept."""
        return self.settings.get("low"), self.settings.get("high")


def step(name: str, work: Filter, **settings: Any) -> Step:
    """Make a step of a filter; what the filter remembers of its settings is added to them."""
    own = {key: plain(value) for key, value in vars(work).items()} if hasattr(work, "__dict__") else {}
    return Step(name, work, "filter", {**own, **settings}, getattr(work, "spread", True))


def maker(name: str, work: Maker, **settings: Any) -> Step:
    """Make a step of a function that gives any number of pairs for each."""
    return Step(name, work, "make", settings, getattr(work, "spread", True), getattr(work, "chunk", 5120))


def sieve(name: str, work: Sieve, **settings: Any) -> Step:
    """Make a step of a function that has to see the whole stream in order."""
    own = {key: plain(value) for key, value in vars(work).items()} if hasattr(work, "__dict__") else {}
    return Step(name, work, "sieve", {**own, **settings}, False)


def each(function: Callable[[Pair], Verdict | str | None], name: str = "", **settings: Any) -> Step:
    """Make a step of a person's own function of one pair.

    >>> each(lambda pair: "shouting" if pair.b.isupper() else None, "loud").work([Pair("a", "B")])
    [Verdict(reason='shouting', score=None)]
    """
    code = function.__code__  # an edited function is another step
    told = {"code": xxh3_64_hexdigest(code.co_code + repr((code.co_consts, code.co_names)).encode())}
    return Step(name or function.__name__, Each(function), "filter", {**told, **settings})


class Each:
    """A filter that asks a function about each pair."""

    def __init__(self, function: Callable[[Pair], Verdict | str | None]) -> None:
        self.function = function

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        answers = map(self.function, pairs)
        return [answer if isinstance(answer, Verdict) else Verdict(answer) for answer in answers]


def plain(value: Any) -> Any:
    """Give what can be written down of a setting: itself, or the name of a model or function.

    >>> plain(0.5), plain(len)
    (0.5, 'len')
    """
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    names = (getattr(value, each, None) for each in ("signature", "name", "__qualname__"))
    return str(next(filter(None, names), type(value).__qualname__))


def within(score: float, bounds: Bounds, name: str) -> Verdict:
    """Keep a score between two bounds, either of which may be missing.

    >>> within(0.95, (0.5, 0.9), "similarity")
    Verdict(reason='similarity-high', score=0.95)
    """
    low, high = bounds
    if low is not None and score < low:
        return Verdict(f"{name}-low", score)
    return Verdict(f"{name}-high" if high is not None and score > high else None, score)


def lang_of(pair: Pair) -> Lang:
    """Give the language of a pair: what it says, or what its text looks like; an unknown one is English."""
    if pair.lang is not None:
        return pair.lang
    return as_known(language(pair.a), READ)
