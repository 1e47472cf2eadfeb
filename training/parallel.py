"""Choose and pack translations and paraphrases for contrastive training, and plain text for the language model.

    python training/parallel.py ../shared/corpora scratch/small/tokenizer.json -o scratch/parallel.npz

Files under their publishers' copyright (RESEARCH) and non-commercial ones are left out: these weights ship.
"""

import argparse
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from packing import Packer

# How many pairs of each file at the most: natural text first, manuals thinly.
PAIRS = {
    "parallel/*.tatoeba.tsv.xz": 60_000,
    "parallel/*.tatoeba_test.tsv.xz": 20_000,
    "parallel/*.wmt*.tsv.xz": 30_000,
    "parallel/*.goldminer.tsv.xz": 40_000,
    "parallel/*.lctt.tsv.xz": 60_000,
    "parallel/*.debian_mo_games.tsv.xz": 12_000,
    "parallel/*.ss14_game.tsv.xz": 8_000,
    "parallel/*.3AM.tsv.xz": 15_000,
    "parallel/*.aichallenger_valid.tsv.xz": 8_000,
    "parallel/ru-zh.*.tsv.xz": 50_000,
    "parallel/*.tsv.xz": 4_000,
    "pairs/en.pivot*.tsv.xz": 8_000,
    "pairs/*.pivot*.tsv.xz": 15_000,
    "pairs/*.tatoeba_paraphrase.tsv.xz": 8_000,
    "pairs/ru.koziev_duplicates.tsv.xz": 12_000,
    "pairs/*.wmt_systems_paraphrase.tsv.xz": 40_000,
}
LEFT_OUT = re.compile(r"RESEARCH|javascript_info|progit|asset|laser_|classical")
PLAIN = 1_700_000  # characters of each plain-text file for the language model


def lines(path: Path) -> Iterator[str]:
    with lzma.open(path, "rt", encoding="utf-8", errors="ignore") as file:
        for line in file:
            yield line.rstrip("\n")


def sensible(a: str, b: str) -> bool:
    """Say whether two texts can be a translation: both there, not the same, of like length, not code."""
    ratio = len(a.encode()) / max(1, len(b.encode()))
    code = re.compile(r"[{}<>=$\\|]|&\w+;|\w\(\)")
    return (
        a != b
        and min(len(a), len(b)) >= 4
        and max(len(a), len(b)) < 500
        and 0.33 < ratio < 3
        and not code.search(a + b)
    )


def pairs(path: Path, limit: int, banned: set[str], rng: np.random.Generator) -> list[tuple[str, str]]:
    """Sample sensible pairs of a file, none of whose texts is kept for evaluation."""
    found = {}
    for line in lines(path):
        cells = line.split("\t")
        if len(cells) == 2 and sensible(*cells) and not banned & set(cells):
            found[cells[0], cells[1]] = None
    rows = list(found)
    return [rows[i] for i in rng.permutation(len(rows))[:limit]]


def plain(path: Path, rng: np.random.Generator) -> Iterator[str]:
    """Yield paragraphs, cut to about 400 characters, from random places of a plain text."""
    rows = [line for line in lines(path) if len(line) > 20]
    taken = 0
    for i in rng.permutation(len(rows)):
        yield rows[i][:400]
        taken += min(400, len(rows[i]))
        if taken > PLAIN:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    packer = Packer(options.tokenizer)
    banned = {
        cell
        for path in options.corpora.glob("parallel/*laser*")
        for line in lines(path)
        for cell in line.split("\t")
    }
    done: set[Path] = set()
    columns: list[tuple[int, int, int]] = []
    for pattern, limit in PAIRS.items():
        for path in sorted(options.corpora.glob(pattern)):
            if path in done or LEFT_OUT.search(path.name):
                continue
            done.add(path)
            chosen = pairs(path, limit, banned, rng)
            print(f"{path.name:55} {len(chosen):7,}", flush=True)
            columns += [(packer.add(a), packer.add(b), len(done)) for a, b in chosen]
    first = len(packer.texts)
    for path in sorted(options.corpora.glob("mono/*.xz")):
        if not LEFT_OUT.search(path.name):
            for text in plain(path, rng):
                packer.add(text)
    table = np.array(columns, dtype=np.uint32)
    arrays = packer.arrays()
    np.savez(
        options.output,
        a=table[:, 0],
        b=table[:, 1],
        source=table[:, 2].astype(np.uint8),
        plain=first,
        **arrays,
    )
    print(f"{len(table):,} pairs, {len(packer.texts) - first:,} plain texts, {len(arrays['ids']):,} pieces")


if __name__ == "__main__":
    main()
