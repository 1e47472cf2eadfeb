"""Words of a Russian draft that say nothing now: addresses, lone pronouns, people who are named already."""

from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.morphology import parsed, part
from paraphrast.text.russian.repair.comparison import (
    PERSONAL,
    Change,
    Draft,
    Edit,
    find_modifiers,
    is_pointing,
    list_forms,
    noun_forms,
    removed_words,
    word_at,
)
from paraphrast.text.words import is_word

JOINING = {
    "кто", "где", "куда", "откуда", "почему", "зачем", "какой",
}  # fmt: skip
PRONOUNS = {"я", "ты", "он", "она", "мы", "вы", "они"}


def drop_empty_words(both: Draft, change: Change) -> list[Edit]:
    """List what takes out words that say nothing where one stretch has changed."""
    if (double := _find_repeated_person(both, change)) is not None:
        return [(both.new[double].start, both.new[double].stop, "")]
    if (spoken := find_address(both, change)) is not None:
        return [(both.new[spoken].start, both.new[change.last - 1].stop, "")]
    if (lone := _find_lone_pronoun(both, change)) is not None:
        return [(both.new[lone].start, both.new[lone].stop, "")]
    return []


def _find_repeated_person(both: Draft, change: Change) -> int | None:
    """Find a new noun that only says "person" beside a pronoun or a noun that names the person already."""
    at = change.first
    if change.last - at != 1 or not is_person(both, at):
        return None
    form, before, after = (
        noun_forms(both.new[at].text)[:1],
        word_at(both.new, at - 1),
        word_at(both.new, at + 1),
    )
    personal = list_forms(before.lower(), ("NPRO",)) if lemma(before.lower(), "ru") in PRONOUNS else ()
    if personal and form and form[0].case != "nomn" and any(one.case == form[0].case for one in personal):
        return at
    near = [
        noun_forms(word)[:1] for word in (before, after) if is_word(word) and part(word.lower()) == "NOUN"
    ]
    named = any(one and form and one[0][1:3] == form[0][1:3] and one[0].animate == "anim" for one in near)
    return at if named and is_word(after) else None


def is_person(both: Draft, at: int) -> bool:
    """Say whether a new word only says "person"."""
    return lemma(both.new[at].text.lower(), "ru") in both.table.words("around.persons")


def find_address(both: Draft, change: Change) -> int | None:
    """Find where an address begins that only says "person" now; it may as well go."""
    at = change.last - 1
    if at < change.first or not is_person(both, at):
        return None
    lead = [place for place in find_modifiers(both.new, at) if not is_word(word_at(both.new, at + 1))]
    first = min([*lead, at])
    before, after, then = (word_at(both.new, place) for place in (first - 1, at + 1, at + 2))
    pointed = any(is_pointing(both.new[place].text) for place in lead)
    if is_word(before) or is_word(after) or pointed or begins_clause(then) or not _was_address(both, change):
        return None
    return first if before == "," or (before[-1:] in ("", ".", "!", "?") and after == ",") else None


def _was_address(both: Draft, change: Change) -> bool:
    """Say whether what is gone ended with a noun in the nominative."""
    gone = [one.text for one in both.old[change.start : change.stop] if noun_forms(one.text)]
    return bool(gone) and any(one.case == "nomn" for one in noun_forms(gone[-1]))


def _find_lone_pronoun(both: Draft, change: Change) -> int | None:
    """Find the pronoun that is all that is left of a sentence.

    >>> from paraphrast.text.russian.repair.comparison import compare_draft
    >>> both = compare_draft("Ух. Он. Жаль", "Ух. Он поехавший. Жаль")
    >>> _find_lone_pronoun(both, both.changes[0])
    2
    """
    if not removed_words(both.old, change) or change.first < change.last:
        return None
    near = [at for at in (change.first - 1, change.last) if word_at(both.new, at).lower() in PERSONAL]
    for at in near:
        before, after = word_at(both.new, at - 1), word_at(both.new, at + 1)
        if not is_word(before) and before != "," and after[:1] in (".", "!", "?", ",") and len(both.new) > 3:
            return at
    return None


def begins_clause(word: str) -> bool:
    """Say whether a word begins a clause of its own: a conjunction, or what joins as one."""
    low = word.lower()
    return parsed(low)[0].tag.POS == "CONJ" or low in JOINING or low.startswith("котор")
