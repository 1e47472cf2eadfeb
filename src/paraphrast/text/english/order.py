"""English order: clauses, passives, clefts and receivers that move with the word that marks them."""

import re
from collections.abc import Iterator

from paraphrast.text.clauses import (
    Change,
    Sentence,
    Word,
    as_inside,
    has_clauses,
    split_ending,
    time_phrase,
    upper_first,
)
from paraphrast.text.english.recasting.doers import Deed, read_deed, write_passive
from paraphrast.text.english.recasting.shapes import ABBREVIATED, find_head, is_many, lower_part, read_shape
from paraphrast.text.grammar import load, words_of

LINKS = "because|although|though|when|while|if|unless|after|before|since|whenever|until"
LATER = re.compile(rf"([^,;:?!.]+?) ({LINKS}) ([^,;:?!.]+ [^,;:?!.]+)(\.)")
EARLIER = re.compile(rf"({LINKS}) ([^,;:?!.]+), ([^,;:?!.]+)(\.)", re.IGNORECASE)
RECEIVER = r"((?:(?:the|a|an|his|her|my|their|our) )?[\w'-]+)"
GIVEN = r"((?:the|a|an|his|her|my|their|our|two|three|some) (?:[\w'-]+ ){0,2}?[\w'-]+)"
GIVING = "gave|sent|showed|offered|taught|lent|handed|brought|sold|told|passed|promised|paid"
TO = re.compile(rf"(.+?) ({GIVING}) {GIVEN} to {RECEIVER}([.?!]?)")
DIRECT = re.compile(rf"(.+?) ({GIVING}) {RECEIVER} {GIVEN}([.?!]?)")
BOUND = re.compile(r"[,;:]|\b(?:his|her|their|its|himself|herself|themselves|and|who|that)\b")
SECOND = re.compile(rf"\b(?:{LINKS}|and|that|who|which|how|even|only|just|not)\b")


def reorderings(sentence: Sentence) -> Iterator[Change]:
    """Move clauses and receivers; write "A did B" as passive and cleft, for A and for B in the place of A."""
    for made in (_clause_moved(sentence), _receiver_moved(sentence)):
        if made:
            yield Change(made, "reorder", True)
    yield from _diatheses(sentence)


def inside(sentence: Sentence, text: str) -> str:
    """Write the opening of a sentence as it is written further inside."""
    first = sentence.words[0]
    return as_inside(sentence, first) + text[len(first.text) :] if text.startswith(first.text) else text


def _clause_moved(sentence: Sentence) -> str | None:
    """Move a clause with its conjunction to the head or the end of a sentence."""
    text = sentence.text
    head = EARLIER.fullmatch(text)
    if head and finite(sentence, head.span(3)):
        return f"{upper_first(head[3])} {head[1].lower()} {head[2]}{head[4]}"
    tail = LATER.fullmatch(text)
    if tail and all(finite(sentence, tail.span(part)) for part in (1, 3)):
        if SECOND.search(f"{tail[1]} {tail[3]}"):
            return None
        return f"{upper_first(tail[2])} {tail[3]}, {inside(sentence, tail[1])}{tail[4]}"
    return None


def finite(sentence: Sentence, span: tuple[int, int]) -> bool:
    """Tell whether a verb stands between two places."""
    return any(word.tag in ("VERB", "AUX") and span[0] <= word.start < span[1] for word in sentence.words)


def _receiver_moved(sentence: Sentence) -> str | None:
    """Turn "gave a book to Ann" into "gave Ann a book" and back."""
    match = TO.fullmatch(sentence.text)
    if match and not re.search(r"[,;:]", match[1]) and _receives(sentence, match.end(4)):
        return f"{match[1]} {match[2]} {match[4]} {match[3]}{match[5]}"
    match = DIRECT.fullmatch(sentence.text)
    if match and not re.search(r"[,;:]", match[1]) and _receives(sentence, match.end(3)):
        return f"{match[1]} {match[2]} {match[4]} to {match[3]}{match[5]}"
    return None


def _receives(sentence: Sentence, stop: int) -> bool:
    """Tell whether the word that ends at a place can be one who gets something."""
    return any(word.stop == stop and word.tag in ("NOUN", "PROPN", "PRON") for word in sentence.words)


