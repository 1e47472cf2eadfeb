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
from paraphrast.text.english.voice import make_passive, plural
from paraphrast.text.grammar import load, words_of

LINKS = "because|although|though|when|while|if|unless|after|before|since|whenever|until"
LATER = re.compile(rf"([^,;:?!.]+?) ({LINKS}) ([^,;:?!.]+ [^,;:?!.]+)(\.)")
EARLIER = re.compile(rf"({LINKS}) ([^,;:?!.]+), ([^,;:?!.]+)(\.)", re.IGNORECASE)
RECEIVER = r"((?:(?:the|a|an|his|her|my|their|our) )?[\w'-]+)"
GIVEN = r"((?:the|a|an|his|her|my|their|our|two|three|some) (?:[\w'-]+ ){0,2}?[\w'-]+)"
GIVING = "gave|sent|showed|offered|taught|lent|handed|brought|sold|told|passed|promised|paid"
TO = re.compile(rf"(.+?) ({GIVING}) {GIVEN} to {RECEIVER}([.?!]?)")
DIRECT = re.compile(rf"(.+?) ({GIVING}) {RECEIVER} {GIVEN}([.?!]?)")
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
    """Write a sentence of two participants and a past tense as passive and cleft, true and swapped."""
    parts = _two_and_a_verb(sentence)
    if parts is None:
        return
    subject, verb, thing, rest, equal = parts
    ways = ((subject, thing, True), (thing, subject, False))
    for one, other, keeps in ways if equal else ways[:1]:
        kind = "reorder" if keeps else "reorder-swap"
        yield Change(upper_first(make_passive(one, verb, other, rest)), kind, keeps)
        if equal and not plural(one):
            yield Change(f"It was {one} who {verb} {other}{rest}", kind, keeps)
            yield Change(f"It was {other} that {one} {verb}{rest}", kind, keeps)
    if equal:
        yield Change(upper_first(f"{thing} {verb} {subject}{rest}"), "role-swap", False)


def _two_and_a_verb(sentence: Sentence) -> tuple[str, str, str, str, bool] | None:
    """Split "the dog bit the man in the park." into its parts, and tell whether each could be the other."""
    words = sentence.words
    place = next((index for index, word in enumerate(words) if past(word)), None)
    if not place or place + 1 >= len(words) or sentence.text[-1:] != ".":
        return None
    first, second = _phrase_end(words, 0), _phrase_end(words, place + 1)
    if first != place or second is None:
        return None
    heads = words[place - 1], words[second - 1]
    if heads[0].lemma == heads[1].lemma:
        return None
    if (
        second < len(words)
        and words[second].tag != "ADP"
        and words[second].lemma not in (".", "last", "yesterday")
    ):
        return None
    rest = sentence.text[words[second - 1].stop :]
    if re.search(r"[,;:]|\b(?:his|her|their|its|himself|herself|themselves|and|who|that)\b", rest):
        return None
    subject = inside(sentence, sentence.text[: words[place - 1].stop])
    thing = sentence.text[words[place + 1].start : words[second - 1].stop]
    return subject, words[place].text, thing, rest, _of_a_kind(*heads)


def past(word: Word) -> bool:
    """Tell whether a word is a transitive verb in the past."""
    regular = word.tag == "VERB" and word.lemma.endswith("ed") and len(word.lemma) > 4
    return regular or word.lemma in words_of("en", "transitive")


def _phrase_end(words: tuple[Word, ...], place: int) -> int | None:
    """Find the end of an article, adjectives and a noun, or of a name."""
    start = place
    while place < len(words) and words[place].tag in ("DET", "ADJ"):
        place += 1
    if place > start:
        return place + 1 if place < len(words) and words[place].tag == "NOUN" else None
    while place < len(words) and words[place].tag == "PROPN":
        place += 1
    return place if place > start else None


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
