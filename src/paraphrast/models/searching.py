"""Beam search, whatever proposes the next piece: the best continuations, and the rules of transformers."""

from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Ids = NDArray[np.int64]
Scores = NDArray[np.float32]
NOTHING = -1e9


class Choice(NamedTuple):
    """Which hypothesis goes on (n, width), with which place of the vocabulary, and the new scores."""

    parents: Ids
    places: Ids
    scores: Scores


def likeliest(scores: Scores, logs: Scores, most: int | None = None) -> Choice:
    """Beam search: the best continuations of all hypotheses of a text, as many as there are, or `most`."""
    n, width, pieces = logs.shape
    most = most or width
    kept = min(most, pieces)
    if kept == 1:
        best = logs.argmax(axis=2)[:, :, None]
    else:
        best = np.argpartition(-logs, kept - 1, axis=2)[:, :, :kept]
    total = (scores[:, :, None] + np.take_along_axis(logs, best, axis=2)).reshape(n, -1)
    order = np.argsort(-total, axis=1, kind="stable")[:, :most]
    places = np.take_along_axis(best.reshape(n, -1), order, axis=1)
    return Choice(order // kept, places, np.take_along_axis(total, order, axis=1))


class Rules(Struct, frozen=True):
    """How a model is to be decoded, as its generation_config.json says; lengths count the prompt."""

    ends: tuple[int, ...]
    penalty: float = 1.0
    early: bool | Literal["never"] = False
    first: int | None = None
    last: int | None = None
    least: int = 0
    grams: int = 0

    def bound(self, logs: Scores, out: Ids, *, prompt: int, longest: int) -> Scores:
        """Forbid pieces to hypotheses: (n, width, pieces) after what was written, (n, width, length)."""
        length = out.shape[2]
        if self.grams and length + 1 >= self.grams:
            for at in np.ndindex(out.shape[:2]):
                logs[*at, list(repeating(out[at].tolist(), self.grams))] = -np.inf
        if length < self.least:
            logs[:, :, list(self.ends)] = -np.inf
        if self.first is not None and length == prompt == 1:
            logs = only(self.first, logs)
        if self.last is not None and length == longest - 1:
            logs = only(self.last, logs)
        return logs


def repeating(written: list[int], grams: int) -> set[int]:
    """Give the pieces that would make a run of so many pieces come a second time.

    >>> repeating([7, 8, 9, 7, 8], 3)
    {9}
    """
    ending = written[len(written) - grams + 1 :]
    runs = (written[at : at + grams] for at in range(len(written) - grams + 1))
    return {run[-1] for run in runs if run[:-1] == ending}


def only(piece: int, logs: Scores) -> Scores:
    """Leave one piece."""
    logs = np.full_like(logs, -np.inf)
    logs[:, :, piece] = 0
    return logs


class Beam:
    """Hypotheses of a batch; those that end leave the beam for a list, by their score per piece.

    The rules are those of transformers, so that a model writes here what it writes there. `rows` are the
    texts that are still written; `out` and `scores` have only these.
    """

    def __init__(self, prompts: Ids, width: int, *, rules: Rules, more: int) -> None:
        n, self.prompt = prompts.shape
        self.width, self.rules, self.longest = width, rules, self.prompt + more
        self.rows: Ids = np.arange(n)
        self.out: Ids = np.repeat(prompts[:, None], width, axis=1).astype(np.int64)
        self.scores = np.full((n, width), NOTHING, dtype=np.float32)
        self.scores[:, 0] = 0  # at first all hypotheses are the same
        self.ended: list[list[tuple[float, Ids]]] = [[] for _ in range(n)]

    def follow(self, logs: Scores) -> Ids:
        """Go on with log-probabilities (n, width, pieces); give where in the batch each row came from."""
        logs = self.rules.bound(logs, self.out, prompt=self.prompt, longest=self.longest)
        found = likeliest(self.scores, logs, (1 + max(1, len(self.rules.ends))) * self.width)
        out = np.concatenate([taken(self.out, found.parents), found.places[:, :, None]], axis=2)
        over = np.isin(found.places, self.rules.ends) | (out.shape[2] >= self.longest)
        self.keep(found.scores, out, over)
        running = found.scores + np.where(over, np.float32(NOTHING), np.float32(0))
        order = np.argsort(-running, axis=1, kind="stable")[:, : self.width]
        self.out, self.scores = taken(out, order), np.take_along_axis(running, order, axis=1)
        origin = np.arange(len(self.rows))[:, None] * self.width + taken(found.parents, order)
        still = np.array([self.open(at) for at in range(len(self.rows))], dtype=bool) & ~over.all()
        self.rows, self.out, self.scores = self.rows[still], self.out[still], self.scores[still]
        chosen: Ids = origin[still]
        return chosen

    def keep(self, scores: Scores, out: Ids, over: NDArray[np.bool_]) -> None:
        """Put what ended among the best continuations on the list of its text, the best of all first."""
        length = np.float32((out.shape[2] - self.prompt) ** self.rules.penalty)
        for at, place in np.argwhere(over[:, : self.width]):
            ended = self.ended[self.rows[at]]
            ended.append((float(scores[at, place] / length), out[at, place, self.prompt :]))
        for row in self.rows:
            self.ended[row] = sorted(self.ended[row], key=lambda one: -one[0])[: self.width]

    def open(self, at: int) -> bool:
        """Say whether a text of the batch may still get something better than what has ended."""
        ended = self.ended[self.rows[at]]
        if len(ended) < self.width:
            return True
        if self.rules.early is True:
            return False
        ahead = self.rules.early == "never" and self.rules.penalty > 0
        length = (self.longest if ahead else self.out.shape[2]) - self.prompt
        return bool(self.scores[at, 0] / np.float32(length**self.rules.penalty) > ended[-1][0])

    def best(self, n: int) -> list[list[list[int]]]:
        """Give the pieces of the n best of each text, without its prompt."""
        return [[ids.tolist() for _, ids in ended[:n]] for ended in self.ended]


def taken(values: Any, order: Ids) -> Any:
    """Take hypotheses (n, width, ...) in another order."""
    return values[np.arange(len(values))[:, None], order]
