"""What the jobs of detection that stay in one process cost: making corpora, and evaluating.

python benchmarks/scale_corpora.py MONO --sizes 100,1000,5000
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

import msgspec
import small
from detect_texts import library

from paraphrast.text import LANGS


def cost(*command: str) -> float:
    """Run a command of paraphrast and give its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "paraphrast", *command], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with open(folder / "texts.jsonl", "wb") as file:
            for lang in LANGS:
                for document in islice(library(given.mono, lang, given.length), given.texts):
                    file.write(msgspec.json.encode(document) + b"\n")
        for size in given.sizes.split(","):
            for kind in ("copy", "paraphrase"):
                made = ["-o", str(folder / f"{kind}{size}"), "--kind", kind, "--count", size]
                used = cost("detect", "generate", str(folder / "texts.jsonl"), *made)
                print(f"{size} documents, {kind}: {used:.1f} CPU s", flush=True)
            truth = str(folder / f"paraphrase{size}" / "truth")
            print(
                f"{size} documents, evaluated: {cost('detect', 'evaluate', truth, truth):.1f} CPU s",
                flush=True,
            )


if __name__ == "__main__":
    main()
