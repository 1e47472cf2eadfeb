"""Where a Russian word or name stands by itself: its endings tell what belongs to it wherever it stands."""

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.places import Name


def is_free(sentence: Sentence, index: int) -> bool:
    """Say that any word may be replaced by one of its kind."""
    return True


def has_quality(noun: Word) -> bool:
    """Say that any noun may have another adjective."""
    return True


def are_alike(first: Word, second: Word) -> bool:
    """Say that any adjective may stand where another does."""
    return True


def is_compound(sentence: Sentence, index: int) -> bool:
    """Say that no noun is a part of what stands beside it."""
    return False


def is_owned(sentence: Sentence, index: int) -> bool:
    """Say that no noun is lost to its owner."""
    return False


def keeps_capital(word: Word) -> bool:
    """Say that only names have a capital everywhere."""
    return False


def may_invert(sentence: Sentence, subject: Word, *, first: bool) -> bool:
    """Say that a verb of saying may come before its subject."""
    return True


def continues_name(left: Word, right: Word) -> bool:
    """Tell whether two names in a row are parts of one: of a person, and in agreement."""
    if not left.readings or not right.readings:
        return bool(left.readings) == bool(right.readings)
    return {left.kind, right.kind} in ({"person"}, {"person", "other"}, {"other"}) and _agreeing(left, right)


def _agreeing(left: Word, right: Word) -> bool:
    """Tell whether two Russian words share a case and a number."""
    shapes = [{(str(one.tag.case), str(one.tag.number)) for one in word.readings} for word in (left, right)]
    return bool(shapes[0] & shapes[1])


def are_exchangeable(first: Name, second: Name, sentence: Sentence) -> bool:
    """Say that any two names of a kind may change places."""
    return True


def ends_personal(lemma: str) -> bool:
    """Say that no ending tells nouns of people: the dictionary does."""
    return False


def is_whole(name: Name, sentence: Sentence) -> bool:
    """Tell whether a name is no place that is spoken of with "на": only some are."""
    place = sentence.words.index(name.words[0])
    return not (place and sentence.words[place - 1].lemma == "на" and name.kind == "place")
