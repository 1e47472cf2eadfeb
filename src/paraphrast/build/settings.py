"""Steps from TOML files and from the command line.

A TOML file has a `[[step]]` table for each step: `use` names a filter, or one's own function in a Python file
(`mine.py:too_loud`) or module (`package.module:function`); the rest are its settings.
"""

import importlib
import importlib.util
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paraphrast.build.filters import FILTERS, make
from paraphrast.build.filters.near import Near
from paraphrast.build.steps import Step, each, sieve, step
from paraphrast.errors import CommandError, DataError


def load(path: str | Path) -> list[Step]:
    """Read the steps of a TOML file."""
    try:
        table = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CommandError(f"there is no file {str(path)!r}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"is not TOML: {error}", path=path) from error
    rows = table.get("step")
    if not isinstance(rows, list) or set(table) != {"step"}:
        raise DataError("a [[step]] table for each step is expected, and nothing else", path=path)
    steps = []
    for number, row in enumerate(rows, 1):
        if "use" not in row:
            raise DataError(f"step {number} does not say what to `use`", path=path)
        settings = {key: value for key, value in row.items() if key not in ("use", "name")}
        steps.append(made(row["use"], settings, name=row.get("name", ""), folder=Path(path).parent))
    return steps


def parse(text: str) -> Step:
    """Read a step as it is written on the command line.

    >>> parse("length:low=3,unit=words").settings
    {'low': 3, 'high': None, 'unit': 'words'}
    """
    use, _, rest = text.rpartition(":") if "=" in text.rpartition(":")[2] else (text, "", "")
    settings: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        key, mark, value = part.partition("=")
        if not mark:
            raise CommandError(f"{part!r} is no setting; write {use}:name=value,name=value")
        settings[key.strip()] = typed(value.strip())
    return made(use, settings, name=str(settings.pop("name", "")))


def typed(value: str) -> Any:
    """Read a value as TOML would, and what is not TOML as a plain word.

    >>> typed("0.5"), typed("true"), typed("words")
    (0.5, True, 'words')
    """
    try:
        return tomllib.loads(f"value = {value if not value.startswith('.') else '0' + value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def made(use: str, settings: Mapping[str, Any], *, name: str = "", folder: Path | None = None) -> Step:
    """Make a step of a filter's name or of a person's own function."""
    if use in FILTERS:
        filter = make(use, **settings)
        return sieve(name or use, filter) if isinstance(filter, Near) else step(name or use, filter)
    if ":" not in use:
        make(use)
    function = own(use, folder or Path())
    if isinstance(function, type):
        return step(name or function.__name__, function(**settings))
    return (
        each(function, name, **settings)
        if not settings
        else each(bound(function, settings), name, **settings)
    )


class bound:
    """A person's function with its settings, which other processes can be given."""

    def __init__(self, function: Any, settings: Mapping[str, Any]) -> None:
        self.function, self.settings = function, dict(settings)
        self.__name__ = function.__name__
        self.__code__ = function.__code__

    def __call__(self, pair: Any) -> Any:
        return self.function(pair, **self.settings)


def own(use: str, folder: Path) -> Any:
    """Load a person's function from a file or a module."""
    place, _, name = use.rpartition(":")
    try:
        if place.endswith(".py"):
            path = folder / place
            spec = importlib.util.spec_from_file_location(path.stem, path)
            if spec is None or spec.loader is None:
                raise CommandError(f"{place!r} cannot be loaded")
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = importlib.import_module(place)
        return getattr(module, name)
    except (ImportError, AttributeError, OSError) as error:
        raise CommandError(f"step {use!r} cannot be loaded: {error}") from error
