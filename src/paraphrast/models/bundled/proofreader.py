"""The bundled judge of fluency: which pieces of a text stand where they should not?

What stood in the source already is not held against who rewrote it: beside a source only those pieces count
that are new or stand next to a change. Each text is read alone: its neighbours in a file do not matter.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled import box
from paraphrast.models.bundled.reader import in_threads, pieces
from paraphrast.models.bundled.toxicity import cut, likelihood

# Log-odds are multiplied and shifted: fitted by training/proofreading.py on outputs that readers judged.
ALONE, BESIDE = (0.38, -0.19), (0.64, -1.16)
WHOLE = 0.3  # what the whole text says, beside what its new pieces say
NOTHING = -8.0  # the log-odds of a fault where nothing is new


class Proof(NamedTuple):
    """What is said of a text: log-odds that each piece is out of place, and that the whole is well-formed."""

    faults: NDArray[np.float32]
    fluency: float


class BundledFluency:
    """Texts -> P(well-formed); an empty text gets 0."""

    name = "bundled"

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """Judge texts by themselves."""
        return answers(texts, [proof.fluency for proof in read_proofs(pieces(texts, 1 << 30))], ALONE)

    def beside(self, sources: Sequence[str], texts: Sequence[str]) -> list[float]:
        """Judge what was made of sources: only what is new can be wrong."""
        ids = pieces(texts, 1 << 30)
        both = zip(pieces(sources, 1 << 30), ids, read_proofs(ids), strict=True)
        return answers(texts, [compare(source, text, proof) for source, text, proof in both], BESIDE)


def answers(texts: Sequence[str], values: Sequence[float], fit: tuple[float, float]) -> list[float]:
    """Make probabilities of log-odds; what says nothing is not well-formed."""
    scale, shift = fit
    found = likelihood(scale * np.array(values, dtype=np.float64) + shift).tolist()
    return [value if text.strip() else 0.0 for value, text in zip(found, texts, strict=True)]


def compare(source: Sequence[int], text: Sequence[int], proof: Proof) -> float:
    """Give log-odds that a text is as well-formed as its source, from the pieces at its changes."""
    new = _find_new(source, text)
    worst = np.logaddexp.reduce(proof.faults[new]) if new.any() else NOTHING
    return float(WHOLE * proof.fluency - worst)


def _find_new(source: Sequence[int], text: Sequence[int]) -> NDArray[np.bool_]:
    """Mark the pieces of a text that its source does not have there, and those beside them.

    >>> _find_new([1, 2, 3, 4, 5], [1, 2, 9, 4, 5]).tolist()
    [False, True, True, True, False]
    """
    found = np.zeros(len(text), dtype=np.bool_)
    matcher = SequenceMatcher(None, source, text, autojunk=False)
    for kind, _, _, start, stop in matcher.get_opcodes():
        if kind != "equal":
            found[max(0, start - 1) : stop + 1] = True
    return found


def read_proofs(ids: Sequence[list[int]]) -> list[Proof]:
    """Read texts, long ones by windows, of which the least well-formed counts."""
    cuts = [cut(row) for row in ids]
    windows = [window for some in cuts for window in some]
    read = iter(in_threads(_read_window, windows, graph="proofreader"))
    found = [[next(read) for _ in some] for some in cuts]
    return [Proof(np.concatenate([p.faults for p in some]), min(p.fluency for p in some)) for some in found]


def _read_window(window: Sequence[int]) -> Proof:
    """Read one window of pieces; what was read just now, alone or beside a source, is not read again."""
    return _remembered(tuple(window))


@lru_cache(512)
def _remembered(window: tuple[int, ...]) -> Proof:
    return run_graph(window)


def run_graph(window: Sequence[int]) -> Proof:
    """Run the graph on one window."""
    ids = np.array([[box.START, *window, box.END]], dtype=np.int64)
    given = {"vectors": box.vectors(ids), "mask": np.ones(ids.shape, dtype=np.float32)}
    faults, fluency = box.session("proofreader", threads=1).run(["faults", "fluency"], given)
    return Proof(faults[0, 1:-1], float(fluency[0]))
