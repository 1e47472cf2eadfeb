"""The pairs that the rewriter learns from: paraphrases, detoxification by people, and clean text."""

import lzma
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import Indel

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.text import Lang, language

# Corpora of paraphrases, how many pairs of each at the most, and how often an epoch sees one.
PARAPHRASES: dict[Lang, list[tuple[str, str, int, float]]] = {
    "zh": [("wmt-systems-paraphrase-zh", "train", 90_000, 1.0), ("tatoeba-paraphrase-zh", "train", 8_000, 1.5),
           ("pawsx-zh", "dev", 2_000, 1.0), ("lcqmc", "dev", 5_000, 0.7), ("bq-corpus", "dev", 5_000, 0.3), ("oppo-xiaobu", "dev", 5_000, 0.3)],
    "ru": [("wmt-systems-paraphrase-ru", "train", 80_000, 1.0), ("tatoeba-paraphrase-ru", "train", 8_000, 1.5),
           ("koziev-duplicates-ru", "train", 12_000, 0.3)],
    "en": [("wmt-systems-paraphrase-en", "train", 80_000, 0.7), ("mrpc", "train", 4_000, 0.7), ("qqp", "dev", 5_000, 0.5)],
}  # fmt: skip
# Plain text by file, with how many sentences; files under their publishers' copyright are left out.
PLAIN: dict[Lang, dict[str, int]] = {
    "zh": {"mono/zh.niutrans_modern.txt.xz": 45_000, "parallel/en-zh.tatoeba.tsv.xz": 30_000, "parallel/en-zh.goldminer.tsv.xz": 30_000,
           "parallel/en-zh.lctt.tsv.xz": 20_000, "parallel/ru-zh.dynamics_tatoeba.tsv.xz": 15_000},
    "ru": {"mono/ru.koziev_dialogues.txt.xz": 45_000, "mono/ru.novels.txt.xz": 35_000, "mono/ru.drama.txt.xz": 30_000, "parallel/en-ru.tatoeba.tsv.xz": 20_000},
    "en": {"mono/en.books.txt.xz": 40_000, "mono/en.articles_lctt.txt.xz": 25_000, "parallel/en-zh.tatoeba.tsv.xz": 20_000},
}  # fmt: skip
DIGITS, LATIN = re.compile(r"\d+"), re.compile(r"[A-Za-z]{2,}")
SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-ZА-ЯЁ«\"—–-])|(?<=[。！？])(?=[^”」』])")
CODE = re.compile(r"[{}<>=\\|_]|&\w+;|\w\(\)|https?:")


class Kept(NamedTuple):
    """A pair that passed: its texts, how often an epoch sees it, and whether it is kept for evaluation."""

    a: str
    b: str
    weight: float
    held: bool


def sensible(pair: Pair, lang: Lang) -> bool:
    """Say whether a paraphrase may teach: of like length, the same numbers and Latin names, really changed."""
    a, b = pair.a, pair.b
    if not 0.6 < len(a) / max(1, len(b)) < 1.67 or not 5 <= len(a) < 320 or CODE.search(a + b):
        return False
    if Counter(DIGITS.findall(a)) != Counter(DIGITS.findall(b)):
        return False
    if lang != "en" and set(LATIN.findall(a.lower())) != set(LATIN.findall(b.lower())):
        return False
    return language(a) == lang == language(b) and 0.06 < Indel.normalized_distance(a, b) < 0.75


def components(pairs: list[Pair]) -> dict[str, str]:
    """Name for each text the group of texts that pairs join it to, so that a group is never split."""
    root: dict[str, str] = {}

    def find(text: str) -> str:
        while root.setdefault(text, text) != text:
            root[text] = root[root[text]]
            text = root[text]
        return text

    for pair in pairs:
        root[find(pair.a)] = find(pair.b)
    return {text: find(text) for text in root}


def paraphrases(lang: Lang, rng: np.random.Generator, held: int = 300) -> Iterator[Kept]:
    """Yield the pairs of a language; one pair of each of `held` groups of the news is kept for evaluation."""
    for name, split, limit, weight in PARAPHRASES[lang]:
        found = [p for p in corpora.load(name, split) if isinstance(p, Pair)]
        found = [p for p in found if (p.label is None or p.label > 0.6) and sensible(p, lang)]
        group = components(found) if name.startswith("wmt") else {}
        names = sorted(set(group.values()))
        out = {names[i] for i in rng.permutation(len(names))[:held]}
        shown: set[str] = set()
        for i in rng.permutation(len(found)):
            own = group.get(found[i].a, "")
            if own not in out:
                limit -= 1
                if limit >= 0:
                    yield Kept(found[i].a, found[i].b, weight, held=False)
            elif own not in shown:
                shown.add(own)
                yield Kept(found[i].a, found[i].b, 0.0, held=True)


def plain(folder: Path, lang: Lang, rng: np.random.Generator) -> Iterator[str]:
    """Yield clean sentences of a language from random places."""
    for name, limit in PLAIN[lang].items():
        with lzma.open(folder / name, "rt", encoding="utf-8", errors="ignore") as file:
            rows = file.read().split("\n")
        found = 0
        for i in rng.permutation(len(rows)):
            for text in SENTENCE.split(rows[i].split("\t")[column(name, lang)]):
                if clean(text, lang) and found < limit:
                    found += 1
                    yield text.strip()
            if found >= limit:
                break


def column(name: str, lang: Lang) -> int:
    """Say in which column of a file the language stands.

    >>> column("parallel/en-zh.tatoeba.tsv.xz", "zh"), column("mono/ru.drama.txt.xz", "ru")
    (-1, 0)
    """
    pair = name.removeprefix("parallel/").split(".")[0].split("-")
    return -1 if len(pair) == 2 and pair[1] == lang else 0


def clean(text: str, lang: Lang) -> bool:
    """Say whether a sentence is plain text of the language and not too long."""
    least, most = (6, 70) if lang == "zh" else (12, 200)
    text = text.strip()
    return least <= len(text) <= most and not CODE.search(text) and language(text) == lang
