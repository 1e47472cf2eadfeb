"""Plain Russian clauses in another order, and turned from what someone did to what was done."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from paraphrast.rewrite.russian_clause import COUNTED, Clause, Form, Piece, listed, read
from paraphrast.rewrite.russian_passive import done
from paraphrast.text.morphology import parsed

PLACES = frozenset(["в", "во", "на", "у", "около", "возле", "близ", "под", "над", "при", "среди"])
PERSONS = frozenset(["я", "ты", "он", "она", "мы", "вы", "они"])
NOBODY = frozenset(["никто", "ничто"])
LEAD = re.compile(  # what comes before a sentence and stays there
    r"(?:к сожалению|к счастью|кроме того|при этом|тем не менее|таким образом|между тем|тем временем|например"
    r"|(?:по словам|по данным|по мнению|по информации|как сообща|как отме|как заяв)[^,:]+), |[^,:]+: ",
    re.IGNORECASE,
)
CUT = re.compile(r"(, (?:но|а|однако|и|потому что|так как|поскольку|хотя|если|когда|пока|поэтому|что) )")
JOINED = re.compile(r",(?!\d)|[:;—–()\[\]/]| - ")
HELPERS = frozenset(["мочь", "смочь", "быть", "стать", "начать", "начинать", "продолжать", "суметь"])
EXISTS = frozenset(
    ["быть", "есть", "стать", "мочь", "являться", "значить", "называться", "составить", "составлять"]
)


ABBREVIATED = re.compile(r"\b(?:руб|коп|тыс|млн|млрд|гг?|им|ул|др|т|п|проц)$")


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


def orders(text: str) -> list[str]:
    """Give a sentence with its plain clauses in other orders, the best first; none where no clause is plain.

    >>> orders("вандалы осквернили могилу")
    ['могила была осквернена вандалами', 'могилу осквернили вандалы']
    >>> orders("в Москве открылась выставка картин"), orders("мне не подошёл размер")
    (['выставка картин открылась в Москве'], ['размер мне не подошёл'])
    >>> orders("дождь кончился, но в парке никто не играл, а на улице гуляли дети")
    ['дождь кончился, но в парке никто не играл, а дети гуляли на улице']
    """
    lead = LEAD.match(text)
    start = lead.end() if lead else 0
    cut = CUT.split(text[start:])
    if len(cut) == 1 and not start:
        return single(text)
    made = [(single(one) or [one])[0] if at % 2 == 0 else one for at, one in enumerate(cut)]
    made[0] = cut[0] if len(cut) > 1 and cut[1] == ", что " else made[0]  # its verb has to stand beside this
    new = text[:start] + "".join(made)
    return [new] if new != text else []


def single(text: str) -> list[str]:
    """Give one clause in other orders; not where its last word has lost its point."""
    if ABBREVIATED.search(text):
        return []
    clause = None if JOINED.search(text) else read(text)
    parts = around(clause) if clause else None
    if parts is None:
        return []
    if parts.subject is None:
        made = [nobody(parts)]
    elif parts.subject in parts.rest:
        made = [behind(parts)]
    else:
        made = [passive(parts), ahead(parts)]
    return [one for one in made if one and one != text]


def around(clause: Clause) -> Parts | None:
    """Find the verb of a clause and its subject; None where there are several."""
    verbs = [at for at, one in enumerate(clause.pieces) if one.kind == "verb"]
    if len(verbs) != 1:
        return None
    at = verbs[0]
    verb, before, rest = clause.pieces[at], list(clause.pieces[:at]), list(clause.pieces[at + 1 :])
    able = [one for one in [*before, *rest] if one.kind != "prepositional" and agrees(one, verb, clause)]
    sure = [one for one in able if "accs" not in one.cases()]
    able = sure if len(sure) == 1 and len(able) == 2 else able
    if len(able) > 1:
        ahead = [one for one in able if one in before]
        able = ahead if len(ahead) == 1 and clear(ahead[0], able, clause) else []
        if not able:
            return None
    subject = able[0] if able else None
    if subject is None or subject in rest:
        return Parts(clause, before, subject, [], verb, rest)
    place = before.index(subject)
    return Parts(clause, before[:place], subject, before[place + 1 :], verb, rest)


def agrees(piece: Piece, verb: Piece, clause: Clause) -> bool:
    """Say whether a piece may be the subject of the verb."""
    tag = head(verb, clause)
    forms = [form for form in piece.forms if form[0] == "nomn"]
    if piece.kind == "pronoun" and clause.said(piece).lower() in PERSONS:
        person = parsed(clause.said(piece).lower())[0].tag.person
        return bool(forms) and (tag.person is None or tag.person == person)
    if tag.person in ("1per", "2per"):
        return False
    return any(matches(form, tag) for form in forms)


def matches(form: Form, tag: Any) -> bool:
    """Say whether a form of a name goes with a verb in number and gender."""
    if form == COUNTED:
        return tag.number == "plur" or tag.gender in ("neut", None)
    one = form[1] == "sing"
    return one == (tag.number == "sing") and (not one or not tag.gender or form[2] in ("", tag.gender))


def head(piece: Piece, clause: Clause) -> Any:
    """Give the likeliest reading of the head of a verb as such."""
    some = [one.tag for one in parsed(clause.tokens[piece.head].text.lower())]
    return next((one for one in some if one.POS in ("VERB", "PRTS", "ADJS")), some[0])


def clear(subject: Piece, able: Sequence[Piece], clause: Clause) -> bool:
    """Say whether it is clear who acts even where nominative and accusative look the same."""
    return acts(subject, clause) and not any(acts(one, clause) for one in able if one is not subject)


def acts(piece: Piece, clause: Clause) -> bool:
    """Say whether a name is one of somebody who does things: a person, a country, a court."""
    word = parsed(clause.tokens[piece.head].text.lower())[0]
    return (
        word.tag.animacy == "anim"
        or bool({"Geox", "Orgn"} & word.tag.grammemes)
        or word.normal_form in listed("agents")
    )


def ahead(parts: Parts) -> str | None:
    """Turn a clause whose subject stands before its verb."""
    clause, subject, verb, first = parts.clause, parts.subject, parts.verb, parts.first
    assert subject is not None
    if subject.kind == "pronoun":
        said = clause.said(subject).lower()
        return nobody_does(parts) if said in NOBODY else personal(parts) if said in PERSONS else None
    own = [one for one in parts.between if one.kind == "prepositional" and not timed(one, clause)]
    light = [one for one in parts.between if one not in own]
    after = tail(parts)
    if after is None or not after[1] or not movable(light) or not adverbial(first, clause):
        return None
    pronouns, rest, late = after
    if first or negated(parts):
        return parts.join(late, rest, subject, own, pronouns, light, verb, first)
    wish, deed = chained(verb, clause)
    return parts.join(late, deed, rest, pronouns, light, wish, subject, own)


def personal(parts: Parts) -> str | None:
    """Turn a clause whose subject is `я`, `ты`, `он`: it stays before its verb."""
    clause, subject, verb, first, light = parts.clause, parts.subject, parts.verb, parts.first, parts.between
    after = tail(parts)
    if after is None or not movable(light) or not adverbial(first, clause):
        return None
    pronouns, rest, late = after
    if not rest:
        return parts.join(light, subject, verb) if light and not (pronouns or first) else None
    if late and not first:
        return parts.join(late, subject, light, verb, pronouns, rest)
    if negated(parts) or first or light:
        return parts.join(late, rest, subject, pronouns, light, verb, first)
    return None


def tail(parts: Parts) -> tuple[list[Piece], list[Piece], list[Piece]] | None:
    """Cut what follows a verb into a pronoun, what is moved as it is, and times; None where in doubt."""
    clause = parts.clause
    pronouns = [one for one in parts.rest if is_person(one, clause)]
    rest, late = [one for one in parts.rest if one not in pronouns], list[Piece]()
    if (
        len(pronouns) > 1
        or any(third(one, clause) for one in pronouns)
        or pronouns != parts.rest[: len(pronouns)]
    ):
        return None
    while len(rest) > 1 and timed(rest[-1], clause):
        late.insert(0, rest.pop())
    return pronouns, rest, late


def movable(light: Sequence[Piece]) -> bool:
    """Say whether what stands between subject and verb goes with the verb."""
    return all(one.kind in ("adverb", "prepositional", "pronoun") for one in light)


def negated(parts: Parts) -> bool:
    """Say whether a clause denies its verb."""
    return parts.clause.tokens[parts.verb.start].text.lower() == "не"


def chained(verb: Piece, clause: Clause) -> tuple[Piece, list[Piece]]:
    """Cut what is wished, promised or begun from the verb that says so; helpers stay with their verbs."""
    if verb.stop == verb.head + 1 or lemma(verb, clause) in HELPERS or head(verb, clause).POS != "VERB":
        return verb, []
    return verb._replace(stop=verb.head + 1), [Piece("verb", verb.head + 1, verb.stop, verb.head + 1)]


def passive(parts: Parts) -> str | None:
    """Say what was done by whom."""
    clause, subject, rest = parts.clause, parts.subject, parts.rest
    if subject is None or not rest or parts.between or not adverbial(parts.first, clause):
        return None
    if not acts(subject, clause) or any(one.kind == "pronoun" for one in rest):
        return None
    made = done(clause, subject, parts.verb, rest[0])
    if made is None:
        return None
    late = [one for one in rest[1:] if timed(one, clause)]
    near = [one for one in rest[1:] if one not in late]
    return parts.join(made[0], near, *made[1:], late, parts.first)


def nobody_does(parts: Parts) -> str | None:
    """Swap `никто` and the pronoun beside it."""
    others = [*parts.first, *parts.between]
    if len(others) != 1 or others[0].kind != "pronoun":
        return None
    if parts.first:
        return parts.join(parts.subject, parts.first, parts.verb, parts.rest)
    return parts.join(parts.between, parts.subject, parts.verb, parts.rest)


def behind(parts: Parts) -> str | None:
    """Turn a clause whose subject stands after its verb."""
    clause, subject, verb, first = parts.clause, parts.subject, parts.verb, parts.first
    assert subject is not None
    if subject.kind == "pronoun" or lemma(verb, clause) in EXISTS:
        return None
    at = parts.rest.index(subject)
    if any(one.kind != "pronoun" for one in parts.rest[:at]):
        return None
    pronouns = [*(one for one in first if one.kind == "pronoun"), *parts.rest[:at]]
    first = [one for one in first if one.kind != "pronoun"]
    tail = parts.rest[at + 1 :]
    if any(one.kind not in ("prepositional", "adverb") for one in tail) or len(pronouns) > 1:
        return None
    light = [first.pop()] if first and manner(first[-1], clause) else []
    moved = [one for one in first if one.kind in ("noun", "names", "number")]
    if len(moved) > 1 or (
        not first and not pronouns and not light and head(verb, clause).transitivity == "tran"
    ):
        return None
    return parts.join(subject, tail, pronouns, light, verb, first)


def nobody(parts: Parts) -> str | None:
    """Turn a clause that says of nobody in particular what they did: they released him from hospital."""
    clause, verb, first, rest = parts.clause, parts.verb, parts.first, parts.rest
    tag = head(verb, clause)
    if tag.number != "plur" or tag.person in ("1per", "2per") or tag.POS != "VERB" or not first or not rest:
        return None
    if any(one.kind == "pronoun" for one in (*first, *rest)):
        return None
    objects = [one for one in (*first, *rest) if one.kind != "prepositional" and "accs" in one.cases()]
    if len(objects) != 1 or tag.transitivity != "tran":
        return None
    return parts.join(rest, verb, first)


def lemma(piece: Piece, clause: Clause) -> str:
    """Give the dictionary form of the head of a piece."""
    return str(parsed(clause.tokens[piece.head].text.lower())[0].normal_form)


def is_person(piece: Piece, clause: Clause) -> bool:
    """Say whether a piece is a pronoun, but not one for a whole matter."""
    return piece.kind == "pronoun" and clause.said(piece).lower() not in ("этого", "этому", "этим")


def third(piece: Piece, clause: Clause) -> bool:
    """Say whether a pronoun stands for what was named before."""
    return parsed(clause.said(piece).lower())[0].tag.person in (None, "3per")


def timed(piece: Piece, clause: Clause) -> bool:
    """Say whether a piece tells when."""
    if piece.kind not in ("adverb", "prepositional", "noun", "number"):
        return False
    said = clause.tokens[piece.head].text.lower()
    if clause.tokens[piece.start].text.lower() in ("с", "со", "от", "о", "об", "для", "по"):
        return False
    return said in listed("times") or lemma(piece, clause) in listed("times")


def manner(piece: Piece, clause: Clause) -> bool:
    """Say whether a piece tells how, not when."""
    return piece.kind == "adverb" and not timed(piece, clause)


def adverbial(some: Sequence[Piece], clause: Clause) -> bool:
    """Say whether pieces tell only when and where."""
    return all(
        timed(one, clause)
        or (one.kind == "prepositional" and clause.tokens[one.start].text.lower() in PLACES)
        for one in some
    )
