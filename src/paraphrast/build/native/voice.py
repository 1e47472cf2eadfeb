"""Passive for active and active for passive, in sentences simple enough to be sure."""

import re
from collections.abc import Iterator

from paraphrast.build.native.russian import case, inflected
from paraphrast.build.native.sentence import Change, Sentence, Word, as_inside, upper_first

ENGLISH = re.compile(
    r"((?:The |An? )?[A-Z]?[\w' -]{2,40}?) (?:was|were) (\w+ed) by "
    r"((?:the |an? )?[\w' -]{2,40}?)((?: in \d{4}| in [A-Z]\w+)?)\."
)
CHINESE = re.compile(
    r"([^，。、？的了被把]{2,8})被([^，。、？的了被把]{2,6})(打败|击败|收购|任命|逮捕|批评|选中|占领|摧毁|发现|采用|救出)(了?)([。]?)"
)


def voices(sentence: Sentence) -> Iterator[Change]:
    """Rewrite a whole simple sentence in the other voice."""
    made = {"ru": russian, "en": english, "zh": chinese}[sentence.lang](sentence)
    if made:
        yield Change(made, "voice", True)


def russian(sentence: Sentence) -> str | None:
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


def english(sentence: Sentence) -> str | None:
    """Turn "X was done by Y." into "Y did X." for regular verbs."""
    match = ENGLISH.fullmatch(sentence.text)
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


def chinese(sentence: Sentence) -> str | None:
    """Turn "X 被 Y 打败" into "Y 打败 X"."""
    match = CHINESE.fullmatch(sentence.text)
    return f"{match[2]}{match[3]}{match[4]}{match[1]}{match[5]}" if match else None
