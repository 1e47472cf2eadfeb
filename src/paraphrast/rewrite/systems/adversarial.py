"""A negative control: outputs that climb the automatic score, whatever becomes of the meaning.

The adversarial entry of RUSSE-2022 (Dementieva et al. 2022) had the highest automatic J, .87, and .02 by
people. This one drops, swaps, repeats and misspells words as long as the caller's score rises.
"""

from collections.abc import Sequence

import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang

TRIES, STEPS = 12, 6


class Adversarial:
    """Proposes whatever the score likes best among its random changes."""

    def __init__(self, task: Task, *, steps: int = STEPS, tries: int = TRIES, seed: int = 0) -> None:
        if task.score is None:
            raise CommandError("adversarial needs a score to climb: score=callable, or --best-by j")
        self.score, self.lang = task.score, task.lang
        self.steps, self.tries, self.seed = steps, tries, seed

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        rng = np.random.default_rng(self.seed)
        now = [_garble_words(text, self.lang, rng) for text in texts]
        values = self.score([Pair(a, b, lang=self.lang) for a, b in zip(texts, now, strict=True)])
        for _ in range(self.steps):
            tries = [(at, _disturb_word(text, rng)) for at, text in enumerate(now) for _ in range(self.tries)]
            told = self.score([Pair(texts[at], text, lang=self.lang) for at, text in tries])
            for (at, text), value in zip(tries, told, strict=True):
                if value > values[at]:
                    now[at], values[at] = text, value
        return [[text] for text in now]


def _garble_words(text: str, lang: Lang, rng: np.random.Generator) -> str:
    """Mix the letters of offensive words, so that no list knows them."""
    for one in sorted(lexicon.find_rude(text, lang, mild=True), key=lambda one: -one.start):
        mixed = "".join(rng.permutation(list(text[one.start : one.stop])))
        text = text[: one.start] + mixed + text[one.stop :]
    return text


def _disturb_word(text: str, rng: np.random.Generator) -> str:
    """Drop, swap, repeat or misspell one word (one character where words are not set apart)."""
    gap = " " if " " in text.strip() else ""
    parts = text.split() if gap else list(text)
    if len(parts) < 2:
        return text
    at, kind = int(rng.integers(len(parts) - 1)), int(rng.integers(4))
    if any(map(str.isdecimal, parts[at])):
        return text
    if kind == 0:
        parts.pop(at)
    elif kind == 1:
        parts[at], parts[at + 1] = parts[at + 1], parts[at]
    elif kind == 2:
        parts.insert(int(rng.integers(len(parts))), parts[at])
    else:
        parts[at] = "".join(rng.permutation(list(parts[at])))
    return gap.join(parts)
