"""Open a suite: what its files hold for some languages and halves, what is derived, and what is missing."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from paraphrast.errors import CommandError
from paraphrast.models.suite.noise import add_noise
from paraphrast.models.suite.prose import derive_pairs
from paraphrast.models.suite.reading import read_pairs, read_prose, read_texts, read_tiny
from paraphrast.models.suite.records import Half, Item, TextItem
from paraphrast.text.languages import LANGS, Lang

SHIPPED = Path(__file__).parent
DOUBTED = "doubted.tsv"


class Suite(NamedTuple):
    """The questions about pairs, and the names of files that were looked for and are not there."""

    items: list[Item]
    missing: list[str]


class TextSuite(NamedTuple):
    """The questions about single texts, and the names of files that are not there."""

    items: list[TextItem]
    missing: list[str]


def open_suite(
    folder: Path | None = None,
    *,
    halves: Sequence[Half] = ("open",),
    langs: Sequence[Lang] = LANGS,
    most: int | None = None,
    seed: int = 0,
) -> Suite:
    """Give the questions about pairs: written, derived from prose, with noise, tiny; at most `most` of each.

    Tiny pairs have no second half and are asked with either.
    """
    home = SHIPPED if folder is None else folder
    doubted = _read_doubted(home)
    items: list[Item] = []
    missing: list[str] = []
    for half in halves:
        for lang in langs:
            if path := _locate_file(home, f"pairs.{lang}.{half}.tsv", missing):
                written = [item for item in read_pairs(path, lang, half) if item.pair.id not in doubted]
                items += [*written, *add_noise(written, lang, seed=seed)]
            if path := _locate_file(home, f"prose.{lang}.{half}.jsonl", missing):
                items += derive_pairs(read_prose(path), lang, half)
    if path := _locate_file(home, "tiny.tsv", missing):
        items += read_tiny(path, halves[0], langs)
    if not items:
        raise CommandError(f"no suite in {home}: there is none of {', '.join(missing)}")
    items.sort(key=lambda item: item.rank)
    return Suite(_limit_items(items, most) if most else items, missing)


def open_texts(
    folder: Path | None = None, *, halves: Sequence[Half] = ("open",), langs: Sequence[Lang] = LANGS
) -> TextSuite:
    """Give the questions about single texts."""
    home = SHIPPED if folder is None else folder
    doubted = _read_doubted(home)
    items: list[TextItem] = []
    missing: list[str] = []
    for half in halves:
        for lang in langs:
            if path := _locate_file(home, f"texts.{lang}.{half}.tsv", missing):
                items += [item for item in read_texts(path, lang, half) if item.text.id not in doubted]
    if not items:
        raise CommandError(f"no texts in {home}: there is none of {', '.join(missing)}")
    return TextSuite(items, missing)


def _read_doubted(folder: Path) -> frozenset[str]:
    """Give the ids of items that a reader doubted: they are kept in their files, and not asked."""
    path = folder / DOUBTED
    if not path.is_file():
        return frozenset()
    return frozenset(line.split("\t")[0] for line in path.read_text(encoding="utf-8").splitlines()[1:])


def _locate_file(folder: Path, name: str, missing: list[str]) -> Path | None:
    """Give the path of a file, or note that it is missing."""
    path = folder / name
    if path.is_file():
        return path
    missing.append(name)
    return None


def _limit_items(items: Sequence[Item], most: int) -> list[Item]:
    """Keep at most so many items of each behaviour, language and half, the same ones every time."""
    groups: dict[tuple[str, str | None, Half], list[int]] = {}
    for place, item in enumerate(items):
        groups.setdefault((item.behaviour, item.pair.lang, item.half), []).append(place)
    kept: set[int] = set()
    for places in groups.values():
        kept.update(sorted(places, key=lambda place: crc32(items[place].pair.id.encode()))[:most])
    return [item for place, item in enumerate(items) if place in kept]
