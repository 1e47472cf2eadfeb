"""What a writer finds when it opens an index: its manifest, or the first one; what is dead; what was left."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index import words
from paraphrast.detect.index.manifest import Manifest, View
from paraphrast.detect.index.segment import Ints, Segment
from paraphrast.detect.meaning.windows import NAME
from paraphrast.errors import CommandError, DataError


class Shard(NamedTuple):
    """What readers open of one folder: its manifest, its segments, and the numbers of what is deleted."""

    folder: Path
    manifest: Manifest
    segments: list[Segment]
    deleted: Ints


def open_shards(folder: Path, manifest: Manifest) -> list[Shard]:
    """Open the shards that a manifest names; an index that has none is its own only shard."""
    shards = []
    for name in manifest.shards or ("",):
        place = folder / name
        if name and not (place / manifests.NAME).is_file():
            raise DataError(
                f"one of {len(manifest.shards)} shards is missing; put it back from a copy, or build it anew",
                path=place,
            )
        known = manifests.load(place) if name else manifest
        segments = [Segment(place / part.name) for part in known.segments]
        shards.append(Shard(place, known, segments, read_deleted(place, known)))
    return shards


def first_manifest(folder: Path, views: Sequence[View] | None, first: int) -> Manifest:
    """Read the manifest, or make the first one, whose numbers begin with `first`."""
    if not (folder / manifests.NAME).exists():
        chosen = tuple(dict.fromkeys(views or ("words", "prints")))
        fresh = Manifest(views=chosen, vectors=NAME if "vectors" in chosen else "", next=first)
        if "words" in chosen:  # before the manifest, which promises it
            words.create(folder / "words")
        manifests.save(folder, fresh)
        return fresh
    known = manifests.load(folder)
    if known.shards:
        raise CommandError(
            f"{folder} is an index of shards; change it with: paraphrast detect index --to {folder}"
        )
    if views is not None and set(views) != set(known.views):
        raise CommandError(
            f"{folder} was built with views {', '.join(known.views)}, not {', '.join(views)}; "
            "leave --views out, or build another index"
        )
    return known


def clean_up(folder: Path, manifest: Manifest) -> None:
    """Remove what a killed writer left: folders and files that the manifest does not name."""
    named = {part.name for part in manifest.segments}
    for path in folder.glob("segment-*"):
        if path.name not in named:
            shutil.rmtree(path)
    for path in folder.glob("deleted-*"):
        if path.name != manifest.deleted:
            path.unlink()


def read_deleted(folder: Path, manifest: Manifest) -> Ints:
    """Read the numbers of deleted documents."""
    if manifest.deleted is None:
        return np.empty(0, dtype=np.int64)
    try:
        numbers: Ints = np.load(folder / manifest.deleted)
    except (ValueError, EOFError) as error:
        message = f"the list of deleted documents is damaged ({error}); put it back from a copy"
        raise DataError(message, path=folder / manifest.deleted) from error
    return numbers
