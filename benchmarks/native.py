"""Negatives of the native route that a person reads: python benchmarks/native.py draw|show ru|en|zh

`draw` prints 100 negatives drawn by chance; `show` prints those that were read, with what was said of them in
native_sample.LANG.tsv (ids, hashes and judgements; the texts are the corpora's, and stay there).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import small
from xxhash import xxh3_64_hexdigest

from paraphrast.build.adversarial import Native
from paraphrast.data import Pair
from paraphrast.text import Lang

CORPORA: dict[Lang, str] = {"ru": "paraphraser", "en": "mrpc", "zh": "stsb-zh"}
NUMBER, TEXTS = 100, 3000


def sources(lang: Lang) -> list[Pair]:
    """Give true paraphrases of a corpus, and each first text with itself."""
    found = small.load(CORPORA[lang], "train", lang)
    pairs = [Pair(each.a, each.b, each.label, lang, str(n)) for n, each in enumerate(found)]
    return pairs + [Pair(each.a, each.a, 1.0, lang, f"{n}a") for n, each in enumerate(found)]


def negatives(pairs: list[Pair], lang: Lang) -> Iterator[tuple[Pair, Pair]]:
    """Yield each pair with the negatives that the recipe makes of it."""
    make = Native(lang, synonyms=True)  # as those that were read were drawn
    for pair in pairs:
        yield from ((pair, made) for made in make([pair])[0] if made.label == 0.0)


def hashed(pair: Pair) -> str:
    """Name what was made without telling it."""
    return xxh3_64_hexdigest(pair.b.encode("utf-8"))


def draw(lang: Lang, seed: int) -> None:
    """Print negatives drawn by chance, ready to be judged."""
    rng, every = np.random.default_rng(seed), sources(lang)
    some = [every[index] for index in rng.permutation(len(every))[:TEXTS]]
    found = list(negatives(some, lang))
    for index in rng.permutation(len(found))[:NUMBER]:
        source, made = found[index]
        print(made.id, made.meta["kind"], hashed(made), "\n   ", source.b, "\n   ", made.b)


def show(lang: Lang) -> None:
    """Print what was judged, and how many are good: another meaning, and nothing wrong with the form."""
    path = Path(__file__).parent / f"native_sample.{lang}.tsv"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    known = {pair.id: pair for pair in sources(lang)}
    changed_since = 0
    for name, kind, mark, changed, well, note in rows:
        source = known[name.rpartition(".")[0]]
        made = next((b for _, b in negatives([source], lang) if hashed(b) == mark), None)
        changed_since += made is None
        print(f"{name} {kind}: changed {changed}, well-formed {well} {note}\n    {source.b}")
        print(f"    {made.b if made else '(made otherwise now)'}")
    good = sum(row[3] == row[4] == "yes" for row in rows)
    print(
        f"{lang}: {good} of {len(rows)} are changed and well-formed; {changed_since} are made otherwise now"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    small.default("draw en", "ru and zh, and show: what readers said of 100 of each language")
    parser.add_argument("what", choices=["draw", "show"])
    parser.add_argument("lang", choices=["ru", "en", "zh"])
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.what == "draw":
        draw(options.lang, options.seed)
    else:
        show(options.lang)


if __name__ == "__main__":
    main()
