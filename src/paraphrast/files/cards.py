"""Cards: one struct as readable JSON, whole or not there."""

from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct, json

from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import replacing

S = TypeVar("S", bound=Struct)


def write(path: Path, card: Struct) -> None:
    """Write a card."""
    with replacing(path) as stream:
        stream.write(json.format(json.encode(card), indent=2))


def read(path: Path, kind: type[S], what: str) -> S:
    """Read a card, or say that its folder is not what it should be."""
    if not path.is_file():
        raise CommandError(f"{path.parent} is not {what}: it has no {path.name}")
    try:
        return json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise DataError(f"not a card of this version: {error}", path=path) from error
