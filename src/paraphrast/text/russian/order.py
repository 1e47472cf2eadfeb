"""Russian order: the endings say who did what to whom, so that every order says the same."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paraphrast.text.clauses import Change, Sentence, has_clauses, split_ending, time_phrase, upper_first
from paraphrast.text.grammar import words_of
from paraphrast.text.russian.agreement import verb_needs
from paraphrast.text.russian.clauses import looked_up
from paraphrast.text.russian.declension import decline
from paraphrast.text.russian.morphology import NAMES, inflected, parsed
from paraphrast.text.russian.parts import Parts, lemma_of, may_be_subject, read_head, split_clause
from paraphrast.text.russian.pieces import Clause, Piece, read_clause
from paraphrast.text.russian.starts import write_inside

NAMING = ("noun", "names", "number", "pronoun")
AROUND = ("prepositional", "adverb")


class Roles(NamedTuple):
    """A clause of who does what to whom: what stands around, and behind; the verb with its adverbs."""

    clause: Clause
    around: Sequence[Piece]
    subject: Piece
    verb: Piece
    thing: Piece | None
    rest: Sequence[Piece]
    manner: Sequence[Piece] = ()


def reorderings(sentence: Sentence) -> Iterator[Change]:
    """Put the parts of a clause in every order, and its roles the other way round in two of them."""
    body, mark = split_ending(sentence.text)
    roles = _read_roles(body) if "?" not in mark else None
    if roles is None:
        return
    said = roles.clause.said
    around, rest, manner = (" ".join(map(said, some)) for some in (roles.around, roles.rest, roles.manner))
    subject, verb = said(roles.subject), f"{manner} {said(roles.verb)}".lstrip()
    if roles.thing is None:
        yield _write_parts([around, rest, verb, subject], mark, keeps=True)
        return
    thing = said(roles.thing)
    for order in (
        [around, subject, verb, thing, rest],
        [around, thing, rest, verb, subject],
        [around, thing, subject, verb, rest],
        [around, verb, subject, thing, rest],
        [around, subject, thing, verb, rest],
    ):
        yield _write_parts(order, mark, keeps=True)
    changed = _exchange_roles(roles, roles.thing)
    if changed:
        subject, verb, thing = changed
        verb = f"{manner} {verb}".lstrip()
        yield _write_parts([around, thing, rest, verb, subject], mark, keeps=False)
        yield _write_parts([around, thing, verb, subject, rest], mark, keeps=False)
        swapped = _write_parts([around, subject, verb, thing, rest], mark, keeps=False)
        yield Change(swapped.text, "role-swap", False)


def _read_roles(body: str) -> Roles | None:
    """Find who does what in a sentence of one plain clause, if its endings say so."""
    plain = write_inside(body)
    clause = read_clause(plain) if plain else None
    parts = split_clause(clause) if clause else None
    roles = _assign_roles(parts) if parts else None
    return roles if roles and _is_certain(roles) else None


def _assign_roles(parts: Parts) -> Roles | None:
    """Tell what is the subject and what the object, the one before the verb or the one behind it."""
    clause, around, subject, verb = parts.clause, parts.first, parts.subject, parts.verb
    if subject is None or not parts.rest or verb.stop != verb.head + 1:
        return None
    if read_head(verb, clause).POS != "VERB" or any(one.kind != "adverb" for one in parts.between):
        return None
    first, rest = parts.rest[0], parts.rest[1:]
    if subject not in parts.rest:
        thing = first if first.kind in NAMING else None
        rest = rest if thing else parts.rest
    elif subject == first and around and around[-1].kind in NAMING:
        around, thing = around[:-1], around[-1]
    else:
        return None
    if any(one.kind not in AROUND for one in around) or (around and subject.kind == "number"):
        return None  # "по меньшей мере 15 машин": what stands before a number may belong to it
    return Roles(clause, around, subject, verb, thing, rest, parts.between)


def _is_certain(roles: Roles) -> bool:
    """Tell whether the endings alone say which of two phrases is the subject."""
    clause, thing = roles.clause, roles.thing
    if thing is None:
        return True
    cases = thing.cases()
    if cases <= {"gent"} or ("accs" in cases and read_head(roles.verb, clause).transitivity != "tran"):
        return False
    return not (may_be_subject(thing, roles.verb, clause) and "accs" in roles.subject.cases())


def _write_parts(parts: Sequence[str], mark: str, *, keeps: bool) -> Change:
    """Write parts as a sentence."""
    return Change(
        upper_first(" ".join(part for part in parts if part)) + mark,
        "reorder" if keeps else "reorder-swap",
        keeps,
    )


def _exchange_roles(roles: Roles, thing: Piece) -> tuple[str, str, str] | None:
    """Make the subject the object and the object the subject, with the verb in agreement."""
    clause, subject, verb = roles.clause, roles.subject, roles.verb
    if not _are_comparable(roles, thing) or lemma_of(verb, clause) in words_of("ru", "symmetric"):
        return None
    if any(one.kind in NAMING for one in roles.rest):
        return None  # it may belong to the object
    new = decline(clause, thing, "accs", "nomn"), decline(clause, subject, "nomn", "accs")
    form = _verb_for(roles, thing)
    if not (new[0] and new[1] and form) or (new[0], new[1]) == (clause.said(thing), clause.said(subject)):
        return None
    before = clause.said(verb).split()[:-1]
    return new[0], " ".join([*before, form]), new[1]


def _are_comparable(roles: Roles, thing: Piece) -> bool:
    """Tell whether each of two phrases could be the other: both alive, or both names of one kind."""
    clause, subject = roles.clause, roles.subject
    if lemma_of(subject, clause) == lemma_of(thing, clause) or "accs" not in thing.cases():
        return False
    alive = [any(form[3] == "anim" for form in piece.forms) for piece in (subject, thing)]
    kinds = [NAMES & set(parsed(_head(piece, clause))[0].tag.grammemes) for piece in (subject, thing)]
    return all(alive) or bool(kinds[0] & kinds[1])


def _head(piece: Piece, clause: Clause) -> str:
    """Give the head of a piece in small letters."""
    return clause.tokens[piece.head].text.lower()


def _verb_for(roles: Roles, subject: Piece) -> str | None:
    """Inflect a verb for another subject."""
    tag = read_head(roles.verb, roles.clause)
    forms = {form[1:3] for form in subject.forms if form[0] == "accs"}
    if len(forms) != 1:
        return None
    number, gender = forms.pop()
    tense = {"past"} if tag.tense == "past" else {str(tag.tense), "3per"}
    wanted = {"VERB", *tense, *verb_needs(tag, number, gender)}
    return inflected(_head(roles.verb, roles.clause), frozenset(wanted))


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
