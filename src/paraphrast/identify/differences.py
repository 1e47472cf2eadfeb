"""What differs between the texts of a pair: words with lemma and kind, what one side lacks, what moved."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from paraphrast.data import Pair
from paraphrast.text import entities, forms, is_stop, is_word, language, lemmas, stems, tags
from paraphrast.text.languages import Lang, as_known, find_language

Kind: TypeAlias = Literal["entity", "number", "adjective", "verb", "noun", "adverb", "function"]
KINDS: dict[str, Kind] = {
    "PROPN": "entity",
    "NUM": "number",
    "ADJ": "adjective",
    "VERB": "verb",
    "NOUN": "noun",
    "ADV": "adverb",
    "X": "noun",
}
NAMED = {"person", "place", "organisation"}


class Word(NamedTuple):
    """A word of a text: where it stands, its lemma and what kind of word it is."""

    text: str
    start: int
    stop: int
    lemma: str
    kind: Kind


class Difference:
    """Both texts of a pair as words, and how they differ; each part is worked out when it is asked for."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.lang = lang_of(pair)
        self.a, self.b = (read(text, self.lang) for text in (pair.a, pair.b))

    @cached_property
    def content(self) -> tuple[list[Word], list[Word]]:
        """Give the words of both sides that carry meaning."""
        return content(self.a), content(self.b)

    @cached_property
    def only(self) -> tuple[list[Word], list[Word]]:
        """Give the content words whose lemma the other side lacks, counted as often as they are too many."""
        a, b = self.content
        if not find_language(self.lang).spaced:  # 看了看 is 看 once more, not another word
            a, b = once(a), once(b)
        one, other = extra(a, b), extra(b, a)
        return _rejoined(one, other), _rejoined(other, one)

    @cached_property
    def shared(self) -> int:
        """Count the content words that both sides have."""
        return len(self.content[0]) - len(self.only[0])

    @cached_property
    def moved(self) -> int:
        """Count the shared content words that stand in another order."""
        one, other = (list(keys(side)) for side in self.content)
        both = (Counter(one) & Counter(other)).keys()
        one, other = ([lemma for lemma in side if lemma in both] for side in (one, other))
        return min(len(one), len(other)) - common(one, other)

    @cached_property
    def unmatched(self) -> tuple[list[Word], list[Word]]:
        """Give the content words of both sides that are not where the other side has them, or not there."""
        a, b = self.content
        same = SequenceMatcher(None, list(keys(a)), list(keys(b)), autojunk=False).get_matching_blocks()
        here = {at for block in same for at in range(block.a, block.a + block.size)}
        there = {at for block in same for at in range(block.b, block.b + block.size)}
        return (
            [word for at, word in enumerate(a) if at not in here],
            [word for at, word in enumerate(b) if at not in there],
        )

    @cached_property
    def inflected(self) -> int:
        """Count the shared lemmas that appear in other forms."""
        forms: list[dict[str, set[str]]] = [{}, {}]
        for found, side in zip(forms, self.content, strict=True):
            for word in side:
                found.setdefault(word.lemma, set()).add(word.text.lower())
        return sum(forms[0][lemma] != forms[1][lemma] for lemma in forms[0].keys() & forms[1].keys())

    def likeness(self, *, hidden: Kind | None = None) -> float:
        """Say how alike the two sequences of content words are, from 0 to 1, with one kind of word masked."""
        one, other = (list(keys(side, hidden)) for side in self.content)
        return SequenceMatcher(None, one, other, autojunk=False).ratio()

    def bag(self, kind: Kind) -> tuple[Counter[str], Counter[str]]:
        """Count the lemmas of one kind on both sides."""
        a, b = (Counter(word.lemma for word in side if word.kind == kind) for side in self.content)
        return a, b


def lang_of(pair: Pair) -> Lang:
    """Give the language of a pair, guessed where it is not said."""
    return pair.lang or as_known(language(pair.a))


def read(text: str, lang: Lang) -> list[Word]:
    """Give the words of a text with lemma and kind; names and numbers go before parts of speech."""
    spans = entities(text, lang)
    named = [(span.start, span.stop) for span in spans if span.kind in NAMED]
    lemma = {token.start: token.text for token in lemmas(text, lang)}
    own = find_language(lang)
    brief = own.marks.BRIEF if own.has("marks") else ()
    found = []
    for tag in tags(text, lang):
        surface = text[tag.start : tag.stop]
        if not is_word(surface) and not surface[:1].isdigit():
            continue
        kind = KINDS.get(tag.text, "function") if surface not in brief else "function"
        if any(char.isdigit() for char in surface):
            kind = "number"
        elif any(start <= tag.start < stop for start, stop in named):
            kind = "entity"
        elif kind not in ("entity", "number") and is_stop(surface, lang):
            kind = "function"
        found.append(Word(surface, tag.start, tag.stop, lemma.get(tag.start, surface).lower(), kind))
    return found


def content(words: Iterable[Word]) -> list[Word]:
    """Keep the words that carry meaning."""
    return [word for word in words if word.kind != "function"]


def keys(words: Iterable[Word], hidden: Kind | None = None) -> Iterable[str]:
    """Give lemmas, with one name for all words of the hidden kind."""
    return (f"<{hidden}>" if word.kind == hidden else word.lemma for word in words)


def extra(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Give the words that the others lack."""
    left = Counter(word.lemma for word in others)
    found = []
    for word in words:
        left[word.lemma] -= 1
        if left[word.lemma] < 0:
            found.append(word)
    return found


def once(words: Sequence[Word]) -> list[Word]:
    """Leave out words that repeat the one before them."""
    return [word for place, word in enumerate(words) if not place or word.lemma != words[place - 1].lemma]


def _rejoined(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Leave out words that the other side merely cuts otherwise: 参加考试 beside 参加 and 考试."""
    joined = {"".join(parts) for parts in runs([word.lemma for word in others])}
    here = {"".join(parts): parts for parts in runs([word.lemma for word in words])}
    cut = {
        part for whole, parts in here.items() if whole in {word.lemma for word in others} for part in parts
    }
    return [word for word in words if word.lemma not in joined and word.lemma not in cut]


def runs(parts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield two and three neighbours at a time."""
    for size in (2, 3):
        yield from (parts[at : at + size] for at in range(len(parts) - size + 1))


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """Give the length of the longest common subsequence.

    >>> common("abcd", "acbd")
    3
    """
    best = [0] * (len(other) + 1)
    for first in one:
        before = 0
        for place, second in enumerate(other, start=1):
            before, best[place] = best[place], max(best[place], best[place - 1], before + (first == second))
    return best[-1]


def overlap(pair: Pair, lang: Lang) -> float:
    """Give the share of the shorter text's word pairs that the other has too.

    RuPAWS leaves the n-gram overlap of its Figure 1 undefined; this reading comes nearest to its numbers.

    >>> overlap(Pair("the black cat ran", "the black cat sat down"), "en")
    0.6666666666666666
    """
    short, long = sorted((forms(text, lang) for text in (pair.a, pair.b)), key=len)
    grams, others = (Counter(pairwise(words)) for words in (short, long))
    return (grams & others).total() / max(1, grams.total())


def jaccard(pair: Pair, lang: Lang) -> float:
    """Give the Jaccard likeness of stems without stop words and marks (Figure 1 of PARADE)."""
    one, other = (
        {token.text for token in stems(text, lang) if not is_stop(text[token.start : token.stop], lang)}
        for text in (pair.a, pair.b)
    )
    one, other = ({stem for stem in side if is_word(stem)} for side in (one, other))
    return len(one & other) / max(1, len(one | other))
