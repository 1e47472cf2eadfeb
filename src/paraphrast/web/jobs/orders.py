"""What somebody asks of a job: its settings, and what it reads, written into a folder of its own.

The folder of a job holds what came in (`in/PARAMETER/NAME`), what is made (`out/`), its log and `job.json`,
which says what made it. Commands are run in that folder, so that they name files as people do.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from paraphrast.errors import CommandError, DataError
from paraphrast.web.jobs.verbs import Parameter, Verb

NAME = re.compile(r"\w[\w .()+-]{0,99}")
# paths, and what a colon makes an address or a function of Python; name:setting=value is neither
ADDRESS = re.compile(r"[/\\]|\.\.|^-|\.py\b|:(?!\w+=)", re.IGNORECASE)
IN, OUT, LOG, ABOUT, PRINTED = "in", "out", "log.txt", "job.json", "printed.txt"


class Given(msgspec.Struct, frozen=True, omit_defaults=True):
    """One input: text, bytes, records, a result of a job, an upload, a public corpus, a model elsewhere."""

    name: str = ""
    text: str | None = None
    base64: str | None = None
    records: list[dict[str, Any]] | None = None
    job: str | None = None
    file: str | None = None
    upload: int | None = None
    corpus: str | None = None
    address: str | None = None
    model: str | None = None


class Order(NamedTuple):
    """A job to be: the verb, its settings, and what it reads, by parameter."""

    verb: Verb
    settings: dict[str, Any]
    given: dict[str, list[Given]]

    def digest(self) -> str:
        """Give a hash by which the same request is known again."""
        told = [self.verb.name, sorted(self.settings.items()), sorted(self.given.items())]
        return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()


class Input(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came in: where it lies, its size and its hash, or which job made it, or by which address."""

    parameter: str
    path: str
    size: int = 0
    sha256: str = ""
    job: str = ""
    address: str = ""


class Found(NamedTuple):
    """Where a result of a job, or an upload, lies for whoever may use it, and what it is called."""

    path: Path
    name: str


Find = Callable[[Given], Found]


def new_folder(root: Path) -> tuple[str, Path]:
    """Make a private folder for a job, under a name that cannot be guessed."""
    name = secrets.token_hex(16)
    folder = root / name
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700)
    (folder / OUT).mkdir()
    return name, folder


def check(order: Order) -> None:
    """Refuse what a server does not take, before anything is written."""
    if len({one.address for given in order.given.values() for one in given if one.address}) > 1:
        raise CommandError("a job asks models at one address; got several")
    for parameter in order.verb.parameters:
        given, value = order.given.get(parameter.name, []), order.settings.get(parameter.name)
        if parameter.required and not given and value in (None, []):
            raise CommandError(f"{order.verb.name} needs {parameter.name}: {parameter.help}")
        many = parameter.kind == "files" or parameter.several
        if len(given) > 1 and not many:
            raise CommandError(f"{parameter.name} is one file; got {len(given)}")
        if len(given) > 1 and not parameter.several and any(one.job or one.corpus for one in given):
            raise CommandError(f"{parameter.name} is one result of a job, or several files; got both")
        for one in value if isinstance(value, list) else [value]:
            _check_setting(parameter, one)


def _check_setting(parameter: Parameter, value: Any) -> None:
    if not isinstance(value, str):
        return
    if "\0" in value:
        raise CommandError(f"{parameter.name} cannot hold the character NUL")
    if parameter.kind == "made" and not NAME.fullmatch(value):
        raise CommandError(f"{parameter.name} is the name of a file, without folders; got {value!r}")
    if parameter.kind in ("setting", "model", "corpus") and ADDRESS.search(value):
        raise CommandError(
            f"{parameter.name} is {value!r}; a job takes no paths and no addresses, but names of what is "
            "there, and results of earlier jobs"
        )


def write_inputs(folder: Path, order: Order, find: Find) -> tuple[list[Input], dict[str, list[str]]]:
    """Write what came in to the disk, and give what it is and where, by parameter."""
    inputs: list[Input] = []
    places: dict[str, list[str]] = {}
    for name, given in order.given.items():
        for one in given:
            made = _write(folder, name, one, find)
            if made.path in places.get(name, []):
                raise CommandError(f"two files of {name} are called {Path(made.path).name!r}; rename one")
            inputs.append(made)
            places.setdefault(name, []).append(made.path)
    for copied in (each for each in order.verb.parameters if each.kind == "copied" and each.name in places):
        to = folder / OUT / _made_name(order, order.verb.parameter(copied.output))
        shutil.copytree(folder / places.pop(copied.name)[0], to)
    return inputs, places


