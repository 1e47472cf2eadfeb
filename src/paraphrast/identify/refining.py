"""What a change of meaning is about: finer kinds of non-paraphrases, named as the suite names its behaviours.

The rules are simple and look at words: which cues (not, all, may, before, Monday) only one text has, which
words are opposites, whose names differ, and whether one text has all that the other has.
"""

import re
from collections import Counter
from functools import cached_property

from paraphrast.identify.differences import Difference, Word, common
from paraphrast.text import entities, forms
from paraphrast.text.cues import CueKind, find_cues
from paraphrast.text.languages import find_language
from paraphrast.text.opposites import is_opposite

# a number of four digits is a year where a word says so: 1500 may be a price
YEAR = re.compile(
    r"\b(?:in|since|by|until|from|before|after|during) ((?:1\d|20)\d\d)\b"
    r"|\b((?:1\d|20)\d\d)(?:-?[а-я]{1,3})?\s*(?:год|гг?\.)",
    re.I,
)
DATED = re.compile(r"\d{1,4}[年月日号点]|\d{1,2}:\d\d")
ALIKE = 0.5  # the share of the shorter text's content words that both have, for a small change to be seen


class Change:
    """What only one of two texts has, by what it says; each part is worked out when it is asked for."""

    def __init__(self, difference: Difference) -> None:
        self.difference = difference
        self.lang = difference.lang
        self.texts = (difference.pair.a, difference.pair.b)
        self.only = difference.only

    @cached_property
    def cues(self) -> tuple[list[tuple[CueKind, str]], list[tuple[CueKind, str]]]:
        """Give the cues of both texts."""
        one, other = ([(cue.kind, cue.text) for cue in find_cues(text, self.lang)] for text in self.texts)
        return one, other

    def own_cues(self, kind: CueKind) -> tuple[int, int]:
        """Count the cues of a kind that only the first and only the second text has."""
        one, other = (Counter(cue for cue in side if cue[0] == kind) for side in self.cues)
        return (one - other).total(), (other - one).total()

    @property
    def alike(self) -> bool:
        """Say whether the texts share enough for a small change to explain what differs."""
        shorter = min(len(side) for side in self.difference.content)
        return self.difference.shared >= ALIKE * shorter

    @cached_property
    def has_other_date(self) -> bool:
        """Say whether both texts have a date, year, weekday or time of day that the other has not."""
        if all(self.own_cues("calendar")):
            return True
        dates = [
            Counter(e.text for e in entities(text, self.lang) if e.kind in ("date", "time"))
            for text in self.texts
        ]
        for pattern in (YEAR, DATED):
            dates = [
                found + Counter(pattern.findall(text)) for found, text in zip(dates, self.texts, strict=True)
            ]
        return bool(dates[0] - dates[1]) and bool(dates[1] - dates[0])

    @cached_property
    def has_opposites(self) -> bool:
        """Say whether a word that one text lacks is the opposite of one that the other lacks."""
        one, other = self.only
        return any(is_opposite(a.lemma, b.lemma, self.lang) for a in one for b in other)

    @cached_property
    def other_names(self) -> str | None:
        """Say what the names are that each text has alone, if each has one: a place, or another name."""
        sides = [{word.text for word in side if word.kind == "entity"} for side in self.only]
        if not all(sides):
            return None
        places = [{e.text for e in entities(text, self.lang) if e.kind == "place"} for text in self.texts]
        inside = [
            any(name in place for name in names for place in found)
            for names, found in zip(sides, places, strict=True)
        ]
        return "place change" if all(inside) else "name change"


def refine_kind(coarse: str, difference: Difference) -> str:
    """Give the finer kind of a non-paraphrase whose coarse type is known."""
    change = Change(difference)
    if coarse == "named-entity swap":
        return _refine_names(change)
    if coarse == "number change":
        return "date change" if change.has_other_date else _replaced_cue(change) or coarse
    if coarse == "word replacement":
        return _refine_replacement(change) or coarse
    if coarse == "verb swap" and _orders_verbs(change):
        return "time order"
    return _refine_other(change) if coarse == "other" else coarse


