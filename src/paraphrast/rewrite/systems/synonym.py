"""Other words in the same places: synonyms in the same form, where three models see no harm."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang, Token, entities, is_stop, replaced, synonyms, tags, words
from paraphrast.text.substitution import replace_word

Surprise: TypeAlias = Callable[[Sequence[str]], list[float]]
Encoder: TypeAlias = Callable[[Sequence[str]], NDArray[np.float32]]
OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
OPTIONS = 4  # synonyms tried for a word, the likeliest first
NEAR = 0.985  # the cosine of the surroundings before and after an exchange
HARM = 0.35  # nats a piece by which it may make them less likely
WEIGHT = 0.01  # of a nat against cosine, where several synonyms pass
SAME = 0.9  # P(paraphrase) of the surroundings
AROUND = 5  # words on either side of an exchange that are read
SHARES = (1.0, 0.6, 0.3)  # of the exchanges that do no harm: each share is a candidate, the boldest first


class Exchange(NamedTuple):
    """A word of a text, what is put in its place, and both with their surroundings; `worth` orders them."""

    at: int
    word: Token
    said: str
    before: str
    after: str
    worth: float = 0.0


class Synonym:
    """Proposes each text with several of its words exchanged, from many to few.

    An exchange must leave its surroundings near in meaning (encoder), about as likely (language model) and a
    paraphrase to the pair model, each asked once for all texts, and only about what the one before let pass.
    """

    def __init__(
        self,
        task: Task,
        *,
        model: str | Surprise = "bundled",
        encoder: str | Encoder = "bundled",
        n: int = len(SHARES),
    ) -> None:
        self.lang, self.pair, self.n = task.lang, task.pair, max(n, len(SHARES))
        self.surprise: Surprise = models.language_model(model) if isinstance(model, str) else model
        self.encode: Encoder = models.encoder(encoder) if isinstance(encoder, str) else encoder

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        tries = self.keep_paraphrases(self.keep_likely(self.keep_near(list(self.list_exchanges(texts)))))
        best: list[dict[int, Exchange]] = [{} for _ in texts]
        for one in tries:
            other = best[one.at].get(one.word.start)
            if other is None or one.worth > other.worth:
                best[one.at][one.word.start] = one
        return [self.write_fewer(text, some.values()) for text, some in zip(texts, best, strict=True)]

    def list_exchanges(self, texts: Sequence[str]) -> Iterator[Exchange]:
        """Yield every exchange that a lexicon allows."""
        for at, text in enumerate(texts):
            for word, by in _list_options(text, self.lang):
                part, place = _cut_surroundings(text, word, self.lang)
                yield Exchange(at, word, by, part, replace_word(part, place, by))

    def keep_near(self, tries: Sequence[Exchange]) -> list[Exchange]:
        """Keep what stays near in meaning."""
        if not tries:
            return []
        first, second = self.encode([one.before for one in tries]), self.encode([one.after for one in tries])
        cosines = np.einsum("ij,ij->i", first, second)
        rated = [one._replace(worth=float(c)) for one, c in zip(tries, cosines, strict=True)]
        return [one for one in rated if one.worth >= NEAR]

    def keep_likely(self, tries: Sequence[Exchange]) -> list[Exchange]:
        """Keep what is about as likely as it was."""
        asked = list(dict.fromkeys(text for one in tries for text in (one.before, one.after)))
        known = dict(zip(asked, self.surprise(asked) if asked else [], strict=True))
        rated = [(one, known[one.after] - known[one.before]) for one in tries]
        return [one._replace(worth=one.worth - WEIGHT * harm) for one, harm in rated if harm <= HARM]

    def keep_paraphrases(self, tries: Sequence[Exchange]) -> list[Exchange]:
        """Keep what the pair model takes for a paraphrase."""
        if self.pair is None or not tries:
            return list(tries)
        values = self.pair([Pair(one.before, one.after, lang=self.lang) for one in tries])
        return [one for one, value in zip(tries, values, strict=True) if value >= SAME]

    def write_fewer(self, text: str, found: Iterable[Exchange]) -> list[str]:
        """Write the text with ever fewer of its exchanges, the best ones last to go."""
        some = sorted(found, key=lambda one: -one.worth)
        counts = [round(share * len(some)) for share in list_shares(self.n)]
        return [_make_exchanges(text, some[:count]) for count in dict.fromkeys(counts) if count]


def _cut_surroundings(text: str, word: Token, lang: Lang) -> tuple[str, Token]:
    """Give the surroundings of a word, and its place in them.

    >>> _cut_surroundings("a b c d e f g h", Token("g", 12, 13), "en")
    ('b c d e f g h', Token(text='g', start=10, stop=11))
    """
    places = words(text, lang)
    at = next(number for number, one in enumerate(places) if one.start == word.start)
    start = places[max(0, at - AROUND)].start
    stop = places[min(len(places) - 1, at + AROUND)].stop
    return text[start:stop], Token(word.text, word.start - start, word.stop - start)


def list_shares(n: int) -> list[float]:
    """Give the shares of exchanges that make n candidates.

    >>> list_shares(3), list_shares(5)
    ([1.0, 0.6, 0.3], [1.0, 0.8, 0.6, 0.4, 0.2])
    """
    return list(SHARES) if n <= len(SHARES) else [(n - at) / n for at in range(n)]


def _make_exchanges(text: str, some: Sequence[Exchange]) -> str:
    """Make the exchanges, from the right to the left."""
    for one in sorted(some, key=lambda one: -one.word.start):
        text = replace_word(text, one.word, one.said)
    return text


def _list_options(text: str, lang: Lang) -> list[tuple[Token, str]]:
    """List what could stand for each open-class word outside names, numbers and quotes."""
    closed = [(one.start, one.stop) for one in entities(text, lang)]
    found: list[tuple[Token, str]] = []
    for word, tag in zip(words(text, lang), tags(text, lang), strict=True):
        if tag.text not in OPEN or is_stop(word.text.lower(), lang):
            continue
        if any(start < word.stop and word.start < stop for start, stop in closed):
            continue
        forms = [replaced(word.text, by, lang) for by in synonyms(word.text, lang, tag.text)[:OPTIONS]]
        found += [
            (word, form)
            for form in dict.fromkeys(forms)
            if form and form.lower() != word.text.lower() and not lexicon.find_rude(form, lang, mild=True)
        ]
    return found
