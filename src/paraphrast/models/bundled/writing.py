"""Writing with the bundled rewriter: cached, batched, by beam search or sampling, over a shortlist."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled import box
from paraphrast.models.bundled.batches import padded
from paraphrast.models.catalogue import languages_of
from paraphrast.models.quantised import dequantise
from paraphrast.models.searching import NOTHING, Choice, Ids
from paraphrast.models.types import Vectors
from paraphrast.text.languages import find_language

PAST = ("keys", "values")
HIDDEN = -1e4
LONGEST = 150
LOOKED_AT = ("pointers", "blocked", "control")


class Weights(NamedTuple):
    """The two graphs, the bias of each piece, and the pieces that a language writes, commonest first."""

    reader: Any
    step: Any
    layers: int  # of the decoder
    bias: NDArray[np.float32]
    shortlists: dict[str, Ids]


@cache
def weights() -> Weights:
    """Load the rewriter of the box."""
    stored = np.load(box.file("rewriter-pieces.npz"))
    shortlists = {lang: stored[lang].astype(np.int64) for lang in languages_of("rewriter")}
    bias = stored["bias"].astype(np.float32)
    step = box.session("rewriter-step")
    return Weights(box.session("rewriter-reader"), step, depth(step), bias, shortlists)


def depth(step: Any) -> int:
    """Count the layers of a step graph by its inputs."""
    return sum(one.name.startswith("past_keys_") for one in step.get_inputs())


class Memory(NamedTuple):
    """A batch that was read: what the decoder looks at, the source's pieces, and the logits of their tags."""

    keys: Vectors  # (memories, n, heads, size, length)
    values: Vectors  # (memories, n, heads, length, size)
    pointers: Vectors
    control: Vectors
    blocked: Vectors
    tags: Vectors
    ids: Ids


def read(
    given: Weights, sequences: Sequence[Sequence[int]], asked: Sequence[int] | Sequence[Sequence[int]]
) -> Memory:
    """Read sources, each <s> ... </s>; `asked` is task, language and degree, of all or of each."""
    ids, mask = padded(sequences)
    feeds = {
        "vectors": box.vectors(ids),
        "mask": mask,
        "asked": np.broadcast_to(np.array(asked, dtype=np.int64), (len(ids), 3)).copy(),
    }
    keys, values, pointers, control, tags = given.reader.run(None, feeds)
    blocked = ((1 - mask) * HIDDEN).astype(np.float32)[:, None, None, :]
    turned = np.ascontiguousarray(keys.swapaxes(3, 4))  # once here, so that no step turns them again
    return Memory(turned, values, pointers, control, blocked, tags, ids)


