"""Plain Russian clauses in another order, and turned from what someone did to what was done."""

import re
from collections.abc import Sequence

from paraphrast.text.russian.parts import (
    PERSONS,
    Parts,
    is_actor,
    is_adverbial,
    is_manner,
    is_negated,
    is_person,
    is_third_person,
    is_time,
    lemma_of,
    read_head,
    split_clause,
)
from paraphrast.text.russian.pieces import Clause, Piece, read_clause
from paraphrast.text.russian.recasting.passives import form_passive

NOBODY = frozenset(["никто", "ничто"])
LEAD = re.compile(  # what comes before a sentence and stays there
    r"(?:к сожалению|к счастью|кроме того|при этом|тем не менее|таким образом|между тем|тем временем|например"
    r"|(?:по словам|по данным|по мнению|по информации|как сообща|как отме|как заяв)[^,:]+), |[^,:]+: ",
    re.IGNORECASE,
)
CUT = re.compile(r"(, (?:но|а|однако|и|потому что|так как|поскольку|хотя|если|когда|пока|поэтому|что) )")
BOUND = (", что ", ", когда ", ", пока ")  # the end of a clause has to stand beside these
LAST = re.compile(  # who says so, behind what is said
    r", (?:сообща|пиш|переда|заявля|утвержда|уверя|отмеча)[а-яё]+ [^,]+$"
    r"|, (?:сообщил|заявил|сказал)[аи]? [^,]+$"
)
JOINED = re.compile(r",(?!\d)|[:;—–()\[\]/]| - ")
ALL = 6  # cases: a name that has but one form
FIXED = ("лишиться", "составить", "составлять")  # these do not part with what follows
HELPERS = frozenset(["мочь", "смочь", "быть", "стать", "начать", "начинать", "продолжать", "суметь"])
EXISTS = frozenset(
    ["быть", "есть", "стать", "мочь", "являться", "значить", "называться", "составить", "составлять"]
)
ABBREVIATED = re.compile(r"(?<![а-яё])(?:руб|коп|тыс|млн|млрд|гг?|шт|им|ул|др|т|п|проц)$")


def list_orders(text: str) -> list[str]:
    """Give a sentence with its plain clauses in other orders, the best first; none where no clause is plain.

    >>> list_orders("вандалы осквернили могилу")
    ['могила была осквернена вандалами', 'могилу осквернили вандалы']
    >>> list_orders("в Москве открылась выставка картин"), list_orders("мне не подошёл размер")
    (['выставка картин открылась в Москве'], ['размер мне не подошёл'])
    >>> list_orders("в Индии погибли люди, сообщают СМИ")
    ['люди погибли в Индии, сообщают СМИ']
    >>> list_orders("холодно, и в парке никто не играл, но на улице гуляли дети")
    ['холодно, и в парке никто не играл, но дети гуляли на улице']
    """
    lead, last = LEAD.match(text), LAST.search(text)
    start, stop = lead.end() if lead else 0, last.start() if last else len(text)
    cut = CUT.split(text[start:stop])
    if len(cut) == 1 and stop - start == len(text):
        return _reorder_clause(text)
    stays = [at % 2 == 1 or "".join(cut[at + 1 : at + 2]) in BOUND for at in range(len(cut))]
    made = [one if stay else (_reorder_clause(one) or [one])[0] for one, stay in zip(cut, stays, strict=True)]
    new = text[:start] + "".join(made) + text[stop:]
    return [new] if new != text else []


def _reorder_clause(text: str) -> list[str]:
    """Give one clause in other orders; not where its last word has lost its point."""
    if ABBREVIATED.search(text):
        return []
    clause = None if JOINED.search(text) else read_clause(text)
    parts = split_clause(clause) if clause else None
    if parts is None:
        return []
    if parts.subject is None:
        made = [_turn_impersonal(parts), _turn_first_person(parts)]
    elif parts.subject in parts.rest:
        made = [_turn_subject_last(parts)]
    else:
        made = [turn_to_passive(parts), _turn_subject_first(parts)]
    return [one for one in made if one and one != text]


