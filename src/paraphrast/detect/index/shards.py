"""An index of several shards, changed as a plan: a document goes to the shard that its id names.

A shard is a plain index. It is built on a disk of the machine that builds it and then moved to its place,
where it never changes: the next change makes another folder, of links to its files. So a reader sees one
state of all shards, a run that was killed leaves what there was, and no lock is held where several machines
read and write.
"""

import os
import platform
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from xxhash import xxh3_64, xxh3_64_hexdigest

from paraphrast import plans
from paraphrast.data import Document
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index.manifest import SHARD_BITS, SHARDED, Manifest, View
from paraphrast.detect.index.opening import Shard, open_shards
from paraphrast.detect.index.published import FILES, LOCKS, cache_folder, write_list
from paraphrast.detect.index.segment import checksum, id_hash
from paraphrast.detect.index.writer import Summary, Writer
from paraphrast.errors import CommandError
from paraphrast.files.opening import replacing
from paraphrast.plans.plan import summaries
from paraphrast.plans.records import read_lines
from paraphrast.plans.running import finish

MOST = 256  # shards: so many files are written side by side
AT_ONCE = 1 << 26  # texts that are compared at a time, in some 24 bytes each


class Order(Struct, frozen=True, omit_defaults=True):
    """A line of what a shard is to do: take this document, or delete the one of this id."""

    add: Document | None = None
    delete: str | None = None


class Change(Struct, frozen=True):
    """What is to become of an index: views, vectors for what is there, no dead documents, how to commit."""

    shards: int
    views: tuple[View, ...] | None = None
    vectors: bool = False
    compact: bool = False
    every: int = 20_000
    seconds: float = 60.0


class Told(Struct, frozen=True):
    """What became of a shard: its folder, the checksum of its list of files, what was done, unknown ids."""

    name: str
    sum: str
    summary: Summary
    unknown: list[str]


class Sealing:
    """Makes the next state of a shard, in whatever process this is."""

    remade = False  # it leaves a shard behind, and no number in it depends on the CPU

    def __init__(self, place: Path, change: Change, old: Manifest | None) -> None:
        self.place, self.change, self.old = place, change, old

    def key(self) -> str:
        """Give what the shards depend on beside their documents."""
        return msgspec.json.encode([self.change, self.old]).decode()

    def __call__(self, orders: Path, part: Path) -> Told:
        number, change = int(orders.stem), self.change
        mark = xxh3_64_hexdigest(f"{self.key()} {checksum(orders)}".encode())[:8]
        serial = self.old.serial + 1 if self.old else 1
        name = f"shard-{number:03d}-{serial:06d}-{mark}"
        gone = [order.delete for order in read_lines(orders, Order) if order.delete is not None]
        there, folder = self.place / name, building(self.place) / name
        old = self.place / self.old.shards[number] if self.old else None
        if gone:  # what is deleted already would be missed
            shutil.rmtree(folder, ignore_errors=True)
        begin(folder, there if there.exists() and not gone else old)
        with Writer(
            folder, views=change.views, every=change.every, seconds=change.seconds, first=number << SHARD_BITS
        ) as writer:
            if change.vectors:
                writer.add_vectors()
            writer.add(order.add for order in read_lines(orders, Order) if order.add is not None)
            writer.delete(gone)
            if change.compact:
                writer.compact()
        digest = write_list(folder)
        move(folder, there)
        return Told(name, digest, writer.summary, writer.unknown)


def building(place: Path) -> Path:
    """Name the folder of this machine where shards of an index are built."""
    return cache_folder() / "building" / xxh3_64_hexdigest(str(place.absolute()).encode())


