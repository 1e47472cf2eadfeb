"""The cards: one TOML file of facts per corpus, read into `Card`.

A card says what a corpus is, where its files are, and how each split is read; it holds no code. `layout` in
the TOML is what all splits share, and a split may override any of it.
"""

from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from paraphrast.errors import DataError, unknown
from paraphrast.models.conventions import Convention
from paraphrast.text.languages import Lang

Task: TypeAlias = Literal[
    "identification", "similarity", "generation", "detoxification", "toxicity", "acceptability", "inference",
    "judgements", "detection", "parallel", "text",
]  # fmt: skip


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A file that can be checked, and fetched where it has an address."""

    path: str
    size: int | None = None
    sha256: str = ""
    url: str = ""


class Label(Struct, frozen=True, forbid_unknown_fields=True):
    """How a source's label becomes a float from 0 to 1: by map, range, product, holds or constant."""

    column: str = ""
    map: dict[str, float] = {}
    range: tuple[float, float] | None = None
    product: tuple[str, ...] = ()
    holds: str = ""
    constant: float | None = None
    missing: tuple[str, ...] = ()


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A second, small table whose columns are added to each row that has the same key."""

    file: str
    key: str


class Split(Struct, frozen=True, forbid_unknown_fields=True):
    """Which files make up a split, which parser reads them, and which column is which field of a record."""

    file: str
    format: str
    options: dict[str, Any] = {}
    beside: dict[str, str] = {}
    join: Join | None = None
    record: Literal["short", "document"] = "short"
    text: str = ""
    a: str = ""
    b: str = ""
    refs: tuple[str, ...] = ()
    merge: bool = False
    id: str = ""
    group: str = ""
    label: Label | None = None
    meta: dict[str, str] = {}
    numbers: tuple[str, ...] = ()
    note: str = ""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a corpus."""

    name: str
    title: str
    task: Task
    languages: tuple[Lang, ...]
    about: str
    licence: str
    citation: str
    home: str
    archive: File | None = None
    files: tuple[File, ...] = ()
    by_hand: str = ""
    folder: str = ""
    convention: Convention | None = None  # what its annotators called a paraphrase
    splits: dict[str, Split] = {}

    def split(self, name: str) -> Split:
        """Return the split of this name, or say which there are."""
        if name not in self.splits:
            raise unknown(f"split of {self.name}", name, self.splits or ["none to load: see its card"])
        return self.splits[name]


CARDS = files("paraphrast.corpora") / "cards"


@cache
def everything() -> dict[str, Card]:
    """Read all cards, by name."""
    paths = [path for path in CARDS.iterdir() if path.name.endswith(".toml")]
    cards = [parse(path.name.removesuffix(".toml"), path.read_bytes()) for path in paths]
    return {card.name: card for card in sorted(cards, key=lambda card: card.name)}


def parse(name: str, toml: bytes) -> Card:
    """Make a card from its TOML, with the shared layout spread over the splits."""
    try:
        facts = msgspec.toml.decode(toml)
        layout = facts.pop("layout", {})
        splits = {split: {**layout, **own} for split, own in facts.pop("splits", {}).items()}
        return msgspec.convert({**facts, "name": name, "splits": splits}, Card)
    except (msgspec.DecodeError, ValueError) as error:
        raise DataError(str(error), path=f"{name}.toml") from error


def names(task: str | None = None, lang: Lang | None = None) -> list[str]:
    """List the corpora, of one task or in one language where asked.

    >>> names(task="acceptability")
    ['cola', 'rucola']
    """
    if task is not None and task not in get_args(Task):
        raise unknown("task", task, get_args(Task))
    return [
        name
        for name, card in everything().items()
        if task in (None, card.task) and (lang is None or lang in card.languages)
    ]


def card(name: str) -> Card:
    """Return the card of a corpus; `twitter_url` and `Twitter-URL` both find `twitter-url`."""
    cards = everything()
    plain = name.lower().replace("_", "-")
    if plain not in cards:
        raise unknown("corpus", name, cards)
    return cards[plain]
