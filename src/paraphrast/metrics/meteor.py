"""METEOR with its exact and stem modules.

Lavie and Agarwal (2007), https://aclanthology.org/W07-0734, with NLTK's way of aligning: from the last word
backwards, each with the last free equal word. On the same words it is the number of NLTK without a WordNet.
There is no synonym module, so that NLTK with a WordNet, which knows English alone, gives an English sentence
more (.023 on average); the signature says `modules:exact,stem`.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from paraphrast.data import Pair
from paraphrast.metrics.metric import Against, Metric, column, compared, lang_of
from paraphrast.text import Lang, forms
from paraphrast.text.languages import find_language


def meteor(*, against: Against = "refs", alpha: float = 0.9, beta: float = 3.0, gamma: float = 0.5) -> Metric:
    """METEOR: recall-heavy harmonic mean of matched words, less a penalty for broken order."""

    def score(pairs: Sequence[Pair]) -> list[float]:
        return [
            max(one(pair.b, text, lang_of(pair), (alpha, beta, gamma)) for text in compared(pair, against))
            for pair in pairs
        ]

    settings = {"alpha": alpha, "beta": beta, "gamma": gamma, "tok": "forms", "stemmer": "snowball"}
    return column("meteor", score, **settings, modules="exact,stem", against=against)


# one reference or source is compared with the outputs of many systems
split = lru_cache(maxsize=20_000)(forms)


def one(output: str, wanted: str, lang: Lang, weights: tuple[float, float, float]) -> float:
    """Give METEOR of one output against one text.

    >>> round(one("the cat sat", "the cat sits", "en", (0.9, 3.0, 0.5)), 3)
    0.625
    """
    said, asked = split(output, lang), split(wanted, lang)
    matches = align(said, asked, lang)
    if not matches:
        return 0.0
    alpha, beta, gamma = weights
    precision, recall = len(matches) / len(said), len(matches) / len(asked)
    fmean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    return float((1 - gamma * (chunks(matches) / len(matches)) ** beta) * fmean)


def align(said: list[str], asked: list[str], lang: Lang) -> list[tuple[int, int]]:
    """Pair equal words, then words with equal stems, and give their places in the order of the output."""
    matches, left_said, left_asked = _match(said, asked, range(len(said)), range(len(asked)))
    if left_said and left_asked:
        stem = find_language(lang).stems.cut
        stems_said, stems_asked = stem([said[i] for i in left_said]), stem([asked[j] for j in left_asked])
        matches += _match(stems_said, stems_asked, left_said, left_asked)[0]
    matches.sort()
    return matches


def _match(
    said: Sequence[str], asked: Sequence[str], places_said: Sequence[int], places_asked: Sequence[int]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pair equal words from the end; give the pairs and the places left over on both sides."""
    free: dict[str, list[int]] = {}
    for word, place in zip(asked, places_asked, strict=True):
        free.setdefault(word, []).append(place)
    matches, left = [], []
    for at in range(len(said) - 1, -1, -1):
        places = free.get(said[at])
        if places:
            matches.append((places_said[at], places.pop()))
        else:
            left.append(places_said[at])
    return matches, left[::-1], sorted(place for places in free.values() for place in places)


def chunks(matches: list[tuple[int, int]]) -> int:
    """Count the runs of matches that follow one another on both sides."""
    joined = sum(b[0] == a[0] + 1 and b[1] == a[1] + 1 for a, b in pairwise(matches))
    return len(matches) - joined
