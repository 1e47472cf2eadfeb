"""The files of a plan: plan.json, the work, the shards, and for each part what it made and its done-mark.

A mark is written last, so a part without one was interrupted and is made again. It holds a check of the shard
and of the work, so that what was asked otherwise is made again too, and who made it: parts of different
versions or weights are never merged.
"""

import pickle
import shutil
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from xxhash import xxh3_64_hexdigest

from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import replacing
from paraphrast.plans.provenance import Maker, this_maker

SIZE = 512  # records of a shard: what is lost at most when a process dies


class Plan(msgspec.Struct, frozen=True):
    """What a folder is to become: the shards, and what the work depends on."""

    label: str
    key: str
    shards: list[str]  # names, in the folder or anywhere
    checks: list[str]

    def check(self, number: int) -> str:
        """Give what the mark of a part must say."""
        return xxh3_64_hexdigest(f"{self.key}\n{self.checks[number]}".encode())


class Mark(msgspec.Struct, frozen=True):
    """What is said of a part that is whole."""

    check: str
    maker: Maker
    summary: Any = None


class Status(msgspec.Struct, frozen=True):
    """How far a plan has come, and on how many kinds of CPU."""

    label: str
    parts: int
    done: int
    cpus: list[str]


def make(
    folder: str | Path, work: Any, records: Iterable[Any], *, key: str, label: str = "", size: int = SIZE
) -> Plan:
    """Cut records into shards, leaving those that are there as they are, and write the plan."""
    place = _prepared(folder)
    names, checks = [], []
    for name, check in _cut(place, records, size):
        names.append(name)
        checks.append(check)
    return _write(place, Plan(label, key, names, checks), work)


def plan_files(
    folder: str | Path, work: Any, files: Iterable[tuple[str | Path, str]], *, key: str, label: str = ""
) -> Plan:
    """Write a plan over files that are there already, each with a check of what it holds."""
    rows = [(str(Path(path).absolute()), check) for path, check in files]
    return _write(
        _prepared(folder), Plan(label, key, [name for name, _ in rows], [check for _, check in rows]), work
    )


def _prepared(folder: str | Path) -> Path:
    place = Path(folder)
    if not place.parent.is_dir():
        raise CommandError(f"there is no folder {str(place.parent)!r}; make it first")
    return place


def _cut(folder: Path, records: Iterable[Any], size: int) -> Iterator[tuple[str, str]]:
    stream, encoder = iter(records), msgspec.json.Encoder()
    for number in range(1 << 62):
        some = list(islice(stream, size))
        if not some:
            return
        (folder / "shards").mkdir(parents=True, exist_ok=True)  # not before there is something to keep
        (folder / "parts").mkdir(exist_ok=True)
        lines = b"".join(encoder.encode(record) + b"\n" for record in some)
        name, check = f"shards/{number:08}.jsonl", xxh3_64_hexdigest(lines)
        path = folder / name
        if not path.is_file() or xxh3_64_hexdigest(path.read_bytes()) != check:
            with replacing(path) as file:
                file.write(lines)
        yield name, check


def _write(folder: Path, plan: Plan, work: Any) -> Plan:
    if not plan.shards:
        return plan
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    try:
        pickled = pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError):
        pickled = b""  # it can be done in this process only
    for name, data in (("work.pickle", pickled), ("plan.json", msgspec.json.encode(plan))):
        with replacing(folder / name) as file:
            file.write(data)
    return plan


def load(folder: str | Path) -> Plan:
    """Read the plan of a folder."""
    path = Path(folder) / "plan.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except FileNotFoundError:
        raise CommandError(f"{str(folder)!r} holds no plan; make one first") from None
    except msgspec.MsgspecError as error:
        raise DataError(f"not a plan: {error}", path=path) from error


def load_work(folder: str | Path) -> Any:
    """Load what makes parts, in whatever process this is."""
    data = (Path(folder) / "work.pickle").read_bytes()
    if not data:
        raise CommandError(
            "this work holds what cannot be sent to other processes; use one worker and no cluster"
        )
    return pickle.loads(data)


def part_path(folder: str | Path, number: int, ending: str = "jsonl") -> Path:
    """Name a file of a part."""
    return Path(folder) / "parts" / f"{number:08}.{ending}"


def shard_path(folder: str | Path, plan: Plan, number: int) -> Path:
    """Name the file of a shard."""
    return Path(folder) / plan.shards[number]


def read_mark(folder: str | Path, number: int) -> Mark | None:
    """Read the done-mark of a part; one that cannot be read is none."""
    try:
        return msgspec.json.decode(part_path(folder, number, "done").read_bytes(), type=Mark)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def find_missing(folder: str | Path, plan: Plan) -> list[int]:
    """List the parts that are to be made; a part that another version or other weights made is refused."""
    missing, mine = [], this_maker()
    for number in range(len(plan.shards)):
        mark = read_mark(folder, number)
        if mark is None or mark.check != plan.check(number):
            missing.append(number)
        elif (mark.maker.version, mark.maker.weights) != (mine.version, mine.weights):
            raise CommandError(
                f"{part_path(folder, number)} was made by {mark.maker.describe()}, and this is "
                f"{mine.describe()}; use one version everywhere, or remove {folder} to begin anew"
            )
    return missing


def is_of_others(folder: str | Path) -> bool:
    """Tell whether another version, or other weights, made a part in this folder."""
    mine = this_maker()
    found = (read_mark(folder, int(path.stem)) for path in (Path(folder) / "parts").glob("[0-9]*.done"))
    return any((one.maker.version, one.maker.weights) != (mine.version, mine.weights) for one in found if one)


def carry_out(folder: str, work: Any, plan: Plan, number: int) -> None:
    """Make one part and, when it is whole, its mark."""
    part_path(folder, number, "done").unlink(missing_ok=True)
    summary = work(shard_path(folder, plan, number), part_path(folder, number, ""))
    mark = Mark(plan.check(number), this_maker(), summary)
    with replacing(part_path(folder, number, "done")) as file:
        file.write(msgspec.json.encode(mark))


def summaries(folder: str | Path) -> list[Any]:
    """Give what the work said of each part, in order; all must be there."""
    plan = load(folder)
    missing = find_missing(folder, plan)
    if missing:
        raise CommandError(
            f"{len(missing)} of {len(plan.shards)} parts of {folder} are not there yet, "
            f"part {missing[0] + 1} for one; give the command with each --shard i/n first, or without --shard"
        )
    marks = (read_mark(folder, number) for number in range(len(plan.shards)))
    return [mark.summary if mark else None for mark in marks]


def status(folder: str | Path) -> Status:
    """Say how far a plan has come."""
    plan = load(folder)
    marks = [read_mark(folder, number) for number in range(len(plan.shards))]
    done = [mark for at, mark in enumerate(marks) if mark is not None and mark.check == plan.check(at)]
    return Status(plan.label, len(marks), len(done), sorted({mark.maker.cpu for mark in done}))


def remove(folder: str | Path) -> None:
    """Remove the folder of a plan that is merged."""
    shutil.rmtree(folder, ignore_errors=True)
