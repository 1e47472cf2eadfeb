"""Anki packages: a zip with a SQLite collection, in new ones packed with zstd."""

import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from paraphrast.errors import CommandError, DataError

# The newest first: a package for old and new programs holds an empty old collection beside the real one.
COLLECTIONS = ("collection.anki21b", "collection.anki21", "collection.anki2")
FIELDS = "\x1f"


def notes(path: str | Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of each note of an .apkg or .colpkg, numbered from 1."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Path(folder) / "collection"
        collection.write_bytes(unpacked(path))
        base = sqlite3.connect(collection)
        try:
            rows = base.execute("select flds from notes order by id")
            for number, (fields,) in enumerate(rows, 1):
                yield number, fields.split(FIELDS)
        except sqlite3.DatabaseError as error:
            raise DataError(f"the collection inside cannot be read: {error}", path=path) from error
        finally:
            base.close()


def unpacked(path: str | Path) -> bytes:
    """Take the collection out of a package."""
    try:
        with zipfile.ZipFile(path) as package:
            name = next((name for name in COLLECTIONS if name in package.namelist()), None)
            if name is None:
                raise DataError("there is no collection inside; export the deck from Anki again", path=path)
            packed = package.read(name)
    except FileNotFoundError:
        raise CommandError(f"there is no file {str(path)!r}") from None
    except (zipfile.BadZipFile, OSError) as error:
        raise DataError(f"not an Anki package: {error}", path=path) from error
    if not name.endswith("b"):
        return packed
    import zstandard

    try:
        # not every writer notes the size, so it is read as a stream
        return bytes(zstandard.ZstdDecompressor().decompressobj().decompress(packed))
    except zstandard.ZstdError as error:
        raise DataError(f"the collection inside is broken: {error}", path=path) from error
