"""The aligner: seeds, extension over gaps, merging, filtering; offsets in the original texts."""

import numpy as np

from paraphrast.data import Document, Match, Span
from paraphrast.detect.align.kinds import disguises, kind
from paraphrast.detect.align.likeness import Floats, likeness
from paraphrast.detect.align.passages import Rules, best, joined, shared, whole_sentences
from paraphrast.detect.align.runs import Boxes, runs
from paraphrast.detect.align.similar import alike, bags
from paraphrast.detect.reading import Reading, read
from paraphrast.detect.terms import Ints

RULES = Rules()


def align(suspicious: Document, source: Document, *, rules: Rules = RULES) -> list[Match]:
    """Find the passages of the first document that were made from the second, in order."""
    here, there = read(suspicious), read(source)
    if len(here.start) == 0 or len(there.start) == 0:
        return []
    boxes = joined(_seeds(here, there, rules), rules.gap)
    boxes = _snapped(here, there, boxes)
    boxes = joined(boxes, 1)
    boxes, scores = _sifted(here, there, boxes, rules)
    return [_match(here, there, box) for box in boxes[best(boxes, scores)]]


def _seeds(here: Reading, there: Reading, rules: Rules) -> Boxes:
    """Collect runs of equal words and pairs of like sentences."""
    found = alike(bags(here, there))
    likely = likeness(found) >= rules.likely
    i, j = found.here[likely], found.there[likely]
    pairs = np.stack([here.first[i], here.first[i + 1], there.first[j], there.first[j + 1]], axis=1)
    return np.concatenate([runs(here, there, length=rules.run), pairs])


def _snapped(here: Reading, there: Reading, boxes: Boxes) -> Boxes:
    a, b = whole_sentences(here, boxes[:, 0], boxes[:, 1])
    c, d = whole_sentences(there, boxes[:, 2], boxes[:, 3])
    return np.stack([a, b, c, d], axis=1)


def _sifted(here: Reading, there: Reading, boxes: Boxes, rules: Rules) -> tuple[Boxes, Floats]:
    """Drop passages that are too short or too unlike; score the others by what they share."""
    kept, scores = [], []
    for box in boxes:
        one = shared(here, there, box)
        if one.passes(rules):
            kept.append(box)
            scores.append((one.left + one.right) / 2 * np.log1p(one.words))
    return np.array(kept, dtype=np.int64).reshape(-1, 4), np.array(scores)


def _match(here: Reading, there: Reading, box: Ints) -> Match:
    a, b, c, d = (int(value) for value in box)
    one = shared(here, there, box)
    (start, stop), (first, last) = here.span(a, b), there.span(c, d)
    tricks = disguises(here, start, stop)
    texts = here.document.text[start:stop], there.document.text[first:last]
    return Match(
        Span(here.document.id, start, stop),
        Span(there.document.id, first, last),
        kind(here, there, texts),
        round((one.left * one.right) ** 0.5, 4),
        {"disguises": tricks} if tricks else {},
    )
