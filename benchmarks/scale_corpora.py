"""What making corpora and evaluating cost, in one process and by several workers, which write the same bytes.

python benchmarks/scale_corpora.py MONO --sizes 100,1000,5000 --workers 2
"""

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import small
from detect_texts import library

from paraphrast.text import LANGS


def cost(*command: str) -> tuple[float, bytes]:
    """Run a command of paraphrast; give its CPU seconds, those of its workers too, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run([sys.executable, "-m", "paraphrast", *command], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ran.stdout


def digest(folder: Path) -> str:
    """Make one hash of all files of a folder."""
    state = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        state.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return state.hexdigest()


def compare(found: dict[int, tuple[float, object]]) -> str:
    """Say what it cost by so many workers, and whether they made the same."""
    seconds = ", ".join(f"{used:.1f} CPU s by {workers}" for workers, (used, _) in found.items())
    alike = len({made for _, made in found.values()}) == 1
    return f"{seconds}{'' if len(found) == 1 else ', the same bytes' if alike else ', OTHER BYTES'}"


def measure(folder: Path, size: int, crews: list[int]) -> Iterator[str]:
    """Make corpora of a size, and evaluate the truth of the last against itself."""
    for kind in ("copy", "paraphrase"):
        found = {}
        for workers in crews:
            out = folder / f"{kind}{workers}"
            shutil.rmtree(out, ignore_errors=True)
            made = ["-o", str(out), "--kind", kind, "--count", str(size), "--workers", str(workers)]
            used, _ = cost("detect", "generate", str(folder / "texts.jsonl"), *made)
            found[workers] = used, digest(out)
        yield f"{size} documents, {kind}: {compare(found)}"
    truth = str(folder / f"paraphrase{crews[0]}")
    figures = {
        workers: cost("detect", "evaluate", truth, f"{truth}/truth", "--json", "--workers", str(workers))
        for workers in crews
    }
    yield f"{size} documents, evaluated: {compare(figures)}"


def main() -> None:
    """Make corpora of several sizes, and evaluate the truth against itself."""
    small.default("{mono} --sizes 10 --texts 10 --length 700", "corpora of thousands of documents")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mono", type=Path)
    parser.add_argument("--sizes", default="100,1000,5000")
    parser.add_argument("--texts", type=int, default=700, help="texts of a language that they are made of")
    parser.add_argument("--length", type=int, default=2000, help="characters of such a text")
    parser.add_argument("--workers", type=int, default=1, help="compare with so many")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with open(folder / "texts.jsonl", "wb") as file:
            for lang in LANGS:
                for document in islice(library(given.mono, lang, given.length), given.texts):
                    file.write(msgspec.json.encode(document) + b"\n")
        for size in given.sizes.split(","):
            for line in measure(folder, int(size), sorted({1, given.workers})):
                print(line, flush=True)


if __name__ == "__main__":
    main()
