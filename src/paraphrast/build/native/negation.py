"""Saying that it is not so, or that it is."""

from collections.abc import Iterator

from paraphrast.text.clauses import Change, Sentence, edited
from paraphrast.text.grammar import words_of
from paraphrast.text.languages import find_language

QUESTIONS = ("?", "？")


def turn_negation(sentence: Sentence) -> Iterator[Change]:
    """Deny the sentence, or take its denial away."""
    denying = words_of(sentence.lang, "denied")
    denied = [index for index, word in enumerate(sentence.words) if {word.lemma, word.text.lower()} & denying]
    if not denied:
        yield from _add_negation(sentence)
    elif len(denied) == 1:
        yield from _remove_negation(sentence, denied[0])


def _add_negation(sentence: Sentence) -> Iterator[Change]:
    """Deny the first verb that can be denied."""
    negation = find_language(sentence.lang).negation
    if sentence.text.endswith(QUESTIONS) or negation.is_bound(sentence):
        return
    for index, word in enumerate(sentence.words):
        if negation.opens_clause(word):
            return  # what is denied in a clause may be presupposed by the rest
        edit = negation.deny(sentence, index, word)
        if edit:
            yield Change(edited(sentence.text, [edit]), "negation", False)
            return


def _remove_negation(sentence: Sentence, index: int) -> Iterator[Change]:
    """Take the one denial away where what is left still stands."""
    word = sentence.words[index]
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else None
    before = sentence.words[index - 1] if index else None
    if after is None or after.tag == "PUNCT":
        return
    if any(each.lemma in words_of(sentence.lang, "tied") for each in sentence.words):
        return  # what is said with these stands only while it is denied
    strong = words_of(sentence.lang, "strengthening")
    if before is not None and (before.tag == "PUNCT" or before.lemma in strong):
        return
    edit = find_language(sentence.lang).negation.affirm(sentence, word, after)
    if edit:
        yield Change(edited(sentence.text, [edit]), "negation", False)
