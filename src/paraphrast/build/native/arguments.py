"""Exchanging two nouns, each with the adjectives of its new place in agreement."""

from collections.abc import Iterator

from paraphrast.build.native.names import are_joined
from paraphrast.text.clauses import Change, Edit, Sentence, Word, edited, fit
from paraphrast.text.grammar import load, words_of
from paraphrast.text.languages import Lang, find_language


def argument_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two common nouns that could each be what the other is."""
    nouns = [
        (index, word)
        for index, word in enumerate(sentence.words)
        if word.tag == "NOUN" and word.lemma not in words_of(sentence.lang, "empty")
    ]
    symmetric = any(word.lemma in words_of(sentence.lang, "symmetric") for word in sentence.words)
    for place, (left, first) in enumerate(nouns):
        for right, second in nouns[place + 1 :]:
            if first.lemma == second.lemma or symmetric or not _are_comparable(sentence, left, right):
                continue
            if are_joined(sentence, first, second):
                continue
            edits = _exchange_nouns(sentence, left, right)
            if edits:
                yield Change(edited(sentence.text, edits), "argument-swap", False)


def _are_comparable(sentence: Sentence, left: int, right: int) -> bool:
    """Tell whether two nouns are both alive or the two ends of one way, so that each can be the other."""
    first, second = sentence.words[left], sentence.words[right]
    if first.text.isupper() or second.text.isupper():
        return False
    places = find_language(sentence.lang).places
    if any(places.is_compound(sentence, place) for place in (left, right)):
        return False
    if _are_on_one_way(sentence, left, right):
        return True
    if any(places.is_owned(sentence, place) for place in (left, right)):
        return False
    if first.readings and second.readings:
        one, other = first.readings[0].tag, second.readings[0].tag
        alive = one.animacy == other.animacy == "anim" and one.number == other.number
        clause = any(word.readings and word.readings[0].tag.POS == "PRTF" for word in sentence.words)
        return bool(alive and (one.gender == other.gender or not clause))
    return _is_personal(first, sentence.lang) and _is_personal(second, sentence.lang)


def _is_personal(noun: Word, lang: Lang) -> bool:
    """Tell nouns of people by the lists and by their endings."""
    return (
        noun.lemma in words_of(lang, "people")
        or noun.lemma in load(lang).get("order", {}).get("alive", "").split()
        or find_language(lang).places.ends_personal(noun.lemma)
    )


def _are_on_one_way(sentence: Sentence, left: int, right: int) -> bool:
    """Tell whether the nouns stand as in "from the city to the village"."""
    ends = [_find_governor(sentence, place) for place in (left, right)]
    after = sentence.words[right + 1].tag if right + 1 < len(sentence.words) else "PUNCT"
    between = sentence.words[left + 1].tag
    free = between in ("ADP", "VERB", "PUNCT") and after in ("PUNCT", "ADP", "CCONJ", "VERB", "ADV", "SCONJ")
    return free and ":".join(ends) in words_of(sentence.lang, "routes")


def _find_governor(sentence: Sentence, place: int) -> str:
    """Give the preposition before a noun and its adjectives."""
    while place and sentence.words[place - 1].tag in ("ADJ", "DET"):
        place -= 1
    before = sentence.words[place - 1] if place else None
    return before.lemma if before is not None and (before.tag == "ADP" or before.lemma == "to") else ""


def _exchange_nouns(sentence: Sentence, left: int, right: int) -> list[Edit]:
    """Make the edits that exchange two nouns, or none when a form is not certain."""
    first, second = sentence.words[left], sentence.words[right]
    forms = fit(second, first, sentence.lang), fit(first, second, sentence.lang)
    if forms[0] is None or forms[1] is None:
        return []
    edits = [Edit(first.start, first.stop, forms[0]), Edit(second.start, second.stop, forms[1])]
    for noun, slot, place in ((second, first, left), (first, second, right)):
        adjectives = _adjectives_before(sentence, place)
        made = find_language(sentence.lang).clauses.adjust(adjectives, noun, slot)
        if made is None:
            return []
        edits += [Edit(each.start, each.stop, form) for each, form in zip(adjectives, made, strict=True)]
    return edits


def _adjectives_before(sentence: Sentence, place: int) -> list[Word]:
    """List the adjectives right before a noun."""
    found: list[Word] = []
    noun = sentence.words[place]
    while (
        place
        and sentence.words[place - 1].tag == "ADJ"
        and find_language(sentence.lang).clauses.agree_somehow(sentence.words[place - 1], noun)
    ):
        place -= 1
        found.insert(0, sentence.words[place])
    return found
