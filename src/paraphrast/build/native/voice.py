"""Passive for active and active for passive, and a deed from its other side: who sells is bought from."""

from collections.abc import Iterator

from paraphrast.text.clauses import Change, Sentence, upper_first
from paraphrast.text.languages import find_language


def turn_voice(sentence: Sentence) -> Iterator[Change]:
    """Rewrite a whole simple sentence in the other voice."""
    made = find_language(sentence.lang).voice.turn_voice(sentence)
    if made:
        yield Change(made, "voice", True)


def turn_side(sentence: Sentence) -> Iterator[Change]:
    """Rewrite a whole simple sentence from the side of its other participant."""
    made = find_language(sentence.lang).voice.turn_side(sentence)
    if made and made != sentence.text:
        yield Change(upper_first(made), "converse", True)
