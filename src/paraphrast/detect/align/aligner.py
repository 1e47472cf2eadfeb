"""The aligner: seeds, extension over gaps, merging, filtering; offsets in the original texts."""

import numpy as np

from paraphrast.data import Document, Match, Scorer, Span
from paraphrast.detect.align.kinds import described, disguises
from paraphrast.detect.align.likeness import Floats, likeness
from paraphrast.detect.align.meaning import Encoder, neighbours
from paraphrast.detect.align.passages import Rules, best, gathered, is_copy, joined, shared, whole_sentences
from paraphrast.detect.align.runs import Boxes, runs, settle, settled_apart, without_echoes
from paraphrast.detect.align.similar import alike, bags
from paraphrast.detect.reading import Reading, read
from paraphrast.detect.terms import Ints

RULES = Rules()
NOTHING: Boxes = np.empty((0, 4), dtype=np.int64)


def align(
    suspicious: Document,
    source: Document,
    *,
    encoder: Encoder | None = None,
    pair: Scorer | None = None,
    rules: Rules = RULES,
) -> list[Match]:
    """Find the passages of the first document that were made from the second, in order.

    Without an encoder only words count; with one, sentences that share meaning but not words are found too,
    also across languages, where the pair model (if given) agrees.
    """
    here, there = read(suspicious), read(source)
    if len(here.start) == 0 or len(there.start) == 0:
        return []
    meant = _meant(here, there, encoder, pair, rules) if encoder is not None else NOTHING
    gap = rules.gap if here.lang == there.lang else rules.leap
    worded, bridges = _worded(here, there, rules)
    boxes = joined(np.concatenate([worded, meant]), gap)
    boxes = gathered(joined(_snapped(here, there, boxes), 1), bridges, rules.hole)
    boxes, scores = _sifted(here, there, boxes, (meant, rules))
    return [_match(here, there, box, score) for box, score in zip(*_chosen(boxes, scores), strict=True)]


def _worded(here: Reading, there: Reading, rules: Rules) -> tuple[Boxes, Boxes]:
    """Collect runs of equal words and pairs of sentences with like words; and pairs that are less alike."""
    equal = without_echoes(runs(here, there, length=rules.run))
    if here.lang != there.lang:
        return equal, NOTHING
    found = alike(bags(here, there))
    likely = likeness(found)
    some = np.flatnonzero(likely >= min(rules.bridge, rules.likely))
    i, j, likely = found.here[some], found.there[some], likely[some]
    # a sentence that stands there word for word was made of that one, and of no sentence that is like it
    # nor does the rest of a long sentence come from a short one that was put into it
    other, part = settled_apart(here, there, settle(here, equal), (i, j))
    again, put = settled_apart(there, here, settle(there, equal[:, [2, 3, 0, 1]]), (j, i))
    again &= likely < rules.again
    pairs = _boxes(here, there, i, j)
    seeds = (likely >= rules.likely) & ~(other | again | part | put)
    return np.concatenate([equal, pairs[seeds]]), pairs[~seeds & ~other]


def _meant(here: Reading, there: Reading, encoder: Encoder, pair: Scorer | None, rules: Rules) -> Boxes:
    """Collect pairs of sentences with like meaning."""
    same = here.lang == there.lang
    margins = rules.margin, rules.margin if same else rules.abroad
    likely = rules.sure if same else rules.foreign
    i, j = neighbours(here, there, encoder=encoder, pair=pair, margins=margins, likely=likely)
    return _boxes(here, there, i, j)


def _boxes(here: Reading, there: Reading, i: Ints, j: Ints) -> Boxes:
    return np.stack([here.first[i], here.first[i + 1], there.first[j], there.first[j + 1]], axis=1)


def _chosen(boxes: Boxes, scores: Floats) -> tuple[Boxes, Floats]:
    chosen = best(boxes, scores)
    return boxes[chosen], scores[chosen]


def _snapped(here: Reading, there: Reading, boxes: Boxes) -> Boxes:
    a, b = whole_sentences(here, boxes[:, 0], boxes[:, 1])
    c, d = whole_sentences(there, boxes[:, 2], boxes[:, 3])
    return np.stack([a, b, c, d], axis=1)


def _sifted(here: Reading, there: Reading, boxes: Boxes, how: tuple[Boxes, Rules]) -> tuple[Boxes, Floats]:
    """Drop passages that are too short or too unlike; score the others from 0 to 1."""
    meant, rules = how
    kept, scores = [], []
    enough = np.minimum(here.weight(boxes[:, 0], boxes[:, 1]), there.weight(boxes[:, 2], boxes[:, 3]))
    if rules.exact is not None:
        enough = np.where(boxes[:, 1] - boxes[:, 0] >= rules.exact, rules.least, enough)
    for box in boxes[enough >= rules.least]:
        one = shared(here, there, box)
        means = one.words >= rules.least and _part(meant, box)
        if means or one.passes(rules) or is_copy(here, there, box, rules):
            kept.append(box)
            scores.append(max((one.left * one.right) ** 0.5, rules.sure * means))
    return np.array(kept, dtype=np.int64).reshape(-1, 4), np.array(scores)


def _part(meant: Boxes, box: Ints) -> float:
    """Say which part of a passage here was found by its meaning."""
    inside = meant[(meant[:, 2] >= box[2]) & (meant[:, 3] <= box[3])]
    words = np.minimum(inside[:, 1], box[1]) - np.maximum(inside[:, 0], box[0])
    return min(1.0, float(words[words > 0].sum()) / max(int(box[1] - box[0]), 1)) if len(inside) else 0.0


def _match(here: Reading, there: Reading, box: Ints, score: float) -> Match:
    a, b, c, d = (int(value) for value in box)
    (start, stop), (first, last) = here.span(a, b), there.span(c, d)
    tricks = disguises(here, start, stop)
    kind, runs = described(here, there, (a, b, c, d))
    return Match(
        Span(here.document.id, start, stop),
        Span(there.document.id, first, last),
        kind,
        round(float(score), 4),
        {"disguises": tricks} if tricks else {},
        runs,
    )
