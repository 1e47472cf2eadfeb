"""Train the fast cutter of Chinese texts (paraphrast.text.chinese.borders) to cut as jieba does.

    python training/borders.py texts.txt... -o src/paraphrast/text/chinese/borders.gz --test news.txt

Texts are plain or .xz, one paragraph a line; of tables (.tsv) the Chinese columns are read. Without --test one
line of ten is held back for the figure that is printed.
"""

import argparse
import gzip
import lzma
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paraphrast.text.chinese.borders import BITS, PLACES, rows
from paraphrast.text.chinese.simplified import simplify
from paraphrast.text.chinese.words import cut
from paraphrast.text.scripts import HAN

LINES = 60_000  # of each file
EPOCHS, BATCH, RATE, SCALE = 3, 4_000, 0.3, 16.0
Examples = tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]


def lines(path: Path) -> list[str]:
    """Read the lines of a file in simplified characters."""
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as file:
        cells = (cell.strip() for line in file for cell in line.split("\t") if HAN.search(cell))
        return [simplify(cell) for cell in islice(cells, LINES)]


def examples(text: str) -> Examples:
    """Give the features of every place between two Chinese characters, and whether jieba cuts there."""
    codes = np.frombuffer(text.encode("utf-32-le"), dtype="<u4").astype(np.uint32)
    known, *_ = found = rows(codes)
    border = np.zeros(len(codes), dtype=np.bool_)
    border[np.cumsum([0, *map(len, cut(text))])[:-1]] = True
    inner = np.flatnonzero((known[1:-1] > 0) & (known[:-2] > 0)) + 1
    first = np.cumsum([0, *(1 << bits for bits in BITS)])[:-1]
    seen = [
        (row[inner - place] + start) * len(PLACES) + column
        for row, start in zip(found, first.tolist(), strict=True)
        for column, place in enumerate(PLACES)
    ]
    return np.stack(seen), border[inner]


def fit(train: Examples, test: Examples) -> npt.NDArray[np.int8]:
    """Fit a logistic model with steps that shrink for what was seen often (Adagrad)."""
    seen, labels = train
    size = len(PLACES) * sum(1 << bits for bits in BITS)
    weights, slopes = np.zeros(size), np.full(size, 1e-3)
    draw = np.random.default_rng(0)
    for epoch in range(EPOCHS):
        order = draw.permutation(len(labels))
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            place = seen[:, some]
            off = 1 / (1 + np.exp(-weights[place].sum(axis=0))) - labels[some]
            used, back = np.unique(place, return_inverse=True)
            slope = np.bincount(back.ravel(), np.tile(off, len(seen)))
            slopes[used] += slope**2
            weights[used] -= RATE * slope / np.sqrt(slopes[used])
        whole = np.clip(np.rint(weights * SCALE), -127, 127)
        agreed = (whole[test[0]].sum(axis=0) > 0) == test[1]
        print(f"epoch {epoch + 1}: {agreed.mean():.4f} of the borders as jieba's", flush=True)
    return whole.astype(np.int8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--test", nargs="+", type=Path, default=[])
    parser.add_argument("--characters", type=int, default=2_000_000, help="of each file")
    options = parser.parse_args()
    train, test = [], []
    for path in options.texts:
        found = lines(path)
        train.append(
            "\n".join(line for number, line in enumerate(found) if number % 10)[: options.characters]
        )
        test.append("\n".join(found[::10])[: options.characters // 20])
    if options.test:
        test = ["\n".join(lines(path)[::10])[: options.characters // 20] for path in options.test]
    weights = fit(examples("\n".join(train)), examples("\n".join(test)))
    options.output.write_bytes(gzip.compress(weights.tobytes(), mtime=0))


if __name__ == "__main__":
    main()
