"""Is everything that an index holds as it was written? Every file is read and its checksum compared."""

import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index.manifest import Part
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.segment import CHECKSUMS, checksum
from paraphrast.errors import DataError

FOOTER = struct.Struct(
    "<II"
)  # how tantivy ends a file: length of a line of JSON with the checksum, and a mark
MARK = 1337
BLOCK = 1 << 20


def verify(folder: Path) -> list[str]:
    """List what is damaged, a line each; nothing, if the index is sound."""
    manifest = manifests.load(folder)
    if manifest.shards:
        return [line for name in manifest.shards for line in _shard(folder, name)] or list(_counts(folder))
    found = [line for part in manifest.segments for line in _segment(folder / part.name, part)]
    if manifest.deleted is not None and not (folder / manifest.deleted).is_file():
        found.append(f"{manifest.deleted}: the list of deleted documents is missing")
    if "words" in manifest.views:
        found += _words(folder / "words")
    return found or list(_counts(folder))


def _shard(folder: Path, name: str) -> Iterator[str]:
    """Verify a shard, which is an index of its own."""
    if not (folder / name / manifests.NAME).is_file():
        yield f"{name}: is missing"
        return
    for line in verify(folder / name):
        yield f"{name}/{line}"


def _segment(folder: Path, part: Part) -> Iterator[str]:
    """Compare the files of a segment with the checksums that were written with it."""
    try:
        known: dict[str, str] = json.loads((folder / CHECKSUMS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        reason = "has no checksums (an earlier version wrote it); --compact writes them"
        yield f"{part.name}: {reason if folder.is_dir() else 'is missing'}"
        return
    except ValueError:
        yield f"{part.name}/{CHECKSUMS}: cannot be read"
        return
    for name, expected in known.items():
        path = folder / name
        if not path.is_file():
            yield f"{part.name}/{name}: is missing"
        elif checksum(path) != expected:
            yield f"{part.name}/{name}: is not what was written"


def _words(folder: Path) -> Iterator[str]:
    """Compare the files of the view of words with the checksums at their ends."""
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        yield "words/meta.json: cannot be read"
        return
    for name in sorted(str(one["segment_id"]).replace("-", "") for one in meta["segments"]):
        files = sorted(folder.glob(f"{name}.*"))
        if not files:
            yield f"words/{name}: is missing"
        for path in files:
            if not _sound(path):
                yield f"words/{path.name}: is not what was written"


def _sound(path: Path) -> bool:
    """Tell whether the body of a file of tantivy's has the checksum that its end says."""
    size = path.stat().st_size
    with open(path, "rb") as file:
        if size < FOOTER.size:
            return False
        file.seek(size - FOOTER.size)
        length, mark = FOOTER.unpack(file.read())
        body = size - FOOTER.size - length
        if mark != MARK or body < 0:
            return False
        file.seek(body)
        try:
            expected = json.loads(file.read(length))["crc"]
        except (ValueError, KeyError, TypeError):
            return False
        file.seek(0)
        crc = 0
        while body > 0:
            block = file.read(min(BLOCK, body))
            crc, body = zlib.crc32(block, crc), body - len(block)
    return bool(crc == expected)


def _counts(folder: Path) -> Iterator[str]:
    """Compare what the views say of the number of documents."""
    try:
        index = Index(folder)
        living = sum(1 for _ in index)
    except DataError as error:
        yield str(error)
        return
    if living != len(index):
        yield f"manifest.json: says {len(index)} documents, but there are {living}"
    if index.words is not None and len(index.words) != living:
        yield f"words: has {len(index.words)} documents, but there are {living}"
