"""Pairs of a rude and a neutral text as edits: a tag for each source piece, and what stands for what."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from paraphrast.models.bundled.words import groups

KEEP, DELETE, REPLACE, INSERT = 0, 1, 2, 4  # INSERT is added to the tag of the piece before which words come
SIGNS = ' ,.!?:;()"«»…-，。！？'
PLAIN = re.compile(r"\w[\w*@'’-]*(?: [\w*@'’-]+){0,2}")  # one to three words


class Edit(NamedTuple):
    """A stretch of words of the source and what stands in its place."""

    old: str
    new: str


class Edits(NamedTuple):
    """The tags of the source's pieces (one more for the end), and the edits."""

    tags: list[int]
    changed: list[Edit]


def edits(source: Sequence[str], target: Sequence[str]) -> Edits:
    """Align two lists of pieces word by word.

    >>> edits(["▁you", "▁damn", "▁fo", "ol"], ["▁you", "▁person"])
    Edits(tags=[0, 2, 2, 2, 0], changed=[Edit(old='damn fool', new='person')])
    >>> edits(["▁go"], ["▁please", "▁go"]).tags
    [4, 0]
    """
    old, new = groups(source), groups(target)
    left = [said(source[group.start : group.stop]) for group in old]
    right = [said(target[group.start : group.stop]) for group in new]
    tags, changed = [KEEP] * (len(source) + 1), []
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "insert":
            tags[old[a].start if a < len(old) else len(source)] += INSERT
        elif kind != "equal":
            for group in old[a:b]:
                tags[group.start : group.stop] = [DELETE if kind == "delete" else REPLACE] * len(group)
            changed.append(Edit(phrase(source, old[a:b]), phrase(target, new[c:d])))
    return Edits(tags, changed)


def said(pieces: Sequence[str]) -> str:
    return "".join(pieces).replace("▁", "").lower().replace("ё", "е")


def phrase(pieces: Sequence[str], words: Sequence[range]) -> str:
    """Spell a stretch of words."""
    return "".join(pieces[i] for group in words for i in group).replace("▁", " ").strip().lower()


def learned(changed: Iterable[Edit], *, least: int = 2, share: float = 0.2) -> dict[str, str]:
    """Choose what stands for what: the commonest replacement of a phrase, if it is common enough.

    >>> learned([Edit("fool", "person")] * 3 + [Edit("fool", "")] + [Edit("rare", "word")])
    {'fool': 'person'}
    """
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for edit in changed:
        if PLAIN.fullmatch(old := edit.old.strip(SIGNS)):
            found[old][edit.new.strip(SIGNS)] += 1
    lexicon = {}
    for old, counts in found.items():
        new, count = counts.most_common(1)[0]
        if count >= least and count >= share * counts.total() and new != old:
            lexicon[old] = new
    return dict(sorted(lexicon.items()))


def removed(changed: Iterable[Edit], *, least: int = 3) -> Counter[str]:
    """Count the short phrases that were simply taken out."""
    counts = Counter(
        edit.old.strip(SIGNS)
        for edit in changed
        if not edit.new.strip(SIGNS) and PLAIN.fullmatch(edit.old.strip(SIGNS))
    )
    return Counter({old: count for old, count in counts.items() if count >= least})
