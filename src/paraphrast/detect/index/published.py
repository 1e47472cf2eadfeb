"""An index of shards at any address that fsspec reads: put there, and copied to this machine by checksum.

A shard never changes, and has a list of its files with their checksums; the manifest has the checksum of
each list. So what is here is not fetched again, what was damaged on its way is refused, and a reader sees
one state. The manifest is put last: whoever reads it finds all that it names. Nothing is locked.
"""

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from xxhash import xxh3_64_hexdigest

from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index.manifest import NAME, Manifest
from paraphrast.detect.index.segment import checksum
from paraphrast.errors import CommandError, DataError, MissingExtra

FILES = "files.json"  # of a shard: its files and their checksums
LOCKS = ("lock", "*.lock")  # what belongs to a place, not to what lies there
TRIES = 5  # so often a state may be replaced while it is being fetched
DAY = 86_400  # seconds that a shard stays here when nothing needs it any more


def is_address(place: str | Path) -> bool:
    """Tell an address from a folder.

    >>> is_address("s3://library/my.index"), is_address("my.index")
    (True, False)
    """
    return "://" in str(place)


def cache_folder() -> Path:
    """Name the folder of this machine for shards that are built or fetched."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "paraphrast" / "indexes"


def write_list(shard: Path) -> str:
    """Write the list of the files of a shard, and give its checksum."""
    (shard / FILES).unlink(missing_ok=True)
    paths = sorted(path for path in shard.rglob("*") if path.is_file())
    sums = {
        path.relative_to(shard).as_posix(): checksum(path)
        for path in paths
        if path.name != "lock" and path.suffix != ".lock"
    }
    data = msgspec.json.encode(sums)
    (shard / FILES).write_bytes(data)
    return xxh3_64_hexdigest(data)


def fetch(address: str) -> Path:
    """Give a folder that has an index as it is at an address now; what is here is not copied again."""
    files, root = _connect(address)
    for _ in range(TRIES):
        data = _manifest(files, root, address)
        manifest = manifests.decode(data, address)
        if not manifest.sums:
            raise CommandError(f"{address} was not published; do that with: {_how('INDEX', address)}")
        try:
            pairs = zip(manifest.shards, manifest.sums, strict=True)
            shards = [_fetch_shard(files, f"{root}/{name}", digest) for name, digest in pairs]
        except FileNotFoundError as error:
            if _manifest(files, root, address) != data:
                continue
            count = len(manifest.shards)
            message = f"a part of one of {count} shards is missing ({error}); publish it again"
            raise DataError(message, path=address) from error
        except OSError as error:
            raise DataError(f"it cannot be copied to this machine: {error}", path=address) from error
        return _snapshot(address, data, manifest, shards)
    raise DataError("it is replaced again and again while it is read; try later", path=address)


def publish(place: Path, address: str) -> int:
    """Copy an index of shards to an address, the manifest last; say how many shards were not there yet."""
    manifest = manifests.load(place)
    if not manifest.sums:
        raise CommandError(f"{place} is no index of shards; build one with --shards N, and 1 will do")
    files, root = _connect(address)
    try:
        there = manifests.decode(_manifest(files, root, address), address)
    except CommandError:
        there = None
    if there is not None and there != manifest and there.serial >= manifest.serial:
        raise CommandError(
            f"{address} has change {there.serial} of an index, and {place} is at {manifest.serial}; "
            "publish the index that it came from"
        )
    pairs = zip(manifest.shards, manifest.sums, strict=True)
    count = sum(_put_shard(files, f"{root}/{name}", place / name, digest) for name, digest in pairs)
    if there != manifest:
        _put_manifest(files, root, manifest)
    _remove_old(files, root, {*manifest.shards, *(there.shards if there else ())})
    return count


def _how(place: str, address: str) -> str:
    return f"paraphrast detect index --to {place} --publish {address}"


def _connect(address: str) -> tuple[Any, str]:
    """Give what reads and writes at an address, and the path there."""
    try:
        import fsspec
    except ImportError as error:
        raise MissingExtra("fsspec", "cluster") from error
    try:
        files, root = fsspec.core.url_to_fs(address)
    except (ValueError, ImportError) as error:  # no such protocol, or its package is not installed
        raise CommandError(f"{address} cannot be read: {error}") from error
    files.invalidate_cache()
    return files, root.rstrip("/")


def _manifest(files: Any, root: str, address: str) -> bytes:
    try:
        data: bytes = files.cat_file(f"{root}/{NAME}")
    except FileNotFoundError as error:
        message = f"{address} is not an index; publish one with: {_how('INDEX', address)}"
        raise CommandError(message) from error
    except OSError as error:
        raise CommandError(f"{address} cannot be read: {error}") from error
    return data


def _list(data: bytes, place: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(data, type=dict[str, str])
    except msgspec.MsgspecError as error:
        raise DataError(f"the list of files cannot be read: {error}", path=place) from error


def _fetch_shard(files: Any, there: str, digest: str) -> Path:
    """Copy a shard to this machine, unless one with this checksum is here."""
    here = cache_folder() / "shards" / digest
    if here.is_dir():
        return here
    data = files.cat_file(f"{there}/{FILES}")
    if xxh3_64_hexdigest(data) != digest:
        raise DataError("the list of files is not what was written; publish it again", path=there)
    fresh = here.with_name(f".{digest}.{os.getpid()}")
    shutil.rmtree(fresh, ignore_errors=True)
    for name, expected in _list(data, there).items():
        (fresh / name).parent.mkdir(parents=True, exist_ok=True)
        files.get_file(f"{there}/{name}", str(fresh / name))
        if checksum(fresh / name) != expected:
            shutil.rmtree(fresh)
            raise DataError("is not what was written; publish it again", path=f"{there}/{name}")
    (fresh / FILES).write_bytes(data)
    _settle(fresh, here)
    return here


def _settle(fresh: Path, here: Path) -> None:
    """Give a folder its name, unless another process has made the same one."""
    try:
        os.rename(fresh, here)
    except OSError:
        if not here.is_dir():
            raise
        shutil.rmtree(fresh)


def _snapshot(address: str, data: bytes, manifest: Manifest, shards: Sequence[Path]) -> Path:
    """Make a folder of a manifest and links to the shards that it names."""
    states = cache_folder() / "indexes" / xxh3_64_hexdigest(address.encode())
    here = states / f"{manifest.serial:06d}-{xxh3_64_hexdigest(data)}"
    if not here.is_dir():
        fresh = states / f".{here.name}.{os.getpid()}"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        for name, shard in zip(manifest.shards, shards, strict=True):
            (fresh / name).symlink_to(shard, target_is_directory=True)
        (fresh / NAME).write_bytes(data)
        _settle(fresh, here)
        _forget(here)
    return here


def _forget(latest: Path) -> None:
    """Remove states of this index before the latest, and shards that no state here needs for a day."""
    for state in latest.parent.iterdir():
        if state.name < latest.name and not state.name.startswith("."):
            shutil.rmtree(state)
    kept = {link.readlink() for link in latest.parents[1].glob("*/*/shard-*")}
    for shard in (cache_folder() / "shards").iterdir():
        if shard not in kept and shard.stat().st_mtime < time.time() - DAY:
            shutil.rmtree(shard, ignore_errors=True)


def _put_shard(files: Any, there: str, here: Path, digest: str) -> bool:
    """Copy a shard to an address, the list of its files last; say whether it was not there yet."""
    data = (here / FILES).read_bytes()
    if xxh3_64_hexdigest(data) != digest:
        raise DataError("the list of files is not what was written", path=here / FILES)
    if files.exists(f"{there}/{FILES}") and files.cat_file(f"{there}/{FILES}") == data:
        return False
    for name, expected in _list(data, str(here)).items():
        if checksum(here / name) != expected:
            raise DataError("is not what was written; put it back from a copy", path=here / name)
        files.makedirs(f"{there}/{name}".rpartition("/")[0], exist_ok=True)
        files.put_file(str(here / name), f"{there}/{name}")
    files.pipe_file(f"{there}/{FILES}", data)
    return True


def _put_manifest(files: Any, root: str, manifest: Manifest) -> None:
    """Replace the manifest in one step, as objects are; a file is written beside it and renamed."""
    data = msgspec.json.format(msgspec.json.encode(manifest))
    if "file" not in (files.protocol if isinstance(files.protocol, tuple) else (files.protocol,)):
        files.pipe_file(f"{root}/{NAME}", data)
        return
    fresh = Path(root) / f"{NAME}.{os.getpid()}.new"
    fresh.write_bytes(data)
    os.replace(fresh, Path(root) / NAME)


def _remove_old(files: Any, root: str, kept: set[str]) -> None:
    """Remove shards of states before the last two: somebody may be fetching the last one."""
    files.invalidate_cache()
    for path in files.ls(root, detail=False):
        name = str(path).rstrip("/").rpartition("/")[2]
        if name.startswith("shard-") and name not in kept:
            files.rm(path, recursive=True)
