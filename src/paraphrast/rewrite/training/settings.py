"""What a training run is told, in a TOML file."""

import re
import tomllib
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Struct

from paraphrast.errors import CommandError, DataError
from paraphrast.rewrite.task import Goal
from paraphrast.text import Lang

Kind: TypeAlias = Literal["seq2seq", "causal", "prompt"]
RATES: dict[Kind, float] = {"seq2seq": 1e-4, "causal": 3e-5, "prompt": 0.05}


class Curriculum(Struct, frozen=True, forbid_unknown_fields=True):
    """Three bands of pairs by score, learned from low to high; without cuts, thirds.

    `offsets` are added to the scores of an origin: at the same score one origin is worse than another.
    """

    cuts: tuple[float, float] | None = None
    offsets: dict[str, float] = msgspec.field(default_factory=lambda: {"parallel": -0.05, "llm": 0.05})
    gate: float = 0.5


class Fresh(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a model that begins with nothing (`base = "fresh"`, with a vocabulary of its own)."""

    width: int = 256
    layers: int = 4
    heads: int = 4


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How one rewriter is trained; the same settings and data give the same weights on CPU."""

    kind: Kind
    base: str
    lang: Lang
    train: tuple[str, ...]
    dev: str
    out: str
    goal: Goal = "neutral"
    clean: bool = True
    filters: tuple[Literal["judged", "near"], ...] = ()
    slots: Literal["none", "entities", "aligned"] = "none"
    vocabulary: str = ""
    curriculum: Curriculum | None = None
    best_by: str = ""
    samples: int = 100
    epochs: int = 10
    patience: int = 2
    batch: int = 16
    rate: float | None = None
    limit: int = 128
    prompt: tuple[int, int] = (100, 20)
    fresh: Fresh = Fresh()
    beam: int = 5
    seed: int = 0
    device: Literal["auto", "cpu", "cuda"] = "auto"

    @property
    def step(self) -> float:
        """Give the learning rate: what was told, or what suits the kind."""
        return RATES[self.kind] if self.rate is None else self.rate


def read_settings(path: Path) -> Settings:
    """Read the settings of a run, or say which of them is wrong."""
    try:
        told: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise CommandError(f"there is no file {str(path)!r}") from error
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"not TOML: {error}", path=path) from error
    try:
        return _check_settings(msgspec.convert(told, Settings))
    except msgspec.ValidationError as error:
        raise DataError(f"{error}{_explain_choices(str(error))}", path=path) from error


def _explain_choices(error: str) -> str:
    """Say what there is where a setting or its value is not known.

    >>> _explain_choices("Invalid enum value 'x' - at `$.kind`")
    '; there are seq2seq, causal, prompt'
    """
    known = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    place = re.search(r"`\$\.(\w+)(?:\[...\]|\[\d+\])?`", error)
    if "unknown field" in error and not place:
        return f"; there are {', '.join(known)}"
    kind = known.get(place[1]) if place else None
    inner = next((one for one in get_args(kind) if get_origin(one) is Literal), kind)
    said = get_args(inner) if get_origin(inner) is Literal else ()
    return f"; there are {', '.join(said)}" if said else ""


def _check_settings(settings: Settings) -> Settings:
    """Refuse what cannot be meant."""
    for name in ("epochs", "patience", "batch", "limit", "beam", "samples"):
        if getattr(settings, name) < 1:
            raise CommandError(f"{name} is {getattr(settings, name)}; it starts at 1")
    if min(settings.prompt) < 0 or sum(settings.prompt) < 1:
        raise CommandError(
            f"prompt is {list(settings.prompt)}; say how many embeddings stand before and after"
        )
    if (settings.slots == "aligned") != bool(settings.vocabulary):
        raise CommandError(
            "slots = 'aligned' and a vocabulary go together; make one with: rewrite vocabulary"
        )
    if settings.base == "fresh" and (settings.kind != "seq2seq" or settings.slots != "aligned"):
        raise CommandError("base = 'fresh' is for kind = 'seq2seq' with slots = 'aligned' and a vocabulary")
    if settings.curriculum and not settings.best_by:
        raise CommandError("a curriculum needs best_by, the metric that sorts pairs and ends stages: spscore")
    if settings.base != "fresh" and not settings.base.startswith("hub:") and not Path(settings.base).is_dir():
        raise CommandError(
            f"there is no folder {settings.base!r} to begin with; a model of the hub is hub:NAME"
        )
    return settings
