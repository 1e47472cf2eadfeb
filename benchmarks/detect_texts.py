"""Documents for the benchmarks of detection, made of plain text, and what they cost."""

import lzma
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from paraphrast.data import Document

T = TypeVar("T")


def lines(path: Path) -> Iterator[str]:
    with (
        lzma.open(path, "rt", encoding="utf-8")
        if path.suffix == ".xz"
        else open(path, encoding="utf-8") as file
    ):
        yield from (line.strip() for line in file if line.strip())


def cut(path: Path, lang: str, size: int) -> Iterator[Document]:
    """Make documents of about `size` characters of the paragraphs of a file."""
    some: list[str] = []
    length = number = 0
    for line in lines(path):
        some.append(line)
        length += len(line)
        if length >= size:
            yield Document(f"{path.name.split('.txt')[0]}-{number}", "\n".join(some)[: 3 * size], lang=lang)  # type: ignore[arg-type]
            some, length, number = [], 0, number + 1


def library(folder: Path, lang: str, size: int) -> Iterator[Document]:
    """Take documents from the files of a language in turn."""
    return in_turn(cut(path, lang, size) for path in sorted(folder.glob(f"{lang}.*.txt*")))


def in_turn(some: Iterable[Iterator[T]]) -> Iterator[T]:
    """Take one from each stream again and again, until all have ended."""
    streams = deque(some)
    while streams:
        stream = streams.popleft()
        for one in islice(stream, 1):
            yield one
            streams.append(stream)


def varied(mono: Path, size: int) -> Iterator[Document]:
    """Take all real documents in three languages, then make others of Russian paragraphs, without end.

    A paragraph comes again in another company, with its words but every seventh or so.
    """
    yield from in_turn(library(mono, lang, size) for lang in ("ru", "en", "zh"))
    draw = np.random.default_rng(0)
    pool = [
        line
        for path in sorted(mono.glob("ru.*.txt*"))
        for line in islice(lines(path), 60_000)
        if 40 < len(line) < 600
    ]
    for number in count():
        text: list[str] = []
        length = 0
        while length < size:
            words = pool[int(draw.integers(len(pool)))].split()
            del words[int(draw.integers(7)) :: 7]
            text.append(" ".join(words))
            length += len(text[-1])
        yield Document(f"varied-{number}", "\n".join(text), lang="ru")


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