class Vocabulary:
    """The pieces that may be written for a batch: the language's shortlist and those of the sources.

    For a text in simplified Mandarin, pieces of other kinds of Chinese are only pointed at.
    """

    def __init__(self, given: Weights, lang: str, source: Ids, most: int | None = None) -> None:
        base = given.shortlists[lang][:most]
        base = base[base != box.RARE]  # only a source may have what has no piece
        extra = np.setdiff1d(source, base)
        self.ids = np.concatenate([base, extra])
        self.table = np.concatenate([table(tuple(base.tolist())), dequantise(box.words()[extra])])
        self.bias = given.bias[self.ids]
        place = np.zeros(len(given.bias), dtype=np.int64)
        place[self.ids] = np.arange(len(self.ids))
        self.place = place
        self.source = place[source]  # (n, length)
        self.written = (
            allowed(self.ids, self.source, lang) if not find_language(lang).spaced else None
        )  # (n, pieces)
        self.same: NDArray[np.bool_] | None = None  # which pieces of a source are equal: (n, length, length)

    def scores(self, states: Vectors, pointed: Vectors, gate: Vectors) -> NDArray[np.float32]:
        """Log-probabilities (n, width, pieces) of writing or pointing at each piece.

        Where a single hypothesis points at a piece that nothing written can beat, as it mostly does where a
        text is copied, what could be written is not asked for: only the likeliest piece is exact then.
        """
        n, width, _ = states.shape
        writes = 1 / (1 + np.exp(-gate.reshape(-1, 1)))
        points = np.exp(pointed.reshape(n * width, -1)) * (1 - writes)
        open_ = np.arange(n * width) if width > 1 else np.flatnonzero(~self.settled(points, writes))
        found = np.zeros((n * width, len(self.ids)), dtype=np.float32)
        found[open_] = self.writing(states.reshape(n * width, -1)[open_], open_ // width) * writes[open_]
        np.add.at(found, (np.arange(n * width)[:, None], np.repeat(self.source, width, axis=0)), points)
        np.maximum(found, 1e-20, out=found)
        return np.asarray(np.log(found, out=found).reshape(n, width, -1), dtype=np.float32)

    def writing(self, states: Vectors, texts: Ids) -> NDArray[np.float32]:
        """Probability of each piece if one is written: a row for each state, which is of a text."""
        logits = states @ self.table.T + self.bias
        logits -= logits.max(axis=1, keepdims=True)
        np.exp(logits, out=logits)
        logits /= logits.sum(axis=1, keepdims=True)
        return np.asarray(logits if self.written is None else logits * self.written[texts], dtype=np.float32)

    def settled(self, points: NDArray[np.floating], writes: NDArray[np.floating]) -> NDArray[np.bool_]:
        """Say for which texts the piece that is most pointed at wins whatever could be written."""
        if self.same is None:
            self.same = self.source[:, :, None] == self.source[:, None, :]
        total = np.einsum("ij,ijk->ik", points, self.same)
        best = total.argmax(axis=1)
        rows = np.arange(len(total))
        other = np.where(self.same[rows, best], 0, total).max(axis=1)
        return np.asarray(total[rows, best] - other > writes[:, 0])


def allowed(ids: Ids, source: Ids, lang: str) -> NDArray[np.bool_]:
    """Say which pieces may be written for each text, where a language has dialects: (n, pieces)."""
    fine = np.array([is_standard(piece, lang) for piece in ids.tolist()])
    return np.asarray(fine[None] | ~fine[source].all(axis=1, keepdims=True))


@cache
def is_standard(piece: int, lang: str) -> bool:
    """Say whether a piece is in the standard of a language (simplified Mandarin), or not in it at all."""
    return find_language(lang).spelling.is_standard(box.tokenizer().id_to_token(piece) or "")


@cache
def table(ids: tuple[int, ...]) -> Vectors:
    """Unpack the vectors of a shortlist once."""
    return dequantise(box.words()[list(ids)])


class Written(NamedTuple):
    """Hypotheses of a batch: pieces (n, width, length) without <s>, and their scores (n, width)."""

    ids: Ids
    scores: NDArray[np.float32]


class Sampler:
    """Sampling: each hypothesis goes its own way, among the likeliest pieces."""

    def __init__(self, *, temperature: float = 1.0, among: int = 20, seed: int = 0) -> None:
        self.temperature, self.among, self.rng = temperature, among, np.random.default_rng(seed)

    def __call__(self, scores: NDArray[np.float32], logs: NDArray[np.float32]) -> Choice:
        n, width, pieces = logs.shape
        kept = min(self.among, pieces)
        best = np.argpartition(-logs, kept - 1, axis=2)[:, :, :kept]
        found = np.take_along_axis(logs, best, axis=2)
        # The largest of logs + Gumbel noise is a fair draw.
        noise = self.rng.gumbel(size=found.shape) * self.temperature
        drawn = np.argmax(found + noise, axis=2)[:, :, None]
        places = np.take_along_axis(best, drawn, axis=2)[:, :, 0]
        gained = np.take_along_axis(found, drawn, axis=2)[:, :, 0]
        own = np.where(scores > NOTHING / 2, scores, 0)  # at first only one hypothesis has a score
        return Choice(np.tile(np.arange(width), (n, 1)), places, (own + gained).astype(np.float32))


def past_names(many: int) -> list[str]:
    """Name the keys and values of what is written, by layer.

    >>> past_names(4)
    ['past_keys_0', 'past_keys_1', 'past_values_0', 'past_values_1']
    """
    return [f"past_{name}_{at}" for name in PAST for at in range(many // len(PAST))]


class Search:
    """One batch being written, piece by piece."""

    def __init__(self, given: Weights, memory: Memory, vocabulary: Vocabulary, width: int) -> None:
        self.given, self.memory, self.vocabulary = given, memory, vocabulary
        n = len(memory.ids)
        _, _, heads, size, _ = memory.keys.shape
        # The past begins with an empty place, since a graph cannot have none.
        empty = np.zeros((n, width, heads, size, 1), dtype=np.float32)
        self.past: list[Vectors] = []
        for name in PAST:
            shape = empty if name == "keys" else empty.swapaxes(3, 4)
            self.past += [shape] * given.layers
        self.now = np.full((n, width), box.START, dtype=np.int64)
        self.scores = np.full((n, width), NOTHING, dtype=np.float32)
        self.scores[:, 0] = 0
        self.done = np.zeros((n, width), dtype=bool)
        self.out = np.zeros((n, width, 0), dtype=np.int64)

    def logs(self) -> NDArray[np.float32]:
        """Ask the graph for the next piece of each hypothesis."""
        hide = np.zeros((1, 1, 1, 1, self.past[0].shape[4]), dtype=np.float32)
        hide[..., 0] = HIDDEN
        feeds = {
            "vectors": box.vectors(self.now),
            "place": np.array([self.out.shape[2]], dtype=np.int64),
            "hide": hide,
            **{name: getattr(self.memory, name) for name in LOOKED_AT},
            **{f"keys_{at}": keys for at, keys in enumerate(self.memory.keys)},
            **{f"values_{at}": values for at, values in enumerate(self.memory.values)},
            **dict(zip(past_names(len(self.past)), self.past, strict=True)),
        }
        states, pointed, gate, *self.past = self.given.step.run(None, feeds)
        logs = self.vocabulary.scores(states, pointed, gate)
        if self.done.any():  # a finished hypothesis only waits
            logs[self.done] = NOTHING
            logs[self.done, self.vocabulary.place[box.END]] = 0
        return logs

    def follow(self, choice: Choice) -> None:
        """Go on with the chosen hypotheses."""
        rows = np.arange(len(self.now))[:, None]
        if (choice.parents != np.arange(self.now.shape[1])).any():
            self.past = [one[rows, choice.parents] for one in self.past]
            self.out, self.done = self.out[rows, choice.parents], self.done[rows, choice.parents]
        self.now, self.scores = self.vocabulary.ids[choice.places], choice.scores
        self.out = np.concatenate([self.out, np.where(self.done, box.PAD, self.now)[:, :, None]], axis=2)
        self.done = self.done | (self.now == box.END)


def write(search: Search, choose: Any, *, prefix: Ids | None = None, more: int = LONGEST) -> Written:
    """Write until all hypotheses end; `prefix` (n, length, padded) comes first, then `more` at the most."""
    forced = prefix.shape[1] if prefix is not None else 0
    length = search.memory.ids.shape[1]
    for at in range(min(LONGEST, forced + more, max(forced, 2 * length) + 8)):
        logs = search.logs()
        if prefix is not None and at < forced:
            logs = followed(logs, prefix[:, at], search.vocabulary)
        search.follow(choose(search.scores, logs))
        if search.done.all():
            break
    return Written(search.out, search.scores)


def followed(logs: NDArray[np.float32], pieces: Ids, vocabulary: Vocabulary) -> NDArray[np.float32]:
    """Leave only the given piece to the texts that have one here."""
    rows = np.flatnonzero(pieces != box.PAD)
    logs[rows] = NOTHING
    logs[rows, :, vocabulary.place[pieces[rows]]] = 0
    return logs
