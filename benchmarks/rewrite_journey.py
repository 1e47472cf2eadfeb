"""How large is rewriting, and which way does a rude Russian line take through it?

    python benchmarks/rewrite_journey.py                 this checkout
    python benchmarks/rewrite_journey.py --commit C      and an older commit of this repository, beside it

Files and lines of Python in `rewrite/`; rows and kB of its lists, all and by language, and how much of that
are examples below rules; folders and files
of it that import each other in a circle; runs of six lines that stand twice. Then a line goes through the
default rewriter, which reads its lists and models for it, and another after it: functions entered, the
files they are in, and pairs of files that call each other both ways. Speed is texts per CPU second, in one
batch, of the bundled rude texts, when all that is loaded once is there.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
LINE = "Да пошёл ты на хуй, дебил, заебал уже своими тупыми советами!"
FIRST = "Этот урод опять нагадил в подъезде."
RUN = 6  # lines that make a repetition
LANGS = ("ru", "en", "zh")


def count_python(folder: Path) -> dict[str, int]:
    """Count the files, the lines and the repeated runs of lines of Python."""
    texts = [path.read_text(encoding="utf-8").splitlines() for path in sorted(folder.rglob("*.py"))]
    runs: Counter[tuple[str, ...]] = Counter()
    for lines in texts:
        kept = [line.strip() for line in lines if line.strip()]
        runs.update(tuple(kept[at : at + RUN]) for at in range(len(kept) - RUN + 1))
    repeated = sum(number > 1 for number in runs.values())
    return {"files": len(texts), "lines": sum(map(len, texts)), "runs of six lines twice": repeated}


def count_lists(folder: Path) -> dict[str, float]:
    """Count the rows and the kB of what is no Python, by the language in the path; remarks are no rows."""
    found: Counter[str] = Counter()
    for path in folder.rglob("*"):
        parts = set(str(path.relative_to(folder)).replace("/", ".").split("."))
        if not path.is_file() or path.suffix in (".py", ".pyc") or "prompt" in parts:
            continue
        lang = next((one for one in LANGS if one in parts), "all")
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        examples = [line for line in lines if path.suffix == ".rules" and line[0].isspace() and line.strip()]
        found[f"rows, {lang}"] += sum(bool(line.strip()) and line.strip()[0] not in "#[+-" for line in lines)
        found[f"bytes, {lang}"] += path.stat().st_size
        found[f"bytes of examples, {lang}"] += sum(len(line.encode()) for line in examples)
    return {
        name.replace("bytes", "kB"): round(value / 1000, 1) if name.startswith("bytes") else value
        for name, value in sorted(found.items())
    }


class Journey:
    """What is entered on the way, and which file calls which."""

    def __init__(self, tree: Path) -> None:
        self.root = f"{tree / 'src' / 'paraphrast'}{os.sep}"
        self.functions: set[tuple[str, str, int]] = set()
        self.calls: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        """Note a call, for `sys.setprofile`."""
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(self.root):
            return
        self.functions.add((name, frame.f_code.co_name, frame.f_code.co_firstlineno))
        back = frame.f_back
        while back and not back.f_code.co_filename.startswith(self.root):
            back = back.f_back
        if back and back.f_code.co_filename != name:
            self.calls.add((back.f_code.co_filename, name))

    def tell(self) -> dict[str, int]:
        """Count the files, the functions and the pairs of files that call each other."""
        files = {name for name, _, _ in self.functions}
        both = sum((one, other) in self.calls and one < other for other, one in self.calls)
        return {"files entered": len(files), "functions entered": len(self.functions), "two-way edges": both}


def walk(tree: Path) -> dict[str, Any]:
    """Send the line through the rewriter of the tree that Python imports from, and time the bundled texts."""
    from paraphrast.data import Pair, read, sample
    from paraphrast.rewrite import rewriter

    made = rewriter("detox", "ru")
    told: dict[str, int] = {}
    for name, line in (("first", FIRST), ("next", LINE)):
        journey = Journey(tree)
        sys.setprofile(journey)
        (record,) = made.records([line])
        sys.setprofile(None)
        told |= {f"{row}, {name} line": value for row, value in journey.tell().items()}
    texts = [one.a for one in read(sample("rude.jsonl")) if isinstance(one, Pair) and one.lang == "ru"]
    fresh = rewriter("detox", "ru")
    fresh.records([FIRST])
    start = time.process_time()
    fresh.records(texts)
    speed = round(len(texts) / (time.process_time() - start), 1)
    return {**told, "texts per CPU second": speed, "said": record.b}


def lend_weights(tree: Path) -> None:
    """Give an older commit the weights that it did not keep; its own stay."""
    folder = Path("src", "paraphrast", "models", "weights")
    for path in (ROOT / folder).iterdir():
        if not (tree / folder / path.name).exists():
            (tree / folder / path.name).symlink_to(path)


def measure(tree: Path) -> dict[str, Any]:
    """Measure a tree; its code runs in a Python of its own."""
    lend_weights(tree)
    sys.path.insert(0, str(ROOT / "tests"))
    from test_layers import circles

    folder = tree / "src" / "paraphrast" / "rewrite"
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, str(Path(__file__).resolve()), "--walk", str(tree)]
    ran = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, cwd=tree)
    counted = {**count_python(folder), **count_lists(folder), "in import circles": len(circles(folder))}
    return {**counted, **json.loads(ran.stdout)}


def main() -> None:
    """Print what was measured, a line each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--commit", action="append", default=[], help="this commit too, before the checkout")
    parser.add_argument("--walk", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.walk:
        print(json.dumps(walk(options.walk), ensure_ascii=False))
        return
    from packages import checked_out

    columns = {}
    for commit in options.commit:
        with tempfile.TemporaryDirectory() as name:
            columns[commit[:12]] = measure(checked_out(commit, Path(name).resolve()))
    columns["now"] = measure(ROOT)
    print(f"{'':32}" + "".join(f"{name:>14}" for name in columns))
    for row in dict.fromkeys(row for column in columns.values() for row in column):
        told = [str(column.get(row, 0)) for column in columns.values()]
        print(f"{row:32}" + "  ".join(f"{value:>12}" for value in told))


if __name__ == "__main__":
    main()
