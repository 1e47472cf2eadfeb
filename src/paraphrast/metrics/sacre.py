"""BLEU, chrF, chrF++ and TER from sacrebleu's own statistics, equal to its numbers to the digit (0 to 100).

Post (2018), https://aclanthology.org/W18-6319. Each is taken against the references or against the source;
against the source BLEU is Self-BLEU, and iBLEU is what it gains over that (Sun and Zhou 2012).
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from paraphrast.data import Pair
from paraphrast.metrics.features.batches import numbering, of_words
from paraphrast.metrics.features.surface import clipped
from paraphrast.metrics.metric import Against, Metric, by_language, compared
from paraphrast.stats.intervals import Array, Summed
from paraphrast.text import Lang
from paraphrast.text.languages import find_language, main_language

ORDER = 4


def statistics(metric: Any, pairs: Sequence[Pair], against: Against) -> Array:
    """Give sacrebleu's sufficient statistics, one row per pair, however many references each has."""
    texts = [compared(pair, against) for pair in pairs]
    most = max(map(len, texts))
    streams = [[text[i] if i < len(text) else None for text in texts] for i in range(most)]
    # sacrebleu offers no public way to its sentence statistics; a test holds the numbers to corpus_score
    return np.array(metric._extract_corpus_statistics([pair.b for pair in pairs], streams), dtype=np.float64)


def bleu(*, against: Against = "refs", lowercase: bool = False) -> Metric:
    """BLEU with sacrebleu's tokenizers (13a; zh for Chinese) and exponential smoothing."""
    return Metric(
        "bleu",
        lambda pairs: _bleu_rows(pairs, against, lowercase),
        total=Summed(lambda sums, _: _bleu_of(sums, effective=False)),
        alone=Summed(lambda sums, _: _bleu_of(sums, effective=True)),
        settings=_bleu_settings(lowercase) | {"against": against},
    )


def selfbleu(*, lowercase: bool = False) -> Metric:
    """Self-BLEU: BLEU of the output against its source; the lower, the more was reworded."""
    return Metric(
        "selfbleu",
        lambda pairs: _bleu_rows(pairs, "source", lowercase),
        total=Summed(lambda sums, _: _bleu_of(sums, effective=False)),
        alone=Summed(lambda sums, _: _bleu_of(sums, effective=True)),
        settings=_bleu_settings(lowercase),
        better="lower",
    )


def ibleu(*, alpha: float = 0.25, lowercase: bool = False) -> Metric:
    """iBLEU: BLEU against the references less `alpha` of Self-BLEU."""

    def rows(pairs: Sequence[Pair]) -> Array:
        return np.hstack([_bleu_rows(pairs, side, lowercase) for side in ("refs", "source")])

    def finish(effective: bool) -> Summed:
        half = 2 + 2 * ORDER
        return Summed(
            lambda sums, _: (
                _bleu_of(sums[:, :half], effective=effective)
                - alpha * _bleu_of(sums[:, half:], effective=effective)
            )
        )

    settings = {"alpha": alpha} | _bleu_settings(lowercase) | {"against": "refs"}
    return Metric("ibleu", rows, total=finish(False), alone=finish(True), settings=settings)


def chrf(*, against: Against = "refs", words: int = 0) -> Metric:
    """chrF: F2 of character 1- to 6-grams, of the best reference; `words=2` is chrF++."""
    from sacrebleu.metrics.chrf import CHRF

    metric = CHRF(word_order=words)
    return Metric(
        "chrf++" if words == 2 else "chrf",
        lambda pairs: statistics(metric, pairs, against),
        total=Summed(lambda sums, _: _chrf_of(sums, beta=2)),
        settings={"chars": 6, "words": words, "beta": 2, "against": against, **_sacrebleu()},
    )


def chrf_plus_plus(*, against: Against = "refs") -> Metric:
    """chrF++: chrF with word 1- and 2-grams."""
    return chrf(against=against, words=2)


def ter(*, against: Against = "refs") -> Metric:
    """TER: edits, shifts among them, per word of the reference; lower is better, and it may exceed 100."""
    return Metric(
        "ter",
        lambda pairs: by_language(pairs, lambda lang, some: statistics(_ter(lang), some, against)),
        total=Summed(lambda sums, _: _ter_of(sums)),
        settings={"case": "lower", "asian": main_language("han").code, "against": against, **_sacrebleu()},
        better="lower",
    )


