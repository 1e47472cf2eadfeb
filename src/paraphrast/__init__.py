"""paraphrast: the workbench for "same meaning, other words" in Russian, English and Chinese."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paraphrast.client import Client
    from paraphrast.data import (
        Document,
        Judgement,
        Match,
        Pair,
        Rewriter,
        Scorer,
        Span,
        Text,
        read,
        sample,
        write,
    )
    from paraphrast.errors import CommandError, DataError, MissingExtra, ParaphrastError

__version__ = "0.1.0"
__all__ = [
    "Client",
    "CommandError",
    "DataError",
    "Document",
    "Judgement",
    "Match",
    "MissingExtra",
    "Pair",
    "ParaphrastError",
    "Rewriter",
    "Scorer",
    "Span",
    "Text",
    "read",
    "sample",
    "write",
]


def __getattr__(name: str) -> Any:
    # looked up when asked for, so that `import paraphrast` costs nothing
    if name not in __all__:
        raise AttributeError(f"module 'paraphrast' has no attribute {name!r}")
    home = "client" if name == "Client" else "errors" if name.endswith(("Error", "Extra")) else "data"
    return getattr(import_module(f"paraphrast.{home}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
