"""Corpora as streams of records."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from itertools import chain, groupby
from pathlib import Path
from typing import Any, TypeAlias

from paraphrast.corpora import labels, places
from paraphrast.corpora.catalogue import Card, Join, Split, card
from paraphrast.corpora.formats import Row, parser
from paraphrast.corpora.places import Member
from paraphrast.data import Document, Pair, Text
from paraphrast.errors import CommandError

Example: TypeAlias = Pair | Text | Document
Data: TypeAlias = str | Path | None
Values: TypeAlias = dict[str, Any]
Maker: TypeAlias = Callable[[Values, int], Example]


def load(name: str, split: str = "train", *, data: Data = None) -> Iterator[Example]:
    """Stream the records of a corpus from the local copy in `data`, PARAPHRAST_DATA or the downloads.

    `split="all"` is every split, one after the other. Repeated, identical and contradictory records are kept.
    """
    found = card(name)
    if not found.splits:
        raise CommandError(f"{found.name} has no records to load. {found.by_hand}")
    parts = found.splits if split == "all" else {split: found.split(split)}
    return chain.from_iterable(examples(found, part, facts, data) for part, facts in parts.items())


def examples(card: Card, name: str, split: Split, data: Data) -> Iterator[Example]:
    """Turn the rows of a split's files into records."""
    make = maker(card, name, split)
    number = 0
    for member in places.opened(card, split.file, data):
        stream = rows(card, split, member, data)
        with places.guarded(member.place):
            for row in merged(stream, split) if split.merge else stream:
                number += 1
                yield placed(make, row, number, member)


def placed(make: Maker, row: Row, number: int, member: Member) -> Example:
    """Make a record, and where that fails say in which file and line."""
    try:
        return make(row.values, number)
    except KeyError as error:
        there = ", ".join(key for key in row.values if key)
        raise member.wrong(f"there is no column {error}; there are {there}", row.line) from error
    except ValueError as error:
        raise member.wrong(str(error), row.line) from error


def rows(card: Card, split: Split, member: Member, data: Data) -> Iterator[Row]:
    """Parse a file, and add what the card puts beside it and joins to it."""
    stream = parser(split.format)(member, **split.options)
    if split.beside:
        stream = _alongside(card, split, member, stream, data)
    if split.join:
        stream = joined(card, split, split.join, stream, data)
    for row in stream:
        row.values["file"] = member.star
        yield row


def _alongside(card: Card, split: Split, member: Member, stream: Iterator[Row], data: Data) -> Iterator[Row]:
    """Add columns from files that have a line for each row."""
    with ExitStack() as stack:
        columns = {}
        for column, path in split.beside.items():
            others = stack.enter_context(closing(places.opened(card, path, data)))
            columns[column] = stack.enter_context(next(others).text())
        for row in stream:
            for column, lines in columns.items():
                line = next(lines, None)
                if line is None:
                    raise member.wrong(f"{split.beside[column]} has fewer lines than this file", row.line)
                row.values[column] = line.rstrip("\r\n")
            yield row
        for column, lines in columns.items():
            if next(lines, None) is not None:
                raise member.wrong(f"{split.beside[column]} has more lines than this file")


def joined(card: Card, split: Split, join: Join, stream: Iterator[Row], data: Data) -> Iterator[Row]:
    """Add the columns of a small second table, in the same format, to the rows with the same key."""
    with closing(places.opened(card, join.file, data)) as others:
        member = next(others)
        with places.guarded(member.place):
            found = list(parser(split.format)(member, **split.options))
    table = {row.values.get(join.key): row.values for row in found}
    for row in stream:
        key = row.values.get(join.key)
        if key is None or key not in table:
            raise member.wrong(f"there is no {join.key} {key!r}, which {split.file} refers to")
        yield Row(row.line, {**table[key], **row.values})


def merged(stream: Iterable[Row], split: Split) -> Iterator[Row]:
    """Make one row of neighbours that share their source: its references become a list."""
    for _, same in groupby(stream, key=lambda row: row.values.get(split.a)):
        neighbours = list(same)
        lists = {column: [row.values.get(column) for row in neighbours] for column in split.refs}
        yield Row(neighbours[0].line, {**neighbours[0].values, **lists})


def maker(card: Card, name: str, split: Split) -> Maker:
    """Return the function from a row's values to a record."""
    label = labels.reader(split.label)
    lang = card.languages[0] if len(card.languages) == 1 else None

    def common(values: Values, number: int) -> dict[str, Any]:
        own = values[split.id] if split.id else number
        return {"id": f"{card.name}/{name}/{own}", "lang": lang, "meta": details(split, values)}

    def document(values: Values, number: int) -> Document:
        return Document(
            text=string(values[split.text], split.text), title=values["file"], **common(values, number)
        )

    def text(values: Values, number: int) -> Text:
        group = str(values[split.group]) if split.group else ""
        return Text(
            string(values[split.text], split.text), label=label(values), group=group, **common(values, number)
        )

    def pair(values: Values, number: int) -> Pair:
        shared = common(values, number)
        group = str(values[split.group]) if split.group else shared["id"] if split.refs else ""
        refs = references(split, values)
        second = string(values[split.b], split.b) if split.b else refs[0]
        return Pair(
            string(values[split.a], split.a), second, label=label(values), group=group, refs=refs, **shared
        )

    return pair if split.a else document if split.record == "document" else text


def string(value: Any, column: str) -> str:
    """Return a text as it is, and refuse what is not text: JSON may hold anything."""
    if not isinstance(value, str):
        raise ValueError(f"{column} is {value!r}, not text")
    return value


def references(split: Split, values: Values) -> tuple[str, ...]:
    """Collect the references that are not empty from the columns that hold one, or a list of them."""
    found: list[str] = []
    for column in split.refs:
        value = values[column]
        several = value if isinstance(value, list) else [value]
        found += [string(text, column) for text in several if text]
    if split.refs and not found:
        raise ValueError(f"no reference in {', '.join(split.refs)}")
    return tuple(found)


def details(split: Split, values: Values) -> dict[str, Any]:
    """Gather what the card keeps beside the record, with numbers as numbers and nothing for an empty cell."""
    kept: dict[str, Any] = {}
    for key, column in split.meta.items():
        value = values[column]
        if key in split.numbers and isinstance(value, str) and value:
            number = float(value)
            value = int(number) if number.is_integer() and "." not in value else number
        if value not in ("", None, []):
            kept[key] = value
    return kept
