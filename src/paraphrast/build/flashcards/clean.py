"""What a card must be to go on: its front a term, its back plain text in one language and not too long."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import Lang, forms, language, lemmas, normal

MARKUP = re.compile(
    r"https?://|<[a-z]+[ />]|\\[a-z]{2,}|\$\$|\.(?:png|jpe?g|gif|mp3)\b|[\ue000-\uf8ff\ufffd]", re.I
)


class Termed:
    """Drops cards whose front is not in a list of terms, compared by lemma."""

    def __init__(self, terms: Sequence[str], lang: Lang) -> None:
        self.terms = [_lemmatised(term, lang) for term in terms]
        self.lang = lang
        self._known: frozenset[str] = frozenset(self.terms)

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [
            Verdict(None if _lemmatised(pair.a, self.lang) in self._known else "not-a-term") for pair in pairs
        ]


def _lemmatised(term: str, lang: Lang) -> str:
    """Write a term in dictionary forms.

    >>> _lemmatised("Neural Networks", "en")
    'neural network'
    """
    return " ".join(token.text for token in lemmas(term, lang))


class Plain:
    """Drops cards whose definition has markup or no words, or more words than the bound."""

    def __init__(self, high: int | None = None, lang: Lang | None = None) -> None:
        self.high, self.lang = high, lang

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [self.judge(pair) for pair in pairs]

    def judge(self, pair: Pair) -> Verdict:
        """Judge one card."""
        if self.high is None:
            plain = not MARKUP.search(pair.b) and any(map(str.isalpha, pair.b))
            return Verdict(None if plain else "not-plain-text")
        count = len(forms(pair.b, self.lang or lang_of(pair)))
        return Verdict("too-long" if count > self.high else "empty" if not count else None, float(count))


class Spoken:
    """Drops cards whose definition is in another language; a few words are given the benefit of the doubt."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [Verdict(self.reason(pair)) for pair in pairs]

    def reason(self, pair: Pair) -> str | None:
        """Say which other language a definition is in; Latin abbreviations alone do not make it English."""
        found = language(pair.b)
        foreign = found != self.lang and (found != "other" or not pair.b.isascii())
        return f"language-{found}" if foreign else None


class Merged:
    """Drops a card when an earlier one defines the same term in the same words."""

    def __call__(self, pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Verdict]]:
        seen: set[tuple[str, str]] = set()
        for pair in pairs:
            key = pair.group, " ".join(forms(normal(pair.b, lang_of(pair)).text, lang_of(pair)))
            yield pair, Verdict("same-definition" if key in seen else None)
            seen.add(key)


class Enough:
    """Drops cards of terms that have too few definitions."""

    def __init__(self, low: int = 5) -> None:
        self.low = low

    def __call__(self, pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Verdict]]:
        cards = list(pairs)
        count = Counter(card.group for card in cards)
        for card in cards:
            number = count[card.group]
            yield card, Verdict("few-definitions" if number < self.low else None, float(number))
