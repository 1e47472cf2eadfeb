"""Pairs for the cascade: the twenty nearest of mined sentences, before any gate, with what the reader says of them.

    PARAPHRAST_DATA=... python training/cascade_data.py ../shared/corpora -o scratch/cascade

Borders are fitted on the files of FIT and reported on those of REPORT and FRESH; no file is in two lists. A line of NAME.jsonl is
a pair with the reader's answer under each convention. What is there already is not made again.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
from mined_texts import sentences

from paraphrast import corpora, models
from paraphrast.data import Pair, read, write
from paraphrast.models.bundled.pair import BundledPair
from paraphrast.models.conventions import CONVENTIONS
from paraphrast.text import Lang

FIT: list[tuple[str, Lang]] = [
    ("parallel/en-ru.tatoeba.tsv.xz", "ru"), ("mono/ru.koziev_dialogues.txt.xz", "ru"), ("parallel/en-ru.wmt_newstest_tico.tsv.xz", "ru"),
    ("parallel/en-ru.tatoeba_test.tsv.xz", "en"), ("mono/en.articles_lctt.txt.xz", "en"), ("parallel/en-zh.3AM.tsv.xz", "en"),
    ("parallel/en-zh.tatoeba.tsv.xz", "zh"), ("parallel/en-zh.goldminer.tsv.xz", "zh"), ("mono/zh.niutrans_modern.txt.xz", "zh"),
    ("mono/ru.drama.txt.xz", "ru"), ("parallel/en-ru.ethereum_org.tsv.xz", "ru"), ("parallel/en-ru.wmt21-24_refs.tsv.xz", "ru"),
    ("parallel/en-zh.goldminer.tsv.xz", "en"), ("parallel/en-ru.wmt_newstest_tico.tsv.xz", "en"), ("parallel/en-ru.ethereum_org.tsv.xz", "en"),
    ("parallel/en-zh.lctt.tsv.xz", "zh"), ("parallel/en-zh.wmt21-24_refs.tsv.xz", "zh"), ("parallel/en-zh.python_docs.tsv.xz", "zh"),
]  # fmt: skip
# Files that were looked at while the cascade was made, and those that nobody looked at before it was finished.
REPORT: list[tuple[str, Lang]] = [
    ("mono/ru.novels.txt.xz", "ru"), ("mono/ru.news_1tv_kremlin.RESEARCH.txt.xz", "ru"), ("parallel/ru-zh.dynamics_tatoeba.tsv.xz", "ru"),
    ("mono/en.books.txt.xz", "en"), ("mono/en.openstax.txt.xz", "en"), ("parallel/en-zh.aichallenger_valid.tsv.xz", "en"),
    ("mono/zh.cctv_news.RESEARCH.txt.xz", "zh"), ("parallel/en-zh.wmt_newstest_tico.tsv.xz", "zh"), ("mono/zh.laws.txt.xz", "zh"),
    ("parallel/en-ru.yandex_cloud.tsv.xz", "ru"), ("parallel/en-ru.ss14_game.tsv.xz", "ru"),
    ("parallel/en-zh.mdn.tsv.xz", "en"), ("parallel/en-ru.ss14_game.tsv.xz", "en"),
    ("mono/zh.rmrb.RESEARCH.txt.xz", "zh"), ("mono/zh.reviews.RESEARCH.txt.xz", "zh"),
]  # fmt: skip
FRESH: list[tuple[str, Lang]] = [
    ("parallel/en-ru.debian_mo_games.tsv.xz", "ru"), ("parallel/en-ru.php_manual.tsv.xz", "ru"), ("parallel/en-ru.mdn.tsv.xz", "ru"),
    ("parallel/en-ru.debian_mo_games.tsv.xz", "en"), ("parallel/en-zh.kubernetes.tsv.xz", "en"), ("parallel/en-ru.wmt21-24_refs.tsv.xz", "en"),
    ("parallel/en-zh.debian_mo_games.tsv.xz", "zh"), ("parallel/en-zh.kubernetes.tsv.xz", "zh"), ("parallel/ru-zh.dynamics_tatoeba.tsv.xz", "zh"),
]  # fmt: skip
# True paraphrases of all lengths: near sentences of a small pool hold hardly any, and none of them may be denied early.
PARAPHRASES = [
    ("wmt-systems-paraphrase-ru", "train"), ("wmt-systems-paraphrase-en", "train"), ("wmt-systems-paraphrase-zh", "train"),
    ("tatoeba-paraphrase-ru", "train"), ("tatoeba-paraphrase-zh", "train"), ("mrpc", "train"), ("qqp", "dev"), ("paraphraser", "train"),
    ("lcqmc", "dev"), ("pawsx-zh", "dev"),
]  # fmt: skip
EACH = 200
POOL, ASKED, NEAREST = 3_000, 40, 20


def nearest_pairs(texts: list[str], lang: Lang, asked: int, *, seed: int = 0) -> Iterator[Pair]:
    """Yield some texts with their nearest by the bundled encoder, each two once."""
    vectors = models.encoder()(texts)
    done: set[tuple[int, int]] = set()
    for i in np.random.default_rng(seed).permutation(len(texts))[:asked]:
        likeness = vectors @ vectors[i]
        likeness[i] = -1
        for j in np.argpartition(-likeness, NEAREST)[:NEAREST].tolist():
            two = (min(int(i), j), max(int(i), j))
            if two not in done:
                done.add(two)
                yield Pair(texts[i], texts[j], lang=lang, meta={"cosine": round(float(likeness[j]), 4)})


def name_of(path: str, lang: Lang) -> str:
    """Name the file of a source's pairs.

    >>> name_of("parallel/en-zh.3AM.tsv.xz", "en")
    'en.3AM'
    """
    return f"{lang}.{Path(path).name.split('.')[1]}"


def gather(folder: Path, path: str, lang: Lang, out: Path) -> None:
    """Write the pairs of one source with the reader's answers."""
    to = out / f"{name_of(path, lang)}.jsonl"
    if to.exists():
        return
    texts = sentences(folder / path, lang, path, np.random.default_rng(0), POOL)[:POOL]
    pairs = list(nearest_pairs(texts, lang, ASKED))
    scored = [msgspec.structs.replace(pair, meta={**pair.meta, **answer(pair)}) for pair in pairs]
    write(to, scored)
    yes = np.mean([pair.meta["strict"] >= 0.5 for pair in scored])
    print(f"{to.name}: {len(texts):,} sentences, {len(pairs):,} pairs, yes {yes:.4f}", flush=True)


