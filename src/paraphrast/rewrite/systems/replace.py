"""Saying it politely: a neutral word for an offensive one, from our table or from a masked language model.

A word for which there is none is taken out.
"""

from collections.abc import Sequence

from paraphrast.rewrite.systems.delete import ROUNDS, remove_listed, soften_texts
from paraphrast.rewrite.systems.masked import Encoder, Filler, Masked
from paraphrast.rewrite.task import LIMIT, Task
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.cleaning import clean_text, tidy_draft
from paraphrast.rewrite.words.neutral import remove_words, say_politely
from paraphrast.text import Lang
from paraphrast.text.substitution import exchange_word


class Replace:
    """Proposes each text with neutral words for its offensive ones, and without those that have none."""

    def __init__(
        self,
        task: Task,
        *,
        rounds: int = ROUNDS,
        model: str | Filler = "",
        encoder: str | Encoder = "bundled",
    ) -> None:
        self.task, self.rounds = task, rounds
        self.masked = Masked(task, model, encoder) if model else None

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        """Put neutral words in; where that is still toxic, the text with deletions comes instead."""
        plain = [clean_text(text) for text in texts]
        put_in = self.masked(plain) if self.masked else [put_neutral(text, self.task.lang) for text in plain]
        polite = [remove_hard(text, self.task.lang) for text in put_in]
        values = self.task.toxicity(polite)
        bad = [at for at, value in enumerate(values) if value >= LIMIT]
        cut = [remove_listed(plain[at], self.task) for at in bad]
        for at, text in zip(bad, soften_texts(cut, self.task, self.rounds), strict=True):
            polite[at] = text
        return [[text] for text in polite]


def remove_hard(text: str, lang: Lang) -> str:
    """Take out the words that are never fine."""
    return tidy_draft(remove_words(text, lexicon.find_rude(text, lang)), text, lang)


def put_neutral(text: str, lang: Lang) -> str:
    """Put the table's word for each offensive word that has one.

    >>> put_neutral("Эти мудаки несут хуйню", "ru"), put_neutral("An idiot with a stupid plan", "en")
    ('Эти люди несут ерунду', 'A person with an unwise plan')
    >>> put_neutral("Эта тварь опять соврала, тупая тварь", "ru")
    'Этот человек опять соврал, глупая человек'
    """
    rude = lexicon.find_rude(text, lang, mild=True)
    for one in sorted(rude, key=lambda one: -one.start):
        said = say_politely(one, lang)
        if said:
            text = exchange_word(text, one, said, lang, kept={other.start for other in rude})
    return text
