"""Words of two senses, `readings/double.tsv`: harmless texts that stay as they are, rude ones that change.

    python benchmarks/rewrite_double.py [--system consensus]

The texts (25 harmless and 15 rude ones a language) were written by somebody who knew no system and no list,
and fixed by their hash before they were run.
"""

import argparse
import csv
from pathlib import Path

from paraphrast import models
from paraphrast.rewrite import rewriter
from paraphrast.stats.intervals import wilson
from paraphrast.text.languages import LANGS

TEXTS = Path(__file__).parent / "readings" / "double.tsv"


def main() -> None:
    """Print how many texts stay and how many change."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--system", default="consensus")
    options = parser.parse_args()
    with TEXTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    print("| lang | harmless, as they were | rude, changed |\n|---|---|---|")
    told = {"a2": [0, 0], "r2": [0, 0]}
    for lang in LANGS:
        some = [row for row in rows if row["id"].startswith(lang)]
        records = rewriter(options.system, lang, toxicity=models.toxicity()).records(
            [row["text"] for row in some]
        )
        cells = []
        for kind, wanted in (("a2", True), ("r2", False)):
            same = [
                one.a == one.b for row, one in zip(some, records, strict=True) if f"-{kind}-" in row["id"]
            ]
            right = sum(value is wanted for value in same)
            told[kind] = [told[kind][0] + right, told[kind][1] + len(same)]
            cells.append(f"{right} of {len(same)}")
        print(f"| {lang} | {' | '.join(cells)} |")
    shares = [f"{right} of {n}, {right / n:.2f} {wilson(right, n)}" for right, n in told.values()]
    print(f"| all | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