def _diatheses(sentence: Sentence) -> Iterator[Change]:
    """Write a sentence of two participants as passive and cleft, true and swapped."""
    body, mark = split_ending(sentence.text)
    deed = read_deed(read_shape(body)) if mark == "." and not ABBREVIATED.search(body) else None
    if deed is None or BOUND.search(body[deed.row.words[deed.what[1] - 1].stop :]):
        return
    equal = _are_equal(sentence, deed)
    for exchanged in (False, True) if equal else (False,):
        kind = "reorder-swap" if exchanged else "reorder"
        for made in _turned(deed, exchanged=exchanged, equal=equal):
            yield Change(f"{upper_first(made)}.", kind, not exchanged)
    if equal and "past" in deed.form.kinds:
        subject, did, thing, rest = _parts_of(deed, exchanged=True)
        yield Change(f"{upper_first(subject)} {did} {thing}{rest}.", "role-swap", False)


def _turned(deed: Deed, *, exchanged: bool, equal: bool) -> Iterator[str]:
    """Write a deed as passive and, where both could have done it, with who did it or whom alone."""
    if made := write_passive(deed, exchanged=exchanged):
        yield made
    subject, did, thing, rest = _parts_of(deed, exchanged=exchanged)
    one = is_many(deed.row, *(deed.what if exchanged else deed.who)) is False
    if equal and one and "past" in deed.form.kinds:
        yield f"It was {subject} who {did} {thing}{rest}"
        yield f"It was {thing} that {subject} {did}{rest}"


def _parts_of(deed: Deed, *, exchanged: bool) -> tuple[str, str, str, str]:
    """Give who did what to whom, and what follows, as they are written within a sentence."""
    row, stop = deed.row, deed.row.words[deed.what[1] - 1].stop
    who, what = lower_part(row, *deed.who), row.part(*deed.what)
    did = row.text[row.words[deed.who[1]].start : row.words[deed.what[0] - 1].stop]
    return *((what, did, who) if exchanged else (who, did, what)), row.text[stop:]


def _are_equal(sentence: Sentence, deed: Deed) -> bool:
    """Tell whether each of two participants could be the other, in a sentence with nothing before them."""
    if deed.alone or deed.there["lead"][1] or len(deed.verbs) > 1:
        return False
    starts = {deed.row.words[find_head(deed.row, *part)].start for part in (deed.who, deed.what)}
    heads = [word for word in sentence.words if word.start in starts]
    return len(heads) == 2 and heads[0].lemma != heads[1].lemma and _of_a_kind(*heads)


def _of_a_kind(first: Word, second: Word) -> bool:
    """Tell whether two heads are both names or both people, so that each can stand for the other."""
    if first.tag == second.tag == "PROPN":
        return "place" not in (first.kind, second.kind) or first.kind == second.kind
    return all(word.tag == "NOUN" and singular(word) in alive() for word in (first, second))


def alive() -> frozenset[str]:
    """List the nouns of people and animals."""
    return words_of("en", "people") | frozenset(load("en")["order"]["alive"].split())


def singular(word: Word) -> str:
    """Give a regular noun without its plural ending."""
    return word.lemma if word.lemma in alive() else word.lemma.removesuffix("s")


def move_time(text: str) -> str | None:
    """Move a phrase of time in a sentence without inner clauses."""
    body, mark = split_ending(text)
    if mark != ".":
        return None
    head = re.match(rf"({time_phrase('en')}),? ([A-Z]\w+ .+|(?:the|he|she|it|they|his|her) .+)", body)
    if head and not has_clauses(head[2], "en"):
        return upper_first(f"{head[2]} {head[1][0].lower()}{head[1][1:]}{mark}")
    tail = re.fullmatch(rf"([A-Z]\w* .+) ({time_phrase('en')})", body)
    if tail and not has_clauses(tail[1], "en"):
        opening = re.match(r"(?:The|He|She|It|They|His|Her|A|An|This)\b", tail[1])
        rest = tail[1][0].lower() + tail[1][1:] if opening else tail[1]
        return f"{upper_first(tail[2])}, {rest}{mark}"
    return None
