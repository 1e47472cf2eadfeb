"""How much faster the cascade is than the reader alone, and how many decisions stay the same.

    python benchmarks/cascade.py                                        (the sentences of the bundled samples)
    python training/cascade_data.py CORPORA -o scratch/cascade          (the reader's answers, once)
    python benchmarks/cascade.py scratch/cascade [--convention strict]  (files that nothing was fitted to)

Pairs are the twenty nearest of each sentence by the bundled encoder, before any gate. `read` is the share
that the reader still reads, `same` the share of decisions at .5 that do not change, `off` the mean difference
of scores and `early off` that of pairs decided early; `yes` is how many the reader calls paraphrases. `times`
compares the CPU seconds of both on --timed pairs of each file. The files under `fresh` were not looked at
before the cascade was finished (--fresh reads these alone); the others were.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import small

sys.path.insert(0, str(Path(__file__).parents[1] / "training"))

from cascade_data import FRESH, REPORT, load, name_of, nearest_pairs

from paraphrast.data import Pair, Scorer, read, sample
from paraphrast.identify.evaluation import markdown
from paraphrast.models.bundled.cascade import Decision, FastPair
from paraphrast.models.bundled.pair import BundledPair
from paraphrast.models.conventions import CONVENTIONS, Convention
from paraphrast.text import LANGS, sentences


class Row(NamedTuple):
    """What was found on one file."""

    name: str
    wanted: np.ndarray
    found: list[Decision]
    slow: float
    fast: float


def sampled() -> dict[str, list[Pair]]:
    """Give the nearest sentences of the bundled samples, language by language."""
    texts: dict[str, list[str]] = {lang: [] for lang in LANGS}
    for pair in read(sample("pairs.jsonl")):
        texts[pair.lang or "en"] += [pair.a, pair.b]
    for path in sorted(sample("library").iterdir()):
        lang = next(
            (lang for lang in LANGS if f"{lang}" in path.stem.split("-") or path.stem.endswith(lang)), None
        )
        if lang and path.suffix == ".txt":
            texts[lang] += [part.text.strip() for part in sentences(path.read_text(encoding="utf-8"), lang)]
    return {
        f"samples, {lang}": list(nearest_pairs(list(dict.fromkeys(texts[lang])), lang, 40))
        for lang in LANGS
        if len(set(texts[lang])) > 25
    }


def cpu_seconds(score: Scorer, pairs: list[Pair]) -> float:
    """Measure the CPU seconds of a Scorer on some pairs."""
    began = time.process_time()
    score(pairs)
    return time.process_time() - began


def measure(name: str, pairs: list[Pair], convention: Convention, timed: int) -> Row:
    """Compare both on one file; what the reader says is taken from the file where it is there."""
    slow, fast = BundledPair(convention=convention), FastPair(convention=convention)
    known = all(convention in pair.meta for pair in pairs)
    wanted = [float(pair.meta[convention]) for pair in pairs] if known else slow(pairs)
    some = pairs[:: max(1, len(pairs) // timed)]
    return Row(name, np.array(wanted), fast.decide(pairs), cpu_seconds(slow, some), cpu_seconds(fast, some))


def describe(name: str, rows: list[Row]) -> list[str]:
    """Give a line of the table."""
    wanted = np.concatenate([row.wanted for row in rows])
    found = [one for row in rows for one in row.found]
    scores, early = np.array([one.score for one in found]), np.array([one.stage != "reader" for one in found])
    same = (scores >= 0.5) == (wanted >= 0.5)
    off = np.abs(scores - wanted)
    times = sum(row.slow for row in rows) / sum(row.fast for row in rows)
    return [
        name,
        f"{len(wanted):,}",
        f"{np.mean(wanted >= 0.5):.3f}",
        f"{1 - early.mean():.3f}",
        f"{same.mean():.4f}",
        f"{off.mean():.3f}",
        f"{off[early].mean() if early.any() else 0:.3f}",
        f"{times:.1f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="?", help="what training/cascade_data.py wrote")
    parser.add_argument("--convention", choices=CONVENTIONS, default="strict")
    parser.add_argument(
        "--timed", type=int, default=120, help="pairs of each file whose time is taken (about)"
    )
    parser.add_argument("--fresh", action="store_true", help="only the files that nobody had looked at")
    small.default("", "sentences of files that nothing was fitted to (name the folder of their pairs)")
    options = parser.parse_args()
    sources = FRESH if options.fresh else [*REPORT, *FRESH]
    sets = load(options.data, sources) if options.data else sampled()
    cpu_seconds(FastPair(), [Pair("warm", "cold")])
    rows = [measure(name, pairs, options.convention, options.timed) for name, pairs in sets.items()]
    lines = [describe(row.name, [row]) for row in rows]
    lines += [
        describe(f"all {lang}", own) for lang in LANGS if (own := [r for r in rows if lang in r.name[:11]])
    ]
    new = [row for row in rows if row.name in {name_of(*source) for source in FRESH}]
    lines += [describe("fresh", new)] if new else []
    head = ["file", "pairs", "yes", "read", "same", "off", "early off", "times"]
    print(markdown(head, [*lines, describe("all", rows)]))


if __name__ == "__main__":
    main()
