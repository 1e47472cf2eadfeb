"""Where a corpus's bytes are: in an archive, in an unpacked folder, or in files of their own."""

import gzip
import lzma
import os
import tarfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, NamedTuple, TextIO

from paraphrast.corpora.catalogue import Card
from paraphrast.errors import CommandError, DataError

BROKEN = (lzma.LZMAError, tarfile.TarError, zlib.error, EOFError, OSError)

OPENERS: dict[str, Callable[..., Any]] = {".xz": lzma.open, ".gz": gzip.open}


class Member(NamedTuple):
    """An open file of a corpus."""

    place: str
    stream: IO[bytes]
    star: str = ""

    def text(self, *, errors: str = "strict") -> TextIO:
        """Return the file as UTF-8 text whose lines end in \\n only, as the tables of corpora do."""
        return TextIOWrapper(self.stream, encoding="utf-8-sig", errors=errors, newline="\n")

    def wrong(self, message: str, line: int | None = None) -> DataError:
        """Say what is wrong with this file, and where."""
        return DataError(message, path=self.place, line=line)


def cache_folder() -> Path:
    """Return the folder where downloads go unless a person names another."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "paraphrast" / "corpora"


def roots(data: str | Path | None) -> list[Path]:
    """List the folders to look in: the one named, or those of PARAPHRAST_DATA, then the downloads."""
    if data is not None:
        return [Path(data)]
    named = [Path(part) for part in os.environ.get("PARAPHRAST_DATA", "").split(os.pathsep) if part]
    return [*named, cache_folder()]


def folder_name(card: Card) -> str:
    """Return the name of the folder that an unpacked corpus has."""
    return card.folder or (card.archive.path.split(".")[0] if card.archive else card.name)


def find(card: Card, data: str | Path | None = None) -> Path:
    """Return the archive or the folder that holds the corpus here."""
    for root in roots(data):
        if card.archive and (root / card.archive.path).is_file():
            return root / card.archive.path
        stem = folder_name(card)
        for folder in (root / stem / stem, root / stem):
            if folder.is_dir():
                return folder
    raise CommandError(
        f"{card.name} is not in {', '.join(str(root) for root in roots(data))} "
        f"(no {card.archive.path if card.archive else card.folder or card.name}); name the folder that "
        f"has it with --data or PARAPHRAST_DATA, or see: paraphrast corpus get {card.name}"
    )


@contextmanager
def guarded(place: str) -> Iterator[None]:
    """Turn what a broken file makes libraries raise into an error that names the file."""
    try:
        yield
    except BROKEN as error:
        raise DataError(f"the file is broken or cut short ({error}); get it again", path=place) from error
    except UnicodeDecodeError as error:
        raise DataError(
            f"not UTF-8 text ({error.reason} at byte {error.start} of a block)", path=place
        ) from error


def opened(card: Card, pattern: str, data: str | Path | None = None) -> Generator[Member, None, None]:
    """Open the files of a corpus that match a pattern, one after the other, by name.

    The pattern may have one `*`; what it stood for is the member's `star`.
    """
    where = find(card, data)
    count = 0
    for member in _from_folder(where, pattern) if where.is_dir() else _from_archive(where, pattern):
        count += 1
        with member.stream:
            yield member
    if not count:
        raise DataError(f"there is no {pattern} inside; the copy of {card.name} is not whole", path=where)


def _from_folder(folder: Path, pattern: str) -> Iterator[Member]:
    """Open the files of an unpacked corpus, undoing xz and gzip."""
    for path in sorted(folder.glob(pattern)):
        name = path.relative_to(folder).as_posix()
        with guarded(str(path)):
            stream = OPENERS.get(path.suffix, open)(path, "rb")
        yield Member(str(path), stream, star(name, pattern))


def _from_archive(path: Path, pattern: str) -> Iterator[Member]:
    """Open the members of a tar archive, whose names may begin with a folder of the archive's name."""
    with guarded(str(path)), tarfile.open(path, "r:*") as archive:
        inside = {
            name.removeprefix("./").removeprefix(f"{path.name.split('.')[0]}/"): name
            for name in archive.getnames()
        }
        for name in sorted(inside):
            if not fnmatchcase(name, pattern):
                continue
            stream = archive.extractfile(inside[name])
            if stream is not None:
                yield Member(f"{path}:{inside[name]}", stream, star(name, pattern))


def star(name: str, pattern: str) -> str:
    """Return what the `*` of a pattern stood for.

    >>> star("delete_baseline_Russian.tsv", "*_Russian.tsv")
    'delete_baseline'
    """
    before, _, after = pattern.partition("*")
    return name[len(before) : len(name) - len(after)] if "*" in pattern else ""
