"""Other words in the same places: synonyms in the same form, where the language model sees no harm."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from paraphrast import models
from paraphrast.rewrite import lexicon
from paraphrast.rewrite.means import Means
from paraphrast.rewrite.putting import put
from paraphrast.text import Lang, Token, entities, is_stop, replaced, synonyms, tags, words

Fluency: TypeAlias = Callable[[Sequence[str]], list[float]]
OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
OPTIONS = 4  # synonyms tried for a word, the likeliest first
HARM = 0.4  # nats a piece by which one exchange may make its surroundings less likely
AROUND = 5  # words on either side of an exchange that the language model reads
SHARES = (1.0, 0.6, 0.3)  # of the exchanges that do no harm: each share is a candidate, the boldest first


class Exchange(NamedTuple):
    """A word, what is put in its place, and by how much that makes the text less likely."""

    word: Token
    said: str
    harm: float


class Synonym:
    """Proposes each text with several of its words exchanged, from many to few."""

    def __init__(
        self, means: Means, *, model: str | Fluency = "bundled", harm: float = HARM, n: int = len(SHARES)
    ) -> None:
        self.lang, self.harm, self.n = means.lang, harm, max(n, len(SHARES))
        self.surprise: Fluency = models.language_model(model) if isinstance(model, str) else model

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        tries = [(at, *one) for at, text in enumerate(texts) for one in options(text, self.lang)]
        near = [around(texts[at], word, self.lang) for at, word, _ in tries]
        said = [put(text, word, by) for (text, word), (_, _, by) in zip(near, tries, strict=True)]
        asked = list(dict.fromkeys([*(text for text, _ in near), *said]))
        known = dict(zip(asked, self.surprise(asked), strict=True))
        best: list[dict[int, Exchange]] = [{} for _ in texts]
        for (at, word, by), (text, _), new in zip(tries, near, said, strict=True):
            one = Exchange(word, by, known[new] - known[text])
            other = best[at].get(word.start)
            if one.harm <= self.harm and (other is None or one.harm < other.harm):
                best[at][word.start] = one
        return [self.written(text, some.values()) for text, some in zip(texts, best, strict=True)]

    def written(self, text: str, found: Iterable[Exchange]) -> list[str]:
        """Write the text with ever fewer of its exchanges, the harmless ones last to go."""
        some = sorted(found, key=lambda one: one.harm)
        counts = [round(share * len(some)) for share in shares(self.n)]
        return [exchanged(text, some[:count]) for count in dict.fromkeys(counts) if count]


def around(text: str, word: Token, lang: Lang) -> tuple[str, Token]:
    """Give the surroundings of a word, and its place in them.

    >>> around("a b c d e f g h", Token("g", 12, 13), "en")
    ('b c d e f g h', Token(text='g', start=10, stop=11))
    """
    places = words(text, lang)
    at = next(number for number, one in enumerate(places) if one.start == word.start)
    start = places[max(0, at - AROUND)].start
    stop = places[min(len(places) - 1, at + AROUND)].stop
    return text[start:stop], Token(word.text, word.start - start, word.stop - start)


def shares(n: int) -> list[float]:
    """Give the shares of exchanges that make n candidates.

    >>> shares(3), shares(5)
    ([1.0, 0.6, 0.3], [1.0, 0.8, 0.6, 0.4, 0.2])
    """
    return list(SHARES) if n <= len(SHARES) else [(n - at) / n for at in range(n)]


def exchanged(text: str, some: Sequence[Exchange]) -> str:
    """Make the exchanges, from the right to the left."""
    for one in sorted(some, key=lambda one: -one.word.start):
        text = put(text, one.word, one.said)
    return text


def options(text: str, lang: Lang) -> list[tuple[Token, str]]:
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
            if form and form.lower() != word.text.lower() and not lexicon.found(form, lang, mild=True)
        ]
    return found
