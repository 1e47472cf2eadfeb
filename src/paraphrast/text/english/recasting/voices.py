"""English verbs that change their voice: what was done by whom, and who did what."""

from functools import cache
from typing import NamedTuple

from paraphrast.text.english import endings as english_forms
from paraphrast.text.english.recasting.starts import read_list, read_lists

HELPERS = frozenset(["will", "would", "can", "could", "may", "might", "must", "should"])
OBJECTS = {"he": "him", "she": "her", "they": "them", "we": "us", "i": "me"}
SUBJECTS = {"him": "he", "her": "she", "them": "they", "it": "it"}
FINITE = {"is": "is", "are": "is", "was": "was", "were": "was", "has": "has", "have": "has", "had": "had"}
PLURAL = {"is": "are", "was": "were", "has": "have", "had": "had"}


class Form(NamedTuple):
    """What a form of a verb may be."""

    base: str
    kinds: frozenset[str]


@cache
def list_verb_forms() -> dict[str, Form]:
    """List the forms of the verbs that can change their voice."""
    out: dict[str, tuple[str, set[str]]] = {}
    for base in sorted(
        read_lists()["transitive"].split(), key=lambda verb: verb not in english_forms.irregular()
    ):
        written = {
            "base": base,
            "third": english_forms.third_person(base),
            "past": english_forms.past(base),
            "participle": english_forms.participle(base),
            "ing": english_forms.gerund(base),
        }
        for kind, form in written.items():
            verb, kinds = out.setdefault(form, (base, set()))
            if verb == base:
                kinds.add(kind)
    return {form: Form(base, frozenset(kinds)) for form, (base, kinds) in out.items()}


def find_verb_form(word: str) -> Form | None:
    """Say what a form may be; a regular past that is in no list is taken for one, unless it has no object.

    >>> find_verb_form("demolished").base
    'demolish'
    >>> find_verb_form("overhauled").kinds == {"past", "participle"}
    True
    >>> find_verb_form("seemed")
    """
    if word in list_verb_forms():
        return list_verb_forms()[word]
    regular = word.endswith("ed") and len(word) > 5 and word not in read_list("alone")
    return Form("", frozenset(["past", "participle"])) if regular else None


def form_passive(verbs: list[str], many: bool, *, of_many: bool | None) -> str | None:
    """Turn the verbs of one who does something into those of what it is done to, which may be `many`.

    `of_many` says the same of who does it.

    >>> form_passive(["is", "playing"], False, of_many=False), form_passive(["wrote"], True, of_many=None)
    ('is being played', 'were written')
    >>> form_passive(["may", "approve"], True, of_many=None), form_passive(["cut"], True, of_many=True)
    ('may be approved', None)
    """
    *helpers, verb = verbs
    form = find_verb_form(verb)
    if form is None or len(helpers) > 1:
        return None
    said = english_forms.participle(form.base) if form.base else verb
    be = "was" if "past" in form.kinds else "is"
    if helpers:
        helper = helpers[0]
        if helper in HELPERS and "base" in form.kinds:
            return f"{helper} be {said}"
        if helper not in FINITE:
            return None
        number = PLURAL[FINITE[helper]] if many else FINITE[helper]
        if FINITE[helper] in ("is", "was") and "ing" in form.kinds:
            return f"{number} being {said}"
        return f"{number} been {said}" if FINITE[helper][0] == "h" and "participle" in form.kinds else None
    if not form.kinds & {"past", "third", "base"}:
        return None
    if {"past", "base"} <= form.kinds and of_many is not False:
        return None  # they cut, now or then
    if form.kinds == {"base"} and of_many is not True:
        return None
    return f"{PLURAL[be] if many else be} {said}"


def form_active(verbs: list[str], many: bool) -> str | None:
    """Turn the verbs of what something is done to into those of who does it, who may be `many`.

    >>> form_active(["was", "written"], False), form_active(["are", "being", "chased"], False)
    ('wrote', 'is chasing')
    >>> form_active(["has", "been", "sold"], True), form_active(["will", "be", "sold"], True)
    ('have sold', 'will sell')
    """
    *helpers, verb = verbs
    form = find_verb_form(verb)
    if form is None or "participle" not in form.kinds or not helpers:
        return None
    base, first = form.base, helpers[0]
    if not base:
        return verb if helpers in (["was"], ["were"]) else None
    if helpers[1:] == ["be"] and first in HELPERS:
        return f"{first} {base}"
    finite = FINITE.get(first)
    if finite is None:
        return None
    number = PLURAL[finite] if many else finite
    if helpers[1:] == ["been"] and first in ("has", "have", "had"):
        return f"{number} {verb}"
    if helpers[1:] == ["being"] and finite in ("is", "was"):
        return f"{number} {english_forms.gerund(base)}"
    if len(helpers) > 1 or finite not in ("is", "was"):
        return None
    if finite == "was":
        return english_forms.past(base)
    return english_forms.present(base, many=many)
