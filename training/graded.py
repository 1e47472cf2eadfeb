"""Pack graded pairs for the encoder's ranking loss, and its dev sets.

PARAPHRAST_DATA=../shared/data python training/graded.py ../shared/corpora scratch/small/tokenizer.json -o scratch/graded.npz
"""

import argparse
from pathlib import Path

import numpy as np
from packing import Packer
from parallel import lines
from reader_pairs import SOURCES, Source, corpus_rows

LIMIT = 12_000  # pairs of a corpus
DEV = ["stsb-en", "stsb-ru", "stsb-zh"]
RETRIEVAL = ["en-ru", "en-zh"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    packer, rng = Packer(options.tokenizer), np.random.default_rng(0)
    columns: list[tuple[int, int, float, int, int]] = []
    for number, source in enumerate(SOURCES):
        if source.family != "graded":
            continue
        rows = [row for row in corpus_rows(source) if not row.dev]
        rows = [rows[i] for i in rng.permutation(len(rows))[:LIMIT]]
        if len({row.label > 0.5 for row in rows}) == 2:
            columns += [(packer.add(row.a), packer.add(row.b), row.label, number, 0) for row in rows]
    for number, name in enumerate(DEV, start=1):
        for row in corpus_rows(Source(name, "dev", "", 0)):
            columns.append((packer.add(row.a), packer.add(row.b), row.label, 255, number))
    for number, languages in enumerate(RETRIEVAL, start=len(DEV) + 1):
        (path,) = options.corpora.glob(f"parallel/{languages}.laser*")
        rows = [line.split("\t") for line in lines(path) if line.count("\t") == 1]
        columns += [(packer.add(a), packer.add(b), 1.0, 255, number) for a, b in rows]
    a, b, label, kind, dev = (np.array(column) for column in zip(*columns, strict=True))
    names = np.array([*DEV, *[f"retrieval {languages}" for languages in RETRIEVAL]])
    np.savez_compressed(
        options.output, a=a.astype(np.uint32), b=b.astype(np.uint32), label=label.astype(np.float16),
        set=kind.astype(np.uint8), dev=dev.astype(np.uint8), dev_names=names, **packer.arrays(),
    )  # fmt: skip
    print(f"{len(columns):,} pairs of {len(set(kind.tolist()))} sets, {len(packer.texts):,} texts")


if __name__ == "__main__":
    main()
