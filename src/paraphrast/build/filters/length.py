"""How long the texts are, and how unlike in length."""

from collections.abc import Sequence
from typing import Literal

from paraphrast.build.steps import Verdict, lang_of, within
from paraphrast.data import Pair
from paraphrast.text import Lang, forms

Unit = Literal["words", "characters"]


class Length:
    """Keeps pairs whose texts both have a length between two bounds."""

    def __init__(self, low: int | None = None, high: int | None = None, unit: Unit = "words") -> None:
        self.low, self.high, self.unit = low, high, unit

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [self.judge(pair) for pair in pairs]

    def judge(self, pair: Pair) -> Verdict:
        """Judge the side that is farther out."""
        lengths = [float(measured(text, lang_of(pair), self.unit)) for text in (pair.a, pair.b)]
        verdicts = [within(length, (self.low, self.high), "length") for length in lengths]
        return next((each for each in verdicts if each.reason), verdicts[lengths.index(min(lengths))])


class Ratio:
    """Keeps pairs whose longer text is at most so many times as long as the shorter."""

    def __init__(self, high: float = 2.0, unit: Unit = "characters") -> None:
        self.high, self.unit = high, unit

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [within(self.measure(pair), (None, self.high), "ratio") for pair in pairs]

    def measure(self, pair: Pair) -> float:
        """Divide the greater length by the smaller."""
        lengths = sorted(measured(text, lang_of(pair), self.unit) for text in (pair.a, pair.b))
        return lengths[1] / lengths[0] if lengths[0] else float("inf")


def measured(text: str, lang: Lang, unit: Unit) -> int:
    """Count the words or the characters of a text.

    >>> measured("我爱NLP", "zh", "words"), measured("我爱NLP", "zh", "characters")
    (3, 5)
    """
    return len(forms(text, lang)) if unit == "words" else len(text.strip())
