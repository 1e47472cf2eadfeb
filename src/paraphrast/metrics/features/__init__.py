"""The eight features of SPScore (Chinese Sentence Paraphrasing, section 4) for a batch of pairs.

A is the source, B the paraphrase. In all three languages the unit is the character where the paper counts
characters (ACS, SPA, LIS, SBLEU, SL, LR) and the word in WPA, so there is one definition for all.

| feature | what it is |
|---|---|
| acs | appositive character similarity: same character at the same place, over the longer length |
| spa | substring positional alignment: how far shared substrings moved relative to one another |
| pmd | phrase mixing degree: how the distances between shared clauses changed |
| wpa | word positional alignment: spa on shared words |
| lis | longest identical substring over the length of A |
| sbleu | BLEU of B against A on substrings of 4 to 6 characters |
| sl | length of A (the regressor takes its logarithm) |
| lr | length of B over length of A |
"""

from collections.abc import Sequence

import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.metrics.features.batches import numbering, of_characters, of_words
from paraphrast.metrics.features.phrases import mixing
from paraphrast.metrics.features.surface import (
    Reading,
    longest,
    moved,
    same_places,
    same_words,
    substring_bleu,
)
from paraphrast.metrics.features.tiling import shared, tiles
from paraphrast.metrics.metric import lang_of
from paraphrast.stats.intervals import Array
from paraphrast.text import forms

NAMES = ("acs", "spa", "pmd", "wpa", "lis", "sbleu", "sl", "lr")
BATCH = 512
# Shared places of two texts grow with the product of their lengths; what is longer is a document, not a
# sentence.
LONGEST = 5000


def eight(pairs: Sequence[Pair], *, reading: Reading = "pairs") -> Array:
    """Give the eight features of each pair, in the order of `NAMES`.

    >>> eight([Pair(a="红茶和绿茶", b="绿茶和红茶", lang="zh")]).round(2).tolist()
    [[0.6, 0.3, 0.0, 0.3, 0.4, 0.0, 5.0, 1.0]]
    """
    parts = [_batch(pairs[start : start + BATCH], reading) for start in range(0, len(pairs), BATCH)]
    return np.concatenate(parts) if parts else np.empty((0, len(NAMES)))


def _batch(pairs: Sequence[Pair], reading: Reading) -> Array:
    texts_a, texts_b = [pair.a for pair in pairs], [pair.b for pair in pairs]
    if max(map(len, [*texts_a, *texts_b])) > LONGEST:
        _refuse_documents(pairs)
    a, b = of_characters(texts_a), of_characters(texts_b)
    langs = list(map(lang_of, pairs))
    numbers = numbering()
    words_a = of_words(list(map(forms, texts_a, langs)), numbers)
    words_b = of_words(list(map(forms, texts_b, langs)), numbers)
    runs = shared(a, b)
    found = tiles(runs, len(pairs))
    return np.column_stack(
        [
            same_places(a, b),
            moved(found, a, b, reading=reading),
            mixing(texts_a, texts_b),
            moved(same_words(words_a, words_b), words_a, words_b, reading=reading),
            longest(found, a, b),
            substring_bleu(runs, a, b),
            a.lengths,
            b.lengths / np.maximum(a.lengths, 1),
        ]
    )


def _refuse_documents(pairs: Sequence[Pair]) -> None:
    for pair in pairs:
        if len(pair.a) > LONGEST or len(pair.b) > LONGEST:
            raise DataError(
                f"a text of {max(len(pair.a), len(pair.b))} characters came (it starts {pair.a[:30]!r}); "
                f"this metric is for sentences of up to {LONGEST}: split it first"
            )
