"""Editing by tags: keep, delete or replace each word; a network and our lists know what comes instead.

After LEWIS (Reid and Zhong 2021): a tagger learned from aligned pairs says where.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from paraphrast.models.bundled.tagger import BundledTagger, Word
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words import lexicon, wording
from paraphrast.rewrite.words.cleaning import clean_text, tidy_draft
from paraphrast.rewrite.words.disguise import uncover_words
from paraphrast.rewrite.words.insults import find_said_of, find_subject, says_nothing
from paraphrast.rewrite.words.rude_phrases import say_phrases
from paraphrast.rewrite.words.table import word_table
from paraphrast.rewrite.words.wording import Put, Wording, has_letters, is_worded, plain_form
from paraphrast.text import Lang, Token, tags
from paraphrast.text.languages import find_language
from paraphrast.text.substitution import replace_word

Tagger: TypeAlias = Callable[[Sequence[str]], list[list[Word]]]
SURE = 0.5  # from here on a word does not stay
LIKELY = 0.2  # what people put so often comes whatever the tag of the word
TINY = 1e-4  # nothing is surer than this to stay or to go


@lru_cache(1024)
def say_as_meant(text: str, lang: Lang) -> str:
    """Clean a text, and say its rude phrases as they are meant: both are read before anything is tagged."""
    plain = uncover_words(clean_text(text), lang)
    said = say_phrases(plain, lang)
    return find_language(lang).drafts.fit_forms(said, plain)


class Gap(NamedTuple):
    """A stretch that goes, and what comes instead."""

    start: int
    stop: int
    new: str


class Edit:
    """Proposes each text with its tagged words deleted or replaced."""

    def __init__(self, task: Task, *, tagger: Tagger | None = None, sure: float = SURE) -> None:
        self.lang, self.sure = task.lang, sure
        self.tagger = tagger or BundledTagger()
        self.wording = Wording(task.lang) if is_worded(task.lang) else None

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        plain = [say_as_meant(text, self.lang) for text in texts]
        return [self.make_edits(text, words, (self.sure,)) for text, words in self.tag_texts(plain)]

    def tag_texts(self, texts: Sequence[str]) -> Iterator[tuple[str, list[Word]]]:
        """Give each text with the tags of its words."""
        return zip(texts, self.tagger(texts), strict=True)

    def make_edits(self, text: str, words: Sequence[Word], sure: Sequence[float]) -> list[str]:
        """Edit a text by the tags of its words, once for each border from which on a tag counts."""
        said = self.wording([word.text for word in words]) if self.wording else None
        gaps = [self.find_gaps(text, words, border, said) for border in sure]
        return [tidy_draft(fill_gaps(text, some), text, self.lang) for some in gaps]

    def find_gaps(
        self, text: str, words: Sequence[Word], sure: float, said: Sequence[Put] | None
    ) -> list[Gap]:
        """List what goes, and what comes instead: for each word, or for stretches where a lexicon says it."""
        rude = lexicon.find_rude(text, self.lang)
        going = [
            chance_to_go(word, said[at] if said else None) >= sure
            or any(one.start < word.stop and word.start < one.stop for one in rude)
            or (said is not None and _is_likely(word, said[at]))
            for at, word in enumerate(words)
        ]
        if said is not None:
            return [gap for run in _find_runs(going) for gap in self.word_run(words, run, said)]
        return [Gap(words[run.start].start, words[run.stop - 1].stop, "") for run in _find_runs(going)]

    def word_run(self, words: Sequence[Word], run: range, said: Sequence[Put]) -> list[Gap]:
        """Put one replacement for a run of words, the likeliest; what stands before it agrees with it."""
        there = [at for at in run if said[at].text and has_letters(words[at].text)]
        best = max(there, key=lambda at: said[at].sure, default=None)
        new = {at: "" if at in there and at != best else said[at].text for at in run}
        lead = best - 1 if best and said[best].inflected else None
        lead = lead - 1 if lead and plain_form(words[lead].text) in _list_particles(self.lang) else lead
        if best is None and (found := _find_pointed_noun(words, run, self.lang)):
            lead, best = found
            new[best] = wording.write_label(words[best].text, wording.LISTED, self.lang)
            new.pop(lead, None)
        elif best is None and (best := find_subject(words, run, self.lang)) is not None:
            new[best] = wording.write_label(words[best].text, wording.LISTED, self.lang)
        silent = best is None or says_nothing(plain_form(new[best]), self.lang)
        if silent and (told := find_said_of(words, run, self.lang)):
            before = [Gap(words[at].start, words[at].stop, new[at]) for at in run if at < told.first]
            return [*before, Gap(words[told.first].start, words[told.noun].stop, told.text)]
        language = find_language(self.lang)
        if best is not None and language.has("concord"):
            old, concord = words[best].text, language.concord
            fits = concord.agree_before(words[lead].text, old, new[best]) if lead is not None else None
            new |= {lead: fits} if lead is not None and fits else {}
            verb = concord.agree_behind([word.text for word in words[run.stop :]], old, new[best])
            new |= {run.stop + at: text for at, text in verb.items()}
        return [Gap(words[at].start, words[at].stop, text) for at, text in new.items()]


def chance_to_go(word: Word, new: Put | None) -> float:
    """Say how likely a word goes, by the tagger, which reads the text, and the network, which knows words."""
    tagged = word.delete + word.replace
    if new is None:
        return tagged
    odds = [min(max(one, TINY), 1 - TINY) for one in (tagged, new.goes)]
    return 1 / (1 + math.sqrt(math.prod((1 - one) / one for one in odds)))


def _find_pointed_noun(words: Sequence[Word], run: range, lang: Lang) -> tuple[int, int] | None:
    """Find a pronoun in or before a run, and the noun that ends it, where our table has another noun."""
    noun = next((at for at in reversed(run) if has_letters(words[at].text)), run.start)
    far = 3 if run.start and plain_form(words[run.start - 1].text) in _list_particles(lang) else 2
    leading = word_table(lang).pattern("around.leading")
    before = range(noun - 1, max(run.start - far, -1), -1)
    lead = next((at for at in before if leading.fullmatch(plain_form(words[at].text))), None)
    said = lexicon.meant(plain_form(words[noun].text), lang)
    if lead is None or not said or [one.text for one in tags(said.strip(wording.AS_IS), lang)] != ["NOUN"]:
        return None
    return lead, noun


def _list_particles(lang: Lang) -> Sequence[str]:
    """List what stands between a word and what goes with it."""
    language = find_language(lang)
    return language.concord.PARTICLES if language.has("concord") else ()


def _is_likely(word: Word, new: Put) -> bool:
    """Say whether people so often put something for a word that it goes whatever its tag."""
    return new.sure >= LIKELY and bool(new.text) and has_letters(word.text)


def _find_runs(going: Sequence[bool]) -> list[range]:
    """List the stretches of words that go.

    >>> _find_runs([True, False, True, True])
    [range(0, 1), range(2, 4)]
    """
    edges = [at for at, (a, b) in enumerate(pairwise([False, *going, False])) if a != b]
    return [range(start, stop) for start, stop in zip(edges[::2], edges[1::2], strict=True)]


def fill_gaps(text: str, gaps: Sequence[Gap]) -> str:
    """Put what comes instead into the gaps of a text.

    >>> fill_gaps("You damn fool!", [Gap(4, 8, ""), Gap(9, 13, "person")])
    'You  person!'
    >>> fill_gaps("An idiot left", [Gap(3, 8, "person")])
    'A person left'
    """
    for gap in sorted(gaps, key=lambda gap: -gap.start):
        if gap.new:
            text = replace_word(text, Token(text[gap.start : gap.stop], gap.start, gap.stop), gap.new)
        else:
            text = text[: gap.start] + text[gap.stop :]
    return text
