"""How fast pairs pass from file to file, and in how much memory, beside plain json and jq.

    python benchmarks/data.py                       20,000 pairs
    python benchmarks/data.py --pairs 1000000       the table of README.md

CPU seconds, because machines are shared; each way runs in a process of its own so that memory is its own.
"""

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

COPY = "from paraphrast import data; data.write({}, data.read({}))"
WAYS = {
    "paraphrast, JSONL to JSONL": COPY.format("out", "path"),
    "json, JSONL to JSONL": (
        "import json\n"
        "with open(path, encoding='utf-8') as source, open(out, 'w', encoding='utf-8') as target:\n"
        "    for line in source:\n"
        "        target.write(json.dumps(json.loads(line), ensure_ascii=False) + '\\n')"
    ),
    "paraphrast, JSONL with fields of its own": COPY.format("out", "rich"),
    "paraphrast, JSONL to TSV": COPY.format("tsv", "path"),
    "paraphrast, TSV to JSONL": COPY.format("out", "tsv"),
    "paraphrast, JSONL to Parquet": COPY.format("parquet", "path"),
    "paraphrast, Parquet to JSONL": COPY.format("out", "parquet"),
}


def make(folder: Path, count: int) -> None:
    """Write pairs like those of a news corpus: two sentences, a label, a language, an id."""
    from paraphrast import data
    from paraphrast.data import Pair

    def pairs(**meta: str) -> "data.Iterator[Pair]":
        for number in range(count):
            yield Pair(
                f"Компания объявила о повышении цен на {number} рублей в этом году",
                f"В этом году цены вырастут на {number} рублей, сообщила компания",
                label=float(number % 2),
                lang="ru",
                id=str(number),
                meta=meta,
            )

    data.write(folder / "pairs.jsonl", pairs())
    data.write(folder / "rich.jsonl", pairs(source="news"))


def used(command: list[str], stdout: Path | None = None) -> tuple[float, float]:
    """Run a command and give its CPU seconds and its largest memory in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(stdout or "/dev/null", "wb") as target:
        subprocess.run(command, stdout=target, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=20_000)
    count = parser.parse_args().pairs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, count)
        path = str(folder / "pairs.jsonl")
        files = [
            path,
            *(str(folder / name) for name in ("rich.jsonl", "out.jsonl", "out.tsv", "out.parquet")),
        ]
        names = f"path, rich, out, tsv, parquet = {files!r}\n"
        tail = "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
        print(f"{count:,} pairs")
        for way, code in WAYS.items():
            log = folder / "log"
            seconds, _ = used([sys.executable, "-c", names + code + tail], log)
            print(f"{way:42} {count / seconds:>10,.0f} pairs/s {float(log.read_text()):>6.0f} MB")
        if jq := shutil.which("jq"):
            seconds, _ = used([jq, "-c", ".", path], folder / "jq.jsonl")
            print(f"{'jq -c .':42} {count / seconds:>10,.0f} pairs/s")


if __name__ == "__main__":
    main()
