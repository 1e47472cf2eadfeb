"""Make a reading: outputs of all systems mixed without names, two sheets, and a key that no sheet reveals."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from paraphrast.annotate.project import Words
from paraphrast.annotate.reading.folder import (
    KEY,
    Reading,
    check_fresh,
    load_inputs,
    load_reading,
    save_reading,
    write_file,
)
from paraphrast.annotate.reading.inputs import encode_rows, hash_bytes, hash_file, hash_texts
from paraphrast.annotate.reading.outputs import (
    ITSELF,
    UNCHANGED,
    Item,
    check_sources,
    mix_outputs,
    take_judged,
    take_outputs,
)
from paraphrast.annotate.reading.sheets import ask_all, find_sheet, write_sheet
from paraphrast.errors import CommandError

READERS = (1, 2)
THIRD = 3


def make_reading(
    folder: str | Path,
    questions: dict[str, Words],
    *,
    systems: Mapping[str, str | None] | None = None,
    show: Sequence[str] = (),
    again: bool = False,
) -> Reading:
    """Write the sheets of two readers for what systems wrote, or without systems for the inputs themselves.

    A system is a file of outputs; None is the baseline that changes nothing.
    """
    place = Path(folder)
    reading = load_reading(place)
    if reading.items:
        raise CommandError(f"the sheets in {str(folder)!r} have been made already; choose another folder")
    inputs = load_inputs(place, reading)
    reading.questions = questions
    reading.systems = _hash_outputs(systems or {}, reading)
    if systems:
        check_sources(inputs)
        outputs = {name: take_outputs(path, inputs) for name, path in systems.items()}
        items = mix_outputs(inputs, outputs, seed=reading.seed)
    else:
        items = take_judged(inputs, show, seed=reading.seed)
    taken = [name for name in questions if name in items[0].shown]
    if taken:
        raise CommandError(f"{taken[0]!r} cannot be shown and asked at once; name the question otherwise")
    reading.texts = sorted({_hash_item(item) for item in items})
    check_fresh(place, reading, again=again)
    _write(place, reading, items)
    return reading


def _hash_outputs(systems: Mapping[str, str | None], reading: Reading) -> dict[str, str]:
    """Give the hash of what each system wrote, before anything is shown."""
    hashes = {name: UNCHANGED if path is None else hash_file(path) for name, path in systems.items()}
    return hashes or {ITSELF: reading.inputs_sha256}


def _hash_item(item: Item) -> str:
    """Give the short hash of the text that is used up by reading this item."""
    texts = [text for name, text in item.shown.items() if name not in ("output", "label")]
    return hash_texts(*(texts or item.shown.values()))


def _write(folder: Path, reading: Reading, items: Sequence[Item]) -> None:
    """Write key and sheets, and the record last: a reading that was stopped can be made anew."""
    key = encode_rows(items)
    reading.items, reading.key_sha256 = len(items), hash_bytes(key)
    write_file(folder / KEY, key)
    asked = ask_all(items, reading.questions)
    for reader in READERS:
        path = find_sheet(folder, reader)
        write_sheet(path, items, reading.questions, asked=asked, seed=[reading.seed, reader])
    save_reading(folder, reading)
