"""Saying it politely: a neutral word for an offensive one, from our table or from a masked language model.

A word for which there is none is taken out.
"""

from collections.abc import Sequence

from paraphrast.rewrite.means import LIMIT, Means
from paraphrast.rewrite.systems.delete import ROUNDS, soften, without_listed
from paraphrast.rewrite.systems.masked import Encoder, Filler, Masked
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.cleaning import clean, tidy
from paraphrast.rewrite.words.neutral import polite, without
from paraphrast.text import Lang
from paraphrast.text.putting import exchange


class Replace:
    """Proposes each text with neutral words for its offensive ones, and without those that have none."""

    def __init__(
        self,
        means: Means,
        *,
        rounds: int = ROUNDS,
        model: str | Filler = "",
        encoder: str | Encoder = "bundled",
    ) -> None:
        self.means, self.rounds = means, rounds
        self.masked = Masked(means, model, encoder) if model else None

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        """Put neutral words in; where that is still toxic, the text with deletions comes instead."""
        plain = [clean(text) for text in texts]
        put_in = self.masked(plain) if self.masked else [neutral(text, self.means.lang) for text in plain]
        polite = [bare(text, self.means.lang) for text in put_in]
        values = self.means.toxicity(polite)
        bad = [at for at, value in enumerate(values) if value >= LIMIT]
        cut = [without_listed(plain[at], self.means) for at in bad]
        for at, text in zip(bad, soften(cut, self.means, self.rounds), strict=True):
            polite[at] = text
        return [[text] for text in polite]


def bare(text: str, lang: Lang) -> str:
    """Take out the words that are never fine."""
    return tidy(without(text, lexicon.found(text, lang)), text, lang)


def neutral(text: str, lang: Lang) -> str:
    """Put the table's word for each offensive word that has one.

    >>> neutral("Эти мудаки несут хуйню", "ru"), neutral("An idiot with a stupid plan", "en")
    ('Эти люди несут ерунду', 'A person with an unwise plan')
    >>> neutral("Эта тварь опять соврала, тупая тварь", "ru")
    'Этот человек опять соврал, глупая человек'
    """
    rude = lexicon.found(text, lang, mild=True)
    for one in sorted(rude, key=lambda one: -one.start):
        said = polite(one, lang)
        if said:
            text = exchange(text, one, said, lang, kept={other.start for other in rude})
    return text
