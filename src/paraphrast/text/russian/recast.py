"""Russian sentences said in another order or another construction."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from paraphrast.text.russian.morphology import parsed
from paraphrast.text.russian.recasting.pieces import PREPOSITIONS
from paraphrast.text.russian.recasting.sentences import recast_sentence
from paraphrast.text.russian.recasting.starts import lower_start
from paraphrast.text.sentences import sentences

__all__ = ["governs", "lower_start", "mark_readings", "reorder"]

CYRILLIC = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*")
PARTS = {
    "NOUN": "S", "NPRO": "R", "ADJF": "A", "PRTF": "A", "NUMR": "N", "VERB": "V", "INFN": "I", "PRTS": "Z",
    "ADJS": "Q", "COMP": "C", "GRND": "G", "ADVB": "D", "PREP": "P",
}  # fmt: skip
CASES = {"nomn": 1, "gent": 2, "gen2": 2, "datv": 3, "accs": 4, "ablt": 5, "loct": 6, "loc2": 6}
RARE = 0.02  # readings of a word that are less probable do not count


def reorder(text: str, frame: Callable[[str], str], way: int) -> str:
    """Put each sentence into the order of a frame, and what is left of its order into another."""
    for one in reversed(sentences(text, "ru")):
        text = text[: one.start] + recast_sentence(frame(one.text), way, one.text) + text[one.stop :]
    return text


def governs(word: str) -> bool:
    """Say whether a word asks the next one for a case.

    >>> governs("над"), governs("дом")
    (True, False)
    """
    return word in PREPOSITIONS


def mark_readings(text: str) -> str:
    """Write after each word what it may be.

    >>> mark_readings("у сестры")
    'у‹P› сестры‹S2fsa+S1-pa›'
    """
    return CYRILLIC.sub(lambda word: word[0] + list_readings(word[0]), text)


@cache
def list_readings(word: str) -> str:
    """List what a word may be, the likeliest first: its part of speech, then case, gender, number and animacy
    of a name, or tense, gender, number, person, aspect and transitivity of a verb.

    >>> list_readings("сестра"), list_readings("купила"), list_readings("лежат"), list_readings("к")
    ('‹S1fsa›', '‹Vpfs0pt›', '‹Vr-p3ix›', '‹P›')
    """
    readings = [one.tag for one in parsed(word.lower()) if one.score >= RARE]
    return f"‹{'+'.join(dict.fromkeys(one for one in map(encode_reading, readings) if one))}›"


def encode_reading(tag: Any) -> str:
    """Write one reading of a word in a few letters."""
    kind = PARTS.get(str(tag.POS), "")
    number = "p" if tag.number == "plur" else "s"
    gender = str(tag.gender)[0] if tag.gender and number == "s" else "-"
    if kind == "V":
        tense = "m" if tag.mood == "impr" else {"past": "p", "pres": "r"}.get(str(tag.tense), "f")
        person, object_ = str(tag.person or 0)[0], "t" if tag.transitivity == "tran" else "x"
        return f"{kind}{tense}{gender}{number}{person}{str(tag.aspect)[0]}{object_}"
    if tag.case:
        return f"{kind}{CASES.get(str(tag.case), 0)}{gender}{number}{str(tag.animacy or '-')[0]}"
    return kind + (gender + number if kind in ("Z", "Q") else "")
