"""The one file that says what an index holds, replaced in one step; and the lock of the one writer."""

import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from paraphrast.errors import CommandError, DataError

View: TypeAlias = Literal["words", "prints", "vectors"]
VIEWS: tuple[View, ...] = ("words", "prints", "vectors")
FORMAT = 2
SHARDED = 3  # an index of shards has a format of its own: who does not know it must not find it empty
SHARD_BITS = 40  # numbers of the documents of a shard begin where those of the shard before cannot reach
NAME = "manifest.json"


class Part(Struct, frozen=True):
    """One segment: its folder and how many documents were written into it."""

    name: str
    documents: int


class Manifest(Struct, frozen=True):
    """What the index holds; `next` is the first number never given, `deleted` a file of tombstones."""

    format: int = FORMAT
    views: tuple[View, ...] = ("words", "prints")
    vectors: str = ""  # what the vectors are made by, where there are any
    segments: tuple[Part, ...] = ()
    next: int = 0
    serial: int = 0
    deleted: str | None = None
    documents: int = 0
    distinct: int = 0
    # of many: folders, each an index that never changes, and the checksums of their lists of files
    shards: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()


def load(folder: Path) -> Manifest:
    """Read the manifest of an index, or say that this is not one."""
    try:
        return decode((folder / NAME).read_bytes(), folder / NAME)
    except FileNotFoundError as error:
        raise CommandError(
            f"{folder} is not an index; build one with: paraphrast detect index FILES --to {folder}"
        ) from error
    except OSError as error:  # a file where the folder should be, a name that is too long
        raise CommandError(f"{folder} is not an index ({error.strerror or error})") from error


def decode(data: bytes, place: object) -> Manifest:
    """Take the bytes of a manifest that lies at some place."""
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except msgspec.MsgspecError as error:
        message = f"the manifest is damaged ({error}); put it back from a copy, or build the index anew"
        raise DataError(message, path=place) from error
    expected = SHARDED if manifest.shards else FORMAT
    if manifest.format != expected:
        raise DataError(f"format {manifest.format}, expected {expected}; build it anew", path=place)
    return manifest


def known(folder: Path) -> Manifest | None:
    """Read the manifest of an index, if there is one, ending a commit that was killed half-way."""
    manifest = load(folder) if (folder / NAME).exists() else None
    claim = _claim(folder, manifest.serial + 1 if manifest else 1)
    if (manifest is None or manifest.shards) and claim.exists():
        manifest = decode(claim.read_bytes(), claim)
        save(folder, manifest)
    return manifest


def _claim(folder: Path, serial: int) -> Path:
    return folder / f"manifest-{serial:06d}.json"


def commit(folder: Path, manifest: Manifest) -> None:
    """Save a manifest unless somebody else has saved one of this serial number; no lock is held.

    The numbered file is made by whoever comes first, and stays: a slow process must not find its number free.
    """
    fresh = _written(folder, manifest)
    try:
        _place(fresh, _claim(folder, manifest.serial))
    except FileExistsError:
        raise CommandError(
            f"{folder} was changed by another command meanwhile; give this one again"
        ) from None
    finally:
        fresh.unlink()
    save(folder, manifest)


def _place(fresh: Path, claim: Path) -> None:
    """Give a file a name that nobody has taken."""
    try:
        os.link(fresh, claim)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with open(claim, "xb") as file:
            file.write(fresh.read_bytes())
            file.flush()
            os.fsync(file.fileno())


def save(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest in one step: after this call, and only then, the change is committed."""
    os.replace(_written(folder, manifest), folder / NAME)
    sync(folder)


def _written(folder: Path, manifest: Manifest) -> Path:
    """Write a manifest to a file of this process alone."""
    fresh = folder / f"{NAME}.{platform.node()}-{os.getpid()}.new"
    with open(fresh, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(manifest)))
        file.flush()
        os.fsync(file.fileno())
    return fresh


def sync(folder: Path) -> None:
    """Make the names in a folder last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def whole(folder: Path) -> Iterator[None]:
    """Say of a change that the system did not let through, such as on a full disk, that nothing was lost."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise DataError(
            f"the change cannot be written ({reason}); all that was committed before it is whole", path=folder
        ) from error


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Hold the writer's lock; the system lets go of it when the process ends, however it ends."""
    with open(folder / "lock", "a", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CommandError(f"{folder} is being written by another process; wait for it to end") from error
        yield