def _turn_subject_first(parts: Parts) -> str | None:
    """Turn a clause whose subject stands before its verb."""
    clause, subject, verb, first = parts.clause, parts.subject, parts.verb, parts.first
    assert subject is not None
    if subject.kind == "pronoun":
        said = clause.said(subject).lower()
        return (
            _swap_nobody(parts) if said in NOBODY else _turn_pronoun_first(parts) if said in PERSONS else None
        )
    own = [one for one in parts.between if one.kind == "prepositional" and not is_time(one, clause)]
    light = [one for one in parts.between if one not in own]
    after = _cut_tail(parts)
    if (
        after is None
        or not _is_movable(light)
        or not is_adverbial(first, clause)
        or lemma_of(verb, clause) in FIXED
    ):
        return None
    pronouns, rest, late = after
    if not rest:
        return _turn_bare_verb(parts, own, light) if not pronouns else None
    if min(len(subject.cases()), len(rest[0].cases())) == ALL:  # neither name says by its form what it does
        return None
    if first or is_negated(parts):
        return parts.join(late, rest, subject, own, pronouns, light, verb, first)
    wish, deed = _cut_chain(verb, clause)
    return parts.join(late, deed, rest, pronouns, light, wish, subject, own)


def _turn_bare_verb(parts: Parts, own: Sequence[Piece], light: Sequence[Piece]) -> str | None:
    """Turn a clause that ends with its verb, about what has happened or what stands before that verb."""
    tag, clause = read_head(parts.verb, parts.clause), parts.clause
    if is_negated(parts) or parts.first or lemma_of(parts.verb, clause) in EXISTS or tag.POS == "ADJS":
        return None
    happened = tag.POS == "PRTS" or (
        tag.aspect == "perf" and tag.tense == "past" and tag.transitivity == "intr"
    )
    if len(own) == 1 and not light and (happened or clause.tokens[own[0].start].text.lower() in ("в", "у")):
        return parts.join(own, parts.verb, parts.subject)
    if own or not happened or (light and parts.subject is not None and is_actor(parts.subject, clause)):
        return None
    return parts.join(light, parts.verb, parts.subject)


def _turn_pronoun_first(parts: Parts) -> str | None:
    """Turn a clause whose subject is `я`, `ты`, `он`: it stays before its verb."""
    clause, subject, verb, first, light = parts.clause, parts.subject, parts.verb, parts.first, parts.between
    after = _cut_tail(parts)
    if after is None or not _is_movable(light):
        return None
    pronouns, rest, late = after
    if not rest and first and all(is_manner(one, clause) for one in first):
        return parts.join(subject, first, light, verb) if not pronouns else None
    if not is_adverbial(first, clause):
        return None
    if not rest:
        near = [one for one in light if one.kind == "pronoun"]
        away = [one for one in light if one not in near]
        return parts.join(away, subject, near, verb) if away and not (pronouns or first) else None
    if late and not first:
        return parts.join(late, subject, light, verb, pronouns, rest)
    heavy = len(rest) == 1 and rest[0].kind == "noun" and rest[0].head > rest[0].start
    if is_negated(parts) or first or light or (heavy and "accs" in rest[0].cases()):
        return parts.join(late, rest, subject, pronouns, light, verb, first)
    return None


def _cut_tail(parts: Parts) -> tuple[list[Piece], list[Piece], list[Piece]] | None:
    """Cut what follows a verb into a pronoun, what is moved as it is, and times; None where in doubt."""
    clause = parts.clause
    pronouns = [one for one in parts.rest if is_person(one, clause)]
    rest, late = [one for one in parts.rest if one not in pronouns], list[Piece]()
    if (
        len(pronouns) > 1
        or any(is_third_person(one, clause) for one in pronouns)
        or pronouns != parts.rest[: len(pronouns)]
    ):
        return None
    while len(rest) > 1 and is_time(rest[-1], clause):
        late.insert(0, rest.pop())
    return pronouns, rest, late


def _is_movable(light: Sequence[Piece]) -> bool:
    """Say whether what stands between subject and verb goes with the verb."""
    return all(one.kind in ("adverb", "prepositional", "pronoun") for one in light)