def begin(folder: Path, old: Path | None) -> None:
    """Begin a shard with the files of the one before, or go on with what a killed process left."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    if old is None or folder.exists():
        return
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    # no file of an index is ever written to again, but for the locks
    shutil.copytree(old, fresh, copy_function=_link, ignore=shutil.ignore_patterns(*LOCKS, FILES))
    os.replace(fresh, folder)


def move(folder: Path, target: Path) -> None:
    """Put a shard that is whole in its place in one step, unless the same one is there already."""
    fresh = target.with_name(f"{target.name}.{platform.node()}-{os.getpid()}.new")
    for pattern in LOCKS:
        for path in folder.rglob(pattern):
            path.unlink()
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.move(folder, fresh)
    try:
        os.rename(fresh, target)
    except OSError:
        if not target.is_dir():
            raise
        shutil.rmtree(fresh)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without links
        shutil.copy2(source, target)


def change_shards(
    place: Path, documents: Iterable[Document], delete: Sequence[str], change: Change, *, workers: int = 1
) -> tuple[Summary, list[str]]:
    """Make an index of shards, or change one; give what was done, and ids to delete that were not there.

    A run that was killed goes on where it was, from PLACE.parts.
    """
    old = manifests.known(place)
    if old is not None and len(old.shards) != change.shards:
        have = f"{len(old.shards)} shards" if old.shards else "no shards"
        raise CommandError(f"{place} has {have}, not {change.shards}; build another index for other shards")
    if not 1 <= change.shards <= MOST:
        raise CommandError(f"an index has 1 to {MOST} shards; got {change.shards}")
    folder, work = Path(f"{place}.parts"), Sealing(place.absolute(), change, old)
    files = list(route(folder / "orders", documents, delete, change.shards))
    place.mkdir(parents=True, exist_ok=True)
    plans.plan_files(folder, work, files, key=work.key(), label="indexing")
    finish(folder, workers, work)
    told = [msgspec.convert(one, Told) for one in summaries(folder)]
    seal(place, old, told, only=change.compact)
    plans.remove(folder)
    return _summed(place, old, told), sorted(name for one in told for name in one.unknown)


def route(
    folder: Path, documents: Iterable[Document], delete: Iterable[str], count: int
) -> Iterator[tuple[Path, str]]:
    """Write down for each shard what it is to do, and yield the files with their checksums."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:08}.jsonl" for number in range(count)]
    sums, encoder = [xxh3_64() for _ in paths], msgspec.json.Encoder()
    with ExitStack() as stack:
        files = [stack.enter_context(replacing(path)) for path in paths]

        def put(name: str, order: Order) -> None:
            line, number = encoder.encode(order) + b"\n", id_hash(name) % count
            files[number].write(line)
            sums[number].update(line)

        for document in documents:
            put(document.id, Order(add=document))
        for name in dict.fromkeys(delete):
            put(name, Order(delete=name))
    for path, digest in zip(paths, sums, strict=True):
        yield path, digest.hexdigest()


def seal(place: Path, old: Manifest | None, told: Sequence[Told], *, only: bool = False) -> None:
    """Let the manifest name the new shards, in one step, and remove those of earlier states.

    Those of the last state stay for readers that are just opening them, unless this is to be the `only` one.
    """
    names = tuple(one.name for one in told)
    shards = open_shards(place, Manifest(shards=names))
    first = shards[0].manifest
    fresh = Manifest(
        format=SHARDED,
        views=first.views,
        vectors=first.vectors,
        serial=old.serial + 1 if old else 1,
        documents=sum(shard.manifest.documents for shard in shards),
        distinct=count_distinct(shards),
        shards=names,
        sums=tuple(one.sum for one in told),
    )
    manifests.commit(place, fresh)
    kept = {*names, *(old.shards if old and not only else ())}
    for path in place.glob("shard-*"):
        if path.name not in kept:
            shutil.rmtree(path)
    shutil.rmtree(building(place), ignore_errors=True)


def count_distinct(shards: Sequence[Shard], *, most: int = AT_ONCE) -> int:
    """Count the different texts of living documents, about so many at a time: memory is bounded."""
    rounds = max(1, -(-sum(shard.manifest.documents for shard in shards) // most))
    total = 0
    for number in range(rounds):
        some = [
            segment.content[~np.isin(segment.number, shard.deleted) & (segment.content % rounds == number)]
            for shard in shards
            for segment in shard.segments
        ]
        total += len(np.unique(np.concatenate(some))) if some else 0
    return total


def _summed(place: Path, old: Manifest | None, told: Sequence[Told]) -> Summary:
    """Add up what the shards did; a duplicate may lie in another shard, so those are counted over all."""
    fresh = manifests.load(place)
    counts: dict[str, Any] = {
        name: sum(getattr(one.summary, name) for one in told)
        for name in ("added", "replaced", "unchanged", "deleted")
    }
    before = old.documents - old.distinct if old else 0
    return Summary(**counts, duplicates=max(0, fresh.documents - fresh.distinct - before))
