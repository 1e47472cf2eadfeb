"""Open files the same way everywhere: `-`, packing, encodings, and writes that are whole or not at all."""

import bz2
import gzip
import io
import lzma
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

from paraphrast.errors import CommandError, DataError, ParaphrastError
from paraphrast.files.encoding import as_utf8, not_utf8

if TYPE_CHECKING:
    from paraphrast.files.skipping import Skipped

PathLike: TypeAlias = str | os.PathLike[str]

BLOCK = 1 << 20
COMPRESSED = {".gz", ".zst", ".xz", ".bz2"}


class Defaults:
    """What a command said of all the files that it reads: `--encoding`, `--skip-bad`."""

    encoding: str | None = None
    skip: "Skipped | None" = None


def suffix(path: PathLike) -> str:
    """Say what a file is by its name, looking through compression.

    >>> suffix("pairs.TSV.gz"), suffix("-")
    ('.tsv', '')
    """
    name = Path(path)
    if name.suffix.lower() in COMPRESSED:
        name = name.with_suffix("")
    return name.suffix.lower()


@contextmanager
def place(path: PathLike) -> Iterator[None]:
    """Turn what the operating system and the decompressors say into one error that names the file."""
    try:
        yield
    except (ParaphrastError, BrokenPipeError):
        raise
    except FileNotFoundError as error:
        raise CommandError(f"there is no file {str(path)!r}") from error
    except IsADirectoryError as error:
        raise CommandError(f"{str(path)!r} is a folder; a file is expected") from error
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise DataError(f"the compressed data is broken or cut off ({error})", path=path) from error
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error


class _Zstandard(io.RawIOBase):
    """A zst stream, frame after frame, that says when it was cut off (the library's own is silent)."""

    def __init__(self, raw: IO[bytes]) -> None:
        import zstandard

        self._raw = raw
        self._new = zstandard.ZstdDecompressor().decompressobj
        self._broken = zstandard.ZstdError
        self._frame = self._new()
        self._started = False
        self._input = self._output = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._output:
            if self._frame.eof:
                self._input = self._frame.unused_data
                self._frame, self._started = self._new(), False
            data = self._input or self._raw.read(1 << 17)
            self._input = b""
            if not data:
                if self._started:
                    raise EOFError("it ends in the middle of a frame")
                return 0
            self._started = True
            try:
                self._output = self._frame.decompress(data)
            except self._broken as error:
                raise EOFError(str(error)) from error
        size = min(len(buffer), len(self._output))
        buffer[:size], self._output = self._output[:size], self._output[size:]
        return size


class _Bzip2(bz2.BZ2File):
    """A bz2 stream whose damage is told apart from that of a disk."""

    def readinto(self, buffer: Any) -> int:
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise EOFError(str(error)) from error


def _decompressed(stream: "io.BufferedReader[Any]") -> io.BufferedReader:
    # by the first bytes, not by the name: a downloaded .gz is often already unpacked, and stdin has no name
    start = stream.peek(6)[:6]
    if start.startswith(b"\x1f\x8b"):
        return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=stream)), BLOCK)
    if start.startswith(b"\x28\xb5\x2f\xfd"):
        return io.BufferedReader(_Zstandard(stream), BLOCK)
    if start == b"\xfd7zXZ\0":
        return io.BufferedReader(cast(io.RawIOBase, lzma.LZMAFile(stream)), BLOCK)
    if start.startswith(b"BZh") and start[3:4].isdigit():
        return io.BufferedReader(cast(io.RawIOBase, _Bzip2(stream)), BLOCK)
    return stream


@contextmanager
def reading_bytes(path: PathLike) -> Iterator[io.BufferedReader]:
    """Open a file or `-` for reading, unpacked, as the bytes it holds."""
    with place(path):
        if str(path) == "-":
            # a buffer of our own, because sniffing looks further ahead than sys.stdin can
            stdin = io.BufferedReader(
                cast(io.RawIOBase, getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)), BLOCK
            )
            try:
                yield _decompressed(stdin)
            finally:
                stdin.detach()
        else:
            with io.BufferedReader(io.FileIO(path), BLOCK) as stream:
                yield _decompressed(stream)


@contextmanager
def reading(path: PathLike, *, encoding: str | None = None) -> Iterator[io.BufferedReader]:
    """Open a file or `-` for reading, unpacked, as UTF-8 bytes whatever its encoding was."""
    with reading_bytes(path) as stream:
        yield as_utf8(stream, path, encoding=encoding or Defaults.encoding)


def lines(stream: io.BufferedReader, path: PathLike) -> Iterator[str]:
    """Yield lines with their line ends, naming the line that is not UTF-8."""
    for number, line in enumerate(stream, 1):
        yield text(line, path, number)


def text(line: bytes, path: PathLike, number: int) -> str:
    """Decode one line, or say where it is broken."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(error, path, number) from error


def _mode(path: Path) -> int:
    """Give the access rights a new file at this path should have."""
    with suppress(FileNotFoundError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def replacing(path: PathLike) -> Iterator[BinaryIO]:
    """Write a new file beside the old one and put it in its place only when all of it is on the disk."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():  # a pipe or a device
        with open(target, "wb") as stream:
            yield stream
        return
    if target.is_dir():
        raise CommandError(f"{str(path)!r} is a folder; name a file in it")
    if not target.parent.is_dir():
        raise CommandError(f"there is no folder {str(target.parent)!r}; make it first")
    with place(path):
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with open(handle, "wb", buffering=BLOCK) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise


@contextmanager
def writing(path: PathLike) -> Iterator[BinaryIO]:
    """Open a file or `-` for writing; packed as the name says, whole or not at all."""
    if str(path) == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with place(path), replacing(path) as stream:
        packing = Path(path).suffix.lower()
        if packing == ".gz":
            # no name and no time inside, so that equal data gives equal files
            with gzip.GzipFile("", "wb", 6, stream, mtime=0) as packed:
                yield cast(BinaryIO, packed)
        elif packing == ".zst":
            import zstandard

            with zstandard.ZstdCompressor().stream_writer(stream, closefd=False) as frame:
                yield cast(BinaryIO, frame)
        elif packing in (".xz", ".bz2"):
            with (lzma if packing == ".xz" else bz2).open(stream, "wb") as packed:
                yield cast(BinaryIO, packed)
        else:
            yield stream
