"""A plain Russian clause around its verb: who does it, what stands before and what follows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from paraphrast.text.russian.agreement import goes_with_verb
from paraphrast.text.russian.morphology import parsed
from paraphrast.text.russian.pieces import COUNTED, Clause, Piece, read_list

PLACES = frozenset(["в", "во", "на", "у", "около", "возле", "близ", "под", "над", "при", "среди"])
RATES = frozenset(["в день", "в неделю", "в месяц", "в год", "в час", "в сутки", "в минуту", "в секунду"])
PERSONS = frozenset(["я", "ты", "он", "она", "мы", "вы", "они"])


class Parts(NamedTuple):
    """A clause around its verb: what stands first, who does it, what stands between, and what follows."""

    clause: Clause
    first: list[Piece]
    subject: Piece | None
    between: list[Piece]
    verb: Piece
    rest: list[Piece]

    def join(self, *some: Piece | Sequence[Piece] | str | None) -> str:
        """Write pieces and words one after another."""
        out: list[str] = []
        for one in some:
            if isinstance(one, Piece):
                out.append(self.clause.said(one))
            elif isinstance(one, str):
                out.append(one)
            elif one is not None:
                out += [self.clause.said(piece) for piece in one]
        return " ".join(out)


def split_clause(clause: Clause) -> Parts | None:
    """Find the verb of a clause and its subject; None where there are several."""
    verbs = [at for at, one in enumerate(clause.pieces) if one.kind == "verb"]
    if len(verbs) != 1:
        return None
    at = verbs[0]
    verb, before, rest = clause.pieces[at], list(clause.pieces[:at]), list(clause.pieces[at + 1 :])
    able = [
        one for one in [*before, *rest] if one.kind != "prepositional" and may_be_subject(one, verb, clause)
    ]
    sure = [one for one in able if "accs" not in one.cases()]
    able = sure if len(sure) == 1 and len(able) == 2 else able
    if len(able) > 1:
        ahead = [one for one in able if one in before]
        able = ahead if len(ahead) == 1 and _is_clear(ahead[0], able, clause) else []
        if not able:
            return None
    subject = able[0] if able else None
    if subject is None or subject in rest:
        return Parts(clause, before, subject, [], verb, rest)
    place = before.index(subject)
    return Parts(clause, before[:place], subject, before[place + 1 :], verb, rest)


def may_be_subject(piece: Piece, verb: Piece, clause: Clause) -> bool:
    """Say whether a piece may be the subject of the verb."""
    tag = read_head(verb, clause)
    forms = [form for form in piece.forms if form[0] == "nomn"]
    if piece.kind == "pronoun" and clause.said(piece).lower() in PERSONS:
        person = str(parsed(clause.said(piece).lower())[0].tag.person)
        return bool(forms) and tag.person in (None, person)
    return any(goes_with_verb(tag, form[1], form[2], counted=form == COUNTED) for form in forms)


def read_head(piece: Piece, clause: Clause) -> Any:
    """Give the likeliest reading of the head of a verb as such."""
    some = [one.tag for one in parsed(clause.tokens[piece.head].text.lower())]
    return next((one for one in some if one.POS in ("VERB", "PRTS", "ADJS")), some[0])


def _is_clear(subject: Piece, able: Sequence[Piece], clause: Clause) -> bool:
    """Say whether it is clear who acts even where nominative and accusative look the same."""
    return is_actor(subject, clause) and not any(is_actor(one, clause) for one in able if one is not subject)


def is_actor(piece: Piece, clause: Clause) -> bool:
    """Say whether a name is one of somebody who does things: a person, a country, a court."""
    word = parsed(clause.tokens[piece.head].text.lower())[0]
    return (
        word.tag.animacy == "anim"
        or bool({"Geox", "Orgn"} & word.tag.grammemes)
        or word.normal_form in read_list("agents")
    )


def lemma_of(piece: Piece, clause: Clause) -> str:
    """Give the dictionary form of the head of a piece."""
    return str(parsed(clause.tokens[piece.head].text.lower())[0].normal_form)


def is_person(piece: Piece, clause: Clause) -> bool:
    """Say whether a piece is a pronoun, but not one for a whole matter."""
    return piece.kind == "pronoun" and clause.said(piece).lower() not in ("этого", "этому", "этим")


def is_third_person(piece: Piece, clause: Clause) -> bool:
    """Say whether a pronoun stands for what was named before."""
    return parsed(clause.said(piece).lower())[0].tag.person in (None, "3per")


def is_time(piece: Piece, clause: Clause) -> bool:
    """Say whether a piece tells when."""
    if piece.kind not in ("adverb", "prepositional", "noun", "number"):
        return False
    said = clause.tokens[piece.head].text.lower()
    if clause.said(piece).lower() in RATES or clause.tokens[piece.start].text.lower() in (
        "с",
        "со",
        "от",
        "о",
        "об",
        "для",
        "по",
    ):
        return False
    return said in read_list("times") or lemma_of(piece, clause) in read_list("times")


def is_manner(piece: Piece, clause: Clause) -> bool:
    """Say whether a piece tells how, not when."""
    return piece.kind == "adverb" and not is_time(piece, clause)


def is_adverbial(some: Sequence[Piece], clause: Clause) -> bool:
    """Say whether pieces tell only when and where."""
    return all(
        is_time(one, clause)
        or (one.kind == "prepositional" and clause.tokens[one.start].text.lower() in PLACES)
        for one in some
    )


def is_negated(parts: Parts) -> bool:
    """Say whether a clause denies its verb."""
    return parts.clause.tokens[parts.verb.start].text.lower() == "не"