def answer(pair: Pair) -> dict[str, float]:
    """Ask the reader once, and give its probability under each convention."""
    said = BundledPair().judge_windows(CONVENTIONS, [pair])
    return {name: round(min(windows), 6) for name, (windows,) in zip(CONVENTIONS, said, strict=True)}


def gather_paraphrases(name: str, split: str, out: Path) -> None:
    """Write pairs that people call paraphrases with the reader's answers."""
    to = out / f"paraphrases.{name}.jsonl"
    if to.exists():
        return
    found = [
        pair for pair in corpora.load(name, split) if isinstance(pair, Pair) and pair.label in (None, 1.0)
    ]
    found = found[:: max(1, len(found) // EACH)][:EACH]
    write(to, [Pair(pair.a, pair.b, lang=pair.lang, meta=answer(pair)) for pair in found])
    print(f"{to.name}: {len(found)} pairs", flush=True)


def load_paraphrases(folder: Path) -> dict[str, list[Pair]]:
    """Read the true paraphrases, corpus by corpus."""
    return {name: list(read(folder / f"paraphrases.{name}.jsonl")) for name, _ in PARAPHRASES}


def load(folder: Path, sources: list[tuple[str, Lang]]) -> dict[str, list[Pair]]:
    """Read the pairs of some sources."""
    return {name_of(*source): list(read(folder / f"{name_of(*source)}.jsonl")) for source in sources}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    for path, lang in FIT:
        gather(options.corpora, path, lang, options.output)
    for name, split in PARAPHRASES:
        gather_paraphrases(name, split, options.output)
    for path, lang in [*FRESH, *REPORT]:
        gather(options.corpora, path, lang, options.output)


if __name__ == "__main__":
    main()
