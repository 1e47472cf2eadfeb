"""Russian voice: passive for active, and the other side of a deed, in sentences simple enough to be sure."""

from paraphrast.text.clauses import Sentence, Word, upper_first
from paraphrast.text.grammar import two_sides
from paraphrast.text.russian.clauses import case, inflected


def turn_voice(sentence: Sentence) -> str | None:
    """Turn "subject, perfective verb, object" of one word each into the passive."""
    words = [word for word in sentence.words if word.tag != "PUNCT"]
    if len(words) != 3 or words[1].tag != "VERB" or not all(word.readings for word in words):
        return None
    subject, verb, thing = words
    tag = verb.readings[0].tag
    if (
        "perf" not in tag
        or tag.tense != "past"
        or {case(one) for one in thing.readings} != {"accs"}
        or {case(one) for one in subject.readings} != {"nomn"}
    ):
        return None
    forms = passive(subject, verb, thing)
    return (
        None
        if forms is None
        else upper_first(f"{forms[0]} {forms[1]} {forms[2]}") + sentence.text[words[-1].stop :]
    )


def passive(subject: Word, verb: Word, thing: Word) -> tuple[str, str, str] | None:
    """Inflect the three parts of a Russian passive."""
    noun = thing.readings[0].tag
    marks = {"PRTS", str(noun.number), *([str(noun.gender)] if noun.number == "sing" else [])}
    new = inflected(thing.readings[0], frozenset({"nomn", str(noun.number)}))
    short = inflected(verb.readings[0], frozenset(marks))
    agent = inflected(subject.readings[0], frozenset({"ablt", str(subject.readings[0].tag.number)}))
    if not (new and short and agent):
        return None
    named = [
        upper_first(form) if word.tag == "PROPN" else form for form, word in ((new, thing), (agent, subject))
    ]
    return named[0], short, named[1]


def turn_side(sentence: Sentence) -> str | None:
    """Turn "A больше B" into "B меньше A" and "к северу от" into "к югу от", with the cases exchanged."""
    words = [word for word in sentence.words if word.tag != "PUNCT"]
    pairs = {a: b for pair in two_sides("ru") for a, b in (pair, pair[::-1])}
    if len(words) != 3 or words[1].text not in pairs or not words[0].readings or not words[2].readings:
        return None
    first, _, second = words
    if {case(one) for one in second.readings} - {"gent", "accs"} or "nomn" not in {
        case(one) for one in first.readings
    }:
        return None
    new = (
        inflected(second.readings[0], frozenset({"nomn"})),
        inflected(first.readings[0], frozenset({"gent"})),
    )
    if not (new[0] and new[1]):
        return None
    named = [
        upper_first(form) if word.tag == "PROPN" else form
        for form, word in ((new[0], second), (new[1], first))
    ]
    return f"{named[0]} {pairs[words[1].text]} {named[1]}" + sentence.text[second.stop :]
