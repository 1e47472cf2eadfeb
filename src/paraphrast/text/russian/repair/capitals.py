"""Capitals that a Russian draft has lost: of names that have come, and of sentences that begin later now."""

from collections.abc import Sequence

from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.repair.comparison import Change, Draft, Edit, apply_edits, compare_draft, word_at
from paraphrast.text.tokens import Token
from paraphrast.text.words import is_word

PROPER = {"россия", "украина", "америка", "путин"}
ENDS = (".", "!", "?", "…")


def restore_capitals(draft: str, source: str) -> str:
    """Write names that have come, and words that begin a sentence now, with a capital, if the source did.

    >>> restore_capitals("Он из россии. поет", "Он из рашки. Блядь, поет")
    'Он из России. Поет'
    >>> restore_capitals("Да. нет", "Да. Гад. нет")
    'Да. нет'
    """
    if draft == source:
        return draft
    both = compare_draft(draft, source)
    places = {
        at for change in both.changes for at in (*find_names(both, change), *_find_new_start(both, change))
    }
    edits = [(one.start, one.start + 1, one.text[0].upper()) for one in (both.new[at] for at in places)]
    loud = {at for change in both.changes for at in _find_shouted(both, change)} - places
    edits += [(one.start, one.stop, one.text.upper()) for one in (both.new[at] for at in loud)]
    return apply_edits(draft, [*edits, *_keep_capitals(both)])


def _keep_capitals(both: Draft) -> list[Edit]:
    """List the words that have lost capitals of theirs; the one that began a sentence needs none amid it.

    >>> _keep_capitals(compare_draft("Рф и америка", "Гад, РФ и Америка"))
    [(0, 2, 'РФ'), (5, 12, 'Америка')]
    >>> _keep_capitals(compare_draft("Плохая погода", "Погода говно"))
    []
    """
    edits, at = [], 0
    for change in (*both.changes, Change(len(both.old), len(both.old), len(both.new), len(both.new))):
        places = range(at, change.first)
        shift = change.start - change.first
        edits += [
            (both.new[place].start, both.new[place].stop, both.old[place + shift].text)
            for place in places
            if _has_lost_capitals(both, place + shift, place)
        ]
        at = change.last
    return edits


def _has_lost_capitals(both: Draft, old: int, new: int) -> bool:
    """Say whether a word of the source has capitals that it wants in its place of the draft too."""
    had = _count_capitals(both.old[old].text)
    if had == 1 and _begins_sentence(both.old, old) and not _begins_sentence(both.new, new):
        return False
    return had > _count_capitals(both.new[new].text)


def _begins_sentence(words: Sequence[Token], at: int) -> bool:
    """Say whether a word is the first of a sentence."""
    return at == 0 or words[at - 1].text.endswith(ENDS)


def _count_capitals(word: str) -> int:
    """Count the capitals of a word."""
    return sum(map(str.isupper, word))


def _find_shouted(both: Draft, change: Change) -> list[int]:
    """List the places of small words that have come for words in capitals."""
    gone = [one.text for one in both.old[change.start : change.stop] if is_word(one.text)]
    if not gone or not all(word.isupper() and len(word) > 2 for word in gone):
        return []
    return [at for at in range(change.first, change.last) if both.new[at].text.islower()]


def find_names(both: Draft, change: Change) -> list[int]:
    """List the places of names that have come with a small letter."""
    came = range(change.first, change.last)
    return [at for at in came if both.new[at].text.islower() and lemma(both.new[at].text, "ru") in PROPER]


def _find_new_start(both: Draft, change: Change) -> list[int]:
    """Find the word that begins a sentence instead of one that did with a capital and is gone."""
    at = next((at for at in range(change.first, len(both.new)) if is_word(both.new[at].text)), None)
    first = both.old[change.start] if change.start < change.stop else None
    if at is None or first is None or not both.new[at].text.islower() or not first.text[:1].isupper():
        return []
    before = (word_at(both.old, change.start - 1), word_at(both.new, at - 1))
    ended = any(one.text.endswith(ENDS) for one in both.old[change.start : change.stop])
    return [at] if all(word.endswith(ENDS) for word in before) and not ended else []
