"""Changes to Russian text: a new word takes the old one's form, and adjectives follow their noun."""

from functools import lru_cache
from typing import Any

from paraphrast.text.edits.lists import groups, like, pairs
from paraphrast.text.russian.agreement import agrees, needs
from paraphrast.text.russian.morphology import analyser
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

KEPT = ("case", "number", "gender", "person", "tense", "mood", "voice", "involvement")
UNBENT = ("ADVB", "CONJ", "PREP", "PRCL")
NOT_SUBJECT = frozenset({"gent", "datv", "ablt", "loct"})


@lru_cache(100_000)
def parsed(word: str) -> Any:
    """Give the most probable reading of a word."""
    return analyser().parse(word)[0]


@lru_cache(100_000)
def readings(lemma: str) -> tuple[Any, ...]:
    """Give the readings of a dictionary form as such."""
    return tuple(
        one for one in analyser().parse(lemma) if one.normal_form.replace("ё", "е") == lemma.replace("ё", "е")
    )


def _inflect_like(lemma: str, pattern: Any) -> tuple[str, Any] | None:
    """Put a word into the form that another has, or say that it has no such form."""
    for reading in readings(lemma):
        part = str(reading.tag.POS or "").replace("INFN", "VERB")
        if part != str(pattern.tag.POS or "").replace("INFN", "VERB"):
            continue
        if part in UNBENT:
            return lemma, reading
        if pattern.tag.POS == "INFN":
            return (reading.word, reading) if reading.tag.POS == "INFN" else None
        skip = {"gender"} if part == "NOUN" else set()
        form = reading.inflect(
            {str(g) for name in KEPT if name not in skip and (g := getattr(pattern.tag, name))}
        )
        if form is not None:
            return form.word, form
    return None


def synonyms(text: str) -> list[Token]:
    """List synonyms in the form of the word they stand for."""
    tokens, found = words(text, "ru"), []
    for place in range(len(tokens)):
        old = _read(tokens, place)
        for lemma in groups("synonyms", "ru").get(old.normal_form, ()) if old else ():
            new = _inflect_like(lemma, old)
            if new is not None:
                found.extend(_agreeing(tokens, place, *new))
    return found


def _read(tokens: list[Token], place: int) -> Any | None:
    """Read a word; an adjective as its noun asks, or not at all where no noun follows."""
    reading = parsed(tokens[place].text.lower())
    if reading.tag.POS not in ("ADJF", "PRTF"):
        return reading
    for token in tokens[place + 1 : place + 4]:
        noun = parsed(token.text.lower())
        if noun.tag.POS == "NOUN":
            return _adjective(tokens[place], noun)
        if noun.tag.POS not in ("ADJF", "PRTF"):
            return None
    return None


def chains(text: str) -> list[Token]:
    """List synonyms to add after a noun or an adjective, and those that follow one and could go."""
    tokens, found = words(text, "ru"), []
    for place, token in enumerate(tokens):
        old = _read(tokens, place)
        known = groups("synonyms", "ru").get(old.normal_form, ()) if old else ()
        if old is None or not known or old.tag.POS not in ("NOUN", "ADJF"):
            continue
        after = tokens[place + 1 : place + 3]
        listed = len(after) == 2 and after[0].text in (",", "и", "или")
        if listed and parsed(after[1].text.lower()).normal_form in known:
            found.append(Token(token.text, token.start, after[1].stop))
            continue
        new = _inflect_like(known[0], old)
        if new is not None and (old.tag.POS == "ADJF" or new[1].tag.gender == old.tag.gender):
            found.append(Token(f"{token.text}, {new[0]}", token.start, token.stop))
    return found


def diminutives(text: str) -> list[Token]:
    """List diminutives for plain nouns and plain nouns for diminutives, of one gender."""
    tokens, found, table = words(text, "ru"), [], pairs("diminutives", "ru")
    for place, token in enumerate(tokens):
        old = parsed(token.text.lower())
        lemma = table.get(old.normal_form)
        if lemma and old.tag.POS == "NOUN":
            new = _inflect_like(lemma, old)
            if new is not None and new[1].tag.gender == old.tag.gender:
                found.extend(_agreeing(tokens, place, *new))
    return found


def number(text: str) -> list[Token]:
    """List nouns whose number could change: not subjects (a verb would have to follow), not counted ones."""
    tokens, found = words(text, "ru"), []
    for place, token in enumerate(tokens):
        old = parsed(token.text.lower())
        if old.tag.POS != "NOUN" or str(old.tag.case) not in NOT_SUBJECT or _fixed(tokens, place, old):
            continue
        form = old.inflect({"plur" if old.tag.number == "sing" else "sing", str(old.tag.case)})
        if form is not None and form.word != old.word:
            found.extend(_agreeing(tokens, place, form.word, form))
    return found


def _fixed(tokens: list[Token], place: int, old: Any) -> bool:
    """Tell whether the number of a noun is not free: a name, a counted noun, one that a clause hangs on."""
    if {"Name", "Surn", "Patr", "Geox", "Abbr", "Sgtm", "Pltm", "Fixd"} & set(old.tag.grammemes):
        return True
    if tokens[place].text[:1].isupper() and place:
        return True
    before = parsed(tokens[place - 1].text.lower()) if place else None
    if before is not None and (
        before.tag.POS == "NUMR"
        or "NUMB" in before.tag
        or before.normal_form in ("один", "каждый", "много", "мало")
    ):
        return True
    after = [parsed(token.text.lower()) for token in tokens[place + 1 : place + 4]]
    if after and after[0].tag.POS in ("NOUN", "ADJF") and after[0].tag.case == old.tag.case:
        return True  # it may be an adjective after all
    return any(reading.normal_form == "который" for reading in after)


def _agreeing(tokens: list[Token], place: int, word: str, form: Any) -> list[Token]:
    """Give the change with the adjectives before the noun brought into agreement."""
    token = tokens[place]
    change = Token(like(word, token.text), token.start, token.stop)
    old = parsed(token.text.lower())
    same = form.tag.gender == old.tag.gender and form.tag.number == old.tag.number
    if old.tag.POS != "NOUN" or same:
        return [change]
    if old.tag.case == "nomn" and old.tag.number == "sing":
        return []  # a verb in the past tense would have to agree, and who knows where it is
    first, pieces = place, [change.text]
    while first and (adjective := _adjective(tokens[first - 1], old)) is not None:
        bent_to = adjective.inflect(needs(form.tag))
        if bent_to is None:
            return []
        first -= 1
        pieces.insert(0, like(bent_to.word, tokens[first].text))
    return [Token(" ".join(pieces), tokens[first].start, token.stop)]


def _adjective(token: Token, noun: Any) -> Any | None:
    """Give the reading of a word as an adjective that agrees with the noun, if it has one."""
    for reading in analyser().parse(token.text.lower()):
        if reading.tag.POS in ("ADJF", "PRTF") and agrees(reading.tag, noun.tag):
            return reading
    return None
