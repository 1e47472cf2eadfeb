"""Three bands of quality for training from the rough to the fine, by score and origin."""

from collections.abc import Iterable, Iterator, Sequence

from paraphrast.build.filters.scored import Scored
from paraphrast.data import Pair, Scorer

# At one score, translated parallel text is the worst and a language model's paraphrase the best (CSPC, 5).
OFFSETS = {"parallel": -0.05, "neighbours": -0.05, "back-translation": 0.0, "prompt": 0.05}
NAMES = ("rough", "fair", "fine")


class Banded:
    """Writes a score and a band into each pair; `bounds` divide rough from fair and fair from fine."""

    def __init__(self, scorer: Scorer | str, bounds: tuple[float, float]) -> None:
        self.scorer, self.bounds = scorer, bounds

    def __call__(self, pairs: Sequence[Pair]) -> list[list[Pair]]:
        scores = Scored(scorer=self.scorer).load()(pairs)
        return [[marked(pair, float(score), self.bounds)] for pair, score in zip(pairs, scores, strict=True)]


def marked(pair: Pair, score: float, bounds: tuple[float, float]) -> Pair:
    """Give a pair its band.

    >>> marked(Pair("a", "b", meta={"origin": "prompt"}), 0.58, (0.5, 0.6)).meta["band"]
    'fine'
    """
    value = score + OFFSETS.get(str(pair.meta.get("origin", "")), 0.0)
    band = NAMES[sum(value >= bound for bound in bounds)]
    meta = {**pair.meta, "score": round(score, 6), "band": band}
    return Pair(pair.a, pair.b, pair.label, pair.lang, pair.id, pair.group, pair.refs, meta)


def banded(pairs: Iterable[Pair]) -> Iterator[tuple[str, Pair]]:
    """Yield the pairs with their bands, the rough ones first, as a curriculum goes."""
    rows = list(pairs)
    for name in NAMES:
        yield from ((name, row) for row in rows if row.meta.get("band") == name)
