"""English sentences cut and put together anew by what their words are: voices, scenes, times and places."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from paraphrast.text.english.recasting.doers import turn_to_active, turn_to_passive
from paraphrast.text.english.recasting.headlines import (
    complete_passive,
    put_source_first,
    put_speaker_last,
    turn_headline_to_active,
    turn_headline_to_passive,
    turn_to_future,
)
from paraphrast.text.english.recasting.questions import ask_otherwise
from paraphrast.text.english.recasting.scenes import (
    add_there_is,
    add_there_is_to_caption,
    drop_there_is,
    put_clothes_first,
    put_place_first,
    swap_deeds,
)
from paraphrast.text.english.recasting.shapes import (
    NAMED,
    PAIR,
    PHRASE,
    PLACE,
    Shape,
    find_parts,
    is_many,
    lower_part,
    read_shape,
)
from paraphrast.text.english.recasting.starts import read_list
from paraphrast.text.signs import END

Rule: TypeAlias = Callable[[Shape], str | None]
WHEN = re.compile(
    rf"(?P<all>(?:{PAIR}|R){PLACE}?X{{0,2}}B?V[^,.KWTVXEY]*)(?P<time>Y+)(?P<rest>(?:I[^,.KWTVXEY]*)?)"
)
BESIDE = re.compile(r"(?P<who>P[PN]*),(?P<what>D[^,.KWXTVC]+[NP]),(?P<rest>[XV].*)")
SAYS = re.compile(r"\b(?:said|says?|told|announced|reported|from|until|since|than)\b")
LOOSE = frozenset(["later", "earlier", "late", "early", "right", "just", "only", "even", "almost", "exactly"])
SAME = re.compile(rf"(?P<who>{PHRASE})(?P<be>X)(?P<what>D[^,.KWXOCYVE]*[NP])")
VAGUE = frozenset(
    ["same", "size", "age", "case", "way", "kind", "sort", "colour", "color", "one", "type", "most"]
)
WHICH = re.compile(r"(?P<article>D)(?P<noun>A*N+),?W(?P<be>X)(?P<how>A(?:CA)?)(?P<stop>,|$|(?=X))")
FULL = frozenset("DXRE")  # what headlines do not have
QUOTES = re.compile(r"[\"“”:;()#@]")


@lru_cache(1_000)
def recast_sentence(sentence: str, way: int = 0, source: str = "") -> str:
    """Say an English sentence in another order; the way of this number says what is tried first.

    What the `source` says is not said again where the sentence comes from it.

    >>> recast_sentence("The committee approved the plan last week.")
    'Last week, the plan was approved by the committee.'
    >>> recast_sentence("The bridge was built by two brothers.")
    'Two brothers built the bridge.'
    >>> recast_sentence("A boy is flying a kite on the beach.")
    'On the beach, there is a boy flying a kite.'
    """
    end = END.search(sentence)
    body, sign = (sentence[: end.start()], sentence[end.start() :]) if end else (sentence, "")
    fresh = source in ("", sentence)
    if not end and (said := next(put_source_first(sentence), None)):
        return said
    if QUOTES.search(sentence) or not body.strip():
        return sentence
    if "?" in sign:
        said = ask_otherwise(read_shape(body)) if fresh else None
        return said[:1].upper() + said[1:] + sign if said else sentence
    old = source.rstrip(".!… ").lower()
    for some in _list_rules(way, fresh=fresh, full=bool(end) or bool(FULL & set(read_shape(body).letters))):
        said = next((new for rule in some if (new := rule(read_shape(body))) and new.lower() != old), None)
        body = said[:1].upper() + said[1:] if said else body
    return body + sign


def _list_rules(way: int, *, fresh: bool, full: bool) -> list[list[Rule]]:
    """List what is tried in a way, of each row what fits first; what is not `full` is a headline."""
    if not full:
        return (
            [
                [
                    turn_headline_to_passive,
                    put_speaker_last,
                    turn_headline_to_active,
                    complete_passive,
                    turn_to_future,
                ]
            ]
            if fresh
            else []
        )
    first: list[Rule] = (
        [put_clothes_first, add_there_is, turn_to_passive]
        if way % 2 == 0
        else [turn_to_passive, put_clothes_first, add_there_is]
    )
    there: list[Rule] = [drop_there_is] if fresh else []
    return [
        [_move_relative, swap_deeds, _swap_apposition],
        [*first, *there, turn_to_active, _swap_sides, add_there_is_to_caption],
        [_put_time_first, put_place_first],
    ]


def _put_time_first(row: Shape) -> str | None:
    """Put the time first."""
    there = find_parts(WHEN, row)
    if there is None or SAYS.search(row.text) or row.words[there["all"][1] - 1].small in LOOSE:
        return None
    time = row.part(*there["time"])
    time = f"on {time}" if re.match(NAMED, time, re.IGNORECASE) else time
    return f"{time}, {lower_part(row, *there['all'])} {row.part(*there['rest'])}".rstrip()


def _swap_sides(row: Shape) -> str | None:
    """Let the two sides of what is the same change places.

    >>> _swap_sides(read_shape("Anna Smith is the best player in the team"))
    'the best player in the team is Anna Smith'
    """
    there = find_parts(SAME, row)
    if there is None or row.part(*there["be"]) not in ("is", "was"):
        return None
    who, what = there["who"], there["what"]
    if row.words[what[0]].small != "the" or VAGUE & set(row.small(*what)) or is_many(row, *who) is not False:
        return None
    first = row.words[who[0]].small
    named = row.letters[who[0]] == "P" and "I" not in row.letters[slice(*who)]
    if (
        not (named or first in ("the", "his", "her", "my", "our", "their"))
        or is_many(row, *what) is not False
    ):
        return None
    return f"{row.part(*what)} {row.part(*there['be'])} {lower_part(row, *who)}"


def _move_relative(row: Shape) -> str | None:
    """Put before a noun what a clause beside it says of it.

    >>> _move_relative(read_shape("A dog, which is old, is running"))
    'An old dog is running'
    >>> _move_relative(read_shape("He saw a cat which was grey"))
    'He saw a grey cat'
    """
    match = WHICH.search(row.letters)
    if match is None or row.part(*match.span("be")) not in ("is", "are", "was", "were"):
        return None
    start, stop, how = match.start(), match.end(), row.part(*match.span("how"))
    article = row.words[start].text
    if article.lower() not in ("a", "an", "the") or how.lower() in read_list("alone_after"):
        return None
    if article.lower() != "the":
        article = article[0] + ("n" if how[0].lower() in "aeiou" else "")
    order = [row.part(0, start), article, how, row.part(*match.span("noun")), row.part(stop, len(row.words))]
    return " ".join(filter(None, order))


def _swap_apposition(row: Shape) -> str | None:
    """Let a name and what stands beside it change places.

    >>> _swap_apposition(read_shape("Anna Smith, a local teacher, won the race"))
    'a local teacher, Anna Smith, won the race'
    """
    there = find_parts(BESIDE, row)
    if there is None or row.words[there["what"][0]].small not in ("a", "an", "the", "his", "her"):
        return None
    who, what, rest = (row.part(*there[name]) for name in ("who", "what", "rest"))
    return f"{what}, {who}, {rest}"