def _cut_chain(verb: Piece, clause: Clause) -> tuple[Piece, list[Piece]]:
    """Cut what is wished, promised or begun from the verb that says so; helpers stay with their verbs."""
    if (
        verb.stop == verb.head + 1
        or lemma_of(verb, clause) in HELPERS
        or read_head(verb, clause).POS != "VERB"
    ):
        return verb, []
    return verb._replace(stop=verb.head + 1), [Piece("verb", verb.head + 1, verb.stop, verb.head + 1)]


def turn_to_passive(parts: Parts) -> str | None:
    """Say what was done by whom."""
    clause, subject, rest = parts.clause, parts.subject, parts.rest
    if subject is None or not rest or parts.between or not is_adverbial(parts.first, clause):
        return None
    if not is_actor(subject, clause) or any(one.kind == "pronoun" for one in rest):
        return None
    made = form_passive(clause, parts.verb, rest[0], subject)
    if made is None:
        return None
    late = [one for one in rest[1:] if is_time(one, clause)]
    near = [one for one in rest[1:] if one not in late]
    return parts.join(made[0], near, *made[1:], late, parts.first)


def _swap_nobody(parts: Parts) -> str | None:
    """Swap `никто` and the pronoun beside it."""
    others = [*parts.first, *parts.between]
    if len(others) != 1 or others[0].kind != "pronoun":
        return None
    if parts.first:
        return parts.join(parts.subject, parts.first, parts.verb, parts.rest)
    return parts.join(parts.between, parts.subject, parts.verb, parts.rest)


def _turn_subject_last(parts: Parts) -> str | None:
    """Turn a clause whose subject stands after its verb."""
    clause, subject, verb, first = parts.clause, parts.subject, parts.verb, parts.first
    assert subject is not None
    if subject.kind == "pronoun" or lemma_of(verb, clause) in EXISTS:
        return None
    at = parts.rest.index(subject)
    if any(one.kind != "pronoun" for one in parts.rest[:at]):
        return None
    pronouns = [*(one for one in first if one.kind == "pronoun"), *parts.rest[:at]]
    first = [one for one in first if one.kind != "pronoun"]
    tail = parts.rest[at + 1 :]
    if any(one.kind not in ("prepositional", "adverb") for one in tail) or len(pronouns) > 1:
        return None
    light = [first.pop()] if first and is_manner(first[-1], clause) else []
    moved = [one for one in first if one.kind in ("noun", "names", "number")]
    if len(moved) > 1 or (
        not first and not pronouns and not light and read_head(verb, clause).transitivity == "tran"
    ):
        return None
    return parts.join(subject, tail, pronouns, light, verb, first)


def _turn_impersonal(parts: Parts) -> str | None:
    """Turn a clause that says of nobody in particular what they did: they released him from hospital."""
    clause, verb, first, rest = parts.clause, parts.verb, parts.first, parts.rest
    tag = read_head(verb, clause)
    if tag.number != "plur" or tag.person in ("1per", "2per") or tag.POS != "VERB" or not first or not rest:
        return None
    if any(one.kind == "pronoun" for one in (*first, *rest)):
        return None
    objects = [one for one in (*first, *rest) if one.kind != "prepositional" and "accs" in one.cases()]
    if len(objects) != 1 or tag.transitivity != "tran":
        return None
    thing, light = objects[0], [first[-1]] if is_manner(first[-1], clause) else []
    first = first[: len(first) - len(light)]
    if not first:
        return None
    made = form_passive(clause, verb, thing) if thing in (first[0], rest[0]) else None
    if made is None:
        return parts.join(rest, light, verb, first)
    if thing in first:
        return parts.join(rest, light, made[1], made[0], first[1:])
    return parts.join(made[0], rest[1:], light, made[1], first)


def _turn_first_person(parts: Parts) -> str | None:
    """Turn what I or we do to something, where no pronoun says so: `продаю новый стол`."""
    clause, verb, rest = parts.clause, parts.verb, parts.rest
    if (
        read_head(verb, clause).person != "1per"
        or parts.first
        or not rest
        or rest[0].kind not in ("noun", "names")
    ):
        return None
    thing, others = rest[0], rest[1:]
    if "accs" not in thing.cases() or any(one.kind not in ("prepositional", "adverb") for one in others):
        return None
    return parts.join(thing, verb, others)
