"""English voice: passive for active, and the other side of a deed, in sentences simple enough to be sure."""

import re

from paraphrast.text.clauses import Sentence, split_ending, upper_first
from paraphrast.text.english.recasting.doers import turn_to_active
from paraphrast.text.english.recasting.shapes import ABBREVIATED, read_shape
from paraphrast.text.grammar import two_sides

NAME = r"(?:the )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
THING = r"[^,.;?!]{2,60}?"
END = r"([.?!]?)"
CONVERSE = [
    (rf"({NAME}) bought ({THING}) from ({NAME}){END}", r"\3 sold \2 to \1\4"),
    (rf"({NAME}) sold ({THING}) to ({NAME}){END}", r"\3 bought \2 from \1\4"),
    (rf"({NAME}) (?:defeated|beat) ({NAME})( [^,.]*)?{END}", r"\2 lost to \1\3\4"),
    (rf"({NAME}) lost to ({NAME})( [^,.]*)?{END}", r"\2 defeated \1\3\4"),
    (rf"({NAME}) (taught|gave) ({THING}) to ({NAME}){END}", r"\4 got \3 from \1\5"),
    (rf"({NAME}) borrowed ({THING}) from ({NAME}){END}", r"\3 lent \2 to \1\4"),
    (rf"({NAME}) lent ({THING}) to ({NAME}){END}", r"\3 borrowed \2 from \1\4"),
]


def turn_voice(sentence: Sentence) -> str | None:
    """Turn "X was done by Y." into "Y did X.", where it is certain who did what."""
    body, mark = split_ending(sentence.text)
    made = turn_to_active(read_shape(body)) if mark == "." and not ABBREVIATED.search(body) else None
    return f"{upper_first(made)}." if made else None


def turn_side(sentence: Sentence) -> str | None:
    """Turn buying into selling, taller into shorter, north of into south of."""
    text = sentence.text
    for pattern, new in CONVERSE:
        match = re.fullmatch(pattern, text)
        if match:
            return match.expand(new)
    ways = [(f"{one} of", f"{other} of") for one, other in two_sides("en", "directions")]
    for first, second in (*two_sides("en"), *ways):
        for here, there in ((first, second), (second, first)):
            than = "" if here.endswith(" of") else " than"
            match = re.fullmatch(rf"({NAME}) (is|was|lies)((?: located)?) {here}{than} ({NAME}){END}", text)
            if match:
                return f"{match[4]} {match[2]}{match[3]} {there}{than} {match[1]}{match[5]}"
    return None
