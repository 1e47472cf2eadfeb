"""Documents that have most of the rare stems of a single sentence, however long they are.

A chunk forgets a copied sentence among others. The answer is the part of the sentence that a document has.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from paraphrast.detect.candidates.methods import Names, names
from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import Reading
from paraphrast.detect.terms import terms
from paraphrast.text.stretches import characters

TERMS = 10  # the rarest stems of a sentence, which are asked for
NAMED = 6  # documents that a sentence may name
MOST, FEW, ALL = 0.75, 6, 0.95  # the part of its weight that a document must have; nearly all of so few stems
LEAST = 3  # stems of a sentence that can be asked for
LONG = 30  # words of a sentence from which its halves are asked for: somebody may have put two together


def by_sentences(reading: Reading, index: Index) -> Names:
    """Let each sentence vote for the documents that have most of it."""
    rows: list[tuple[int, int, float, bool]] = []
    if index.words is None:
        return names(rows)
    table = terms(reading.lang)
    for begin, end in pieces(reading):
        stems = {table.stem(value) for value in reading.number[begin:end].tolist() if not value & 1}
        if len(stems) < LEAST:
            continue
        weights = {stem: index.words.weight(stem) for stem in stems}
        rarest = sorted(weights, key=lambda stem: (-weights[stem], stem))[:TERMS]
        asked = {stem: weights[stem] for stem in rarest}
        total = sum(asked.values())
        for score, number in index.by_weights(asked, limit=NAMED):
            if score >= (MOST if len(asked) >= FEW else ALL) * total:
                rows.append((begin, number, score / total, True))
    return names(rows)


def pieces(reading: Reading) -> Iterator[tuple[int, int]]:
    """List sentences and lines of a text, long ones in equal parts: (first word, one past the last)."""
    text = reading.normal.text
    lines = np.flatnonzero(characters(text) == ord("\n"))
    borders = np.unique(np.concatenate([reading.first, np.searchsorted(reading.start, lines)]))
    for begin, end in pairwise(borders.tolist()):
        parts = max(1, 2 * (end - begin) // LONG)
        yield from pairwise(begin + (end - begin) * part // parts for part in range(parts + 1))
