"""Count a reading, once: what the sheets say of systems, readers and judges."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from paraphrast.annotate.reading.folder import (
    ANSWERS,
    Reading,
    check_fresh,
    load_inputs,
    load_items,
    load_reading,
    save_reading,
    write_file,
)
from paraphrast.annotate.reading.inputs import Row, encode_rows, hash_bytes, hash_texts
from paraphrast.annotate.reading.judges import find_judge
from paraphrast.annotate.reading.making import READERS, THIRD
from paraphrast.annotate.reading.measures import (
    Line,
    find_flags,
    measure_agreement,
    measure_judge,
    measure_system,
)
from paraphrast.annotate.reading.outputs import Item
from paraphrast.annotate.reading.settling import find_disputes, read_both, read_third, settle_answers
from paraphrast.annotate.reading.sheets import Answers
from paraphrast.errors import CommandError
from paraphrast.text.languages import FALLBACK

FEW = 40  # inputs under which figures are an anecdote


class Counted(NamedTuple):
    """The figures of a reading, and what has to be said with them."""

    lines: list[Line]
    notes: list[str]


class Sheets(NamedTuple):
    """What the readers answered, and what was settled."""

    first: Answers
    second: Answers
    third: Answers
    settled: Answers


def count_reading(
    folder: str | Path,
    readers: str,
    *,
    judges: Sequence[str] = (),
    by: str = "",
    harmless: Sequence[str] = ("fine",),
    again: bool = False,
) -> Counted:
    """Count the answers of a reading; those of texts that were counted before need `again`.

    `readers` says who read, `by` a column of the inputs for whose values figures are given apart (their
    language unless told), `harmless` the flags that warn of nothing.
    """
    if not readers.strip():
        raise CommandError("say who read: people or a model, how many, and what they knew")
    place = Path(folder)
    reading = load_reading(place)
    items = load_items(place, reading)
    sheets = _read_sheets(place, reading, items)
    scores = dict(find_judge(named, items) for named in judges)
    parts = _part_items(load_inputs(place, reading), items, by)
    _keep_answers(place, reading, items, sheets=sheets, readers=readers, again=again)
    lines = [
        line._replace(part=part)
        for part, own in parts.items()
        for line in _measure_part(own, list(reading.systems), sheets, scores=scores, harmless=harmless)
    ]
    return Counted(lines, list(_note_reading(reading, len(sheets.third))))


def _read_sheets(folder: Path, reading: Reading, items: Sequence[Item]) -> Sheets:
    """Read the sheets of all readers."""
    first, second = read_both(folder, reading, items)
    third = read_third(folder, items, find_disputes(first, second))
    return Sheets(first, second, third, settle_answers(first, third))


def _part_items(inputs: Sequence[Row], items: Sequence[Item], by: str) -> dict[str, list[Item]]:
    """Give all items, and those of each value of a column of the inputs where there are several."""
    column = by or "lang"
    if by and not any(by in row for row in inputs):
        raise CommandError(f"no column {by!r} in the inputs, which have {', '.join(inputs[0])}")
    values = {row["id"]: str(row.get(column) or "other") for row in inputs}
    parts = {"": list(items)}
    if by or len(set(values.values())) > 1:
        for value in sorted(set(values.values())):
            parts[value] = [item for item in items if values[item.input] == value]
    return parts


def _measure_part(
    items: Sequence[Item],
    systems: Sequence[str],
    sheets: Sheets,
    *,
    scores: Mapping[str, Mapping[str, float]],
    harmless: Sequence[str],
) -> Iterator[Line]:
    """Yield every figure of these items."""
    for system in systems:
        yield from measure_system(system, items, sheets.settled, harmless)
    yield from measure_agreement(items, sheets.first, sheets.second)
    for name, given in scores.items():
        yield from measure_judge(name, given, items, sheets.settled)


def _keep_answers(
    folder: Path, reading: Reading, items: Sequence[Item], *, sheets: Sheets, readers: str, again: bool
) -> None:
    """Write the answers with ids and hashes; a reading is counted once, with the answers it had then."""
    written = encode_rows(_describe_item(item, sheets) for item in items)
    if not reading.counted:
        check_fresh(folder, reading, again=again)
    elif reading.counted != hash_bytes(written):
        if not again:
            raise CommandError(
                f"{str(folder)!r} was counted with other answers before; its texts are used up; "
                "take new texts, or say --again, and the report will say so"
            )
        reading.again.append(folder.resolve().name)
    reading.counted, reading.readers = hash_bytes(written), readers
    write_file(folder / ANSWERS, written)
    save_reading(folder, reading)


def _describe_item(item: Item, sheets: Sheets) -> Row:
    """Give what is kept of an item: who wrote it, its flags and what was answered, without its texts."""
    said = {
        f"reader-{reader}": answers.get(item.id)
        for reader, answers in zip((*READERS, THIRD), sheets[:3], strict=True)
    }
    flags = {system: find_flags(item, system) for system in item.wrote}
    row = {"id": item.id, "input": item.input, "sha256": hash_texts(*item.shown.values()), "systems": flags}
    answers = {**said, "settled": sheets.settled[item.id]}
    plain = {
        name: {question: "yes" if yes else "no" for question, yes in each.items()}
        for name, each in answers.items()
        if each
    }
    return {**row, "unchanged": item.unchanged, **plain}


def _note_reading(reading: Reading, settled: int) -> Iterator[str]:
    """Say what a reader of the figures has to know."""
    shown = f"{reading.inputs} inputs, {reading.items} different outputs, {settled} settled by a third"
    yield f"read {'again' if reading.again else 'once'} by {reading.readers}; {shown}"
    for name, words in reading.questions.items():
        told = words if isinstance(words, str) else words.get(FALLBACK) or next(iter(words.values()))
        yield f"{name}: {told}"
    if reading.again:
        yield f"not fresh: texts of this reading had been read before ({', '.join(reading.again)})"
    if "model" in reading.readers.lower():
        yield "a model reads more leniently than people do"
    if reading.inputs < FEW:
        yield f"fewer than {FEW} inputs are an anecdote"


def line_to_row(line: Line) -> Row:
    """Give a figure as a row for a file."""
    row = {**line._asdict(), "low": line.interval.low, "high": line.interval.high}
    return {name: value for name, value in row.items() if name != "interval"}
