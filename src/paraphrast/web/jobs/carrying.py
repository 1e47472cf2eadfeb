"""Carrying a job out: the command of the shell, in this process and in the folder of the job.

It is called as a function, not started as a program: a program would load its models for every job, and this
process keeps them. What it prints is a result, and what it says to people is the log.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from paraphrast.errors import ParaphrastError, naming_extras
from paraphrast.web.jobs.orders import ABOUT, LOG, OUT, PRINTED
from paraphrast.web.jobs.queue import Job, Made
from paraphrast.web.jobs.typed import LONGEST_HASHED, digest, list_outputs
from paraphrast.web.jobs.verbs import find


class Outcome(NamedTuple):
    """How a command ended: the exit code of the shell, and its sentence where something was wrong."""

    code: int
    error: str = ""


def carry_out(job: Job) -> Outcome:
    """Run the command of a job where it belongs; what it prints and says goes into its folder."""
    folder = Path(job.folder)
    printed = folder / OUT / PRINTED
    printed.parent.mkdir(parents=True, exist_ok=True)
    with speaking(printed, folder / LOG), inside(job.place):
        if job.place == job.folder:
            _begin_anew(folder / OUT)
        outcome = run(job.args)
        if outcome.error:
            print(f"paraphrast: {outcome.error}", file=sys.stderr)
    if not printed.stat().st_size:
        printed.unlink()
    return outcome


def _begin_anew(out: Path) -> None:
    """Remove parts that an earlier version of the server made: nobody who asks for a job can do so."""
    from paraphrast.plans.plan import is_of_others

    for plan in sorted(out.rglob("plan.json")):
        if is_of_others(plan.parent):
            shutil.rmtree(plan.parent)
            print("paraphrast: the server was changed since this was begun; it begins anew", file=sys.stderr)


def run(args: Sequence[str]) -> Outcome:
    """Run a command of the shell in this process, and say how it ended."""
    from paraphrast.cli import load

    try:
        with naming_extras():
            program = f"paraphrast {args[0]}"
            left = load(args[0]).main(list(args[1:]), prog_name=program, standalone_mode=False)
    except ParaphrastError as error:
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", []))
        return Outcome(error.exit_code, f"{error}{notes}")
    except SystemExit as error:
        left = error.code if isinstance(error.code, int) else 1 if error.code else 0
    except Exception as error:  # noqa: BLE001 - whatever it is, the job must end and say so
        return _unforeseen(error)
    # an interruption, and whatever else the parser of the shell makes an exit, comes back as its code
    code = left if isinstance(left, int) else 0
    return Outcome(code, "the command ended before it was done; the log says why" if code else "")


def _unforeseen(error: Exception) -> Outcome:
    """Say what the parser of the shell refuses, or that a fault of the program stands in the log."""
    if callable(tell := getattr(error, "format_message", None)):
        return Outcome(int(getattr(error, "exit_code", 2)), str(tell()))
    if isinstance(error, OSError) and error.strerror:
        return Outcome(1, f"{error.filename or 'a file'}: {error.strerror}")
    traceback.print_exception(error)
    return Outcome(1, f"a fault of the program ({type(error).__name__}); the log says where")


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Work in another folder."""
    before = Path.cwd()
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def speaking(printed: Path, log: Path) -> Iterator[None]:
    """Have what is printed and what is said go into files; the log goes on where an earlier attempt ended."""
    before = sys.stdout, sys.stderr
    with printed.open("wb") as out, log.open("ab") as said:
        sys.stdout, sys.stderr = _text(out), _text(said, lines=True)
        try:
            yield
        finally:
            inner, (sys.stdout, sys.stderr) = (sys.stdout, sys.stderr), before
            for stream in inner:
                stream.flush()
                stream.detach()


def _text(stream: IO[bytes], *, lines: bool = False) -> io.TextIOWrapper:
    return io.TextIOWrapper(stream, encoding="utf-8", errors="replace", line_buffering=lines)


def list_made(job: Job, *, done: bool = True) -> list[Made]:
    """List what a job made, with hashes; folders of work in progress are left out."""
    root = Path(job.folder) / OUT
    found = _describe_files(root, sorted(root.rglob("*")))
    if job.place != job.folder:
        place = Path(job.place)
        outputs = list_outputs(find(job.verb), job.settings, place, asked=job.created, done=done)
        found += _describe_files(place, outputs)
    return found


def _describe_files(root: Path, paths: Iterable[Path]) -> list[Made]:
    found = {}
    for path in paths:
        inner = path.relative_to(root) if path.is_relative_to(root) else path
        if path.is_file() and not path.is_symlink() and not _is_work(inner):
            size = path.stat().st_size
            found[inner] = Made(str(inner), size, digest(path) if size <= LONGEST_HASHED else "")
    return list(found.values())


def _is_work(path: Path) -> bool:
    return any(part.endswith((".parts", ".work")) for part in path.parts)


def describe(job: Job, made: Sequence[Made], maker: dict[str, Any]) -> dict[str, Any]:
    """Say what made the results: the command, its settings and inputs, and by which versions."""
    told = {"job": job.name, "verb": job.verb, "command": ["paraphrast", *job.args], "settings": job.settings}
    about = told | {"inputs": msgspec.to_builtins(job.inputs), "maker": maker}
    about["results"] = msgspec.to_builtins(list(made))
    path = Path(job.folder) / ABOUT
    path.write_bytes(msgspec.json.format(msgspec.json.encode(about)))
    return about


def maker() -> dict[str, Any]:
    """Say who made it: the version, the weights, the kind of CPU, Python."""
    from paraphrast.plans.provenance import this_maker

    return {**msgspec.to_builtins(this_maker()), "python": sys.version.split()[0]}
