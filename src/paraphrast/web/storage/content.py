"""What a file is, by its name and by its content; the two must agree, and programs are not taken."""

from __future__ import annotations

import io
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from paraphrast.errors import DataError

TEXTS = (".txt", ".md", ".csv", ".tsv", ".jsonl", ".json", ".html", ".htm", ".xml", ".toml", ".rules", ".ids")
# by which member a zip is a document of a kind
ZIPPED = {
    ".docx": "word/document.xml",
    ".xlsx": "xl/workbook.xml",
    ".pptx": "ppt/presentation.xml",
    ".odt": "content.xml",
    ".epub": "META-INF/container.xml",
}
STARTS = {
    ".pdf": b"%PDF-",
    ".rtf": b"{\\rtf",
    ".doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ".parquet": b"PAR1",
    ".gz": b"\x1f\x8b",
    ".zst": b"\x28\xb5\x2f\xfd",
    ".zip": b"PK",
}
PACKED = (".gz", ".zst")
ENDINGS = (*TEXTS, *ZIPPED, *STARTS)
LONGEST_NAME, LOOK = 200, 1 << 16
LARGEST_UNPACKED, MOST_MEMBERS = 2 * 1024**3, 10_000
LONGEST_LIST = 4 * 1024**2  # bytes of the list of files in an archive: 400 for each of the most it may have
MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")  # of UTF-16 and UTF-32, whose texts have zeros
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


def plain_name(given: str) -> str:
    """Give the last part of a name, without what could lead elsewhere or change how a line reads.

    >>> plain_name("../../etc/passwd"), plain_name("C:\\\\x\\\\отчёт\\u202e.txt")
    ('passwd', 'отчёт.txt')
    """
    last = given.replace("\\", "/").rpartition("/")[2]
    kept = "".join(
        letter for letter in unicodedata.normalize("NFC", last) if unicodedata.category(letter)[0] != "C"
    ).strip(" .")
    if len(kept) > LONGEST_NAME:
        kept = kept[: LONGEST_NAME - 20] + kept[-20:]
    return kept or "file"


def ending(name: str) -> str:
    """Give the ending by which a file is known."""
    return Path(name).suffix.lower()


def recognise(path: Path, name: str) -> str:
    """Give what kind of file this is, or say why it is not taken."""
    kind = ending(name)
    if kind not in ENDINGS:
        raise DataError(
            f"files that end in {kind or 'nothing'} are not taken; there are {', '.join(ENDINGS)}"
        )
    with path.open("rb") as stream:
        start = stream.read(LOOK)
        if kind in TEXTS:
            agrees = _is_text(start)
        elif kind in ZIPPED:
            agrees = start.startswith(b"PK") and _has_member(path, ZIPPED[kind])
        elif kind == ".pdf":
            agrees = STARTS[kind] in start[:1024]
        else:
            agrees = start.startswith(STARTS[kind])
        if kind == ".parquet" and agrees:
            stream.seek(-4, io.SEEK_END)
            agrees = stream.read() == b"PAR1"
    if not agrees:
        raise DataError(f"the name ends in {kind}, but the content is something else")
    if kind in PACKED:
        _check_packed(path, name)
    return kind.removeprefix(".")


def _is_text(start: bytes) -> bool:
    """Tell whether bytes are the beginning of a text in some encoding, and of no program or picture.

    >>> _is_text("Кошка спит".encode()), _is_text("猫".encode("gb18030")), _is_text(b"\\x7fELF\\x02\\x00")
    (True, True, False)
    """
    if start.startswith(MARKS):
        return True
    if b"\x00" in start or start.startswith(tuple(sign for sign in STARTS.values() if sign != b"PK")):
        return False
    odd = sum(1 for byte in start if byte < 32 and byte not in b"\t\n\r\x0c\x1b")
    return odd * 100 <= len(start)


def _has_member(path: Path, member: str) -> bool:
    with open_zip(path) as archive:
        check_members(archive.infolist())
        return member in archive.NameToInfo


class BoundedReader(io.BufferedReader):
    """Reads no more at once than the list of an archive may have, which `zipfile` reads in one piece.

    Millions of names would fill the memory before anybody could count them.
    """

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, unless it is too much."""
        if size is not None and size > LONGEST_LIST:
            raise DataError(f"the archive has more than {MOST_MEMBERS} files")
        return super().read(size)


@contextmanager
def open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive, or say that it is broken."""
    with path.open("rb", buffering=0) as raw, BoundedReader(raw) as stream:
        try:
            archive = zipfile.ZipFile(stream)
        except DataError:
            raise
        except BROKEN as error:
            raise DataError("the archive is broken") from error
        with archive:
            yield archive


def check_members(members: list[zipfile.ZipInfo]) -> None:
    """Refuse an archive that unpacks to too much, or to too many files, by what it says of itself."""
    if len(members) > MOST_MEMBERS:
        raise DataError(f"the archive has more than {MOST_MEMBERS} files")
    if sum(member.file_size for member in members) > LARGEST_UNPACKED:
        raise DataError(f"it unpacks to more than {LARGEST_UNPACKED >> 20} MB")


def _check_packed(path: Path, name: str) -> None:
    """Look into a packed file to its end: what it holds must be of a kind too, and not swell."""
    inner = ending(Path(name).stem)
    if inner not in (*TEXTS, ".parquet"):
        raise DataError("a packed file is named like pairs.jsonl.gz, by what is in it")
    seen, start = 0, b""
    try:
        for block in _unpacked(path):
            start = start or block[:LOOK]
            seen += len(block)
            if seen > LARGEST_UNPACKED:
                raise DataError(f"it unpacks to more than {LARGEST_UNPACKED >> 20} MB")
    except DataError:
        raise
    except Exception as error:
        raise DataError("the archive is broken") from error
    if not (start.startswith(b"PAR1") if inner == ".parquet" else _is_text(start)):
        raise DataError(f"the name ends in {inner}, but the content is something else")


def _unpacked(path: Path) -> Iterator[bytes]:
    import gzip

    import zstandard

    with path.open("rb") as raw:
        packed: IO[bytes]
        if ending(path.name) == ".zst" or raw.read(2) == b"\x28\xb5":
            raw.seek(0)
            packed = cast("IO[bytes]", zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(raw))
        else:
            raw.seek(0)
            packed = cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
        while block := packed.read(1 << 20):
            yield block
