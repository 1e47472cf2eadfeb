"""What a rewrite did to its source, word by word."""

from collections import Counter
from difflib import SequenceMatcher
from typing import TypeAlias

from rapidfuzz.distance import Hamming, Levenshtein

from paraphrast.text import Lang, forms, words

Change: TypeAlias = dict[str, int | str]


def share_changed(source: str, output: str, lang: Lang) -> float:
    """Give the share of words that were replaced, removed, added or moved, from 0 to 1.

    >>> share_changed("The train leaves at nine", "The train departs at nine", "en")
    0.2
    >>> share_changed("猫", "猫！", "zh")
    0.0
    """
    return Levenshtein.normalized_distance(forms(source, lang), forms(output, lang))


def _share_of_others(source: str, output: str, lang: Lang) -> float:
    """Give the share of words that are others, whatever their order, from 0 to 1.

    >>> _share_of_others("He sings, she dances", "She dances, he sings", "en")
    0.0
    >>> _share_of_others("a b c d", "a b c e", "en")
    0.25
    """
    old, new = Counter(forms(source, lang)), Counter(forms(output, lang))
    return 1 - (old & new).total() / max(old.total(), new.total(), 1)


def _share_moved(source: str, output: str) -> float:
    """Give the share of places where the same character does not stand any more: what ACS of SPScore leaves.

    >>> _share_moved("他昨天来了", "昨天他来了"), _share_moved("猫", "猫")
    (0.6, 0.0)
    """
    return Hamming.normalized_distance(source, output, pad=True)


def list_changes(source: str, output: str, lang: Lang) -> list[Change]:
    """List the stretches of the source that were replaced, removed (new is empty) or added to.

    >>> list_changes("You damn fool, stop.", "You, stop.", "en")
    [{'start': 4, 'stop': 13, 'old': 'damn fool', 'new': ''}]
    """
    if source == output:
        return []
    old, new = words(source, lang), words(output, lang)
    matcher = SequenceMatcher(None, [one.text for one in old], [one.text for one in new], autojunk=False)
    found: list[Change] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        start = old[a].start if a < len(old) else len(source)
        stop = old[b - 1].stop if b > a else start
        put = output[new[c].start : new[d - 1].stop] if d > c else ""
        found.append({"start": start, "stop": stop, "old": source[start:stop], "new": put})
    return found
