"""The score we recommend: how good a paraphrase is, which is meaning kept times wording changed.

    score   = meaning * (FLOOR + (1 - FLOOR) * change)
    meaning = P(strict) * P(usual) * related
    change  = (1 + HALF^2) * d^2 / (d^2 + HALF^2)

P are what the pair model says under two of its conventions; of long texts the geometric mean over its
windows, since a long rewrite would fall with its weakest sentence. `related` is a logistic step of the cosine
of both texts: a small pair model can be sure of two short texts that have nothing in common, and an encoder
that reads each by itself cannot; so can it be of two long texts of one form, and there the step is higher
and steeper. d is the mean share of stems, and of neighbouring stems, that the texts do
not have in common, times n / (n + 4) for texts of n words: four words more that nobody changed, so that a
single exchanged word is a small change however short the text. The square makes one swap a near copy.

A copy keeps its meaning and changes nothing, and is worth FLOOR at most; what says something else is worth
nearly nothing, however it is worded. At equal meaning the score rises with change, at equal change with
meaning. Nothing in it knows the language; the words come from `text`.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Protocol, runtime_checkable

import numpy as np

from paraphrast.data import Pair, Scorer
from paraphrast.metrics import parts
from paraphrast.metrics.metric import Metric, lang_of
from paraphrast.metrics.parts import Encoder, cosines, name_of
from paraphrast.models.conventions import Convention
from paraphrast.stats.intervals import Array
from paraphrast.text import Lang, forms
from paraphrast.text.languages import find_language
from paraphrast.text.normal import unify

# Chosen on the open half of the judges' suite, our own judged pairs, corpora of pairs, and random passages.
FLOOR = 0.04  # of a copy
HALF = 0.6  # the share of changed wording from which more counts less and less
UNCHANGED = 4  # words added to every text that nobody changed
# The cosine from which two texts are related, how much more short ones need (n words a share of 1 / n, but no
# less than FEW), and how steep the step is.
RELATED, SHORT, FEW, STEP = 0.865, 0.15, 3, 0.015
# Cosines of long texts scatter less, and those of one kind of text (laws) lie higher: over so many words the
# step rises and grows steeper, and has done so at twice as many.
SENTENCE, RISE, STEEPER = 30, 0.017, 0.009
THRESHOLD = 0.1  # over what nearly all copies, near copies of sentences and other statements get
LEAST = 1e-9  # a probability of nothing has no logarithm


@runtime_checkable
class Windowed(Protocol):
    """A pair model that answers for each window of long texts, under several conventions."""

    def judge_windows(
        self, conventions: Sequence[Convention], pairs: Sequence[Pair]
    ) -> list[list[list[float]]]: ...


def paraphrase(*, pair: str | Scorer = "bundled", encoder: str | Encoder = "bundled") -> Metric:
    """Paraphrase score: meaning kept times wording changed; rows also tell both of them."""

    def rows(pairs: Sequence[Pair]) -> Array:
        counts, shares = np.array([measure_wording(one) for one in pairs]).T
        meaning = _measure_meaning(pairs, pair) * related(pairs, counts, encoder)
        change = change_of(shares * counts / (counts + UNCHANGED))
        return np.column_stack([meaning * (FLOOR + (1 - FLOOR) * change), meaning, change])

    named = {"pair": name_of(pair), "encoder": name_of(encoder)}
    return Metric("paraphrase", rows, settings=named, threshold=THRESHOLD)


def _measure_meaning(pairs: Sequence[Pair], given: str | Scorer) -> Array:
    """Give the probability that the meaning was kept: of both conventions, or what another model says."""
    model = parts.pair_model(given)
    if not isinstance(model, Windowed):
        return parts.probabilities(model, pairs)
    told = model.judge_windows(["strict", "usual"], pairs)
    means = [[np.exp(np.log(np.maximum(values, LEAST)).mean()) for values in answers] for answers in told]
    return np.asarray(np.prod(means, axis=0))


def related(pairs: Sequence[Pair], counts: Array, given: str | Encoder) -> Array:
    """Say from 0 to 1 whether texts of so many words speak of the same thing at all, by their cosine."""
    near = cosines(parts.encoder(given), [pair.a for pair in pairs], [pair.b for pair in pairs])
    words = np.maximum(counts, FEW)
    long = np.clip(2 * (1 - SENTENCE / words), 0, 1)
    border, step = RELATED + SHORT / words + RISE * long, STEP - STEEPER * long
    return np.asarray(1 / (1 + np.exp(-(near - border) / step)))


def change_of(share: Array) -> Array:
    """Turn the share of wording that changed into 0..1: slow for the first words, full for the last.

    >>> change_of(np.array([0.0, 0.1, 0.5, 1.0])).round(3).tolist()
    [0.0, 0.037, 0.557, 1.0]
    """
    return (1 + HALF**2) * share**2 / (share**2 + HALF**2)


def measure_wording(pair: Pair) -> tuple[float, float]:
    """Give the mean number of words of both texts, and the share of stems and neighbours not in common.

    >>> measure_wording(Pair(a="the cat sat", b="The cat sat!", lang="en"))
    (3.0, 0.0)
    """
    lang = lang_of(pair)
    a, b = _stems_of(pair.a, lang), _stems_of(pair.b, lang)
    return (len(a) + len(b)) / 2, (differ(a, b) + differ(neighbours(a), neighbours(b))) / 2


def _stems_of(text: str, lang: Lang) -> list[str]:
    """Give the stems of a text, in one script and one width."""
    return find_language(lang).stems.cut(forms(unify(text), lang))


def neighbours(words: Sequence[str]) -> list[tuple[str, str]]:
    """Give every two words that follow each other, with the ends of the text as words of their own."""
    return list(pairwise(["", *words, ""])) if words else []


def differ(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Give the share of items, counted as often as they come, that only one side has.

    >>> differ("aab", "abc")
    0.33333333333333337
    """
    count = len(first) + len(second)
    return 1 - 2 * (Counter(first) & Counter(second)).total() / count if count else 0.0
