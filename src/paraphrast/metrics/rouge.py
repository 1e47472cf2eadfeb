"""ROUGE-1, ROUGE-2 and ROUGE-L: F1 of shared n-grams, or of the longest common subsequence, of words.

Lin (2004), https://aclanthology.org/W04-1013. English is split as rouge-score does, so the numbers are the
same; Russian and Chinese, which rouge-score cannot split, into our own words. Of several references the
best one counts.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from paraphrast.data import Pair
from paraphrast.metrics.features.batches import Side, numbering, of_words
from paraphrast.metrics.features.surface import clipped
from paraphrast.metrics.metric import Against, Metric, compared, lang_of
from paraphrast.stats.intervals import Array, Summed
from paraphrast.text import Lang, forms
from paraphrast.text.languages import find_language

LETTERS = re.compile(r"[a-z0-9]+")


def rouge_1(*, against: Against = "refs") -> Metric:
    """ROUGE-1: single words."""
    return _metric("rouge-1", lambda wanted, said: _ngrams(wanted, said, 1), against)


def rouge_2(*, against: Against = "refs") -> Metric:
    """ROUGE-2: two words in a row."""
    return _metric("rouge-2", lambda wanted, said: _ngrams(wanted, said, 2), against)


def rouge_l(*, against: Against = "refs") -> Metric:
    """ROUGE-L: the longest common subsequence of words."""
    return _metric("rouge-l", _subsequence, against)


Words = list[list[str]]


def _metric(name: str, count: Callable[[Words, Words], Array], against: Against) -> Metric:
    return Metric(
        name,
        lambda pairs: rows(pairs, count, against),
        total=Summed(lambda sums, n: sums[:, 2] / n),
        settings={"tok": "rouge-score:en,forms:ru,forms:zh", "stemmer": "no", "against": against},
    )


def rows(pairs: Sequence[Pair], count: Callable[[Words, Words], Array], against: Against) -> Array:
    """Give precision, recall and F1 against the best text of each pair."""
    texts = [compared(pair, against) for pair in pairs]
    langs = [lang_of(pair) for pair in pairs]
    said = [split(pair.b, lang) for pair, lang in zip(pairs, langs, strict=True)]
    owners = np.repeat(np.arange(len(pairs)), list(map(len, texts)))
    wanted = [split(text, lang) for some, lang in zip(texts, langs, strict=True) for text in some]
    shared, of_wanted, of_said = count(wanted, [said[owner] for owner in owners]).T
    precision, recall = shared / np.maximum(of_said, 1), shared / np.maximum(of_wanted, 1)
    below = precision + recall
    table = np.column_stack([precision, recall, 2 * precision * recall / np.where(below > 0, below, 1)])
    return best(table, owners, table[:, 2])


def best(table: Array, owners: np.ndarray[tuple[int], np.dtype[np.int64]], worth: Array) -> Array:
    """Give the row of each owner that is worth most, the first of equals."""
    order = np.lexsort((np.arange(len(owners)), -worth, owners))
    first = np.flatnonzero(np.diff(owners[order], prepend=-1))
    return np.asarray(table[order[first]])


@lru_cache(maxsize=20_000)
def split(text: str, lang: Lang) -> list[str]:
    """List the words that ROUGE compares; its three kinds share the work."""
    return LETTERS.findall(text.lower()) if find_language(lang).ascii else forms(text, lang)


def _ngrams(wanted: Words, said: Words, order: int) -> Array:
    numbers = numbering()
    a, b = of_words(wanted, numbers), of_words(said, numbers)
    return np.column_stack([clipped(a, b, order), _grams(a, order), _grams(b, order)])


def _grams(side: Side, order: int) -> Array:
    return np.maximum(side.lengths - order + 1, 0).astype(np.float64)


def _subsequence(wanted: Words, said: Words) -> Array:
    from rapidfuzz.distance import LCSseq

    return np.array(
        [[LCSseq.similarity(a, b), len(a), len(b)] for a, b in zip(wanted, said, strict=True)],
        dtype=np.float64,
    )
