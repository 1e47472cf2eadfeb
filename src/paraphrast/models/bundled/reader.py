"""The bundled reader: one graph that judges pairs of texts and single texts.

Each pair and each text is read alone: the scales of 8-bit arithmetic are taken from all that is read at once,
so what stands beside a text in a file would change what is said of it.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled import box

SIDE = 126  # pieces of each text of a pair that are read at once
TEXT = 254
T = TypeVar("T")
R = TypeVar("R")


def pieces(texts: Sequence[str], limit: int) -> list[list[int]]:
    """Cut texts into piece ids, at most `limit` of each."""
    return [
        one.ids[:limit] for one in box.tokenizer().encode_batch_fast(list(texts), add_special_tokens=False)
    ]


def in_threads(work: Callable[[T], R], items: Sequence[T], *, graph: str = "reader") -> list[R]:
    """Do the work on each item, on as many threads as the box may use."""
    box.session(graph, threads=1)  # loaded once, before threads ask for it
    if len(items) < 2 or box.threads() < 2:
        return [work(item) for item in items]
    with ThreadPoolExecutor(box.threads()) as pool:
        return list(pool.map(work, items))


def read_pair(sides: tuple[Sequence[int], Sequence[int]]) -> NDArray[np.float32]:
    """Give the log-odds that two texts, as piece ids, say the same, under each convention."""
    return np.asarray(run(["pair"], *side_by_side(sides))[0][0], dtype=np.float32)


def side_by_side(sides: tuple[Sequence[int], Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Lay two texts out in one row, and say which piece is whose."""
    a, b = sides
    ids = np.array([[box.START, *a, box.END, box.START, *b, box.END]], dtype=np.int64)
    kinds = np.zeros(ids.shape, dtype=np.float32)
    kinds[:, len(a) + 2 :] = 1
    return ids, kinds


def read_text(text: Sequence[int]) -> NDArray[np.float32]:
    """Give the log-odds that one text, as piece ids, offends, and in which ways."""
    ids = np.array([[box.START, *text, box.END]], dtype=np.int64)
    return np.asarray(run(["offences"], ids, np.zeros(ids.shape, dtype=np.float32))[0][0], dtype=np.float32)


def read_tags(text: Sequence[int]) -> NDArray[np.float32]:
    """Give the log-odds of what people would do to each piece of a rude text: keep, take out, put another."""
    ids = np.array([[box.START, *text, box.END]], dtype=np.int64)
    (tags,) = run(["tags"], ids, np.zeros(ids.shape, dtype=np.float32))
    return np.asarray(tags[0, 1:-1], dtype=np.float32)


def run(outputs: list[str], ids: NDArray[np.int64], kinds: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Run the graph on one row."""
    given = {"vectors": box.vectors(ids), "kinds": kinds, "mask": np.ones(ids.shape, dtype=np.float32)}
    found: list[NDArray[np.float32]] = box.session("reader", threads=1).run(outputs, given)
    return found
