"""Which words of a passage its source does not have, and the other way round."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from paraphrast.data import Document, Match
from paraphrast.detect.reading import lang_of
from paraphrast.text import Lang, normal

Places: TypeAlias = list[tuple[int, int]]
CHANGING = frozenset({"near-copy", "paraphrase"})
# a word, or one Chinese character: what is cut into words otherwise on each side would all look changed
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:['’-][^\W\u3400-\u9fff]+)*")


def mark_changes(match: Match, document: Document, source: Document) -> tuple[Places, Places]:
    """List the changed words of a match in the text and in the source; word for word copies have none."""
    here: Places = []
    there: Places = []
    lang = lang_of(document)
    for kind, place, origin in _runs(match):
        if kind in CHANGING:
            new, gone = compare_words(document.text[slice(*place)], source.text[slice(*origin)], lang)
            here += [(place[0] + start, place[0] + stop) for start, stop in new]
            there += [(origin[0] + start, origin[0] + stop) for start, stop in gone]
    if there and "whole" in match.meta:  # what this part of a passage lacks another part may have
        origin = match.source.start, match.source.stop
        passage = document.text[slice(*match.meta["whole"])]
        gone = compare_words(passage, source.text[slice(*origin)], lang)[1]
        there = [(origin[0] + start, origin[0] + stop) for start, stop in gone]
    return _join_words(here, document.text), _join_words(sorted(set(there)), source.text)


def _runs(match: Match) -> Iterator[tuple[str, tuple[int, int], tuple[int, int]]]:
    if not match.runs:
        whole, other = match.suspicious, match.source
        yield match.kind, (whole.start, whole.stop), (other.start, other.stop)
    for run in match.runs:
        yield run.kind, (run.start, run.stop), (run.source_start, run.source_stop)


def compare_words(text: str, source: str, lang: Lang) -> tuple[Places, Places]:
    """List the words that only one of two texts has; a word that has moved has not changed.

    >>> here, there = compare_words("He quickly lit the old lamp.", "He lit the ancient lamp.", "en")
    >>> [("He quickly lit the old lamp."[a:b]) for a, b in here], there
    (['quickly', 'old'], [(11, 18)])
    """
    ours, theirs = _words(text, lang), _words(source, lang)
    return _only(ours, theirs), _only(theirs, ours)


def is_copied(text: str, source: str, lang: Lang) -> bool:
    """Tell whether the words of a text stand in a source side by side.

    >>> is_copied("«the old lamp»", "He lit the old lamp.", "en"), is_copied("old the", "the old lamp", "en")
    (True, False)
    """
    ours, theirs = ([word for word, _, _ in _words(one, lang)] for one in (text, source))
    return bool(ours) and "\0".join(["", *ours, ""]) in "\0".join(["", *theirs, ""])


def _only(ours: Sequence[tuple[str, int, int]], theirs: Sequence[tuple[str, int, int]]) -> Places:
    left = Counter(word for word, _, _ in theirs)
    found = []
    for word, start, stop in ours:
        if left[word] > 0:
            left[word] -= 1
        else:
            found.append((start, stop))
    return found


def _words(text: str, lang: Lang) -> list[tuple[str, int, int]]:
    """List words in one spelling with their places; disguises are undone, so that they change nothing."""
    plain = normal(text, lang)
    return [(found[0].casefold(), *plain.span(*found.span())) for found in WORD.finditer(plain.text)]


def _join_words(places: Places, text: str) -> Places:
    """Join changed words that stand side by side.

    >>> _join_words([(0, 3), (4, 7), (9, 11)], "one two, is")
    [(0, 7), (9, 11)]
    """
    joined: Places = []
    for start, stop in places:
        if joined and start >= joined[-1][1] and not text[joined[-1][1] : start].strip():
            joined[-1] = joined[-1][0], stop
        else:
            joined.append((start, stop))
    return joined
