"""Documents for the benchmarks of detection, made of plain text, and what they cost."""

import lzma
import resource
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from paraphrast.data import Document


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
    streams = deque(cut(path, lang, size) for path in sorted(folder.glob(f"{lang}.*.txt*")))
    while streams:
        stream = streams.popleft()
        document = next(stream, None)
        if document is not None:
            yield document
            streams.append(stream)


def shuffled(mono: Path, count: int) -> Iterator[Document]:
    """Make any number of documents of 2,000 characters of real sentences in new company."""
    draw = np.random.default_rng(0)
    pool = [
        line
        for path in sorted(mono.glob("ru.*.txt*"))
        for line in islice(lines(path), 60_000)
        if 40 < len(line) < 600
    ]
    for number in range(count):
        text, places = [], draw.integers(0, len(pool), 60)
        for place in places.tolist():
            text.append(pool[place])
            if sum(map(len, text)) >= 2000:
                break
        yield Document(f"d{number}", "\n".join(text), lang="ru")


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def memory() -> int:
    """Give the resident memory now, in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 2**20
