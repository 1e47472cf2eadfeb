"""Words for offensive ones from a masked language model: the least offensive, nearest in meaning.

After the entry of RUSSE-2022 that masks toxic words and ranks candidates by their cosine with the source.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paraphrast import models
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words import lexicon
from paraphrast.text import Token
from paraphrast.text.substitution import replace_word

Filler: TypeAlias = Callable[[Sequence[tuple[str, str]], int], list[list[str]]]
Encoder: TypeAlias = Callable[[Sequence[str]], NDArray[np.float32]]
TRIED = 10  # words asked for
WORDS = 4  # offensive words of a text that are filled in, one after another


class Try(NamedTuple):
    """A text with a word put in."""

    at: int
    text: str


class Masked:
    """Texts -> texts in which offensive words were replaced where something better was found."""

    def __init__(self, task: Task, model: str | Filler, encoder: str | Encoder = "bundled") -> None:
        self.task = task
        self.fill = models.filler(model) if isinstance(model, str) else model
        self.encode = models.encoder(encoder) if isinstance(encoder, str) else encoder

    def __call__(self, texts: Sequence[str]) -> list[str]:
        now, skipped = list(texts), [0] * len(texts)
        for _ in range(WORDS):
            rude = [(at, self.find_next_word(text, skipped[at])) for at, text in enumerate(now)]
            places = [(at, word) for at, word in rude if word is not None]
            if not places:
                break
            best = self.choose_best(texts, now, places)
            for at, _ in places:
                if at in best:
                    now[at] = best[at]
                else:
                    skipped[at] += 1
        return now

    def find_next_word(self, text: str, skip: int) -> Token | None:
        """Give the first offensive word that nothing was looked for yet."""
        found = lexicon.find_rude(text, self.task.lang, mild=True)
        return found[skip] if skip < len(found) else None

    def choose_best(
        self, texts: Sequence[str], now: Sequence[str], places: Sequence[tuple[int, Token]]
    ) -> dict[int, str]:
        """Give the texts that offend no more with a word put in, the nearest in meaning to their sources."""
        gaps = [(now[at][: word.start], now[at][word.stop :]) for at, word in places]
        filled = self.fill(gaps, TRIED)
        tries = [
            Try(at, replace_word(now[at], word, said))
            for (at, word), some in zip(places, filled, strict=True)
            for said in some
            if said.isalpha() and not lexicon.find_rude(said, self.task.lang, mild=True)
        ]
        if not tries:
            return {}
        numbers = sorted({one.at for one in tries})
        known = dict(zip(numbers, self.task.toxicity([now[at] for at in numbers]), strict=True))
        toxic = self.task.toxicity([one.text for one in tries])
        sources = dict(zip(numbers, self.encode([texts[at] for at in numbers]), strict=True))
        vectors = self.encode([one.text for one in tries])
        found: dict[int, tuple[float, str]] = {}
        for one, value, vector in zip(tries, toxic, vectors, strict=True):
            near = float(sources[one.at] @ vector)
            if value <= known[one.at] and near > found.get(one.at, (-1.0, ""))[0]:
                found[one.at] = (near, one.text)
        return {at: text for at, (_, text) in found.items()}
