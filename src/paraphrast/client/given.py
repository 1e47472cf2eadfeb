"""What is given to a job: paths, bytes, records and results of jobs, as they are sent."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec

from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.client.jobs import Result

LONGEST = 2 * 1024**2 * 3 // 4  # bytes of files in one request, as base64 is longer by a third


class Named(NamedTuple):
    """Bytes or text under a name, whose ending says what it is."""

    name: str
    data: bytes | str


class Upload(NamedTuple):
    """A file that was uploaded before, by its number."""

    number: int


class Corpus(NamedTuple):
    """A public corpus of which the server has a copy: `parade:test`."""

    name: str


class Address(NamedTuple):
    """A model behind an address that the owner of the server has listed, by its name there."""

    name: str
    model: str


One: TypeAlias = "str | PathLike[str] | Named | Corpus | Result | Iterable[Any]"
Given: TypeAlias = "One | list[One]"


def sent(given: Any) -> Any:
    """Lay out what is given as the interface takes it.

    >>> sent(Named("a.txt", "Привет")), sent([{"a": "我", "b": "你"}])
    ({'name': 'a.txt', 'text': 'Привет'}, {'name': 'records.jsonl', 'records': [{'a': '我', 'b': '你'}]})
    """
    from paraphrast.client.jobs import Result

    if isinstance(given, Result):
        return {"job": given.job, "file": given.file}
    if isinstance(given, Corpus):
        return {"corpus": given.name}
    if isinstance(given, Address):
        return {"address": given.name, "model": given.model}
    if isinstance(given, Upload):
        return {"upload": given.number}
    if isinstance(given, Named):
        return _named(given)
    if isinstance(given, str | PathLike):
        return _file(Path(given))
    items = list(given)
    if not items or all(isinstance(one, msgspec.Struct | Mapping) for one in items):
        return {"name": "records.jsonl", "records": msgspec.to_builtins(items)}
    return [sent(one) for one in items]


def _named(given: Named) -> dict[str, str]:
    if isinstance(given.data, str):
        return {"name": given.name, "text": given.data}
    return {"name": given.name, "base64": base64.b64encode(given.data).decode()}


def _file(path: Path) -> Any:
    """Read a file, or all files of a folder."""
    if path.is_dir():
        found = [_file(one) for one in sorted(path.rglob("*")) if one.is_file()]
        if not found:
            raise CommandError(f"{path} holds no files")
        return found
    if not path.is_file():
        raise CommandError(
            f"{path} does not exist; name a file or a folder, or give text as Named(name, text)"
        )
    if path.stat().st_size > LONGEST:
        raise CommandError(
            f"{path} has {path.stat().st_size:,} bytes, and {LONGEST:,} can go with a request; "
            "give Client.upload(path) in its place"
        )
    return _named(Named(re.sub(r"[^\w .()+-]", "_", path.name), path.read_bytes()))
