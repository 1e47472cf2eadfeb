"""The sheet of an essay: which fragment was made from which sentences of which source, and how."""

import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from paraphrast.errors import DataError

Column: TypeAlias = Literal["number", "type", "source", "translation", "original", "fragment"]
# tried in this order, because "исходное предложение" and "документ-источник" also stand in longer titles
HEADERS: tuple[tuple[Column, str], ...] = (
    ("number", r"номер|№|number"),
    ("type", r"\bтип|obfuscation|\btypes?\b"),
    ("source", r"источник|файл|source|\bfile"),
    ("translation", r"перевод|переведен|translat"),
    ("original", r"исходн|оригинал|original"),
    ("fragment", r"заимствован|фрагмент|эссе|fragment|essay"),
)
CODES = {
    "CPY": "copied as it is",
    "DEL": "words deleted (about 20%)",
    "ADD": "words added (about 20%)",
    "LPR": "light paraphrase (about 30% replaced)",
    "HPR": "heavy paraphrase",
    "SHF": "words or clauses reordered",
    "CCT": "sentences joined",
    "SEP": "a sentence split",
    "SSP": "a sentence split",
    "SYN": "synonyms and abbreviations",
    "SST": "synonyms and abbreviations",
}


class Row(Struct, frozen=True):
    """One fragment of the essay and its line in the sheet; without a source it is the author's own."""

    row: int
    fragment: str
    source: str = ""
    types: tuple[str, ...] = ()
    originals: tuple[str, ...] = ()
    translations: tuple[str, ...] = ()


def read(path: Path) -> list[Row]:
    """Read the first sheet that has the columns of an essay."""
    sheets = list(_sheets(path))
    for cells in sheets:
        columns = _columns(cells[0]) if cells else {}
        if "fragment" in columns and "source" in columns:
            return [
                row
                for row in (_row(n, cells_, columns) for n, cells_ in enumerate(cells[1:], 2))
                if row.fragment
            ]
    first = [str(cell) for cell in sheets[0][0] if cell] if sheets and sheets[0] else []
    raise DataError(
        f"no sheet has a column of fragments and a column of sources; the first line says {first}", path=path
    )


def _sheets(path: Path) -> Iterator[list[tuple[Any, ...]]]:
    import zipfile

    import openpyxl

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl speaks of drawings, which hold nothing we read
            book = openpyxl.load_workbook(path, read_only=False, data_only=True)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise DataError(f"cannot be read as xlsx: {error}", path=path) from error
    for sheet in book.worksheets:
        yield list(sheet.iter_rows(values_only=True))


def _columns(header: Sequence[Any]) -> dict[Column, list[int]]:
    """Find out by their titles what the columns hold; untitled ones after an original are more originals."""
    columns: dict[Column, list[int]] = {}
    last: Column | None = None
    for place, cell in enumerate(header):
        title = str(cell or "").casefold()
        kind = next((kind for kind, pattern in HEADERS if re.search(pattern, title)), None) if title else last
        if kind is not None and (title or kind == "original"):
            columns.setdefault(kind, []).append(place)
        last = kind
    return columns


def _row(number: int, cells: Sequence[Any], columns: dict[Column, list[int]]) -> Row:
    def texts(kind: Column) -> tuple[str, ...]:
        found = (cells[place] for place in columns.get(kind, []) if place < len(cells))
        return tuple(text for cell in found if cell is not None and (text := str(cell).strip()))

    types = re.findall(r"[A-ZА-Я]{3}", " ".join(texts("type")).upper())
    return Row(
        number,
        " ".join(texts("fragment")),
        next(iter(texts("source")), ""),
        tuple(dict.fromkeys(types)),
        texts("original"),
        texts("translation"),
    )
