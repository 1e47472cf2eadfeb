"""Exchanging two names of a kind: the commonest hard negative of PAWS."""

import re
from collections.abc import Iterator

from paraphrast.build.native.grammar import fit
from paraphrast.build.native.lists import known, load, marked
from paraphrast.build.native.names import Name, joined, names
from paraphrast.build.native.sentence import Change, Sentence, Word, swap

LOCAL = ("in", "at", "near", "of", "在", "于", "位于")
INITIAL = re.compile(r"\b[A-Z]\. ?$")
PRONOUNS = ("he", "she", "his", "her", "him")
JOINTS = frozenset("-–/和与及或跟同、（）()")


def placed(name: Name, slot: Name, sentence: Sentence) -> str | None:
    """Write a name as it has to be in the place of another."""
    forms = [
        fit(word, slot.words[-1 if len(name.words) == len(slot.words) == 1 else 0], sentence.lang)
        for word in name.words
    ]
    return None if None in forms else " ".join(form for form in forms if form)


def entity_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two names of one kind."""
    found = [name for name in names(sentence) if whole(name, sentence)]
    symmetric = any(word.lemma in marked(sentence.lang, "symmetric") for word in sentence.words)
    for first, second in ((a, b) for i, a in enumerate(found) for b in found[i + 1 :]):
        if first.kind != second.kind or joined(sentence, first, second) or (symmetric and len(found) == 2):
            continue
        if sentence.lang != "ru" and not alike(first, second, sentence):
            continue
        if shared(first, second) or first.words[0].text.isupper() != second.words[0].text.isupper():
            continue
        forms = placed(first, second, sentence), placed(second, first, sentence)
        if forms[0] and forms[1]:
            yield Change(
                swap(
                    sentence.text, (first.start, first.stop, forms[0]), (second.start, second.stop, forms[1])
                ),
                "entity-swap",
                False,
            )


def alike(first: Name, second: Name, sentence: Sentence) -> bool:
    """Tell whether two names stand in places of one kind: both after a preposition of place, or neither."""
    words = sentence.words
    before = [words[words.index(name.words[0]) - 1].lemma if name.start else "" for name in (first, second)]
    local = [lemma in LOCAL for lemma in before]
    if any(INITIAL.search(sentence.text[: name.start]) for name in (first, second)):
        return False
    if sentence.lang == "zh":
        texts = [name.words[0].text for name in (first, second)]
        if any(text.isascii() or sentence.text.count(text) > 1 for text in texts):
            return False
        edges = [place for name in (first, second) for place in (name.start - 1, name.stop) if place >= 0]
        around = {sentence.text[place : place + 1] for place in edges}
        return not around & JOINTS and (local[0] == local[1] or first.kind == second.kind == "place")
    if first.kind != "place" and any(word.lemma in PRONOUNS for word in words):
        return False
    ended = {
        sentence.text[name.stop : name.stop + 1]
        for name in (first, second)
        if name.stop + 1 < len(sentence.text)
    }
    if "." in ended:
        return False  # an initial, or a title
    if all(name.words[0].lemma in known("en", "PROPN") for name in (first, second)):
        return True
    if first.kind in ("other", "thing") and not acted(sentence, first.stop, second.start):
        return False
    plural = [name.words[-1].text.endswith("s") for name in (first, second)]
    sure = plural[0] == plural[1] or first.kind != "other"
    article = (before[0] == "the") == (before[1] == "the")
    return local[0] == local[1] and sure and article and "all" not in before


def shared(first: Name, second: Name) -> bool:
    """Tell whether two names have a word in common: then they may name one thing."""
    one, other = ({word.lemma for word in name.words} for name in (first, second))
    return bool(one & other) or any(a.startswith(b) or b.startswith(a) for a in one for b in other)


def whole(name: Name, sentence: Sentence) -> bool:
    """Tell whether a name stands by itself: no title, no part of something longer, no attribute of a noun."""
    words = sentence.words
    before, after = words.index(name.words[0]) - 1, words.index(name.words[-1]) + 1
    left, right = (words[before] if before >= 0 else None), (words[after] if after < len(words) else None)
    if left is not None and left.lemma == "на" and name.kind == "place":
        return False  # only some places are spoken of with "на"
    if any(
        word.lemma in marked(sentence.lang, "titles") or not word.text[-1].isalnum() for word in name.words
    ):
        return False
    if sentence.lang == "zh" and name.words[0].lemma in known("zh", "PROPN"):
        return True
    if sentence.lang == "zh":
        return (
            len(name.words[0].text) > 2  # short ones that no list knows are often no names
            and not (left and torn(left, name.start, left.stop))
            and not (right and torn(right, right.start, name.stop))
        )
    glued = sentence.text[name.stop : name.stop + 1] in tuple("&/-–'+$") or sentence.text[
        max(0, name.start - 1) : name.start
    ] in tuple("&/-–+$")
    if sentence.lang == "en" and any(coupled(words, place) for place in (before, after)):
        return False
    if sentence.lang == "en" and (capital(left) or capital(right) or opening(name)):
        return False
    return not glued and not (
        sentence.lang == "en"
        and right is not None
        and (right.tag in ("NOUN", "X", "ADJ", "NUM") or right.lemma == "of")
    )


def acted(sentence: Sentence, start: int, stop: int) -> bool:
    """Tell whether a verb and no mark stands between two places: one name did something to the other."""
    tags = [word.tag for word in sentence.words if start <= word.start < stop]
    return "PUNCT" not in tags and ("VERB" in tags or tags == ["ADP"])


def opening(name: Name) -> bool:
    """Tell whether a name may be a plain plural with the capital letter of the sentence."""
    return (
        name.start == 0 and len(name.words) == 1 and name.kind == "other" and name.words[0].text.endswith("s")
    )


def capital(word: Word | None) -> bool:
    """Tell whether a word beside a name has a capital too and may belong to it."""
    if word is None or not word.start or word.lemma in load("en")["closed"]["NOUN"].split():
        return False
    return word.text[:1].isupper()


def coupled(words: tuple[Word, ...], place: int) -> bool:
    """Tell whether a conjunction joins a name to another, as in "Securities and Exchange Commission"."""
    around = [words[index] for index in (place - 1, place + 1) if 0 <= index < len(words)]
    return (
        0 <= place < len(words)
        and words[place].lemma in ("and", "or", "&")
        and all(word.tag == "PROPN" for word in around)
    )


def torn(word: Word, start: int, stop: int) -> bool:
    """Tell whether the neighbour of a Chinese name may be a piece of it that was cut off."""
    if start != stop or word.tag not in ("PROPN", "X", "NOUN"):
        return word.text in "·•"
    return len(word.text) == 1 or word.tag == "PROPN"
