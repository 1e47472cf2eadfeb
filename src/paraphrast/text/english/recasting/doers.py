"""English sentences in the other voice: what was done by whom, and who did what."""

import re
from functools import cache
from typing import NamedTuple

from paraphrast.text.english.recasting.shapes import (
    AT,
    MONTH,
    NAMED,
    PAIR,
    PLACE,
    Shape,
    find_head,
    find_parts,
    is_many,
    lower_part,
)
from paraphrast.text.english.recasting.starts import read_list, read_lists
from paraphrast.text.english.recasting.voices import (
    OBJECTS,
    SUBJECTS,
    Form,
    find_verb_form,
    form_active,
    form_passive,
)
from paraphrast.text.entities import entities

LEAD = "(?P<lead>(?:Y+,?|[KIBW][^,.]*,)?)"
REST = f"(?P<where>{PLACE}?)(?P<also>{PLACE}?)(?P<time>Y*)(?P<tail>(?:,?K.+|,C[DPNRE].+)?)"
DONE = re.compile(rf"{LEAD}(?P<who>{PAIR}|R)(?P<verbs>X?V)(?P<particle>I?)(?P<what>{PAIR}){REST}")
WAS_DONE = re.compile(
    rf"{LEAD}(?P<what>{PAIR}{PLACE}?|R)(?P<verbs>X{{1,2}}V)(?P<when>Y*)(?P<mid>{PLACE}?)(?P<by>I)(?P<who>{PAIR}|R){REST}"
)
POSSESSIVE = frozenset(["his", "her", "its", "their", "my", "your", "our"])
NOBODY = frozenset(["no", "few", "neither", "either", "each", "every", "any", "only", "none", "most", "all"])
CLOSED = frozenset(["little", "own", "same", "other", "more", "less", "much", "what", "both", "nothing"])
CLOSED |= NOBODY | POSSESSIVE
ALONG = frozenset(["into", "through", "over", "onto", "across", "around", "towards", "toward", "down", "off"])
AFTER = frozenset(["after", "before", "during", "amid", "despite"])
BOUND = {  # words that go with these nouns, and not with what was done
    "for": "call plan bid support aid request demand need case vote deadline hopes funding deal law bill fee",
    "on": "ban attack report talks law bill vote tax curbs restrictions sanctions deal ruling decision plan",
    "with": "agreement deal ties talks pact truce treaty relations contract peace",
    "against": "attack attacks charges sanctions case war lawsuit protest",
    "in": "role involvement part interest increase rise fall drop change changes cut cuts surge stake share",
}
DATES = re.compile(rf"{NAMED}|{MONTH}|\d+")


class Deed(NamedTuple):
    """Somebody who does something to somebody: the words of each part, and what the verb may be."""

    row: Shape
    there: dict[str, tuple[int, int]]
    verbs: list[str]
    form: Form

    @property
    def who(self) -> tuple[int, int]:
        return self.there["who"]

    @property
    def what(self) -> tuple[int, int]:
        return self.there["what"]

    @property
    def alone(self) -> bool:
        """Whether a pronoun does it."""
        return self.row.letters[self.who[0]] == "R"


def read_deed(row: Shape) -> Deed | None:
    """Read who does what to whom in a sentence plain enough to be turned; None where it is not."""
    there = find_parts(DONE, row)
    if there is None or not (is_plain(row, *there["who"], NOBODY) and is_plain(row, *there["what"], CLOSED)):
        return None
    verbs, particle = row.small(*there["verbs"]), row.part(*there["particle"]).lower()
    form = find_verb_form(verbs[-1])
    if form is None or (particle and f"{form.base} {particle}" not in read_particles()):
        return None
    deed = Deed(row, there, verbs, form)
    if deed.alone and (row.words[deed.who[0]].small not in ("he", "she", "they") or len(verbs) > 1):
        return None
    return deed if is_object(row, deed.what, form.base) else None


def turn_to_passive(row: Shape) -> str | None:
    """Say what was done by whom instead of who did it.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> turn_to_passive(read_shape("The dog bit the men in the park"))
    'the men were bitten by the dog in the park'
    """
    deed = read_deed(row)
    return write_passive(deed) if deed else None


def write_passive(deed: Deed, *, exchanged: bool = False) -> str | None:
    """Write what was done by whom, or the same of the two `exchanged`; None where a form is not sure."""
    row, there = deed.row, deed.there
    who, what = (deed.what, deed.who) if exchanged else (deed.who, deed.what)
    first, alone = row.words[who[0]].small, deed.alone
    many, of_many = is_many(row, *what), first not in ("he", "she") if alone else is_many(row, *who)
    rest = _place_rest(row, there)
    said = form_passive(deed.verbs, many, of_many=of_many) if many is not None else None
    if said is None or rest is None or (alone and not said.startswith("w")):
        return None
    with_what, before, after = rest
    if exchanged and (alone or with_what):
        return None
    order = [
        row.part(*there["lead"]),
        lower_part(row, *what),
        with_what,
        said,
        row.part(*there["particle"]).lower(),
        before,
        "by",
        OBJECTS[first] if alone else lower_part(row, *who),
        after,
    ]
    return _join_tail(" ".join(filter(None, order)), row.part(*there["tail"]))


