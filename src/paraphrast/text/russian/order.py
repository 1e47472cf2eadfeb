"""Russian order: the endings say who did what to whom, so that every order says the same."""

import re
from collections.abc import Iterator, Sequence

from paraphrast.text.clauses import (
    Change,
    Sentence,
    Word,
    has_clauses,
    like,
    split_ending,
    time_phrase,
    upper_first,
)
from paraphrast.text.grammar import words_of
from paraphrast.text.russian.clauses import agreed, case, inflected, looked_up
from paraphrast.text.russian.phrases import Clause, Phrase, parsed, readings


def reorderings(sentence: Sentence) -> Iterator[Change]:
    """Put the parts of a clause in every order, and its roles the other way round in two of them."""
    clause = parsed(sentence)
    if clause is None:
        return
    mark = sentence.text[_clause_end(clause) :]
    subject, verb = clause.subject.text(sentence), clause.verb.text(sentence)
    around, rest = (" ".join(each.text(sentence) for each in some) for some in (clause.around, clause.rest))
    if clause.thing is None:
        yield _write_parts([rest, verb, subject], mark, keeps=True)
        return
    thing = clause.thing.text(sentence)
    for order in (
        [around, subject, verb, thing, rest],
        [around, thing, rest, verb, subject],
        [around, thing, subject, verb, rest],
        [around, verb, subject, thing, rest],
        [around, subject, thing, verb, rest],
    ):
        yield _write_parts(order, mark, keeps=True)
    changed = _exchange_roles(clause)
    if changed:
        subject, verb, thing = changed
        yield _write_parts([around, thing, rest, verb, subject], mark, keeps=False)
        yield _write_parts([around, thing, verb, subject, rest], mark, keeps=False)
        swapped = _write_parts([around, subject, verb, thing, rest], mark, keeps=False)
        yield Change(swapped.text, "role-swap", False)


def _clause_end(clause: Clause) -> int:
    """Find where the last word of a clause ends."""
    parts = (clause.subject, clause.verb, clause.thing, *clause.rest)
    return max(part.words[-1].stop for part in parts if part is not None)


def _write_parts(parts: Sequence[str], mark: str, *, keeps: bool) -> Change:
    """Write parts as a sentence."""
    return Change(
        upper_first(" ".join(part for part in parts if part)) + mark,
        "reorder" if keeps else "reorder-swap",
        keeps,
    )


def _exchange_roles(clause: Clause) -> tuple[str, str, str] | None:
    """Make the subject the object and the object the subject, with the verb in agreement."""
    subject, verb, thing = clause.subject, clause.verb, clause.thing
    if thing is None or not comparable(subject, thing) or verb.words[-1].lemma in words_of("ru", "symmetric"):
        return None
    new = _phrase_in(thing, "accs", "nomn"), _phrase_in(subject, "nomn", "accs")
    old = _phrase_in(thing, "accs", "accs"), _phrase_in(subject, "nomn", "nomn")
    form = _verb_for(verb, thing)
    if not (new[0] and new[1] and form) or (new[0] == old[0] and new[1] == old[1]):
        return None
    return new[0], f"не {form}" if verb.head else form, new[1]


def comparable(subject: Phrase, thing: Phrase) -> bool:
    """Tell whether each of two phrases could be the other: both alive, or both names of one kind."""
    first, second = subject.words[subject.head], thing.words[thing.head]
    if "PRON" in (first.tag, second.tag) or first.lemma == second.lemma:
        return False
    if not any(case(one) == "accs" for one in readings(thing)):
        return False
    alive = [any(one.tag.animacy == "anim" for one in word.readings) for word in (first, second)]
    named = first.tag == second.tag == "PROPN" and first.kind == second.kind
    return all(alive) or (named and first.kind != "other")


def _phrase_in(phrase: Phrase, present: str, wanted: str) -> str | None:
    """Write a noun phrase in another case; what belongs to its head in the genitive stays."""
    head = next((one for one in readings(phrase) if case(one) == present), None)
    if head is None:
        return None
    slot = head.inflect({wanted, str(head.tag.number)})
    named = phrase.words[phrase.head].tag == "PROPN"
    names = [word for word in phrase.words[phrase.head + 1 :] if word.tag == "PROPN"]
    names = [word for word in names if named or word.kind == "person"]
    if slot is None:
        return None
    forms: list[str | None] = []
    for index, word in enumerate(phrase.words):
        if index < phrase.head and word.readings:
            forms.append(agreed(word.readings[0], head, slot))
        elif index == phrase.head:
            forms.append(like(str(slot.word), word.text if word.tag == "PROPN" else "а"))
        elif word in names:
            forms.append(_name_in(word, wanted))
        else:
            forms.append(word.text)
    return None if None in forms else " ".join(form for form in forms if form)


def _name_in(word: Word, wanted: str) -> str | None:
    """Write a further part of a name in another case."""
    tag = word.readings[0].tag
    marks = {wanted, str(tag.number), *([str(tag.gender)] if tag.POS == "ADJF" and tag.gender else [])}
    form = inflected(word.readings[0], frozenset(marks))
    return like(form, word.text) if form else None


def _verb_for(verb: Phrase, subject: Phrase) -> str | None:
    """Inflect a verb for another subject."""
    reading = verb.words[verb.head].readings[0]
    head = next(one.tag for one in readings(subject) if case(one) == "accs")
    number, tense = str(head.number), str(reading.tag.tense)
    if tense == "past":
        marks = {"past", number, *([str(head.gender)] if number == "sing" else [])}
    else:
        marks = {tense, "3per", number}
    return inflected(reading, frozenset({"VERB", *marks}))


def move_time(text: str) -> str | None:
    """Move a phrase of time in a sentence of one clause."""
    body, mark = split_ending(text)
    if "?" in mark:
        return None
    head = re.match(rf"({time_phrase('ru')}),? (.+)", body, re.IGNORECASE)
    if head and not has_clauses(head[2], "ru"):
        return upper_first(f"{head[2]} {head[1][0].lower()}{head[1][1:]}{mark}")
    tail = re.fullmatch(rf"(.+) ({time_phrase('ru')})", body, re.IGNORECASE)
    if tail and not has_clauses(tail[1], "ru") and not re.search(r"(?:^| )(?:с|до|по|к|от|на)$", tail[1]):
        return f"{upper_first(tail[2])} {lowered(tail[1])}{mark}"
    return None


def lowered(text: str) -> str:
    """Write the first letter small, unless the first word is a name or an abbreviation."""
    word = re.match(r"\w+", text)
    first = word[0] if word else ""
    name = not first or (first.isupper() and len(first) > 1) or looked_up(first, True)[0] == "PROPN"
    return text if name else text[:1].lower() + text[1:]
