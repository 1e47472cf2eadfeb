"""Where two readers disagree, a third answers, without knowing what they said."""

from collections.abc import Sequence
from pathlib import Path

from paraphrast.annotate.reading.folder import Reading, load_items, load_reading
from paraphrast.annotate.reading.making import READERS, THIRD
from paraphrast.annotate.reading.outputs import Item
from paraphrast.annotate.reading.sheets import Answers, Asked, ask_all, find_sheet, read_sheet, write_sheet
from paraphrast.errors import CommandError


def settle_reading(folder: str | Path) -> int:
    """Write the sheet of what the two disagree on, and say how many answers it asks for."""
    place = Path(folder)
    reading = load_reading(place)
    items = load_items(place, reading)
    disputed = find_disputes(*read_both(place, reading, items))
    sheet = find_sheet(place, THIRD)
    if sheet.exists():
        raise CommandError(f"{sheet} is there already; remove it to have it written anew")
    if disputed:
        write_sheet(sheet, items, reading.questions, asked=disputed, seed=[reading.seed, THIRD])
    return sum(map(len, disputed.values()))


def read_both(folder: Path, reading: Reading, items: Sequence[Item]) -> tuple[Answers, Answers]:
    """Read the sheets of the two readers."""
    asked = ask_all(items, reading.questions)
    first, second = (read_sheet(find_sheet(folder, reader), items, asked=asked) for reader in READERS)
    return first, second


def find_disputes(first: Answers, second: Answers) -> Asked:
    """List the questions of each item to which two readers gave different answers.

    >>> find_disputes({"r1": {"style": True, "meaning": True}}, {"r1": {"style": True, "meaning": False}})
    {'r1': ['meaning']}
    """
    apart = {
        key: [name for name, said in answers.items() if second[key][name] != said]
        for key, answers in first.items()
    }
    return {key: names for key, names in apart.items() if names}


def read_third(folder: Path, items: Sequence[Item], disputed: Asked) -> Answers:
    """Read what the third reader said of the disputed answers; without disputes nobody was asked."""
    sheet = find_sheet(folder, THIRD)
    if not disputed:
        return {}
    if not sheet.exists():
        count = sum(map(len, disputed.values()))
        raise CommandError(
            f"the readers disagree on {count} answers; have a third settle them: "
            f"paraphrast annotate settle {folder}"
        )
    return {key: said for key, said in read_sheet(sheet, items, asked=disputed).items() if key in disputed}


def settle_answers(first: Answers, third: Answers) -> Answers:
    """Give the answers on which the two agree, and the third's where they do not."""
    return {key: {**said, **third.get(key, {})} for key, said in first.items()}
