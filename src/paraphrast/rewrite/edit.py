"""Editing by tags: keep, delete or replace each word; replacements from a learned lexicon, or written in.

After LEWIS (Reid and Zhong 2021): a tagger learned from aligned pairs says where, and a generator says what.
"""

import json
import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from paraphrast.models.bundled import box
from paraphrast.models.bundled.rewriter import BundledRewriter, Word, encoded
from paraphrast.models.bundled.surface import joined, written
from paraphrast.models.bundled.words import MARK
from paraphrast.rewrite import lexicon
from paraphrast.rewrite.cleaning import clean, tidy
from paraphrast.rewrite.means import Means
from paraphrast.text import Lang, lemma, replaced

SURE = 0.5  # from here on a word does not stay
DEGREE = 1  # of change: the tags of a model that is asked for little are the surer ones
ROUNDS = 3  # gaps of a text that are written in; further ones stay empty


class Gap(NamedTuple):
    """A stretch that goes, and what comes instead; None: to be written."""

    start: int
    stop: int
    new: str | None


class Edit:
    """Proposes each text with its tagged words deleted or replaced."""

    def __init__(
        self,
        means: Means,
        *,
        model: BundledRewriter | None = None,
        learned: Mapping[str, str] | None = None,
        degree: int | None = DEGREE,
        sure: float = SURE,
        rounds: int = ROUNDS,
    ) -> None:
        self.lang, self.sure, self.rounds = means.lang, sure, rounds
        self.model = model or BundledRewriter("neutral", means.lang, degree=degree)
        self.learned = table(means.lang) if learned is None else learned

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        plain = [clean(text) for text in texts]
        tagged = self.model.tags(plain)
        gaps = [self.gaps(text, words, self.sure) for text, words in zip(plain, tagged, strict=True)]
        for _ in range(self.rounds):
            open_ = [at for at, some in enumerate(gaps) if any(gap.new is None for gap in some)]
            if open_:
                self.fill([plain[at] for at in open_], [gaps[at] for at in open_])
        return [[tidy(applied(text, some), text, self.lang)] for text, some in zip(plain, gaps, strict=True)]

    def edited(self, text: str, words: Sequence[Word], sure: float) -> str:
        """Edit a text whose words are tagged, with the lexicon alone: nothing is written in."""
        return tidy(applied(text, self.gaps(text, words, sure)), text, self.lang)

    def gaps(self, text: str, words: Sequence[Word], sure: float) -> list[Gap]:
        """Join the words that go into stretches, and say what the lexicon has for each."""
        rude = lexicon.found(text, self.lang)
        going = [
            word.delete + word.replace >= sure
            or any(one.start < word.stop and word.start < one.stop for one in rude)
            for word in words
        ]
        found: list[Gap] = []
        at = 0
        while at < len(words):
            stop = at
            while stop < len(words) and going[stop]:
                stop += 1
            if stop > at:
                found.append(self.gap(text, words[at:stop]))
            at = max(stop, at + 1)
        return found

    def gap(self, text: str, words: Sequence[Word]) -> Gap:
        """Decide on one stretch: the lexicon's phrase, nothing, or something to be written."""
        start, stop = words[0].start, words[-1].stop
        deleted = all(word.delete >= word.replace for word in words)
        new = "" if deleted else neutral(text[start:stop], self.learned, self.lang)
        return Gap(start, stop, new)

    def fill(self, texts: Sequence[str], gaps: Sequence[list[Gap]]) -> None:
        """Write what comes into the first open gap of each text."""
        which = [next(at for at, gap in enumerate(some) if gap.new is None) for some in gaps]
        before = [
            applied(text[: some[at].start], some[:at])
            for text, some, at in zip(texts, gaps, which, strict=True)
        ]
        prefixes = [one.ids for one in encoded([text.rstrip() for text in before])]
        sources = [one.ids for one in encoded(texts)]
        filled = self.model.fill(sources, prefixes)
        for text, some, at, ids in zip(texts, gaps, which, filled, strict=True):
            after = encoded([text[some[at].stop :]])[0].ids[:1]
            some[at] = some[at]._replace(new=spelled(ids, after))


def applied(text: str, gaps: Sequence[Gap]) -> str:
    """Put what comes instead into the gaps of a text; open ones become empty.

    >>> applied("You damn fool!", [Gap(4, 8, ""), Gap(9, 13, "person")])
    'You  person!'
    """
    for gap in sorted(gaps, key=lambda gap: -gap.start):
        text = text[: gap.start] + (gap.new or "") + text[gap.stop :]
    return text


def neutral(phrase: str, learned: Mapping[str, str], lang: Lang) -> str | None:
    """Find what people put for a phrase: for the very form, or for its lemma and then in the same form.

    >>> neutral("Fools", {"fool": "person"}, "en"), neutral("table", {}, "en")
    ('People', None)
    """
    key = phrase.lower()
    new = learned.get(key)
    if new is None and len(key.split()) == 1 and lang != "zh":
        by = learned.get(lemma(key, lang).lower())
        new = replaced(key, by, lang) if by and " " not in by else by
    return new.capitalize() if new and phrase[:1].isupper() else new


def spelled(ids: Sequence[int], after: Sequence[int]) -> str:
    """Spell written pieces up to the one that comes after the gap, or the end."""
    out = ""
    for piece in ids:
        token = box.tokenizer().id_to_token(piece)
        if piece in (box.END, box.PAD, *after):
            break
        out = joined(out, token, written(token.removeprefix(MARK), out))
    return out


@cache
def table(lang: Lang) -> dict[str, str]:
    """Read the learned lexicon of a language."""
    stored = json.loads(lzma.decompress(box.file("rewriter-learned.json.xz").read_bytes()))
    return dict(stored[lang])
