"""What the shell has, as jobs: each command with its parameters, read from the command itself.

`verbs.toml` says which parameters are files, what is made and what is decided by the server. Everything else,
the type, the bounds, the default and the help of a parameter, is what the shell has, so that the two cannot
come to differ.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple

from paraphrast.errors import unknown

Kind = Literal["setting", "free", "file", "files", "result", "model", "corpus", "made", "copied"]
Role = Literal["reader", "annotator", "editor", "organiser", "owner"]
SERVER = ("engine", "shard", "workers", "help")  # where work runs is the server's to decide
SKIPPED = "skip_bad"
FREE = ("columns", "labels")  # names and values of people's own tables


class Parameter(NamedTuple):
    """A parameter of a command: as the shell has it, and what it is to a job."""

    name: str
    kind: Kind
    type: Any
    default: Any
    help: str
    required: bool = False
    several: bool = False
    least: float | None = None
    most: float | None = None
    flags: tuple[str, ...] = ()  # how an option is written; none of an argument
    unset: tuple[str, ...] = ()  # how the contrary of a flag is written
    output: str = ""


class Verb(NamedTuple):
    """A command of the shell that can be a job."""

    name: str
    about: str
    role: Role
    parameters: tuple[Parameter, ...]

    @property
    def path(self) -> str:
        """Give its place in an address: `detect/check`."""
        return self.name.replace(" ", "/")

    def parameter(self, name: str) -> Parameter:
        """Give a parameter by its name."""
        known = {each.name: each for each in self.parameters}
        if name not in known:
            raise unknown(f"parameter of {self.name}", name, known)
        return known[name]


@cache
def facts() -> dict[str, Any]:
    """Read what is said of each command."""
    text = files("paraphrast.web.jobs").joinpath("verbs.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def verbs() -> dict[str, Verb]:
    """Give all jobs by their names, in the order of the table."""
    return {name: _read(name) for name in facts() if name != "shell"}


def find(name: str) -> Verb:
    """Give a job by its name, which may be written as in an address."""
    known = verbs()
    if (spaced := name.replace("/", " ").replace(".", " ")) not in known:
        raise unknown("job", name, known)
    return known[spaced]


def shell() -> Iterator[tuple[str, Any]]:
    """Yield every command of the shell with its name."""
    from paraphrast import cli

    for verb in cli.VERBS:
        yield from _commands(verb, cli.load(verb))


def command(name: str) -> Any:
    """Give a command of the shell by its name."""
    from paraphrast import cli

    first, *rest = name.split()
    found = cli.load(first)
    for part in rest:
        found = found.commands[part]
    return found


def _commands(name: str, found: Any) -> Iterator[tuple[str, Any]]:
    inner = getattr(found, "commands", None)
    if inner is None or getattr(found, "invoke_without_command", False):
        yield name, found
    for part, one in (inner or {}).items():
        yield from _commands(f"{name} {part}", one)


def _read(name: str) -> Verb:
    fact, found = facts()[name], command(name)
    hidden = {*SERVER, *fact.get("hidden", ())}
    parameters = [_parameter(one, fact) for one in found.params if one.name not in hidden]
    for output, base in fact.get("copied", {}).items():
        about = f"An earlier result that {output} begins as."
        parameters.append(Parameter(base, "copied", str, None, about, output=output))
    about = inspect.cleandoc(found.help or "").split("\n\n")[0].replace("\n", " ")
    return Verb(name, about, fact.get("role", "editor"), tuple(parameters))


def _parameter(one: Any, fact: dict[str, Any]) -> Parameter:
    name = str(one.name).rstrip("_")
    told = fact.get("files", {}).get(name)
    made = fact.get("made", {}) | {SKIPPED: ""}
    free = (*FREE, *fact.get("free", ()))
    kind: Any = told or ("made" if name in made else "free" if name in free else "setting")
    given = one.type_descriptor.annotation
    several = one.multiple or one.nargs == -1
    return Parameter(
        name,
        kind,
        {Path: str, list[Path]: list[str]}.get(given, given),
        None if one.required else one.default,
        one.help or "",
        required=bool(one.required) and name not in made,
        several=several,
        least=one.min,
        most=one.max,
        flags=() if one.param_type_name == "argument" else tuple(one.opts),
        unset=tuple(one.secondary_opts),
        output=made.get(name, ""),
    )
