"""What can go wrong, as a tree: catch `ParaphrastError` to catch all of it.

ParaphrastError
├── DataError        the data is wrong: the message names the file and the line (exit 1)
├── CommandError     the request is wrong: an unknown name, an impossible setting (exit 2)
├── DatabaseError    the database cannot be used: not there, damaged, full, busy (exit 1)
└── MissingExtra     an optional dependency is not installed: the message names the extra (exit 2)
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

# which extra brings a module that the core does without
EXTRAS = {
    "argon2": "serve",
    "fastapi": "serve",
    "safetensors": "train",
    "sqlalchemy": "serve",
    "starlette": "serve",
    "torch": "train",
    "transformers": "train",
    "uvicorn": "serve",
}


class ParaphrastError(Exception):
    """Anything this package refuses to do; its text is fit to show to a person."""

    exit_code = 1

    def __reduce__(self) -> tuple[Any, ...]:
        # the text, not the arguments it was made of, so that errors come back whole from other processes
        return _again, (type(self), str(self)), self.__dict__


def _again(kind: type[ParaphrastError], text: str) -> ParaphrastError:
    error = kind.__new__(kind, text)
    Exception.__init__(error, text)
    return error


class DataError(ParaphrastError, ValueError):
    """The data is not what it should be.

    >>> print(DataError("label '2' is not between 0 and 1", path="pairs.tsv", line=41))
    pairs.tsv, line 41: label '2' is not between 0 and 1
    """

    def __init__(self, message: str, *, path: object = None, line: int | None = None) -> None:
        place = ", ".join([*([str(path)] if path is not None else []), *([f"line {line}"] if line else [])])
        told = " ".join(message.splitlines())  # parsers quote the data, which may have line breaks
        super().__init__(f"{place}: {told}" if place else told)


class CommandError(ParaphrastError, ValueError):
    """The request cannot be carried out as it was made."""

    exit_code = 2


class DatabaseError(ParaphrastError):
    """The database cannot be used as it is; the message says what can be done."""


class MissingExtra(ParaphrastError, ImportError):
    """A part that lives in an extra is not installed.

    >>> print(MissingExtra("torch", "train"))
    this needs torch; install it with: pip install 'paraphrast[train]'
    """

    exit_code = 2

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}; install it with: pip install 'paraphrast[{extra}]'")


@contextmanager
def naming_extras() -> Iterator[None]:
    """Say which extra to install when what is imported here needs a module that one of them brings.

    >>> with naming_extras():
    ...     raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn.config")
    Traceback (most recent call last):
    paraphrast.errors.MissingExtra: this needs uvicorn; install it with: pip install 'paraphrast[serve]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        raise MissingExtra(package, EXTRAS[package]) from missing


def unknown(kind: str, name: str, known: Iterable[str]) -> CommandError:
    """Say that there is no such thing, and what there is.

    >>> print(unknown("corpus", "dogs", ["paws-x", "cats"]))
    no corpus 'dogs'; there are cats, paws-x
    """
    return CommandError(f"no {kind} {name!r}; there are {', '.join(sorted(known))}")
