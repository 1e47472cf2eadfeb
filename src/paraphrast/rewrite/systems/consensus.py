"""The default way to a neutral text: edits by the tagger and our lists propose, and all vote."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any

from paraphrast.rewrite.systems.edit import Edit, say_as_meant
from paraphrast.rewrite.systems.replace import put_neutral, remove_hard
from paraphrast.rewrite.systems.voting import order_by_votes
from paraphrast.rewrite.task import LIMIT, Judge, JudgeCache, System, Task
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.cleaning import tidy_draft
from paraphrast.rewrite.words.disguise import uncover_words
from paraphrast.rewrite.words.rude_phrases import has_rude_phrase
from paraphrast.rewrite.words.senses import is_outright
from paraphrast.rewrite.words.table import word_table
from paraphrast.text.languages import Lang, find_language

BROKEN = 0.2  # what a draft that is surely not fluent loses
LEFT = 0.1  # what it loses for each word that our table would say politely


@cache
def read_settings(lang: Lang) -> dict[str, Any]:
    """Read the settings of a language: they were chosen on dev parts."""
    place = files("paraphrast.rewrite") / "lists" / "consensus.toml"
    found: dict[str, Any] = tomllib.loads(place.read_text(encoding="utf-8"))[lang]
    return found


class Consensus:
    """Proposes the drafts that are most like all the others and like the source, and offend little.

    A draft is worth its mean likeness (chrF) to the others less `offence` times P(toxic) (less of it for a
    source that has no listed word), and a little less where it is not fluent or still has words that our
    table would say politely; one with a word that is never fine comes last. So what hardly offends may win
    against what says something else.
    """

    settled = True  # the order of its drafts weighs offence already

    def __init__(
        self,
        task: Task,
        *,
        voters: Sequence[System] | None = None,
        fluency: Judge | None = None,
        offence: float | None = None,
    ) -> None:
        self.task, self.fluency = task, fluency or _fluency_beside(task.toxicity)
        self.offence = offence
        own: Sequence[System] = (Edits(task), Polite(task)) if voters is None else voters
        self.voters = own

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        """Give what all propose, best first."""
        proposed = [voter(texts) for voter in self.voters]
        drafts = [
            [text, *(self.finish_draft(draft, text) for some in each for draft in some)]
            for text, *each in zip(texts, *proposed, strict=True)
        ]
        holes = {draft: self.count_gaps_left(draft, some[0]) for some in drafts for draft in some}
        offence = {draft: self.weigh_offence(some[0]) for some in drafts for draft in some}
        return order_by_votes(drafts, partial(self.weigh_drafts, holes=holes, offence=offence))

    def weigh_offence(self, text: str) -> float:
        """Say what offence costs the drafts of a text."""
        if self.offence is not None:
            return self.offence
        lang = self.task.lang
        listed = lexicon.find_rude(text, lang, mild=True) or is_outright(text, lang)
        name = "offence" if listed or has_rude_phrase(text, lang) else "unlisted"
        return float(read_settings(lang)[name])

    def count_gaps_left(self, draft: str, text: str) -> int:
        """Count the holes that a draft has, as its language sees them."""
        lang = self.task.lang
        return find_language(lang).drafts.count_gaps(draft, text, say_as_meant(text, lang), word_table(lang))

    def finish_draft(self, draft: str, text: str) -> str:
        """Tidy a draft, and mend in it what taking words out left open or out of its form."""
        lang = self.task.lang
        drafts, plain = find_language(lang).drafts, say_as_meant(text, lang)
        draft = drafts.fill_gaps(
            tidy_draft(draft, text, lang), uncover_words(text, lang), plain, word_table(lang)
        )
        return drafts.finish(tidy_draft(draft, text, lang), text)

    def weigh_drafts(
        self, drafts: Sequence[str], holes: Mapping[str, int], offence: Mapping[str, float]
    ) -> list[float]:
        """Say what each draft loses for offence and errors; a word that is never fine costs everything."""
        toxic, fluent = self.task.toxicity(drafts), self.fluency(drafts)
        return [
            (1.0 if lexicon.find_rude(draft, self.task.lang) or self.has_unsaid_phrase(draft) else 0.0)
            + LEFT * len(lexicon.find_said_politely(draft, self.task.lang))
            + offence[draft] * value
            + BROKEN * (1 - well)
            + read_settings(self.task.lang)["hollow"] * holes[draft]
            for draft, value, well in zip(drafts, toxic, fluent, strict=True)
        ]

    def has_unsaid_phrase(self, draft: str) -> bool:
        """Say whether a draft still has a rude phrase, where the judge knows few of them."""
        return bool(read_settings(self.task.lang)["phrases"]) and has_rude_phrase(draft, self.task.lang)


def _fluency_beside(toxicity: Judge) -> Judge:
    """Give the judge of fluency that reads along with the judge of toxicity, or else the bundled one."""
    if isinstance(toxicity, JudgeCache) and toxicity.beside:
        return toxicity.fluency
    from paraphrast import models

    return models.fluency()


class Edits:
    """Proposes edits by the tags of the words, from bold to careful."""

    def __init__(self, task: Task) -> None:
        self.lang, self.edit = task.lang, Edit(task)

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        plain = [say_as_meant(text, self.lang) for text in texts]
        return [
            self.edit.make_edits(text, words, read_settings(self.lang)["sure"])
            for text, words in self.edit.tag_texts(plain)
        ]


class Polite:
    """Proposes neutral words of our table for offensive ones, and takes out what is never fine."""

    def __init__(self, task: Task) -> None:
        self.lang = task.lang

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        plain = [say_as_meant(text, self.lang) for text in texts]
        polite = [[remove_hard(put_neutral(text, self.lang), self.lang)] for text in plain]
        if find_language(self.lang).spaced:
            return polite
        # Chinese phrases say most of it: what is left may be fine as it is
        return [[remove_hard(text, self.lang), *some] for text, some in zip(plain, polite, strict=True)]


def are_refused(texts: Sequence[str], task: Task) -> list[bool]:
    """Say which texts are still rude: by their words, or else by the judge."""
    listed = [bool(lexicon.find_rude(text, task.lang)) for text in texts]
    asked = [text for text, rude in zip(texts, listed, strict=True) if not rude]
    values = iter(task.toxicity(asked) if asked else [])
    return [rude or next(values) >= LIMIT for rude in listed]
