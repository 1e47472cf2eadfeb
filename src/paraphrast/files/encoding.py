"""Guess an encoding among UTF-8, UTF-16 and cp1251, and say so when it is not UTF-8."""

import codecs
import io
import os
import re
import sys
from collections.abc import Iterator
from typing import Literal, TypeAlias

from paraphrast.errors import DataError

Encoding: TypeAlias = Literal["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "cp1251"]

LETTERS = frozenset(range(0xC0, 0x100)) | {0xA8, 0xB8}  # where cp1251 keeps the Russian alphabet
TYPOGRAPHY = frozenset(b"\x85\x91\x92\x93\x94\x95\x96\x97\xa0\xab\xb9\xbb")
WORD = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")
USUAL = re.compile(r"[\t\n\r\f -~\xa0-\xff\u0400-\u04ff\u2000-\u214f\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")
LATIN = re.compile(rb"[A-Za-z]")


def guess(start: bytes) -> Encoding | None:
    """Name the encoding of a text by its first bytes, or None when it is none of the three.

    >>> guess("Да, нет".encode("cp1251")), guess("Да, нет".encode("utf-16-le"))
    ('cp1251', 'utf-16-le')
    """
    if start.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16-le" if start.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    if wide := _wide(start[:4096]):
        return wide
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return "cp1251" if _russian(start) else None
    return "utf-8"


def _wide(start: bytes) -> Encoding | None:
    """Tell UTF-16 without a mark: blanks and line ends have a zero on one side, and letters are usual."""
    even, odd = start[::2].count(0), start[1::2].count(0)
    if even == odd or min(even, odd) > 0:
        return None
    name: Encoding = "utf-16-le" if odd else "utf-16-be"
    try:
        text = codecs.getincrementaldecoder(name)().decode(start)
    except UnicodeDecodeError:
        return None
    return name if len(USUAL.findall(text)) * 20 >= len(text) * 19 else None


def _russian(start: bytes) -> bool:
    """Say whether the bytes above ASCII are mostly where cp1251 has Russian letters, in words apart."""
    high = [byte for byte in start if byte >= 0x80]
    letters = sum(byte in LETTERS for byte in high)
    other = sum(byte not in LETTERS and byte not in TYPOGRAPHY for byte in high)
    controls = sum(byte < 0x20 and byte not in b"\t\n\r\f" for byte in start)
    words = WORD.findall(start)
    mixed = sum(LATIN.search(word) is not None for word in words)  # as in a French word in latin-1
    return controls == 0 and letters > 0 and other * 20 <= letters and mixed * 5 <= len(words)


class _Recoded(io.RawIOBase):
    """UTF-8 bytes of a stream in another encoding."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = piece
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def _recode(stream: io.BufferedReader, name: Encoding, path: object) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(name)()
    try:
        while piece := stream.read1(1 << 18):
            yield decoder.decode(piece).encode("utf-8")
        yield decoder.decode(b"", final=True).encode("utf-8")
    except UnicodeError as error:
        raise DataError(f"looked like {name}, but is not: {error.__class__.__name__}", path=path) from error


def as_utf8(stream: io.BufferedReader, path: str | os.PathLike[str]) -> io.BufferedReader:
    """Give the same text as UTF-8 without a byte-order mark, and tell people when it was something else."""
    start = stream.peek(1 << 16)[: 1 << 16]
    name = guess(start)
    if name == "utf-8":
        return stream
    if name is None:
        raise DataError("this is not text in UTF-8, UTF-16 or cp1251; convert it to UTF-8 first", path=path)
    if name == "utf-8-sig":
        stream.read(len(codecs.BOM_UTF8))
        return stream
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        stream.read(2)
    print(f"{path}: read as {name.removesuffix('-le').removesuffix('-be')}, not UTF-8", file=sys.stderr)
    return io.BufferedReader(_Recoded(_recode(stream, name, path)), 1 << 20)


def not_utf8(error: UnicodeDecodeError, path: object, line: int) -> DataError:
    """Say which byte of which line broke the encoding, and the way out."""
    byte = error.object[error.start]
    return DataError(f"byte {byte:#04x} is not UTF-8; convert the file to UTF-8 first", path=path, line=line)
