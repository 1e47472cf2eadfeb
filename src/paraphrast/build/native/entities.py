"""Exchanging two names of a kind: the commonest hard negative of PAWS."""

from collections.abc import Iterator

from paraphrast.build.native.grammar import fit
from paraphrast.build.native.lists import known, marked
from paraphrast.build.native.names import Name, joined, names
from paraphrast.build.native.sentence import Change, Sentence, Word, swap


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
        if (
            first.kind != second.kind
            or joined(sentence, first.stop, second.start)
            or (symmetric and len(found) == 2)
        ):
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


def shared(first: Name, second: Name) -> bool:
    """Tell whether two names have a word in common: then they may name one thing."""
    return bool({word.lemma for word in first.words} & {word.lemma for word in second.words})


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
            len(name.words[0].text) > 1
            and not (left and torn(left, name.start, left.stop))
            and not (right and torn(right, right.start, name.stop))
        )
    glued = sentence.text[name.stop : name.stop + 1] in tuple("&/-–'+$") or sentence.text[
        max(0, name.start - 1) : name.start
    ] in tuple("&/-–+$")
    if sentence.lang == "en" and any(coupled(words, place) for place in (before, after)):
        return False
    return not glued and not (
        sentence.lang == "en"
        and right is not None
        and (right.tag in ("NOUN", "X", "ADJ", "NUM") or right.lemma == "of")
    )


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
