"""The first sheet of a workbook as a table: names of the columns in its first row, cells as they stand."""

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError

import msgspec
from msgspec import Struct

from paraphrast.errors import DataError
from paraphrast.files.opening import PathLike
from paraphrast.files.shape import S, Shape
from paraphrast.files.spool import spooled

BINARY = True
LARGEST = 1 << 30  # bytes that one workbook may unpack to
ROWS, CELL = 1 << 20, 32_767  # what Excel can hold: rows of a sheet, characters of a cell


@contextmanager
def _name_damage(path: PathLike) -> Iterator[None]:
    """Turn what zip, XML and openpyxl say of a damaged workbook into one error that names the file."""
    broken = (
        zipfile.BadZipFile, zlib.error, ParseError, EOFError, NotImplementedError, RuntimeError, OSError,
        ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError,
    )  # fmt: skip
    try:
        yield
    except DataError as error:
        raise (error if str(error).startswith(str(path)) else DataError(str(error), path=path)) from error
    except broken as error:
        raise DataError(f"broken workbook: {error.__class__.__name__} {error}", path=path) from error


def read(stream: io.BufferedReader, shape: Shape[S], path: PathLike) -> Iterator[S]:
    """Yield a record for each row that is not empty."""
    with _name_damage(path):
        names: list[str] = []
        for number, cells in enumerate(_rows(stream), 1):
            if all(cell is None or cell == "" for cell in cells):
                continue
            if not names:
                names = _header(cells, shape)
                shape.check(names)
                if not shape.is_numbered or names[0] != "1":
                    continue
            shape.line = number
            row = {
                name: "" if cell is None else cell
                for name, cell in zip(names, cells, strict=False)
                if name and (cell is not None or shape.keeps_empty(name))
            }
            try:
                record = shape.make(row.copy(), cells=True)
            except DataError as error:
                shape.refuse(DataError(f"row {number}: {error}", path=path), row)
            else:
                yield record


def _header(cells: list[Any], shape: Shape[Any]) -> list[str]:
    """Give the names of the columns; those that are asked for by number have none."""
    names = ["" if cell is None else str(cell) for cell in cells]
    if shape.is_numbered and not {*shape.columns.values()} <= {*names}:
        return [str(number) for number in range(1, len(cells) + 1)]
    while names and not names[-1]:
        names.pop()
    return names


def _rows(stream: io.BufferedReader) -> Iterator[list[Any]]:
    import openpyxl

    with zipfile.ZipFile(stream) as members:
        if sum(member.file_size for member in members.infolist()) > LARGEST:
            raise DataError(f"it unpacks to more than {LARGEST >> 20} MB; refused")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and drawings, which hold nothing we read
        book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
        try:
            if not book.worksheets:
                raise DataError("the workbook has no sheet")
            for cells in book.worksheets[0].iter_rows(values_only=True):
                yield [cell if isinstance(cell, str | int | float | None) else str(cell) for cell in cells]
        finally:
            book.close()


def write(stream: BinaryIO, records: Iterable[Struct], path: PathLike) -> int:
    """Write a sheet with the columns in use and say how many rows it has."""
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("records")
    held = io.BytesIO()
    try:
        count = _append(sheet, records, path)
    finally:
        book.save(held)  # even after an error: only this removes openpyxl's temporary file
    stream.write(held.getbuffer())
    return count


def _append(sheet: Any, records: Iterable[Struct], path: PathLike) -> int:
    count = 0
    with spooled(records) as (columns, rows):
        if columns:
            sheet.append([_cell(sheet, name) for name in columns])
        for count, values in enumerate(rows, 1):
            if count >= ROWS:
                raise DataError(f"a sheet holds no more than {ROWS - 1:,} records; write .jsonl", path=path)
            try:
                sheet.append([_cell(sheet, values.get(name)) for name in columns])
            except DataError as error:
                raise DataError(f"record {count}: {error}", path=path) from error
    return count


def _cell(sheet: Any, value: Any) -> Any:
    """Make a cell; text stays text, even if it looks like a formula."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.utils.exceptions import IllegalCharacterError

    if value is None or isinstance(value, int | float):
        return WriteOnlyCell(sheet, value)
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode("utf-8")
    text.encode("utf-8")  # half of a character is refused here, as in every format
    if len(text) > CELL or "\r" in text:
        raise DataError(
            f"a cell cannot hold {text[:40]!r}... ({len(text):,} characters); write .csv or .jsonl"
        )
    try:
        cell = WriteOnlyCell(sheet, text)
    except IllegalCharacterError as error:
        raise DataError(f"a cell cannot hold {text[:40]!r}; write .csv or .jsonl instead") from error
    cell.data_type = "s"
    return cell
