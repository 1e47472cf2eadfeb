"""Files that come in: streamed to the disk within a limit, hashed on the way, known by their content."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import time
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from starlette.concurrency import run_in_threadpool

from paraphrast.annotate.store.uploads import Arrived
from paraphrast.errors import DataError
from paraphrast.web.storage.content import (
    BROKEN,
    LARGEST_UNPACKED,
    check_members,
    ending,
    open_zip,
    plain_name,
    recognise,
)

LARGEST_FILE, BLOCK = 512 * 1024**2, 1 << 20
KEPT_SECONDS = 6 * 3600.0  # after which a part of a file that never came whole is swept away


class Part:
    """A file that is being written: nobody else's, and gone unless it is kept."""

    def __init__(self, folder: Path, most: int = LARGEST_FILE) -> None:
        place = folder / "parts"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path, self.most, self.size = place / secrets.token_hex(16), most, 0
        self._digest = hashlib.sha256()
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
        self._stream = os.fdopen(os.open(self.path, flags, 0o600), "wb")

    def write(self, block: bytes) -> None:
        """Add a block, unless it is too much."""
        self.size += len(block)
        if self.size > self.most:
            raise DataError(f"a file has up to {self.most >> 20} MB")
        self._digest.update(block)
        self._stream.write(block)

    def finish(self, name: str) -> Arrived:
        """Say what has come, once it is on the disk and its content is what its name says."""
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()
        name = plain_name(name)
        if not self.size:
            raise DataError("the file is empty")
        return Arrived(self.path, self._digest.hexdigest(), self.size, recognise(self.path, name), name)

    def drop(self) -> None:
        """Remove what has come of it, if it was not kept."""
        self._stream.close()
        self.path.unlink(missing_ok=True)


def receive(folder: Path, stream: IO[bytes], name: str) -> Arrived:
    """Take a file from a stream."""
    part = Part(folder)
    try:
        while block := stream.read(BLOCK):
            part.write(block)
        return part.finish(name)
    except BaseException:
        part.drop()
        raise


async def receive_body(folder: Path, body: AsyncIterator[bytes], name: str) -> Arrived:
    """Take a file that is the body of a request, as it comes."""
    part = Part(folder)
    try:
        async for block in body:
            await run_in_threadpool(part.write, block)  # a disk that is slow holds nobody else up
        return await run_in_threadpool(part.finish, name)
    except BaseException:
        part.drop()
        raise


def unpack(folder: Path, archive: Arrived) -> Iterator[Arrived]:
    """Yield the files of a zip, each as if it had come alone; nothing is written by the names in it."""
    left = LARGEST_UNPACKED
    with open_zip(archive.path) as packed:
        check_members(packed.infolist())
        for member in packed.infolist():
            if member.is_dir():
                continue
            name = member.filename
            _check_member(member)
            part = Part(folder, min(left, LARGEST_FILE))
            try:
                with packed.open(member) as stream:
                    while block := stream.read(BLOCK):  # what it says of its size need not be true
                        part.write(block)
                left -= part.size
                came = part.finish(name)
            except DataError as error:
                part.drop()
                raise DataError(f"{plain_name(name)}: {error}") from error
            except BROKEN as error:
                part.drop()
                raise DataError("the archive is broken") from error
            yield came


def _check_member(member: zipfile.ZipInfo) -> None:
    name = member.filename
    if name.startswith(("/", "\\")) or ":" in name[:3] or ".." in name.replace("\\", "/").split("/"):
        raise DataError(f"the archive has a file that leads out of it: {plain_name(name)}")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise DataError(f"the archive has a link: {plain_name(name)}")
    if member.flag_bits & 1:
        raise DataError("the archive is protected with a password")
    if ending(name) == ".zip":
        raise DataError("the archive has an archive in it; unpack it first")


def sweep(folder: Path, now: float | None = None) -> None:
    """Remove parts of files that never came whole."""
    place = folder / "parts"
    for path in place.iterdir() if place.is_dir() else []:
        with suppress(OSError):
            if path.stat().st_mtime < (now or time.time()) - KEPT_SECONDS:
                path.unlink()
