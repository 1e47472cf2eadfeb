"""Rude texts made from neutral ones, so that the rewriter meets rare words, disguises and Chinese more often."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np
from corruption import pieces
from offences import INSULTS, SWEARING, disguise

from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang

WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Spoiler:
    """Puts offensive words into neutral sentences: phrases that people took out, and words they replaced."""

    def __init__(
        self, lang: Lang, removed: Counter[str], learned: dict[str, str], rng: np.random.Generator
    ) -> None:
        self.lang, self.rng = lang, rng
        listed = [word.replace("_", " ") for word in (*SWEARING[lang], *INSULTS[lang])]
        if lang == "zh":
            listed += lexicon.listed("zh")["hard"].split()
        real = [word for word in removed if lexicon.found(word, lang, mild=True)]
        self.words = listed + real
        weights = np.array([3.0] * len(listed) + [float(removed[word]) ** 0.75 for word in real])
        self.chances = weights / weights.sum()
        self.ruder: dict[str, list[str]] = {}
        for old, new in learned.items():
            if new and " " not in new and lexicon.found(old, lang, mild=True):
                self.ruder.setdefault(new, []).append(old)

    def word(self) -> str:
        """Draw an offensive word, now and then disguised."""
        drawn = self.words[int(self.rng.choice(len(self.words), p=self.chances))]
        return disguise(drawn, self.rng) if self.lang != "zh" and self.rng.random() < 0.12 else drawn

    def inserted(self, text: str) -> str:
        """Put a word or two between the words of a text."""
        gap = "" if self.lang == "zh" else " "
        parts = pieces(text, self.lang)
        for _ in range(1 + int(self.rng.random() < 0.25)):
            word = self.word()
            at = int(self.rng.integers(len(parts) + 1))
            if self.lang != "zh":
                word = word + "," if at == 0 or self.rng.random() < 0.25 else word
                word = word.capitalize() if at == 0 and text[:1].isupper() else word
                word = word.rstrip(",") if at == len(parts) else word
            parts.insert(at, word)
        return gap.join(parts)

    def replaced(self, text: str) -> str | None:
        """Put a rude word for a neutral one, where people once did the reverse."""
        for match in WORD.finditer(text):
            rude = self.ruder.get(match[0].lower())
            if rude and self.rng.random() < 0.7:
                word = rude[int(self.rng.integers(len(rude)))]
                word = word.capitalize() if match[0][0].isupper() else word
                return text[: match.start()] + word + text[match.end() :]
        return None

    def __call__(self, texts: Iterable[str], limit: int) -> Iterator[tuple[str, str]]:
        """Yield (rude, neutral) pairs."""
        for text in islice(texts, limit):
            rude = self.replaced(text) if self.rng.random() < 0.5 else None
            yield (rude or self.inserted(text)), text
