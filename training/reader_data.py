"""Pack everything that the reader learns from.

PARAPHRAST_DATA=../shared/data:../shared/corpora python training/reader_data.py scratch/small/tokenizer.json -o scratch/reader.npz
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from adversarial import chosen
from packing import Packer
from reader_pairs import (
    CAREFUL,
    FAMILIES,
    FINISH,
    SOURCES,
    Row,
    adversarial_rows,
    corpus_rows,
    fraction,
    without_leaks,
)
from reader_texts import rows as text_rows
from reader_unlabelled import unlabelled

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.text import Lang

LIMIT = 62  # pieces kept of each side of a pair
PARAPHRASES: dict[Lang, list[tuple[str, str, int]]] = {
    "ru": [("wmt-systems-paraphrase-ru", "train", 60_000), ("tatoeba-paraphrase-ru", "train", 4_000), ("paraphraser", "train", 8_000), ("stsb-ru", "train", 4_000)],
    "en": [("wmt-systems-paraphrase-en", "train", 60_000), ("mrpc", "train", 4_000), ("qqp", "dev", 10_000), ("stsb-en", "train", 4_000)],
    "zh": [("wmt-systems-paraphrase-zh", "train", 65_000), ("tatoeba-paraphrase-zh", "train", 3_000), ("stsb-zh", "train", 4_000)],
}  # fmt: skip


def paraphrases(lang: Lang, rng: np.random.Generator) -> Iterator[Pair]:
    """Yield true paraphrases, and each second time a sentence with itself."""
    for name, split, limit in PARAPHRASES[lang]:
        found = [p for p in corpora.load(name, split) if isinstance(p, Pair)]
        for i in rng.permutation(len(found))[:limit]:
            a, b = found[i].a, found[i].b
            if max(len(a), len(b)) > (90 if lang == "zh" else 240):
                continue
            if rng.random() < 0.5:
                yield Pair(b, b, 1.0, lang)
            elif found[i].label is None or found[i].label >= 0.9:
                yield Pair(a, b, 1.0, lang)


def made_pairs(lang: Lang) -> list[Pair]:
    """Make the adversarial pairs of a language."""
    return list(chosen(paraphrases(lang, np.random.default_rng(0)), lang))


def rewrites(rng: np.random.Generator) -> Iterator[Row]:
    """Yield rewrites with their sources: those people wrote, those people judged, and wrong ones."""
    for name, split in (
        ("russe-detox-2022", "train"),
        ("paradetox-en", "train"),
        ("textdetox-2024-dev-zh", "dev"),
    ):
        found = [pair for pair in corpora.load(name, split) if isinstance(pair, Pair)]
        for i, pair in enumerate(found):
            other = found[int(rng.integers(len(found)))]
            words = pair.b.split()
            half = (
                " ".join(words[: max(1, len(words) // 2)])
                if len(words) > 1
                else pair.b[: max(1, len(pair.b) // 2)]
            )
            yield Row(pair.a, pair.b, 1.0, "rewrites", 0.4, "")
            yield Row(pair.a, other.b if i % 2 else half, 0.0, "rewrites", 0.3, "")
    for lang in ("ru", "en", "zh"):
        for pair in corpora.load(f"textdetox-2024-human-eval-{lang}", "test"):
            if isinstance(pair, Pair) and pair.b.strip():
                dev = f"content-{lang}" if fraction(pair.a) < 0.25 else ""
                yield Row(pair.a, pair.b, float(pair.meta["content"]), "rewrites", 2.0, dev)


def clean(rng: np.random.Generator) -> list[tuple[str, Lang]]:
    """Collect well-formed sentences of everyday and news text."""
    found: list[tuple[str, Lang]] = []
    for lang in ("ru", "en", "zh"):
        pairs = [p.a for p in corpora.load(f"wmt-systems-paraphrase-{lang}", "train") if isinstance(p, Pair)]
        stsb = [p.a for p in corpora.load(f"stsb-{lang}", "train") if isinstance(p, Pair)]
        unique = list(dict.fromkeys(pairs))
        sample = [unique[i] for i in rng.permutation(len(unique))[:5_000]] + stsb[:2_000]
        found += [(text, lang) for text in sample if 12 < len(text) < 200]
    return found


def is_real_adversarial(row: Row) -> bool:
    return row.family == "adversarial" and not row.made and row.weight > 1


def unrelated(texts: list[tuple[str, Lang]], rng: np.random.Generator) -> Iterator[Row]:
    """Yield pairs of sentences of one language that have nothing to do with each other."""
    for lang in ("ru", "en", "zh"):
        some = [text for text, its in texts if its == lang]
        for i, j in rng.integers(len(some), size=(2_000, 2)):
            if i != j:
                yield Row(some[i], some[j], 0.0, "graded", 0.5, "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    rows = [row for source in SOURCES for row in corpus_rows(source)]
    with ProcessPoolExecutor() as pool:
        for made in pool.map(made_pairs, PARAPHRASES):
            rows += adversarial_rows(made, 0.35)
    rows += rewrites(rng)
    sentences = clean(rng)
    rows += unrelated(sentences, rng)
    rows = without_leaks(rows)
    rows += list(unlabelled(rows, rng))
    singles = [row for row in text_rows(sentences, rng) if row.text.strip()]
    names = sorted({row.dev for row in [*rows, *singles]} - {""})
    packer = Packer(options.tokenizer)
    store = {
        "a": np.array([packer.add(row.a) for row in rows], dtype=np.uint32),
        "b": np.array([packer.add(row.b) for row in rows], dtype=np.uint32),
        "label": np.array([row.label for row in rows], dtype=np.float16),
        "domain": np.array([FAMILIES.index(row.family) for row in rows], dtype=np.uint8),
        "weight": np.array([row.weight for row in rows], dtype=np.float16),
        "finish_weight": np.array([row.weight * FINISH[row.family] for row in rows], dtype=np.float16),
        "made": np.array([row.made for row in rows], dtype=bool),
        "careful": np.array([row.family in CAREFUL or is_real_adversarial(row) for row in rows], dtype=bool),
        "dev": np.array([names.index(row.dev) + 1 if row.dev else 0 for row in rows], dtype=np.uint8),
        "t": np.array([packer.add(row.text) for row in singles], dtype=np.uint32),
        "text_label": np.array([row.label for row in singles], dtype=np.float16),
        "head": np.array([row.head for row in singles], dtype=np.uint8),
        "text_weight": np.array([row.weight for row in singles], dtype=np.float16),
        "text_dev": np.array([names.index(row.dev) + 1 if row.dev else 0 for row in singles], dtype=np.uint8),
        "dev_names": np.array(names),
        "domain_names": np.array(FAMILIES),
    }
    np.savez_compressed(options.output, **store, **packer.arrays(LIMIT))
    print(Counter(row.family for row in rows if not row.dev), Counter(row.dev for row in [*rows, *singles]))
    print(f"{len(rows):,} pairs, {len(singles):,} texts")


if __name__ == "__main__":
    main()
