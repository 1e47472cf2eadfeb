"""What systems wrote for the inputs, found by id, by source, or line by line, and mixed without names."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from paraphrast.annotate.reading.inputs import Row, hash_texts, read_rows, source_of
from paraphrast.errors import CommandError, DataError

OUTPUTS = ("b", "output")
JUDGED = ("text", "a", "b", "label")  # what is shown of inputs that are judged themselves
ITSELF = "inputs"  # the name of the system where the inputs are judged themselves
UNCHANGED = "unchanged"  # the baseline that leaves every input as it is


class Item(Struct, frozen=True):
    """What readers see once, the input it belongs to, and the row of each system that wrote it."""

    id: str
    input: str
    shown: dict[str, str]
    wrote: dict[str, Row]

    @property
    def unchanged(self) -> bool:
        """Whether a system gave the source back."""
        return "output" in self.shown and self.shown["output"] == self.shown["source"]


def _show_text(text: Any) -> str:
    """Give a text on one line, so that a sheet can be filled in with any editor.

    >>> _show_text("раз\\nдва"), _show_text("")
    ('раз ⏎ два', '(empty)')
    """
    lines = [" ".join(line.split()) for line in str(text).splitlines()]
    return " ⏎ ".join(line for line in lines if line) or "(empty)"


def take_outputs(path: str | None, inputs: Sequence[Row]) -> dict[str, Row]:
    """Give the row that a system wrote for each input, by the input's id; no path is the unchanged input."""
    if path is None:
        return {row["id"]: {"a": source_of(row), "b": source_of(row)} for row in inputs}
    table = read_rows(path)
    by_id = {row["id"]: row["id"] for row in inputs}
    by_source = {source_of(row): row["id"] for row in inputs}
    in_order = not any("id" in row or _named_source(row) is not None for _, row in table)
    if in_order and len(table) != len(inputs):
        raise DataError(
            f"{len(table)} outputs without id or source cannot belong to {len(inputs)} inputs", path=path
        )
    found: dict[str, Row] = {}
    for place, (number, row) in enumerate(table):
        known = by_id.get(str(row.get("id"))) or by_source.get(_named_source(row))
        key = inputs[place]["id"] if in_order else known
        if key is not None and found.setdefault(key, row) is not row:
            raise DataError(f"input {key!r} has two outputs", path=path, line=number)
    _check_outputs(found, inputs, path)
    return {key: {**row, "b": _output_of(row)} for key, row in found.items()}


def _named_source(row: Row) -> str | None:
    """Give the source that a row of outputs names; a text alone is an output."""
    named = row if any(name in row for name in OUTPUTS) else {}
    return source_of(named)


def _output_of(row: Row) -> str | None:
    """Give what a system wrote: b, output, or the text of a row that has no other."""
    return next((str(row[name]) for name in (*OUTPUTS, "text") if row.get(name) is not None), None)


def _check_outputs(found: Mapping[str, Row], inputs: Sequence[Row], path: str) -> None:
    missing = [row["id"] for row in inputs if row["id"] not in found]
    if missing:
        raise DataError(f"has no output for input {missing[0]!r} and {len(missing) - 1} others", path=path)
    for row in inputs:
        own = found[row["id"]]
        if _output_of(own) is None:
            raise DataError(f"input {row['id']!r} has a row without b or output", path=path)
        source = _named_source(own)
        if source is not None and source != source_of(row):
            raise DataError(f"the output for {row['id']!r} is of another text than the input", path=path)


def mix_outputs(
    inputs: Sequence[Row], outputs: Mapping[str, Mapping[str, Row]], *, seed: int = 0
) -> list[Item]:
    """Give every different output once, in an order that tells nothing of who wrote it.

    Items are put in order by what is shown before they are shuffled, so that the sheets are the same whoever
    wrote what.
    """
    found: dict[tuple[str, ...], Item] = {}
    for row in inputs:
        for system, wrote in outputs.items():
            own = wrote[row["id"]]
            shown = {"source": _show_text(source_of(row)), "output": _show_text(own["b"])}
            item = Item("", row["id"], shown, {})
            found.setdefault((row["id"], *shown.values()), item).wrote[system] = own
    return _number_items([found[key] for key in sorted(found)], seed=seed)


def check_sources(inputs: Sequence[Row]) -> None:
    """Refuse inputs without a text, and inputs of which two are the same: they would count twice."""
    seen: dict[str, str] = {}
    for row in inputs:
        source = source_of(row)
        if not source or not source.strip():
            raise DataError(f"input {row['id']!r} has no text (text, a or source)")
        same = seen.setdefault(hash_texts(source), row["id"])
        if same != row["id"]:
            raise DataError(f"inputs {same!r} and {row['id']!r} are the same text")


def take_judged(inputs: Sequence[Row], fields: Sequence[str], *, seed: int = 0) -> list[Item]:
    """Give an item for each input that is judged itself, such as a pair with its label."""
    known = [name for name in fields or JUDGED if any(name in row for row in inputs)]
    missing = [name for name in fields if name not in known]
    if missing or not known:
        raise CommandError(f"the inputs have no {missing[0] if missing else 'text, a, b or label'!r} to show")
    found: dict[tuple[str, ...], Item] = {}
    for row in inputs:
        shown = {name: _show_text(row.get(name, "")) for name in known}
        same = found.setdefault(tuple(shown.values()), Item("", row["id"], shown, {ITSELF: row}))
        if same.input != row["id"]:
            raise DataError(f"inputs {same.input!r} and {row['id']!r} would look the same")
    return _number_items([found[key] for key in sorted(found)], seed=seed)


def _number_items(items: Sequence[Item], *, seed: int) -> list[Item]:
    """Shuffle the items and give them the ids that readers see."""
    width = len(str(len(items)))
    order = np.random.default_rng([seed, 0]).permutation(len(items))
    return [
        # a letter first, because spreadsheets take 007 for 7
        Item(f"r{number:0{width}d}", items[place].input, items[place].shown, items[place].wrote)
        for number, place in enumerate(order, 1)
    ]