def _write(folder: Path, parameter: str, one: Given, find: Find) -> Input:
    if one.corpus is not None:
        return Input(parameter, one.corpus)
    if one.address is not None:
        return Input(parameter, f"endpoint:{one.model}", address=find(one).name)
    if one.job is not None:
        path = os.path.relpath(find(one).path, folder)
        return Input(parameter, path, job=one.job)
    if one.upload is not None:
        upload = find(one)
        name = re.sub(r"^\W+|[^\w .()+-]", "_", upload.name)[-100:]
        return _keep(folder, parameter, name, _blocks(upload.path))
    return _keep(folder, parameter, one.name, [content(one)])


def content(one: Given) -> bytes:
    """Give the bytes of what was sent with the request itself."""
    if one.text is not None:
        return one.text.encode()
    if one.records is not None:
        return b"".join(msgspec.json.encode(record) + b"\n" for record in one.records)
    try:
        return base64.b64decode(one.base64 or "", validate=True)
    except (binascii.Error, ValueError) as error:
        raise DataError(f"what base64 holds cannot be decoded: {error}", path=one.name) from error


def _blocks(path: Path) -> Iterable[bytes]:
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            yield block


def _keep(folder: Path, parameter: str, name: str, blocks: Iterable[bytes]) -> Input:
    if not NAME.fullmatch(name):
        raise CommandError(f"a file is called by letters, digits and .()+-, without folders; got {name!r}")
    path = folder / IN / parameter / name
    path.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    if path.exists():
        raise CommandError(f"two files of {parameter} are called {name!r}; rename one")
    with path.open("xb") as stream:
        for block in blocks:
            stream.write(block)
            digest.update(block)
            size += len(block)
        stream.flush()
        os.fsync(stream.fileno())
    return Input(parameter, str(path.relative_to(folder)), size, digest.hexdigest())


def compose(order: Order, places: Mapping[str, Sequence[str]]) -> list[str]:
    """Write the command as the shell has it; what people sent is never taken for an option.

    >>> from paraphrast.web.jobs.verbs import find
    >>> compose(Order(find("rewrite explain"), {"text": "-x", "json": True}, {}), {})
    ['rewrite', 'explain', '--json', '--', '-x']
    """
    options: list[str] = []
    arguments: list[str] = []
    for parameter in order.verb.parameters:
        for value in _values(order, parameter, places):
            if parameter.flags:
                options += _option(parameter, value)
            else:
                arguments.append(str(value))
    return [*order.verb.name.split(), *options, *(["--", *arguments] if arguments else [])]


def _values(order: Order, parameter: Parameter, places: Mapping[str, Sequence[str]]) -> list[Any]:
    """Give the values of a parameter: where its files are, what it makes, or what was set."""
    if parameter.kind == "copied":
        return []
    if parameter.kind == "made":
        name = _made_name(order, parameter, many=_is_folder(order, places))
        return [f"{OUT}/{name}"] if name else []
    found = list(places.get(parameter.name, []))
    if len(found) > 1 and not parameter.several:
        found = [str(Path(found[0]).parent)]
    value = order.settings.get(parameter.name)
    if value is None or value == parameter.default:
        return found
    return [*found, *value] if isinstance(value, list) else [*found, value]


def _is_folder(order: Order, places: Mapping[str, Sequence[str]]) -> bool:
    return any(len(found) > 1 and not order.verb.parameter(name).several for name, found in places.items())


def _made_name(order: Order, parameter: Parameter, *, many: bool = False) -> str:
    """Name what is made; empty where nobody asked for it."""
    usual, _, folder = parameter.output.partition("|")
    return str(order.settings.get(parameter.name) or (folder if many and folder else usual))


def _option(parameter: Parameter, value: Any) -> list[str]:
    long = next((flag for flag in parameter.flags if flag.startswith("--")), None)
    flag = long or parameter.flags[0]
    if isinstance(value, bool):
        return [flag] if value else list(parameter.unset[:1])
    return [f"{long}={value}"] if long else [flag, str(value)]


def discard(folder: Path) -> None:
    """Remove the folder of a job."""
    shutil.rmtree(folder, ignore_errors=True)
