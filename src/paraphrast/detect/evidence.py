"""How much the passages of a document prove: words that both sides have, the rarer the more.

Laws, news and polite answers repeat whole sentences; by length alone they would all be borrowed. So a word
counts for as much as it tells documents of the index apart, and a passage that many documents have proves
less for each of them.
"""

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document, Match
from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import lang_of
from paraphrast.detect.terms import terms
from paraphrast.text import Lang, normal

Counts: TypeAlias = npt.NDArray[np.int64]
BACKGROUND = 1_000  # so many more documents are taken to exist: words of a small index are not all common
EXACT = 1.5  # power of a passage's score: formulas are filled in differently, copies are mostly whole
CROWD = 0.75  # power of the number of claimants: below 1, because copies of one source are all sources


def claims(found: Sequence[Sequence[Match]], length: int) -> Counts:
    """Count, for each character of the text, the documents with a passage there."""
    total = np.zeros(length, dtype=np.int64)
    for matches in found:
        mine = np.zeros(length, dtype=np.bool_)
        for match in matches:
            mine[match.suspicious.start : match.suspicious.stop] = True
        total += mine
    return total


def evidence(
    suspicious: Document, source: Document, *, matches: Sequence[Match], claimed: Counts, index: Index
) -> float:
    """Add up what passages prove, in words that no other document has."""
    here, there = lang_of(suspicious), lang_of(source)
    total = 0.0
    for match in matches:
        start, stop = match.suspicious.start, match.suspicious.stop
        both = _stems(suspicious.text[start:stop], here)
        # a translation shares no words: there the pair model has compared the meaning
        if here == there:
            both &= _stems(source.text[match.source.start : match.source.stop], there)
        words = sum(count * rarity(stem, index) for stem, count in both.items())
        total += words * match.score**EXACT / float(claimed[start:stop].mean()) ** CROWD
    return total


def rarity(stem: str, index: Index) -> float:
    """Say how well a stem tells documents apart: 1 for what one document has, near 0 for what all have."""
    if index.words is None:
        return 1.0
    share = log(max(index.words.frequency(stem), 1)) / log(BACKGROUND + len(index.words))
    # squared, because the words of formulas are not only common but come together
    return (1 - share) ** 2


def _stems(text: str, lang: Lang) -> Counter[str]:
    table = terms(lang)
    values = table.numbers(normal(text, lang, typography=False).text).tolist()
    return Counter(table.stem(value) for value in values if not value & 1)
