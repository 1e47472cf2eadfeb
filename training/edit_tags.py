"""What people did to a rude text to make it neutral: a tag for each of its pieces."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from paraphrast.models.bundled.words import groups

KEEP, DELETE, REPLACE, INSERT = 0, 1, 2, 4  # INSERT is added to the tag of the piece before which words come


def tag_edits(source: Sequence[str], target: Sequence[str]) -> list[int]:
    """Align two lists of pieces word by word, and tag the pieces of the first (one more for the end).

    >>> tag_edits(["▁you", "▁damn", "▁fo", "ol"], ["▁you", "▁person"])
    [0, 2, 2, 2, 0]
    >>> tag_edits(["▁go"], ["▁please", "▁go"])
    [4, 0]
    """
    old, new = groups(source), groups(target)
    left = [spell(source[group.start : group.stop]) for group in old]
    right = [spell(target[group.start : group.stop]) for group in new]
    tags = [KEEP] * (len(source) + 1)
    for kind, a, b, _, _ in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "insert":
            tags[old[a].start if a < len(old) else len(source)] += INSERT
        elif kind != "equal":
            for group in old[a:b]:
                tags[group.start : group.stop] = [DELETE if kind == "delete" else REPLACE] * len(group)
    return tags


def spell(pieces: Sequence[str]) -> str:
    return "".join(pieces).replace("▁", "").lower().replace("ё", "е")
