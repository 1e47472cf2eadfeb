"""Editing by tags: keep, delete or replace each word; what comes instead is learned, or written in.

After LEWIS (Reid and Zhong 2021): a tagger learned from aligned pairs says where, and a generator says what.
"""

import json
import lzma
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from paraphrast.models.bundled import box
from paraphrast.models.bundled.rewriter import BundledRewriter, Draft, Word, encoded
from paraphrast.models.bundled.surface import joined, written
from paraphrast.models.bundled.words import MARK
from paraphrast.rewrite.grammar.russian.forms import fitted
from paraphrast.rewrite.means import Means
from paraphrast.rewrite.words import lexicon, wording
from paraphrast.rewrite.words.agreement import AGREEING, PARTICLES, agreed, followed
from paraphrast.rewrite.words.cleaning import clean, tidy
from paraphrast.rewrite.words.disguise import uncovered
from paraphrast.rewrite.words.insults import NOTHING, said_of, subject
from paraphrast.rewrite.words.wording import Put, Wording, plain, spells
from paraphrast.text import Lang, Token, lemma, replaced, tags
from paraphrast.text.putting import put

SURE = 0.5  # from here on a word does not stay
DEGREES = (0, 1)  # of change: what people write seldom changes more
LEVEL = 1  # whose tags say what goes
LIKELY = 0.2  # what people put so often comes whatever the tag of the word
WORDED = ("ru", "en")  # languages with enough pairs by people to learn from what is put for each word
TINY = 1e-4  # nothing is surer than this to stay or to go
LEADING = re.compile(  # pronouns and articles that want a noun
    "эт(?:от|ого|ому|им|а|ой|у|и|их|ими)|(?:как|так)(?:ой|ого|ому|им|ая|ую|ие|их|ими)(?:-то)?|т(?:от|ого|а|е|ех)"
    "|which|that|this|these|those|every|some|another|an?|the"
)
ROUNDS = 3  # gaps of a text that are written in; further ones stay empty


@lru_cache(1024)
def meant(text: str, lang: Lang) -> str:
    """Clean a text, and say its rude phrases as they are meant: both are read before anything is tagged."""
    plain = uncovered(clean(text), lang)
    said = lexicon.unphrased(plain, lang)
    return fitted(said, plain) if lang == "ru" and said != plain else said


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
        sure: float = SURE,
        rounds: int = ROUNDS,
    ) -> None:
        self.lang, self.sure, self.rounds = means.lang, sure, rounds
        self.model = model or BundledRewriter("neutral", means.lang)
        self.wording = Wording(means.lang) if learned is None and means.lang in WORDED else None
        self.learned = learned if learned is not None else {} if self.wording else table(means.lang)

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        plain = [meant(text, self.lang) for text in texts]
        read = self.model.readings(plain, DEGREES)
        said = [self.said(some) for some in read]
        rows = zip(plain, read, said, strict=True)
        gaps = [
            self.gaps(text, some[LEVEL].words if some else [], self.sure, new) for text, some, new in rows
        ]
        for _ in range(self.rounds):
            open_ = [at for at, some in enumerate(gaps) if any(gap.new is None for gap in some)]
            if open_:
                self.fill([plain[at] for at in open_], [gaps[at] for at in open_])
        return [[tidy(applied(text, some), text, self.lang)] for text, some in zip(plain, gaps, strict=True)]

    def edited(self, text: str, words: Sequence[Word], sure: float, said: Sequence[Put] | None) -> str:
        """Edit a text by the tags of its words, from how sure on; nothing is written into open gaps."""
        return tidy(applied(text, self.gaps(text, words, sure, said)), text, self.lang)

    def said(self, read: Sequence[Draft]) -> list[Put] | None:
        """Say what people would put for each word, should it go; None where only a lexicon tells."""
        return self.wording([word.text for word in read[0].words]) if self.wording and read else None

    def gaps(self, text: str, words: Sequence[Word], sure: float, said: Sequence[Put] | None) -> list[Gap]:
        """List what goes, and what comes instead: for each word, or for stretches where a lexicon says it."""
        rude = lexicon.found(text, self.lang)
        going = [
            goes(word, said[at] if said else None) >= sure
            or any(one.start < word.stop and word.start < one.stop for one in rude)
            or (said is not None and likely(word, said[at]))
            for at, word in enumerate(words)
        ]
        if said is not None:
            return [gap for run in runs(going) for gap in self.worded(words, run, said)]
        return [self.gap(text, words[run.start : run.stop]) for run in runs(going)]

    def worded(self, words: Sequence[Word], run: range, said: Sequence[Put]) -> list[Gap]:
        """Put one replacement for a run of words, the likeliest; what stands before it agrees with it."""
        there = [at for at in run if said[at].text and spells(words[at].text)]
        best = max(there, key=lambda at: said[at].sure, default=None)
        new = {at: "" if at in there and at != best else said[at].text for at in run}
        lead = best - 1 if best and said[best].inflected else None
        lead = lead - 1 if lead and plain(words[lead].text) in PARTICLES else lead
        if best is None and (found := named(words, run, self.lang)):
            lead, best = found
            new[best] = wording.put(words[best].text, wording.LISTED, self.lang)
            new.pop(lead, None)
        elif best is None and (best := subject(words, run, self.lang)) is not None:
            new[best] = wording.put(words[best].text, wording.LISTED, self.lang)
        silent = best is None or plain(new[best]) in NOTHING
        if silent and (told := said_of(words, run, self.lang)):
            before = [Gap(words[at].start, words[at].stop, new[at]) for at in run if at < told.first]
            return [*before, Gap(words[told.first].start, words[told.noun].stop, told.text)]
        if best is not None and lead is not None and self.lang in AGREEING:
            fits = agreed(words[lead].text, words[best].text, new[best], self.lang)
            new |= {lead: fits} if fits else {}
        if best is not None and self.lang in AGREEING:
            behind = [word.text for word in words[run.stop :]]
            verb = followed(behind, words[best].text, new[best])
            new |= {run.stop + at: text for at, text in verb.items()}
        return [Gap(words[at].start, words[at].stop, text) for at, text in new.items()]

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


