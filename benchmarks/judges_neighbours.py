"""How often does the pair model take the nearest sentences of a collection for paraphrases?

python benchmarks/judges_neighbours.py [--asked 100] [--first 20] [--sheet yes.tsv]

Two collections a language, of which no judge here has learned: sentences of Tatoeba that the recipe keeps
apart, whose translations tell which of them say the same (those must be found), and the sentences of plays,
textbooks and laws. --sheet writes pairs that were taken for paraphrases, for reading.
"""

import argparse
import csv
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import small

from paraphrast import corpora, models
from paraphrast.data import Pair, Text
from paraphrast.stats.intervals import wilson
from paraphrast.text import Lang, sentences

HELD = 0.25  # training/reader_neighbours.py keeps these apart
BESIDE: dict[Lang, list[tuple[str, str]]] = {
    "ru": [("parallel-en-ru", "b")],
    "en": [("parallel-en-ru", "a"), ("parallel-en-zh", "a")],
    "zh": [("parallel-en-zh", "b")],
}
PROSE = {"ru": ("mono-ru", "drama"), "en": ("mono-en", "openstax"), "zh": ("mono-zh", "laws")}
MOST = 30_000  # sentences of prose
SHEET = 60  # pairs of a collection


def is_held(text: str) -> bool:
    """Say whether the recipe keeps a sentence apart."""
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big")
    return number / 2**48 < HELD


def is_short(text: str, lang: Lang) -> bool:
    return (4 if lang == "zh" else 12) <= len(text) <= 120


def translated(lang: Lang) -> dict[str, set[str]]:
    """Give the sentences of Tatoeba that nobody learned from, each with its translations."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, side in BESIDE[lang]:
        for pair in corpora.load(name, "tatoeba"):
            if isinstance(pair, Pair):
                own, other = (pair.a, pair.b) if side == "a" else (pair.b, pair.a)
                if is_short(own, lang) and is_held(own):
                    found[own].add(other)
    return found


def running(lang: Lang) -> dict[str, set[str]]:
    """Give the short sentences of prose that judges are measured on."""
    found: dict[str, set[str]] = {}
    for record in corpora.load(*PROSE[lang]):
        if isinstance(record, Text):
            for part in sentences(record.text, lang):
                if is_short(part.text.strip(), lang):
                    found[part.text.strip()] = set()
        if len(found) >= MOST:
            break
    return found


def nearest(texts: list[str], asked: int, first: int) -> Iterator[tuple[str, int, str]]:
    """Yield sentences, each with its nearest: the text, the rank, the other."""
    vectors = models.static_encoder()(texts)
    for i in np.random.default_rng(0).permutation(len(texts))[:asked]:
        likeness = vectors @ vectors[i]
        likeness[i] = -1
        for rank, j in enumerate(np.argsort(-likeness)[:first], start=1):
            yield texts[i], rank, texts[int(j)]


def share(right: int, count: int) -> str:
    found = wilson(right, count)
    return f"{right / count:.3f} [{found.low:.3f}, {found.high:.3f}]" if count else "-"


def ask(lang: Lang, name: str, texts: dict[str, set[str]], options: argparse.Namespace) -> list[list[str]]:
    """Print how often the model says yes; return some of the pairs."""
    found = list(nearest(list(texts), options.asked, options.first))
    score = models.pair()
    yes = np.array(score([Pair(a, b, lang=lang) for a, _, b in found])) >= score.threshold
    linked = np.array([bool(texts[a] & texts[b]) for a, _, b in found])
    others, tops = int((~linked).sum()), np.array([rank for _, rank, _ in found])
    said = f"yes of {others:,}: {share(int(yes[~linked].sum()), others)}"
    nearest_said = f"of the first {yes[~linked & (tops == 1)].mean():.3f}"
    print(f"{lang} {name:8} {len(texts):,} sentences, {said}; {nearest_said}", flush=True)
    taken = [found[i] for i in np.flatnonzero(yes & ~linked)]
    random = np.random.default_rng(1)
    return [[lang, name, a, b] for a, _, b in (taken[i] for i in random.permutation(len(taken))[:SHEET])]


def find_alike(lang: Lang, texts: dict[str, set[str]]) -> None:
    """Print how many sentences with a translation in common the model takes for paraphrases."""
    back: dict[str, list[str]] = defaultdict(list)
    for text, others in texts.items():
        for other in others:
            back[other].append(text)
    pairs = [Pair(some[0], some[1], lang=lang) for some in back.values() if len(some) > 1][:1_000]
    if pairs:
        score = models.pair()
        right = int((np.array(score(pairs)) >= score.threshold).sum())
        print(
            f"{lang} with a translation in common: yes {share(right, len(pairs))} of {len(pairs)}", flush=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    small.default("--asked 10", "most sentences asked (--asked 100); nothing is read without the corpora")
    parser.add_argument("--asked", type=int, default=100, help="sentences of a collection")
    parser.add_argument("--first", type=int, default=20, help="nearest of each")
    parser.add_argument("--sheet", type=Path, help="write pairs taken for paraphrases")
    options = parser.parse_args()
    rows = []
    for lang in BESIDE:
        known = translated(lang)
        rows += ask(lang, "tatoeba", known, options)
        find_alike(lang, known)
        rows += ask(lang, "prose", running(lang), options)
    if options.sheet:
        with open(options.sheet, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, delimiter="\t").writerows([["lang", "collection", "a", "b"], *rows])


if __name__ == "__main__":
    main()
