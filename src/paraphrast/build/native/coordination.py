"""Coordinated items: exchanging them keeps the meaning, so no other swap may touch them."""

from collections.abc import Iterator, Sequence

from paraphrast.text.clauses import Change, Edit, Sentence, Word, as_inside, edited
from paraphrast.text.grammar import words_of
from paraphrast.text.languages import find_language

ITEMS = ("NOUN", "PROPN", "ADJ")


def exchange_items(sentence: Sentence) -> Iterator[Change]:
    """Exchange the first and the last of two or more coordinated items."""
    for run in find_items(sentence):
        first, last = run[0], run[-1]
        if find_language(sentence.lang).places.keeps_capital(first):
            continue
        edits = [
            Edit(first.start, first.stop, as_inside(sentence, last)),
            Edit(last.start, last.stop, as_inside(sentence, first)),
        ]
        yield Change(edited(sentence.text, edits), "coordination", True)


def find_items(sentence: Sentence) -> Iterator[Sequence[Word]]:
    """Find items of one form joined by commas and an and, to which their neighbours belong equally."""
    words = sentence.words
    for index, word in enumerate(words):
        if word.lemma not in words_of(sentence.lang, "and") or not 0 < index < len(words) - 1:
            continue
        items = [words[index - 1], words[index + 1]]
        place = index - 1
        while place >= 2 and words[place - 1].text in (",", "、") and are_alike(words[place - 2], items[-1]):
            place -= 2
            items.insert(0, words[place])
        before = words[place - 1] if place else None
        after = words[index + 2] if index + 2 < len(words) else None
        if all(are_alike(item, items[-1]) for item in items[:-1]) and _is_shared(before, after, items):
            yield items


def are_alike(one: Word, other: Word) -> bool:
    """Tell whether two words are items of one list: the same part of speech in the same form."""
    if one.tag != other.tag or one.tag not in ITEMS or one.lemma == other.lemma:
        return False
    if not one.readings or not other.readings:
        return not one.readings and not other.readings
    return bool(_list_shapes(one) & _list_shapes(other))


def _list_shapes(word: Word) -> set[tuple[str, ...]]:
    """List the cases a Russian word can have here, with what agrees with it."""
    return {(str(one.tag.POS), str(one.tag.case), str(one.tag.number)) for one in word.readings}


def _is_shared(before: Word | None, after: Word | None, items: Sequence[Word]) -> bool:
    """Tell whether the neighbours of a list belong to all of it."""
    nouns = items[0].tag in ("NOUN", "PROPN")
    if (
        before is not None
        and before.tag in ("ADJ", "NOUN", "PROPN", "NUM", "PRON", "DET", "X")
        and (nouns or before.tag == "ADJ")
    ):
        return False
    if before is not None and not nouns and before.tag == "ADV":
        return False
    if before is not None and before.lemma == "of":
        return False
    held = ("NOUN", "PROPN", "ADP", "PRON", "NUM", "SCONJ", "X", "PART") if nouns else ("PUNCT",)
    return (
        after is None
        or after.tag not in held
        or (after.tag == "PUNCT" and not nouns and after.text in ".?!。？！")
    )
