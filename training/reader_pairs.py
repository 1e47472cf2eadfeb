"""The pairs that the reader learns from: every public corpus at hand, adversarial pairs made here, rewrites."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from paraphrast import corpora
from paraphrast.data import Pair


class Source(NamedTuple):
    """A split of a corpus, its family, how often an epoch sees a pair, and its share kept for dev."""

    name: str
    split: str
    family: str
    weight: float
    held: float = 0.0


SOURCES = [
    Source("parade", "train", "definitions", 2.0),
    Source("parade", "dev", "definitions", 2.0, 1.0),
    Source("mrpc", "train", "news", 3.0, 0.1),
    Source("pan-paraphrase-madnani", "train", "reuse", 0.5, 0.05),
    Source("twitter-url", "train", "tweets", 1.0, 0.05),
    Source("pit2015", "dev", "topics", 0.7, 0.05),
    Source("multipit-expert", "train", "expert-tweets", 1.0),
    Source("multipit-expert", "dev", "expert-tweets", 1.0, 1.0),
    Source("qqp", "dev", "questions", 1.0, 0.1),
    Source("paraphraser", "train", "headlines", 2.0, 0.1),
    Source("afqmc", "train", "finance", 0.6),
    Source("afqmc", "dev", "finance", 0.6, 1.0),
    Source("atec", "train", "finance", 0.4, 0.02),
    Source("atec-ccks", "dev", "bank", 0.7),
    Source("atec-ccks", "test", "bank", 0.7),
    Source("bq-corpus", "dev", "bank", 1.0, 0.1),
    Source("lcqmc", "dev", "queries", 2.0, 0.1),
    Source("oppo-xiaobu", "dev", "assistant", 0.7, 0.05),
    Source("stsb-en", "train", "graded", 0.5),
    Source("stsb-ru", "train", "graded", 0.5),
    Source("stsb-zh", "train", "graded", 0.5),
    Source("chinese-sts", "train", "graded", 0.15),
    Source("sick", "train", "graded", 0.7),
    Source("sick", "dev", "graded", 0.7),
    Source("parabank-eval", "test", "graded", 0.3),
    Source("paraquality", "train", "assistant", 0.4),
    Source("tatoeba-paraphrase-ru", "train", "adversarial", 0.5),
    Source("rupaws-sample", "train", "adversarial", 5.0, 0.2),
    Source("pawsx-zh", "dev", "adversarial", 4.0, 0.2),
    Source("koziev-paraphrase", "train", "adversarial", 0.25),
    Source("russian-paraphrasers", "test", "headlines", 0.1),
]
FAMILIES = sorted({source.family for source in SOURCES} | {"rewrites"})


# How much of each family the last epochs see: carefully labelled corpora most, noisy ones least.
FINISH = {
    "definitions": 1.0, "news": 1.0, "tweets": 0.7, "headlines": 1.0, "adversarial": 0.6, "queries": 0.7, "questions": 0.8,
    "bank": 0.3, "rewrites": 0.4, "expert-tweets": 0.5, "topics": 0.3, "assistant": 0.3, "reuse": 0.3, "graded": 0.3, "finance": 0.1,
}  # fmt: skip


# Small corpora that experts labelled: always read in both orders, which should get the same answer.
CAREFUL = ["definitions", "news", "headlines", "expert-tweets"]


class Row(NamedTuple):
    """A pair ready to pack: its texts, label, family, weight, dev set ('' for train), and whether made by rules."""

    a: str
    b: str
    label: float
    family: str
    weight: float
    dev: str
    made: bool = False


def fraction(text: str) -> float:
    """Return a number from 0 to 1 that depends on the text alone, so that a split never moves."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big") / 2**48


def corpus_rows(source: Source) -> Iterator[Row]:
    """Yield the labelled pairs of a corpus; a source text is either in train or in dev, whole."""
    for pair in corpora.load(source.name, source.split):
        if not isinstance(pair, Pair) or pair.label is None:
            continue
        held = fraction(pair.group or pair.a) < source.held
        yield Row(pair.a, pair.b, pair.label, source.family, source.weight, source.name if held else "")


def without_leaks(rows: Iterable[Row]) -> list[Row]:
    """Drop train rows that say the same two texts as a dev row."""
    rows = list(rows)
    held = {frozenset((row.a, row.b)) for row in rows if row.dev}
    return [row for row in rows if row.dev or frozenset((row.a, row.b)) not in held]


def adversarial_rows(pairs: Iterable[Pair], weight: float) -> Iterator[Row]:
    """Take the made pairs as they are; one in fifty is kept to watch."""
    for pair in pairs:
        held = fraction(pair.a) < 0.02
        dev = f"made-{pair.lang}" if held else ""
        yield Row(pair.a, pair.b, float(pair.label or 0), "adversarial", weight, dev, made=True)
