"""English voice: passive for active, and the other side of a deed, in sentences simple enough to be sure."""

import re

from paraphrast.text.clauses import Sentence, as_inside, upper_first
from paraphrast.text.english.endings import participle_of
from paraphrast.text.grammar import two_sides

PASSIVE = re.compile(
    r"((?:The |An? )?[A-Z]?[\w' -]{2,40}?) (?:was|were) (\w+ed) by "
    r"((?:the |an? )?[\w' -]{2,40}?)((?: in \d{4}| in [A-Z]\w+)?)\."
)
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
    """Turn "X was done by Y." into "Y did X." for regular verbs."""
    match = PASSIVE.fullmatch(sentence.text)
    if (
        not match
        or not sentence.words
        or re.search(r"\b(?:and|who|which|that|was|were)\b", match[1] + " " + match[3])
    ):
        return None
    first = (
        match[1]
        if sentence.words[0].tag == "PROPN"
        else as_inside(sentence, sentence.words[0]) + match[1][len(sentence.words[0].text) :]
    )
    return upper_first(f"{match[3]} {match[2]} {first}{match[4]}.")


def make_passive(doer: str, verb: str, thing: str, rest: str) -> str:
    """Write what one did to another from the other's side; the verb comes in the past tense.

    >>> make_passive("the dog", "bit", "the men", " in the park.")
    'the men were bitten by the dog in the park.'
    """
    were = "were" if plural(thing) else "was"
    return f"{thing} {were} {participle_of(verb)} by {doer}{rest}"


def plural(phrase: str) -> bool:
    """Guess whether a noun phrase is plural."""
    last = phrase.split()[-1].lower()
    return last in ("men", "women", "children", "people", "police") or (
        last.endswith("s") and phrase[:1].islower() and not last.endswith("ss")
    )


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