def goes(word: Word, new: Put | None) -> float:
    """Say how likely a word goes, by the tagger, which reads the text, and the network, which knows words."""
    tagged = word.delete + word.replace
    if new is None:
        return tagged
    odds = [min(max(one, TINY), 1 - TINY) for one in (tagged, new.goes)]
    return 1 / (1 + math.sqrt(math.prod((1 - one) / one for one in odds)))


def named(words: Sequence[Word], run: range, lang: Lang) -> tuple[int, int] | None:
    """Find a pronoun in or before a run, and the noun that ends it, where our table has another noun."""
    noun = next((at for at in reversed(run) if spells(words[at].text)), run.start)
    far = 3 if run.start and plain(words[run.start - 1].text) in PARTICLES else 2
    before = range(noun - 1, max(run.start - far, -1), -1)
    lead = next((at for at in before if LEADING.fullmatch(plain(words[at].text))), None)
    said = lexicon.meant(plain(words[noun].text), lang)
    if lead is None or not said or [one.text for one in tags(said.strip(wording.AS_IS), lang)] != ["NOUN"]:
        return None
    return lead, noun


def likely(word: Word, new: Put) -> bool:
    """Say whether people so often put something for a word that it goes whatever its tag."""
    return new.sure >= LIKELY and bool(new.text) and spells(word.text)


def runs(going: Sequence[bool]) -> list[range]:
    """List the stretches of words that go.

    >>> runs([True, False, True, True])
    [range(0, 1), range(2, 4)]
    """
    edges = [at for at, (a, b) in enumerate(pairwise([False, *going, False])) if a != b]
    return [range(start, stop) for start, stop in zip(edges[::2], edges[1::2], strict=True)]


def applied(text: str, gaps: Sequence[Gap]) -> str:
    """Put what comes instead into the gaps of a text; open ones become empty.

    >>> applied("You damn fool!", [Gap(4, 8, ""), Gap(9, 13, "person")])
    'You  person!'
    >>> applied("An idiot left", [Gap(3, 8, "person")])
    'A person left'
    """
    for gap in sorted(gaps, key=lambda gap: -gap.start):
        if gap.new:
            text = put(text, Token(text[gap.start : gap.stop], gap.start, gap.stop), gap.new)
        else:
            text = text[: gap.start] + text[gap.stop :]
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
    """Read the learned lexicon of a language that has no network."""
    stored = json.loads(lzma.decompress(box.file("rewriter-learned.json.xz").read_bytes()))
    return dict(stored[lang])
