"""Any encoding becomes UTF-8 on the way in: recognised by the first bytes, or named; said when not UTF-8."""

import codecs
import io
import os
import re
import sys
from collections.abc import Iterator

from paraphrast.errors import CommandError, DataError
from paraphrast.files.recognition import recognise

USUAL = re.compile(r"[\t\n\r\f -~\xa0-\xff\u0400-\u04ff\u2000-\u214f\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")
MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
WAY_OUT = "name its encoding with --encoding"


def check_name(name: str) -> str:
    """Give an encoding's name as Python has it, or say that there is none.

    >>> check_name("Windows-1251"), check_name("GBK")
    ('cp1251', 'gbk')
    """
    try:
        found = codecs.lookup(name)
        b"".decode(name)  # what is no encoding of text (base64, zip) is refused here
    except (LookupError, ValueError) as error:
        raise CommandError(
            f"no encoding {name!r}; there are utf-8, utf-16, cp1251, koi8-r, cp1252, gb18030, big5, "
            "and all others that Python knows"
        ) from error
    return found.name


def guess(start: bytes) -> str | None:
    """Name the encoding of a text by its first bytes, or None when that cannot be told for certain.

    >>> guess("Да, нет".encode("cp1251")), guess("Да, нет".encode("utf-16-le")), guess("ABC".encode())
    ('cp1251', 'utf-16-le', 'utf-8')
    >>> guess("Да".encode("koi8-r")) is None
    True
    """
    for mark, name in MARKS.items():
        if start.startswith(mark):
            return name
    if wide := _wide(start[:4096]):
        return wide
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        found = recognise(start)
        return found.encoding if found.fits and not found.rival else None
    return "utf-8"


def _wide(start: bytes) -> str | None:
    """Tell UTF-16 without a mark: blanks and line ends have a zero on one side, and letters are usual."""
    even, odd = start[::2].count(0), start[1::2].count(0)
    if even == odd or min(even, odd) > 0:
        return None
    name = "utf-16-le" if odd else "utf-16-be"
    try:
        text = codecs.getincrementaldecoder(name)().decode(start)
    except UnicodeDecodeError:
        return None
    return name if len(USUAL.findall(text)) * 20 >= len(text) * 19 else None


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


def _recode(stream: io.BufferedReader, name: str, path: object) -> Iterator[bytes]:
    """Yield UTF-8; bytes that the encoding does not have become halves of characters, which no reader takes.

    So the reader of lines says on which line they are.
    """
    decoder = codecs.getincrementaldecoder(name)("strict" if name.startswith("utf-16") else "surrogateescape")
    try:
        while piece := stream.read1(1 << 18):
            yield decoder.decode(piece).encode("utf-8", "surrogatepass")
        yield decoder.decode(b"", final=True).encode("utf-8", "surrogatepass")
    except UnicodeError as error:
        raise DataError(f"this is not {name}: {error.__class__.__name__}; {WAY_OUT}", path=path) from error


def as_utf8(
    stream: io.BufferedReader, path: str | os.PathLike[str], *, encoding: str | None = None
) -> io.BufferedReader:
    """Give the same text as UTF-8 without a byte-order mark, and tell people when it was something else."""
    start = stream.peek(1 << 16)[: 1 << 16]
    name = check_name(encoding) if encoding else guess(start)
    if name is None:
        raise DataError(f"this is not UTF-8, and what it is cannot be told for certain; {WAY_OUT}", path=path)
    kind = name.removesuffix("-sig")[:6]
    mark = next(
        (mark for mark, marked in MARKS.items() if start.startswith(mark) and kind == marked[:6]), b""
    )
    if mark:
        stream.read(len(mark))
        name = MARKS[mark]
    if kind == "utf-8":
        return stream
    if not encoding:
        print(f"{path}: read as {name.removesuffix('-le').removesuffix('-be')}, not UTF-8", file=sys.stderr)
    return io.BufferedReader(_Recoded(_recode(stream, name, path)), 1 << 20)


def not_utf8(error: UnicodeDecodeError, path: object, line: int) -> DataError:
    """Say which byte of which line broke the encoding, and the way out."""
    broken = error.object[error.start : error.start + 3]
    escaped = broken.decode("utf-8", "surrogatepass") if broken[:1] == b"\xed" and len(broken) == 3 else ""
    if "\udc80" <= escaped <= "\udcff":
        return DataError(
            f"byte {ord(escaped) - 0xDC00:#04x} is not in this encoding; {WAY_OUT}", path=path, line=line
        )
    return DataError(f"byte {broken[0]:#04x} is not UTF-8; {WAY_OUT}", path=path, line=line)
