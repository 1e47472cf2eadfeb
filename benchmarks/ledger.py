"""Do the ledgers say what was read and nothing else?

    python benchmarks/ledger.py                       (false positives on texts that nobody has read)
    PARAPHRAST_DATA=... python benchmarks/ledger.py   (and how much of each corpus the pair model has read)

The suite's deciding half was written apart from all training data, so what is said to be read there is a
false positive too, or a sentence that two authors wrote alike. Of a corpus `learned` is the share that was
not kept for dev; texts that stand in several pairs make what is said to be read a little more.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "training"))

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.errors import ParaphrastError
from paraphrast.identify.evaluation import markdown
from paraphrast.models import catalogue
from paraphrast.models.ledger import FOLDER, bundled_ledger, count_partly, find_read, fingerprints
from paraphrast.models.suite import open_suite

MADE = 50_000


def made_up(count: int) -> list[str]:
    """Give texts of letters drawn at random."""
    rng = np.random.default_rng(0)
    letters = np.array(list("абвгдежзиклмнопрстуabcdefghijklmnop的一是不了人我在有他"))
    return ["".join(row) for row in letters[rng.integers(0, len(letters), (count, 24))]]


def print_rates() -> None:
    """Print what each ledger holds and how often it is wrong of texts that nobody has read."""
    fresh, lines = fingerprints(made_up(MADE)), []
    suite = [item.pair for item in open_suite(halves=["deciding"]).items]
    for name in catalogue.names():
        ledger = bundled_ledger(name)
        lines.append([
            name, f"{ledger.texts:,}", f"{(FOLDER / f'{name}.npz').stat().st_size:,}", str(ledger.sample),
            f"{ledger.false_positives:.4f}", f"{ledger.filter.holds(fresh).mean():.4f}",
            f"{find_read([ledger], suite).mean():.4f}",
        ])  # fmt: skip
    head = ["card", "texts", "bytes", "one in", "false positives", "measured", "pairs of the deciding suite"]
    print(markdown(head, lines))


def print_corpora() -> None:
    """Print how much of each corpus that the pair model learned from it is said to have read."""
    from reader_pairs import SOURCES

    ledger, lines = bundled_ledger("pair"), []
    for source in SOURCES:
        pairs = [pair for pair in corpora.load(source.name, source.split) if isinstance(pair, Pair)]
        read, partly = find_read([ledger], pairs).mean(), count_partly([ledger], pairs) / len(pairs)
        name = f"{source.name}:{source.split}"
        lines.append([name, f"{len(pairs):,}", f"{1 - source.held:.2f}", f"{read:.3f}", f"{partly:.3f}"])
    print(markdown(["corpus", "pairs", "learned", "said to be read", "one text of two"], lines))


def main() -> None:
    print_rates()
    try:
        next(iter(corpora.load("rupaws-sample", "train")))
    except ParaphrastError as missing:
        print(f"no corpora, so no table of them: {missing}", file=sys.stderr)
        return
    print_corpora()


if __name__ == "__main__":
    main()