def _bleu_of(sums: Array, *, effective: bool) -> Array:
    """Give BLEU for each line of [hypothesis length, reference length, right 1..4, total 1..4]."""
    length, wanted = sums[:, 0], sums[:, 1]
    right, total = sums[:, 2 : 2 + ORDER], sums[:, 2 + ORDER :]
    smooth = np.cumprod(np.where((right == 0) & (total > 0), 2.0, 1.0), axis=1)
    precision = 100.0 * np.where(right > 0, right, 1 / smooth) / np.where(total > 0, total, 1)
    # an order without n-grams ends the product: its precision counts as 0 unless only seen orders count
    seen = np.cumprod(total > 0, axis=1).astype(bool)
    orders = np.maximum(seen.sum(axis=1), 1) if effective else np.full(len(sums), ORDER)
    logs = np.where(seen, np.log(precision), 0.0 if effective else -9999999999.0)
    brevity = np.where(length < wanted, np.exp(1 - wanted / np.where(length > 0, length, 1)), 1.0)
    score = brevity * np.exp(logs.sum(axis=1) / orders)
    return np.asarray(np.where((length > 0) & right.any(axis=1), score, 0.0))


def _chrf_of(sums: Array, *, beta: float) -> Array:
    """Give chrF for each line of (hypothesis, reference, shared) n-gram counts, over the orders seen."""
    said, wanted, shared = sums[:, 0::3], sums[:, 1::3], sums[:, 2::3]
    seen = (said > 0) & (wanted > 0)
    orders = np.maximum(seen.sum(axis=1), 1)
    precision = np.where(seen, shared / np.where(seen, said, 1), 0).sum(axis=1) / orders
    recall = np.where(seen, shared / np.where(seen, wanted, 1), 0).sum(axis=1) / orders
    below = beta**2 * precision + recall
    score = (1 + beta**2) * precision * recall / np.where(below > 0, below, 1)
    return np.asarray(100 * np.where(below > 0, score, 0.0))


def _ter_of(sums: Array) -> Array:
    edits, length = sums[:, 0], sums[:, 1]
    return np.asarray(100 * np.where(length > 0, edits / np.where(length > 0, length, 1), (edits > 0) * 1.0))


def _bleu_rows(pairs: Sequence[Pair], against: Against, lowercase: bool) -> Array:
    return by_language(pairs, lambda lang, some: bleu_statistics(_bleu(lang, lowercase), some, against))


def bleu_statistics(metric: Any, pairs: Sequence[Pair], against: Against) -> Array:
    """Give BLEU's statistics: over a whole batch at once where every pair has one text to compare with."""
    texts = [compared(pair, against) for pair in pairs]
    if any(len(some) > 1 for some in texts):
        return statistics(metric, pairs, against)
    cut, numbers = metric._preprocess_segment, numbering()
    wanted, said = (
        of_words([cut(text).split() for text in some], numbers)
        for some in ([some[0] for some in texts], [pair.b for pair in pairs])
    )
    orders = range(1, ORDER + 1)
    right = [clipped(wanted, said, order) for order in orders]
    totals = [np.maximum(said.lengths - order + 1, 0) for order in orders]
    return np.column_stack([said.lengths, wanted.lengths, *right, *totals]).astype(np.float64)


@cache
def _bleu(lang: Lang, lowercase: bool) -> Any:
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(tokenize=find_language(lang).tokenizer, lowercase=lowercase)


@cache
def _ter(lang: Lang) -> Any:
    from sacrebleu.metrics.ter import TER

    spaced = find_language(lang).spaced
    return TER(asian_support=not spaced, normalized=not spaced)


def _bleu_settings(lowercase: bool) -> dict[str, object]:
    case = "lc" if lowercase else "mixed"
    return {"tok": "13a,zh", "case": case, "smooth": "exp", "order": ORDER, **_sacrebleu()}


def _sacrebleu() -> dict[str, object]:
    from sacrebleu import __version__

    return {"sacrebleu": __version__}


Factory = Callable[..., Metric]
