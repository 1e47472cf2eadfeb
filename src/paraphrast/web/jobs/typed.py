"""A command that somebody typed, as a job: its settings, what it reads and what it makes, where it was typed.

What was typed is read by the command itself, so that a job that began in the shell says of itself what one
says that began anywhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from paraphrast.errors import CommandError
from paraphrast.web.jobs.orders import Input
from paraphrast.web.jobs.verbs import Verb, command

READ = ("file", "files", "corpus", "result", "model")
LONGEST_HASHED = 1 << 30


class Typed(NamedTuple):
    """The settings of a command, and what it reads, by parameter."""

    settings: dict[str, Any]
    inputs: list[Input]


def read_typed(verb: Verb, args: Sequence[str]) -> Typed:
    """Read a command as it was typed; what the shell refuses at once is refused here."""
    given = _parse(verb, args)
    # a file of settings is the shell's alone, where files lie beside each other
    kinds = {str(one.name): "file" for one in command(verb.name).params if one.metavar == "TOML"}
    kinds |= {each.name: each.kind for each in verb.parameters}
    settings: dict[str, Any] = {}
    inputs: list[Input] = []
    for name, value in given.items():
        values = value if isinstance(value, list) else [value]
        reads = kinds.get(name) in READ
        if reads and "-" in values:
            raise CommandError(f"{name} is -, and a job has no stdin; name a file")
        if reads:
            inputs += [Input(name, str(one)) for one in values]
        else:
            settings[name] = value
    return Typed(settings, inputs)


def _parse(verb: Verb, args: Sequence[str]) -> dict[str, Any]:
    """Give what was typed by the names of parameters, without what each has when nobody says it."""
    found = command(verb.name)
    words = verb.name.split()
    rest = list(args[len(words) :] if list(args[: len(words)]) == words else args[1:])
    context = found.context_class(found, info_name=f"paraphrast {verb.name}")
    try:
        typed, left, _ = found.make_parser(context).parse_args(rest)
        if typed.pop("help", False):
            raise CommandError("--help is not for a job; ask the command itself")
        for parameter in found.params:
            if parameter.expose_value:
                _, left = parameter.handle_parse_result(context, typed, left)
    except CommandError:
        raise
    except Exception as error:
        if not callable(tell := getattr(error, "format_message", None)):
            raise
        raise CommandError(str(tell())) from error
    if left:
        raise CommandError(f"{verb.name} does not take {' '.join(left)!r}")
    told = {name: context.params.get(name, value) for name, value in typed.items()}
    return {name.rstrip("_"): _plain(value) for name, value in told.items() if value not in (None, ())}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, str | int | float) else str(value)


def measure_inputs(place: Path, inputs: Sequence[Input]) -> list[Input]:
    """Say of what a command reads how large it is, and its hash; names of models and corpora stay names."""
    found = list(inputs)
    for at, one in enumerate(inputs):
        with suppress(OSError):  # the command says so in its own words
            found[at] = _measure(place / one.path, one)
    return found


def _measure(path: Path, one: Input) -> Input:
    """Give the hash of a file, or of the names and hashes of a folder's files; none of what is very large."""
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    size = sum(file.stat().st_size for file in files)
    if size > LONGEST_HASHED or not files:
        return Input(one.parameter, one.path, size)
    if path.is_file():
        return Input(one.parameter, one.path, size, digest(path))
    told = "".join(f"{digest(file)}  {file.relative_to(path).as_posix()}\n" for file in files)
    return Input(one.parameter, one.path, size, hashlib.sha256(told.encode()).hexdigest())


def digest(path: Path) -> str:
    """Give the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def list_outputs(
    verb: Verb, settings: dict[str, Any], place: Path, *, asked: float, done: bool
) -> Iterator[Path]:
    """Yield what a command made where it was typed: what it was to write, and what it wrote beside that.

    What lies there from before it was asked for is its result only where it ended well.
    """

    def is_new(path: Path) -> bool:
        return path.stat().st_mtime >= asked

    for parameter in verb.parameters:
        name = settings.get(parameter.name, parameter.default) if parameter.kind == "made" else None
        if not isinstance(name, str) or name in ("", "-") or not (place / name).parent.is_dir():
            continue
        path = place / name
        own = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (one for one in own if one.is_file() and (done or is_new(one)))
        beside = (one for one in sorted(path.parent.iterdir()) if one.name.startswith(f"{path.name}."))
        yield from (one for one in beside if one.is_file() and is_new(one))
