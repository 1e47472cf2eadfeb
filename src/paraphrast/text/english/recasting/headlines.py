"""English headlines, which leave out what sentences have: who did what, and what is to come."""

import re
from collections.abc import Iterator
from functools import cache

from paraphrast.text.english import endings as english_forms
from paraphrast.text.english.recasting.doers import BOUND, CLOSED, NOBODY, beside, fits, objective
from paraphrast.text.english.recasting.shapes import (
    PLACE,
    Shape,
    head,
    is_many,
    parts,
    starts_as,
)
from paraphrast.text.english.recasting.starts import read_list, read_lists
from paraphrast.text.english.recasting.voices import forms

NOUNS = "[AMNPSF]*[NPM]"
AFTER = re.compile(rf"(?P<to>T?)(?P<verb>[VNP])(?P<what>{NOUNS})(?P<where>{PLACE}?)")
BEFORE = re.compile(NOUNS)
BEEN = re.compile(rf"(?P<who>[AMNPSF]*[NP]{PLACE}?)(?P<verb>V)(?P<rest>(?:[IT].*)?)")
BY = re.compile(rf"(?P<what>[AMNPSF]*[NPM])(?P<verb>[VN])(?P<by>I)(?P<who>{NOUNS})(?P<where>{PLACE}?)")
TO_COME = re.compile(r"(?P<who>[AMNPSF]*[NP])(?P<to>T)(?P<rest>V.+)")
CLAIM = re.compile(r"(?P<who>[NP]+)(?P<says>V)(?P<all>[AMNPSD]+X.+)")
JUDGED = frozenset(["condemn", "hail", "praise", "slam", "mourn", "deny", "criticize", "welcome", "oppose"])
TOLD = re.compile(
    r"(?P<all>(?:[^\s:]+ ){3,}[^\s:]+): (?P<who>[A-Z]\w+(?: (?:report|study|official|police|minister))?)"
)


def headline(row: Shape) -> str | None:
    """Say what was done by whom as headlines do, without an article.

    >>> from paraphrast.text.english.recasting.shapes import shape
    >>> headline(shape("Police arrest two suspects in Paris")), headline(shape("Cuba to host peace talks"))
    ('two suspects arrested by police in Paris', 'peace talks to be hosted by Cuba')
    """
    if "D" in row.letters:
        return None
    return next((said for at in range(1, len(row.words) - 1) if (said := told_of(row, at))), None)


def told_of(row: Shape, at: int) -> str | None:
    """Say it where the verb stands at this place."""
    match, who = AFTER.fullmatch(row.letters, at), (0, at)
    if match is None or not BEFORE.fullmatch(row.letters, 0, at):
        return None
    verb, what, where = match.start("verb"), match.span("what"), row.part(*match.span("where"))
    word, many, future = row.words[verb].small, is_many(row, *who), match["to"] == "T"
    form, kinds = forms().get(word), {"base" if many or future else "third", *([] if future else ["past"])}
    sure = doer(row, at - 1) if future else row.letters[verb] == "V" or word in verbs()
    if form is None or not sure or many is None or not kinds & form.kinds or {"past", "base"} <= form.kinds:
        return None
    if "past" in form.kinds and not many and "P" not in row.letters[:at]:
        return None
    killed = form.base in ("kill", "injure") and row.letters[slice(*what)] == "M"
    if not fits(row, *who, NOBODY | {"show", "shows", "say", "says"}) or not (
        killed or plain(row, what, form.base)
    ):
        return None
    first, noun = where.lower().partition(" ")[0], row.words[head(row, *what)].small
    goes = noun in BOUND.get(first, "").split() or (first == "in" and form.base in JUDGED)
    if where and not goes and first not in ("in", "near") and beside(row, *match.span("where")) is None:
        return None
    said = english_forms.participle(form.base)
    said = said.capitalize() if row.words[verb].text[0].isupper() else said
    order = [row.part(*what), where if goes else "", "to be" if future else "", said, "by"]
    return " ".join(filter(None, [*order, starts_as(row, *who), "" if goes else where]))


