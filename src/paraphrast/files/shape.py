"""Between rows (names and values) and records: column names, label scales, and nothing lost.

A column that the record does not know goes to its `meta`, and comes back as a column when it is written.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from paraphrast.errors import CommandError, DataError

if TYPE_CHECKING:
    from paraphrast.files.skipping import Skipped

S = TypeVar("S", bound=Struct)
Columns: TypeAlias = Mapping[str, str] | str
Labels: TypeAlias = Mapping[str, float] | str

PLACES = re.compile(r"[1-9]\d*(\+[1-9]\d*)*")
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def _pairs(text: str, option: str) -> dict[str, str]:
    parts = [part.partition("=") for part in text.split(",") if part.strip()]
    if not parts or not all(sign and key.strip() and value.strip() for key, sign, value in parts):
        raise CommandError(f"{option} {text!r} is not of the form name=value,name=value")
    return {key.strip(): value.strip() for key, _, value in parts}


def _columns_of(columns: Columns | None) -> dict[str, str]:
    """Read which column each field comes from.

    >>> _columns_of("a=sentence1,b=sentence2")
    {'a': 'sentence1', 'b': 'sentence2'}
    """
    return _pairs(columns, "--columns") if isinstance(columns, str) else dict(columns or {})


def labels_of(labels: Labels | None) -> Callable[[Any], float | None]:
    """Read how labels become numbers from 0 to 1: by name (`yes=1,no=0`) or from a scale (`0..5`).

    >>> labels_of("yes=1,no=0")("yes"), labels_of("1..5")("4"), labels_of(None)(0.25)
    (1.0, 0.75, 0.25)
    """
    if labels is None:
        return _likeness
    if isinstance(labels, str) and ".." in labels:
        return _scale(labels)
    named = _pairs(labels, "--labels") if isinstance(labels, str) else labels
    try:
        known = {str(name): float(value) for name, value in named.items()}
    except ValueError as error:
        raise CommandError(f"--labels {labels!r}: {error}") from error
    if not all(0 <= value <= 1 for value in known.values()):
        raise CommandError(f"--labels {labels!r}: labels are numbers from 0 to 1")

    def named_label(value: Any) -> float:
        key = f"{value:g}" if isinstance(value, float) else str(value)
        if key not in known:
            raise DataError(f"label {key!r} is not in --labels, which has {', '.join(known)}")
        return known[key]

    return named_label


def _scale(text: str) -> Callable[[Any], float]:
    low_text, _, high_text = text.partition("..")
    try:
        low, high = float(low_text), float(high_text)
    except ValueError as error:
        raise CommandError(f"--labels {text!r} is not a scale like 0..5") from error
    if not low < high:
        raise CommandError(f"--labels {text!r}: a scale goes from a smaller to a larger number")

    def scaled(value: Any) -> float:
        number = _number(value)
        if not low <= number <= high:
            raise DataError(f"label {str(value)!r} is not between {low:g} and {high:g}")
        return (number - low) / (high - low)

    return scaled


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"label {str(value)!r} is not a number; map it with --labels") from error


def _likeness(value: Any) -> float:
    number = _number(value)
    if not 0 <= number <= 1:
        raise DataError(f"label {str(value)!r} is not between 0 and 1; map it with --labels")
    return number


class Shape(Generic[S]):
    """How rows become records of one kind; errors say what is wrong, and the reader adds where.

    `line` is where the reader is; `largest` is how many bytes a file may unpack to, where that is bounded.
    """

    line = 0
    largest: int | None = None
    prefers_quotes = False  # whether cells of TSV are unquoted in doubt

    def __init__(
        self,
        record: type[S],
        *,
        columns: Columns | None = None,
        labels: Labels | None = None,
        skip: "Skipped | None" = None,
    ) -> None:
        self.record = record
        self.skip = skip
        self.columns = _columns_of(columns)
        self.fields = {field.name: field for field in msgspec.structs.fields(record)}
        self._names = self.fields.keys()
        self.plain = columns is None and labels is None
        if strange := set(self.columns) - set(self.fields):
            known = ", ".join(self.fields)
            raise CommandError(f"--columns: {record.__name__} has no {sorted(strange)[0]!r}; it has {known}")
        # a vote keeps its project's own scale
        self._needed = {self.columns.get(name, name) for name, field in self.fields.items() if field.required}
        self._vote = "label" in self.fields and self.fields["label"].type == str | float
        self._label = None if self._vote or "label" not in self.fields else labels_of(labels)

    @property
    def is_numbered(self) -> bool:
        """Say whether columns are named by their places, as in a=1,b=2: then there is no header."""
        return bool(self.columns) and all(PLACES.fullmatch(column) for column in self.columns.values())

    def keeps_empty(self, column: str) -> bool:
        """Say whether an empty cell of this column is a value, and not one that is missing."""
        return column in self._needed

    def refuse(self, error: DataError, raw: Any) -> None:
        """Put a bad row aside where that was asked for, with what is wrong with it; else it is an error."""
        if self.skip is None:
            raise error
        self.skip(error, raw)

    def check(self, names: Sequence[str]) -> None:
        """Refuse a table that lacks a column or has one twice, saying what it has."""
        if twice := [name for name in names if names.count(name) > 1]:
            raise DataError(f"the header names the column {twice[0]!r} twice")
        for name, field in self.fields.items():
            column = self.columns.get(name, name)
            if (field.required or name in self.columns) and not set(self._parts(column, names)) <= set(names):
                raise self._missing(name, names)

    def _missing(self, name: str, names: Sequence[str]) -> DataError:
        column = self.columns.get(name, name)
        way_out = f"there are {', '.join(names)}; name it with --columns {name}=COLUMN"
        return DataError(f"no column {column!r}; {way_out}{self.headless(names)}")

    def headless(self, names: Sequence[str]) -> str:
        """Say what to do about a first line that looks like texts rather than names."""
        texts = any(len(name) > 40 or " " in name.strip() for name in names)
        return ", or by its number (a=1,b=2) if the first line is no header" if texts else ""

    def _parts(self, column: str, names: Sequence[str] | Mapping[str, Any]) -> list[str]:
        """Split `ref1+ref2` into columns, unless that is a name itself."""
        return [column] if column in names else column.split("+")

    def make(self, row: dict[str, Any], *, cells: bool = False) -> S:
        """Make a record of one row (or of a table's cells, which are text); the rest goes to its meta."""
        if self.plain and not (cells and self._vote):
            try:
                return msgspec.convert(self._with_meta(row), self.record, strict=not cells)
            except msgspec.ValidationError:
                pass  # the careful way mends what can be mended, and says what cannot
        return self._carefully(row)

    def _with_meta(self, row: dict[str, Any]) -> dict[str, Any]:
        if row.keys() <= self._names or "meta" in row or "meta" not in self._names:
            return row
        known = row.copy()
        known["meta"] = {name: known.pop(name) for name in row if name not in self._names}
        return known

    def _carefully(self, row: dict[str, Any]) -> S:
        values: dict[str, Any] = {}
        for name, field in self.fields.items():
            column = self.columns.get(name, name)
            if column in row:
                value = row.pop(column)
            elif name == "refs" and "+" in column:
                value = [text for part in self._parts(column, row) if (text := row.pop(part, None))]
            elif field.required or name in self.columns:
                raise self._missing(name, [self.columns.get(known, known) for known in values] + list(row))
            else:
                continue
            if field.required or (value is not None and value != ""):
                values[name] = self._value(name, value)
        if "meta" in self.fields and row:
            values["meta"] = {**values.get("meta", {}), **row}
        return self.record(**values)

    def _value(self, name: str, value: Any) -> Any:
        expected = self.fields[name].type
        if expected is str:
            return self._text(name, value)
        if name == "label" and self._label is not None:
            return self._label(value)
        if name == "label" and isinstance(value, str):
            return float(value) if NUMBER.fullmatch(value) else value
        if name == "refs" and isinstance(value, str) and not value.startswith("["):
            return (value,)
        try:
            if isinstance(value, str) and value[:1] in ("[", "{"):  # a cell of a table
                value = msgspec.json.decode(value)
            if name == "meta" and not isinstance(value, dict):
                return {"meta": value}
            return msgspec.convert(value, expected, strict=False)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise DataError(f"{name} {str(value)[:80]!r} cannot be read: {error}") from error

    def _text(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        raise DataError(f"{name} should be text, not {type(value).__name__} {str(value)[:80]!r}")


def row(record: Struct) -> dict[str, Any]:
    """Lay a record out as a row: its fields that are not default, then what is in its meta."""
    values: dict[str, Any] = msgspec.to_builtins(record)
    meta = values.pop("meta", None)
    if not meta:
        return values
    if clash := meta.keys() & set(record.__struct_fields__):
        values["meta"] = {key: meta.pop(key) for key in sorted(clash)}
    values.update(meta)
    return values