def _refine_names(change: Change) -> str:
    """Tell names that changed places from names that became others, and both from dates."""
    if change.has_other_date and not any(
        word.kind == "entity" and not _is_calendar(word, change) for side in change.only for word in side
    ):
        return "date change"
    return change.other_names or "named-entity swap"


def _is_calendar(word: Word, change: Change) -> bool:
    """Say whether a word is the name of a month or a day."""
    return any(cue.kind == "calendar" for cue in find_cues(word.text, change.lang))


def _orders_verbs(change: Change) -> bool:
    """Say whether a word of order stands between verbs of both texts: "eat before you swim"."""
    for text, side in zip(change.texts, (change.difference.a, change.difference.b), strict=True):
        verbs = [word.start for word in side if word.kind == "verb"]
        cues = [cue.start for cue in find_cues(text, change.lang) if cue.kind == "order"]
        if not any(min(verbs, default=0) < cue < max(verbs, default=0) for cue in cues):
            return False
    return True


def _replaced_cue(change: Change) -> str | None:
    """Name what both texts say with other cues: how many, how surely."""
    for kind in ("quantifier", "modality"):
        if all(change.own_cues(kind)):
            return kind
    return None


def _refine_replacement(change: Change) -> str | None:
    """Say more of one or two words that stand for others."""
    if kind := _replaced_cue(change):
        return kind
    if denies(change):
        return "negation"
    if change.has_other_date:
        return "date change"
    if change.has_opposites:
        return "antonym"
    if all(change.own_cues("order")):
        return "time order"
    return change.other_names


def denies(change: Change) -> bool:
    """Say whether one text has an odd number of denials more than the other."""
    one, other = change.own_cues("negation")
    return one != other and 0 in (one, other)


def _refine_other(change: Change) -> str:
    """Say what makes texts differ that no exchange of words explains."""
    difference = change.difference
    one, other = difference.only
    if not difference.shared and one and other:
        return "unrelated"
    if change.alike and (kind := _changed_cue(change)):
        return kind
    if change.alike and not (len(one) > 2 and len(other) > 2):
        if change.has_other_date:
            return "date change"
        if change.has_opposites:
            return "antonym"
        if kind := change.other_names:
            return kind
    if kind := _told_more(change):
        return kind
    if not one and not other and difference.moved:
        return "role swap"
    return "same topic" if difference.shared <= min(len(one), len(other)) else "other"


def _told_more(change: Change) -> str | None:
    """Say whether the second text has all words of the first and more ("detail added"), or the reverse."""
    own = [len(side) for side in change.only]
    if bool(own[0]) != bool(own[1]):
        return "detail added" if own[1] else "detail lost"
    a, b = (forms(text, change.lang) for text in change.texts)
    if not find_language(change.lang).spaced:  # words are cut otherwise in longer ones: 树 in 苹果树
        a, b = [*"".join(a)], [*"".join(b)]
    if len(a) != len(b) and common(a, b) == min(len(a), len(b)):
        return "detail added" if len(b) > len(a) else "detail lost"
    return None


def _changed_cue(change: Change) -> str | None:
    """Name the cue that only one text has, or that stands for another; the surest signs first."""
    if all(change.own_cues("quantifier")):
        return "quantifier"
    if denies(change):
        return "negation"
    one, other = change.difference.only
    if all(change.own_cues("modality")):
        return "modality"
    for kind in ("modality", "quantifier"):
        # a word such as "all" in a detail or in another statement is not what makes the difference
        if any(change.own_cues(kind)) and len(one) + len(other) <= 2:
            return kind
    ordered = [any(kind == "order" for kind, _ in side) for side in change.cues]
    if all(change.own_cues("order")) or (all(ordered) and not one and not other):
        return "time order"
    return None