def doer(row: Shape, at: int) -> bool:
    """Say whether a word names somebody, and is no verb that the tagger does not see."""
    word = row.words[at]
    named = row.letters[at] == "P" and (word.text.isupper() or not word.small.endswith("s"))
    return named or word.small in read_list("officials")


def plain(row: Shape, what: tuple[int, int], base: str) -> bool:
    """Say whether words are the object of a verb and nothing but that."""
    return fits(row, *what, CLOSED) and objective(row, what, base)


@cache
def verbs() -> frozenset[str]:
    """List the verbs of headlines in both forms."""
    return frozenset(
        form for one in read_lists()["headlines"].split() for form in (one, english_forms.third_person(one))
    )


def claimed(row: Shape) -> str | None:
    """Say last who says it.

    >>> from paraphrast.text.english.recasting.shapes import shape
    >>> claimed(shape("Minister says taxes will fall"))
    'taxes will fall, says minister'
    """
    there = parts(CLAIM, row)
    if there is None or row.part(*there["says"]).lower() not in ("says", "say"):
        return None
    return f"{row.part(*there['all'])}, {row.part(*there['says'])} {starts_as(row, *there['who'])}"


def signed(text: str) -> Iterator[str]:
    """Say first who has told it.

    >>> list(signed("Strong quake hits northern Chile: USGS"))
    ['USGS: Strong quake hits northern Chile']
    """
    if match := TOLD.fullmatch(text):
        yield f"{match['who']}: {match['all']}"


def been(row: Shape) -> str | None:
    """Say in full what was done to somebody.

    >>> from paraphrast.text.english.recasting.shapes import shape
    >>> been(shape("Two tourists abducted from hotel in Mali"))
    'two tourists have been abducted from hotel in Mali'
    """
    there = parts(BEEN, row)
    if there is None or row.part(*there["verb"]).lower() not in read_list("suffered"):
        return None
    many, verb = is_many(row, *there["who"]), row.part(*there["verb"])
    if many is None or "V" in row.letters[slice(*there["rest"])]:
        return None
    said = f"{'have' if many else 'has'} been"
    said = said.title() if verb[0].isupper() else said
    return f"{starts_as(row, *there['who'])} {said} {verb} {row.part(*there['rest'])}".rstrip()


def done_by(row: Shape) -> str | None:
    """Say who did it as headlines do.

    >>> from paraphrast.text.english.recasting.shapes import shape
    >>> done_by(shape("Village destroyed by rebels in Mali"))
    'rebels destroy village in Mali'
    """
    there = parts(BY, row)
    if there is None or row.part(*there["by"]).lower() != "by":
        return None
    verb, who, where = row.part(*there["verb"]), there["who"], row.part(*there["where"])
    form, many = forms().get(verb.lower()), is_many(row, *who)
    if form is None or "participle" not in form.kinds or many is None or not fits(row, *who, NOBODY):
        return None
    if row.letters[slice(*who)] == "M" or (where and not where.lower().startswith(("in ", "at ", "near "))):
        return None
    said = form.base if many else english_forms.third_person(form.base)
    said = said.capitalize() if verb[0].isupper() else said
    return " ".join(filter(None, [row.part(*who), said, starts_as(row, *there["what"]), where]))


def to_come(row: Shape) -> str | None:
    """Say that it will be.

    >>> from paraphrast.text.english.recasting.shapes import shape
    >>> to_come(shape("Minister to speak in Rome"))
    'minister will speak in Rome'
    """
    there = parts(TO_COME, row)
    if there is None or not doer(row, there["who"][1] - 1):
        return None
    will = "Will" if row.words[there["rest"][0]].text[0].isupper() else "will"
    return f"{starts_as(row, *there['who'])} {will} {row.part(*there['rest'])}"
