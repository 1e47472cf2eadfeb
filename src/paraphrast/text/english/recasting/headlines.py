"""English headlines, which leave out what sentences have: who did what, and what is to come."""

import re
from collections.abc import Iterator
from functools import cache

from paraphrast.text.english import endings as english_forms
from paraphrast.text.english.recasting.doers import BOUND, CLOSED, NOBODY, is_object, is_plain, side_of_place
from paraphrast.text.english.recasting.shapes import (
    PLACE,
    Shape,
    find_head,
    find_parts,
    is_many,
    lower_part,
)
from paraphrast.text.english.recasting.starts import read_list, read_lists
from paraphrast.text.english.recasting.voices import list_verb_forms

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


def turn_headline_to_passive(row: Shape) -> str | None:
    """Say what was done by whom as headlines do, without an article.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> turn_headline_to_passive(read_shape("Police arrest two suspects in Paris"))
    'two suspects arrested by police in Paris'
    >>> turn_headline_to_passive(read_shape("Cuba to host peace talks"))
    'peace talks to be hosted by Cuba'
    """
    if "D" in row.letters:
        return None
    return next((said for at in range(1, len(row.words) - 1) if (said := _turn_at(row, at))), None)


def _turn_at(row: Shape, at: int) -> str | None:
    """Say it where the verb stands at this place."""
    match, who = AFTER.fullmatch(row.letters, at), (0, at)
    if match is None or not BEFORE.fullmatch(row.letters, 0, at):
        return None
    verb, what, where = match.start("verb"), match.span("what"), row.part(*match.span("where"))
    word, many, future = row.words[verb].small, is_many(row, *who), match["to"] == "T"
    form, kinds = (
        list_verb_forms().get(word),
        {"base" if many or future else "third", *([] if future else ["past"])},
    )
    sure = _is_doer(row, at - 1) if future else row.letters[verb] == "V" or word in list_verbs()
    if form is None or not sure or many is None or not kinds & form.kinds or {"past", "base"} <= form.kinds:
        return None
    if "past" in form.kinds and not many and "P" not in row.letters[:at]:
        return None
    killed = form.base in ("kill", "injure") and row.letters[slice(*what)] == "M"
    if not is_plain(row, *who, NOBODY | {"show", "shows", "say", "says"}) or not (
        killed or _is_plain_object(row, what, form.base)
    ):
        return None
    first, noun = where.lower().partition(" ")[0], row.words[find_head(row, *what)].small
    goes = noun in BOUND.get(first, "").split() or (first == "in" and form.base in JUDGED)
    if (
        where
        and not goes
        and first not in ("in", "near")
        and side_of_place(row, *match.span("where")) is None
    ):
        return None
    said = english_forms.participle(form.base)
    said = said.capitalize() if row.words[verb].text[0].isupper() else said
    order = [row.part(*what), where if goes else "", "to be" if future else "", said, "by"]
    return " ".join(filter(None, [*order, lower_part(row, *who), "" if goes else where]))


def _is_doer(row: Shape, at: int) -> bool:
    """Say whether a word names somebody, and is no verb that the tagger does not see."""
    word = row.words[at]
    named = row.letters[at] == "P" and (word.text.isupper() or not word.small.endswith("s"))
    return named or word.small in read_list("officials")


def _is_plain_object(row: Shape, what: tuple[int, int], base: str) -> bool:
    """Say whether words are the object of a verb and nothing but that."""
    return is_plain(row, *what, CLOSED) and is_object(row, what, base)


@cache
def list_verbs() -> frozenset[str]:
    """List the verbs of headlines in both forms."""
    return frozenset(
        form for one in read_lists()["headlines"].split() for form in (one, english_forms.third_person(one))
    )


def put_speaker_last(row: Shape) -> str | None:
    """Say last who says it.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> put_speaker_last(read_shape("Minister says taxes will fall"))
    'taxes will fall, says minister'
    """
    there = find_parts(CLAIM, row)
    if there is None or row.part(*there["says"]).lower() not in ("says", "say"):
        return None
    return f"{row.part(*there['all'])}, {row.part(*there['says'])} {lower_part(row, *there['who'])}"


def put_source_first(text: str) -> Iterator[str]:
    """Say first who has told it.

    >>> list(put_source_first("Strong quake hits northern Chile: USGS"))
    ['USGS: Strong quake hits northern Chile']
    """
    if match := TOLD.fullmatch(text):
        yield f"{match['who']}: {match['all']}"


def complete_passive(row: Shape) -> str | None:
    """Say in full what was done to somebody.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> complete_passive(read_shape("Two tourists abducted from hotel in Mali"))
    'two tourists have been abducted from hotel in Mali'
    """
    there = find_parts(BEEN, row)
    if there is None or row.part(*there["verb"]).lower() not in read_list("suffered"):
        return None
    many, verb = is_many(row, *there["who"]), row.part(*there["verb"])
    if many is None or "V" in row.letters[slice(*there["rest"])]:
        return None
    said = f"{english_forms.present('have', many=many)} been"
    said = said.title() if verb[0].isupper() else said
    return f"{lower_part(row, *there['who'])} {said} {verb} {row.part(*there['rest'])}".rstrip()


def turn_headline_to_active(row: Shape) -> str | None:
    """Say who did it as headlines do.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> turn_headline_to_active(read_shape("Village destroyed by rebels in Mali"))
    'rebels destroy village in Mali'
    """
    there = find_parts(BY, row)
    if there is None or row.part(*there["by"]).lower() != "by":
        return None
    verb, who, where = row.part(*there["verb"]), there["who"], row.part(*there["where"])
    form, many = list_verb_forms().get(verb.lower()), is_many(row, *who)
    if form is None or "participle" not in form.kinds or many is None or not is_plain(row, *who, NOBODY):
        return None
    if row.letters[slice(*who)] == "M" or (where and not where.lower().startswith(("in ", "at ", "near "))):
        return None
    said = english_forms.present(form.base, many=many)
    said = said.capitalize() if verb[0].isupper() else said
    return " ".join(filter(None, [row.part(*who), said, lower_part(row, *there["what"]), where]))


def turn_to_future(row: Shape) -> str | None:
    """Say that it will be.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> turn_to_future(read_shape("Minister to speak in Rome"))
    'minister will speak in Rome'
    """
    there = find_parts(TO_COME, row)
    if there is None or not _is_doer(row, there["who"][1] - 1):
        return None
    will = "Will" if row.words[there["rest"][0]].text[0].isupper() else "will"
    return f"{lower_part(row, *there['who'])} {will} {row.part(*there['rest'])}"
