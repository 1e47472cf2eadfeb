"""Pairs that nobody labelled, for a student to learn from its teachers: near texts of each corpus, and whole corpora.

Teachers remember the labels of what they were trained on, so their opinion is worth most where there is no label.
"""

from collections.abc import Iterator

import numpy as np
from reader_pairs import STRICT, Row, convention, fraction

from paraphrast import corpora
from paraphrast.data import Pair

UNKNOWN = -1.0  # the label of a pair that only teachers judge
NEAREST = 4  # neighbours of a text that are taken at the most
BLOCK = 1_000
# Corpus, split, texts looked at, pairs made.
NEAR = [
    ("parade", "train", 8_000, 14_000),
    ("mrpc", "train", 8_000, 10_000),
    ("paraphraser", "train", 9_000, 10_000),
    ("twitter-url", "train", 9_000, 10_000),
    ("lcqmc", "dev", 8_000, 6_000),
    ("qqp", "dev", 9_000, 6_000),
    ("pawsx-zh", "dev", 4_000, 5_000),
    ("rupaws-sample", "train", 1_300, 1_500),
]
# Whole pairs of a corpus that has no convention of its own are judged strictly.
WHOLE = [
    ("multipit-auto", "train", 15_000),
    ("wmt-systems-paraphrase-ru", "train", 6_000),
    ("wmt-systems-paraphrase-en", "train", 6_000),
    ("wmt-systems-paraphrase-zh", "train", 6_000),
]


def unlabelled(rows: list[Row], rng: np.random.Generator) -> Iterator[Row]:
    """Yield pairs without labels; no text of a dev part is among them."""
    held = {text for row in rows if row.dev for text in (row.a, row.b)}
    known = {frozenset((row.a, row.b)) for row in rows}
    made = [*near_pairs(held, rng), *whole_pairs(rng)]
    for a, b, name in made:
        fresh = frozenset((a, b)) not in known and fraction(a) >= 0.02
        if fresh and a != b and not {a, b} & held:
            yield Row(a, b, UNKNOWN, STRICT if name.startswith("wmt") else convention(name), 1.0, "", 0.5)


def near_pairs(held: set[str], rng: np.random.Generator) -> Iterator[tuple[str, str, str]]:
    """Yield texts of a corpus with one of their nearest by letters."""
    for name, split, most, count in NEAR:
        pairs = [pair for pair in corpora.load(name, split) if isinstance(pair, Pair)]
        texts = sorted({text for pair in pairs for text in (pair.a, pair.b)} - held)
        texts = [texts[i] for i in rng.permutation(len(texts))[:most]]
        found = neighbours(texts)
        for i in rng.permutation(len(found))[:count]:
            yield texts[found[i][0]], texts[found[i][1]], name


def neighbours(texts: list[str]) -> list[tuple[int, int]]:
    """Find for each text the few that share most of its letter groups, each two once."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    rows = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), sublinear_tf=True, min_df=2).fit_transform(
        texts
    )
    found: set[tuple[int, int]] = set()
    for start in range(0, len(texts), BLOCK):
        likeness = (rows[start : start + BLOCK] @ rows.T).toarray()
        for offset, line in enumerate(likeness):
            line[start + offset] = 0
            for other in np.argpartition(-line, NEAREST)[:NEAREST].tolist():
                if 0.25 < line[other] < 0.98:
                    found.add((min(start + offset, other), max(start + offset, other)))
    return sorted(found)


def whole_pairs(rng: np.random.Generator) -> Iterator[tuple[str, str, str]]:
    """Yield pairs that a corpus has without a label that people gave."""
    for name, split, count in WHOLE:
        pairs = [pair for pair in corpora.load(name, split) if isinstance(pair, Pair)]
        for i in rng.permutation(len(pairs))[:count]:
            if max(len(pairs[i].a), len(pairs[i].b)) < 240:
                yield pairs[i].a, pairs[i].b, name
