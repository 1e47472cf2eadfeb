"""The files of a corpus and of detections, read by any workers: what evaluation needs of each, in numbers.

Shards are names of files. An XML file becomes six numbers a passage, a text its length; all of them together
are measured where they meet. So the figures are those of one process, to the last digit.
"""

import sys
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import Struct

from paraphrast import plans
from paraphrast.detect import pan
from paraphrast.detect.cover import Table, table
from paraphrast.detect.evaluate import name_types
from paraphrast.errors import DataError
from paraphrast.plans.running import finish

PART = 512  # files of a part
DOCUMENTS, STOPS = [0, 3], [2, 5]  # columns of a row of numbers
UNKNOWN = 1 << 62  # characters of a document whose text is not there


class File(Struct, frozen=True):
    """A file that is to be read, as it was when it was listed."""

    path: str
    kind: Literal["text", "truth", "found"]
    size: int
    changed: int


class Contents(Struct, frozen=True, omit_defaults=True):
    """What a file holds: characters of a text; or names of documents, numbers of passages, their types."""

    length: int = 0
    names: list[str] = []
    rows: list[list[int]] = []
    types: list[str] = []


class Passages(NamedTuple):
    """The passages of the truth and of detections, with documents numbered alike, and types of the cases."""

    names: list[str]
    cases: Table
    found: Table
    types: list[str]

    def rank(self, kind: Literal["truth", "found"]) -> dict[str, list[str]]:
        """List the sources of each suspicious document, those with the most passages first."""
        chosen = self.cases if kind == "truth" else self.found
        pairs = zip(chosen.this.tolist(), chosen.source.tolist(), strict=True)
        counts = Counter((self.names[this], self.names[source]) for this, source in pairs)
        answer: dict[str, list[str]] = {}
        for (this, source), _ in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
            answer.setdefault(this, []).append(source)
        return answer


def list_texts(truth: Path) -> list[Path]:
    """List the texts of the corpus that the truth is about."""
    known = {
        path.name: path
        for root in (truth.parent, truth)
        for part in ("susp", "src")
        for path in sorted((root / part).glob("*.txt"))
    }
    return list(known.values())


def read_passages(
    texts: Sequence[Path],
    truth: Sequence[Path],
    found: Sequence[Path],
    *,
    folder: Path | None = None,
    workers: int = 1,
) -> Passages:
    """Read all files: here, or (with a folder to work in) as a plan, going on with a run that was killed."""
    kinds: tuple[tuple[Literal["text", "truth", "found"], Sequence[Path]], ...] = (
        ("text", texts),
        ("truth", truth),
        ("found", found),
    )
    listed = (_describe(path, kind) for kind, paths in kinds for path in paths)
    if folder is None:
        return _gather((file, _read(file)) for file in listed)
    work = plans.Map(_read_files, File)
    plans.make(folder, work, listed, key="passages", label="evaluate", size=PART)
    finish(folder, workers, work)
    return _gather(plans.merge_beside(folder, File, Contents))


def _describe(path: Path, kind: Literal["text", "truth", "found"]) -> File:
    state = path.stat()
    return File(str(path.absolute()), kind, state.st_size, state.st_mtime_ns)


def _read_files(files: Sequence[File]) -> list[Contents]:
    """Read some files, in whatever process this is."""
    return [_read(file) for file in files]


def _read(file: File) -> Contents:
    if file.kind == "text":
        return Contents(_count_characters(Path(file.path)))
    matches, names = list(pan.read_file(Path(file.path), {})), dict[str, int]()
    rows = np.stack(table(matches, names), axis=1).tolist()
    return Contents(0, list(names), rows, list(map(name_types, matches)) if file.kind == "truth" else [])


def _count_characters(path: Path) -> int:
    try:
        return len(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(
            f"byte {error.object[error.start]:#04x} is not UTF-8, as texts of a corpus are", path=path
        ) from error


def _gather(read: Iterable[tuple[File, Contents]]) -> Passages:
    """Number documents in the order in which they come, and join the passages of all files."""
    lengths, names, types = dict[str, int](), dict[str, int](), list[str]()
    parts: dict[str, list[Any]] = {kind: [np.empty((0, 6), np.int64)] for kind in ("truth", "found")}
    for file, contents in read:
        if file.kind == "text":
            lengths[Path(file.path).name] = contents.length
            continue
        rows = np.array(contents.rows, dtype=np.int64).reshape(-1, 6)
        _require_inside(file, contents.names, rows, lengths)
        numbers = [names.setdefault(name, len(names)) for name in contents.names]
        rows[:, DOCUMENTS] = np.array(numbers, dtype=np.int64)[rows[:, DOCUMENTS]]
        parts[file.kind].append(rows)
        types.extend(map(sys.intern, contents.types))
    cases, found = (Table(*np.concatenate(parts[kind]).T) for kind in ("truth", "found"))
    return Passages(list(names), cases, found, types)


def _require_inside(file: File, names: Sequence[str], rows: Any, lengths: dict[str, int]) -> None:
    """Refuse a passage that ends after its document, as reading does: with the line where it stands."""
    most = np.array([lengths.get(name, UNKNOWN) for name in names], dtype=np.int64)
    if (rows[:, STOPS] > most[rows[:, DOCUMENTS]]).any():
        deque(pan.read_file(Path(file.path), lengths), maxlen=0)
        raise DataError("it was changed while it was read; give the command again", path=file.path)
