"""The folder of a reading: what was fixed before anything was shown, and whether its texts are used up.

inputs.jsonl      the inputs
reading.json      hashes of inputs and outputs, the questions, who read
key.jsonl         who wrote what: not for readers
reader-1, ...     a folder to hand to each reader: questions.txt and sheet.tsv
answers.jsonl     what was answered, by ids and hashes, without the texts; written by counting
"""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from paraphrast.annotate.project import Words
from paraphrast.annotate.reading.inputs import (
    Row,
    draw_inputs,
    encode_rows,
    hash_bytes,
    hash_file,
    read_inputs,
)
from paraphrast.annotate.reading.outputs import Item
from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening

RECORD, INPUTS, KEY, ANSWERS = "reading.json", "inputs.jsonl", "key.jsonl", "answers.jsonl"


class Reading(Struct, omit_defaults=True, kw_only=True):
    """What a reading is, apart from its texts and answers."""

    inputs: int
    inputs_sha256: str  # of inputs.jsonl
    drawn_from: str  # the hash of the file that was given
    seed: int = 0
    questions: dict[str, Words] = {}
    systems: dict[str, str] = {}  # name to the hash of the outputs
    items: int = 0
    key_sha256: str = ""
    texts: list[str] = []  # short hashes of what is read, so that it can be known again
    again: list[str] = []  # the readings of the same texts that came before
    readers: str = ""
    counted: str = ""  # the hash of answers.jsonl


def fix_inputs(path: str, folder: str | Path, *, draw: int | None = None, seed: int = 0) -> Reading:
    """Write the inputs into a folder with their hash, or check that they are those of the folder."""
    inputs = read_inputs(path)
    chosen = inputs if draw is None else draw_inputs(inputs, draw, seed=seed)
    written = encode_rows(chosen)
    place = Path(folder)
    if (place / RECORD).exists():
        reading = load_reading(place)
        if reading.inputs_sha256 != hash_bytes(written):
            problem = "are not the inputs that this reading began with: their hash has changed"
            raise DataError(f"{problem} (sha256 was {reading.inputs_sha256[:12]}...)", path=path)
        return reading
    with opening.place(place):
        place.mkdir(parents=True, exist_ok=True)
    reading = Reading(
        inputs=len(chosen), inputs_sha256=hash_bytes(written), drawn_from=hash_file(path), seed=seed
    )
    write_file(place / INPUTS, written)
    save_reading(place, reading)
    return reading


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    with opening.writing(path) as stream:
        stream.write(data)


def save_reading(folder: Path, reading: Reading) -> None:
    """Write the record of a reading."""
    write_file(folder / RECORD, msgspec.json.format(msgspec.json.encode(reading), indent=2) + b"\n")


def load_reading(folder: str | Path) -> Reading:
    """Read the record of a reading."""
    path = Path(folder) / RECORD
    if not path.is_file():
        raise CommandError(f"{str(folder)!r} holds no reading; make one: paraphrast annotate new reading")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Reading)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DataError(f"is not the record of a reading: {error}", path=path) from error


def load_inputs(folder: Path, reading: Reading) -> list[Row]:
    """Read the inputs of a reading, or say that they have changed."""
    rows: list[Row] = _load_lines(folder / INPUTS, reading.inputs_sha256, dict[str, Any])
    return rows


def load_items(folder: Path, reading: Reading) -> list[Item]:
    """Read what was shown and who wrote it, or say that it has changed."""
    if not reading.items:
        raise CommandError(
            f"{str(folder)!r} has inputs only; show outputs with --system or --questions first"
        )
    items: list[Item] = _load_lines(folder / KEY, reading.key_sha256, Item)
    return items


def _load_lines(path: Path, sha256: str, kind: Any) -> list[Any]:
    with opening.place(path):
        data = path.read_bytes()
    if hash_bytes(data) != sha256:
        raise DataError(
            f"has changed since the reading was made (sha256 was {sha256[:12]}...); put it back", path=path
        )
    return msgspec.json.Decoder(kind).decode_lines(data)


def check_fresh(folder: Path, reading: Reading, *, again: bool) -> None:
    """Refuse texts that a reading beside this one has counted with other outputs, or note that it has."""
    for path in sorted(folder.resolve().parent.glob(f"*/{RECORD}")):
        if path.parent == folder.resolve():
            continue
        other = load_reading(path.parent)
        shared = len(set(reading.texts) & set(other.texts))
        if not other.counted or other.systems == reading.systems or not shared:
            continue
        name = path.parent.name
        if name not in reading.again:
            if not again:
                raise CommandError(
                    f"{shared} of {reading.inputs} inputs have been read in {name!r}: they are used up; "
                    "take new texts, or say --again, and the report will say so"
                )
            reading.again.append(name)
