"""Outputs of the default rewriters for a person to read and judge.

    python benchmarks/rewrite_read.py detox                   writes rewrite_read.detox.tsv beside this file
    python benchmarks/rewrite_read.py paraphrase --system paraphraser
    python benchmarks/rewrite_read.py detox --count           what the judgements of the file say

Fifty sentences a language, invented for this (rewrite_inputs.TASK.txt). Each criterion is 1 or 0.
Detox, after the manual evaluation of RUSSE-2022: style (nothing offends), meaning (what is left says what the
source said, but for the offence), fluency (no worse than the source). Paraphrase, after the Chinese corpus:
structure (the sentence is built otherwise), synonyms (words are exchanged), consistency (nothing is added or
lost); an output that is its source gets no tick for the first two. Judgements of lines whose output is the
same as before stay when the file is written anew.
"""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path

from paraphrast.rewrite import rewriter

FOLDER = Path(__file__).parent
CRITERIA = {
    "detox": ("style", "meaning", "fluency"),
    "paraphrase": ("structure", "synonyms", "consistency"),
}


def inputs(task: str) -> Iterator[tuple[str, str]]:
    """Yield language and sentence."""
    lang = ""
    for line in (FOLDER / f"rewrite_inputs.{task}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            lang = line.removeprefix("# ")
        elif line:
            yield lang, line


def read(path: Path) -> list[dict[str, str]]:
    """Read a file of judgements, or nothing where there is none yet."""
    if not path.is_file():
        return []
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def rows(task: str, system: str, known: dict[tuple[str, str], dict[str, str]]) -> Iterator[dict[str, str]]:
    """Yield a line for each sentence, with the judgement of the same output if there is one."""
    found = list(inputs(task))
    for lang in dict.fromkeys(lang for lang, _ in found):
        texts = [text for own, text in found if own == lang]
        to = "neutral" if task == "detox" else "paraphrase"
        for number, record in enumerate(rewriter(system, lang, to=to).records(texts), start=1):
            old = known.get((record.a, record.b), {})
            yield {
                "id": f"{task}-{lang}-{number}",
                "source": record.a,
                "output": record.b,
                "flags": "; ".join(record.meta["flags"]),
                **{name: old.get(name, "") for name in CRITERIA[task]},
            }


def count(task: str, judged: list[dict[str, str]]) -> None:
    """Print the share of ticks of each criterion by language, and of outputs that have all."""
    names = CRITERIA[task]
    print(f"| language | judged | changed | {' | '.join(names)} | all three |\n|{'---|' * 7}")
    for lang in ("ru", "en", "zh"):
        some = [row for row in judged if row["id"].split("-")[1] == lang and all(row[name] for name in names)]
        if some:
            shares = [sum(row[name] == "1" for row in some) / len(some) for name in names]
            every = sum(all(row[name] == "1" for name in names) for row in some) / len(some)
            new = sum(row["source"] != row["output"] for row in some) / len(some)
            cells = [str(len(some)), *(f"{value:.2f}" for value in (new, *shares, every))]
            print(f"| {lang} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=sorted(CRITERIA))
    parser.add_argument("--system", help="the default of the task unless told")
    parser.add_argument("--count", action="store_true")
    args = parser.parse_args()
    path = FOLDER / f"rewrite_read.{args.task}.tsv"
    judged = read(path)
    if args.count:
        count(args.task, judged)
        return
    known = {(row["source"], row["output"]): row for row in judged}
    made = list(rows(args.task, args.system or args.task, known))
    with open(path, "w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, list(made[0]), delimiter="\t", lineterminator="\n")
        table.writeheader()
        table.writerows(made)


if __name__ == "__main__":
    main()
