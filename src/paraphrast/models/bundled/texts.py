"""The bundled judges of single texts: toxicity (open offence) and fluency."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from paraphrast.errors import unknown
from paraphrast.models.bundled.reader import judge_texts
from paraphrast.text import normal

QUESTIONS = ("toxicity", "fluency")


class BundledTexts:
    """Texts -> the probability that the answer to its question is yes; an empty text gets 0."""

    name = "bundled"

    def __init__(self, question: str) -> None:
        if question not in QUESTIONS:
            raise unknown("question", question, QUESTIONS)
        self.question = question

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """Judge the texts; toxicity also looks behind look-alike letters and hidden characters."""
        if not texts:
            return []
        column = QUESTIONS.index(self.question)
        score = judged(tuple(texts))[:, column].copy()
        if self.question == "toxicity":
            plain = [normal(text).text for text in texts]
            # wide commas and ё change nothing that offends, and reading twice costs twice
            both = zip(texts, plain, strict=True)
            changed = [row for row, (a, b) in enumerate(both) if letters(a) != letters(b)]
            if changed:
                again = judge_texts([plain[row] for row in changed])[:, column]
                score[changed] = [max(a, b) for a, b in zip(score[changed], again, strict=True)]
        return [float(value) if text.strip() else 0.0 for value, text in zip(score, texts, strict=True)]


@lru_cache(1)
def judged(texts: tuple[str, ...]) -> NDArray[np.float64]:
    """Read texts; whoever asks the other question about the same texts next does not read them again."""
    return judge_texts(texts)


def letters(text: str) -> str:
    """Give the letters and digits of a text, ё as е.

    >>> letters("Ещё раз，да!") == letters("Еще раз,да!")
    True
    """
    return "".join(filter(str.isalnum, text)).replace("ё", "е").replace("Ё", "Е")