def _join_tail(text: str, tail: str) -> str:
    """Write what follows a clause after it."""
    return text + tail if tail.startswith(",") else f"{text} {tail}".rstrip()


def _place_rest(row: Shape, there: dict[str, tuple[int, int]]) -> tuple[str, str, str] | None:
    """Give what goes with the object, what stands before who did it and what after; None if not sure."""
    where, also, time = row.part(*there["where"]), row.part(*there["also"]), row.part(*there["time"])
    if also and side_of_place(row, *there["also"]) != "after":
        return None
    after = " ".join(filter(None, [also, time]))
    bound = where and row.words[find_head(row, *there["what"])].small
    if bound in BOUND.get(where.lower().partition(" ")[0], "").split():
        return where, "", after
    way = side_of_place(row, *there["where"])
    if way is None:
        return None
    return ("", where, after) if way == "before" else ("", "", f"{where} {after}".strip())


def is_plain(row: Shape, start: int, stop: int, barred: frozenset[str]) -> bool:
    """Say whether a noun phrase is plain enough to change its place."""
    small, letters = row.small(start, stop), row.letters[start:stop]
    two = any(letters[at : at + 2] == "NN" and word.endswith("s") for at, word in enumerate(small))
    return not barred & set(small) and not two and letters[-1] != "M"


def side_of_place(row: Shape, start: int, stop: int) -> str | None:
    """Say where a phrase of place stands beside who did it; None where it may go with what was done."""
    if start == stop:
        return "after"
    word, noun = row.words[start].small, row.words[stop - 1].small
    if (word == "with" and noun in read_list("tools")) or (word in ALONG and stop - start < 5):
        return "before"
    if word in AFTER or (word in AT and noun in read_list("places")):
        return "after"
    found = entities(row.part(start, stop), "en") if word in ("in", "at") else []
    return "after" if any(one.kind == "place" for one in found) else None


def is_object(row: Shape, what: tuple[int, int], base: str) -> bool:
    """Say whether a phrase is the object of a verb, and not a measure or half of a saying."""
    light = base in read_list("light") and row.letters[what[0]] not in "DM" and not is_many(row, *what)
    return row.words[find_head(row, *what)].small not in read_list("measures") and not light


@cache
def read_particles() -> frozenset[str]:
    """List the verbs that have a word of place beside them."""
    return frozenset(" ".join(pair.split()) for pair in read_lists()["particles"].split(","))


def turn_to_active(row: Shape) -> str | None:
    """Say who did something instead of what was done by whom."""
    there = find_parts(WAS_DONE, row)
    if there is None or row.part(*there["by"]).lower() != "by":
        return None
    if row.small(*there["tail"])[:1] == ["that"]:
        return None  # it belongs to who did it: the fact that ...
    who, what, small = there["who"], there["what"], row.small(*there["who"])
    alone = row.letters[who[0]] == "R"
    bare = row.letters[slice(*who)] in ("N", "AN") and not is_many(row, *who)
    if bare or not is_plain(row, *who, CLOSED - POSSESSIVE) or not is_plain(row, *what, NOBODY):
        return None
    if row.words[find_head(row, *who)].small in read_list("measures") or DATES.match(small[0]):
        return None
    verbs = row.small(*there["verbs"])
    many = small[0] == "them" if alone else is_many(row, *who)
    said = form_active(verbs, bool(many))
    if (
        said is None
        or (many is None and said != form_active(verbs, True))
        or (alone and small[0] not in SUBJECTS)
    ):
        return None
    agent = SUBJECTS[small[0]] if alone else row.part(*who)
    first = row.words[what[0]].small
    object_ = OBJECTS.get(first, first) if row.letters[what[0]] == "R" else lower_part(row, *what)
    where, also = row.part(*there["where"]), row.part(*there["also"])
    ends = side_of_place(row, *there["where"]) == "after" or "being" not in verbs
    if where and ends and row.words[there["where"][0]].small not in AT | AFTER:
        return None
    order = [row.part(*there["lead"]), agent, "" if ends else where, said, object_, row.part(*there["mid"])]
    order += [where if ends else "", also]
    whole = " ".join(filter(None, [*order, row.part(*there["when"]), row.part(*there["time"])]))
    return _join_tail(whole, row.part(*there["tail"]))
