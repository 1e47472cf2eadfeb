"""Sentences in another order: frames written by hand, `lists/turns.LANG.toml`.

because (.+), (.+) = {2} because {1}        the whole sentence without its last sign; letters of any size
"""

import re
import string
from functools import cache

from paraphrast.rewrite.slots import NAMES
from paraphrast.rewrite.turns import OR, listed
from paraphrast.text import Lang, entities, is_stop, sentences, synonyms, tags
from paraphrast.text.morphology import is_name

END = re.compile(r"([.!?…。！？]+[\"”»』」)）]*)\s*$")


def framed(text: str, lang: Lang, way: int = 0) -> str:
    """Put each sentence into another order where a frame fits, in the way of this number.

    >>> framed("Because it rained, we stayed home.", "en"), framed("Если устанешь, отдохни.", "ru")
    ('We stayed home because it rained.', 'Отдохни, если устанешь.')
    >>> framed("虽然他累了，但他没有休息。", "zh")
    '他没有休息，虽然他累了。'
    """
    for one in reversed(sentences(text, lang)):
        said = ordered(one.text, lang, way)
        text = text[: one.start] + said + text[one.stop :]
    return text


def ordered(sentence: str, lang: Lang, way: int) -> str:
    """Put one sentence into the order of the first frame that fits it."""
    end = END.search(sentence)
    body = sentence[: end.start()] if end else sentence
    for form, ways in frames(lang):
        match = form.fullmatch(body)
        if match:
            parts = [inner(part or "", lang) if match.start(at) == 0 else part or ""
                     for at, part in enumerate(match.groups(), 1)]  # fmt: skip
            said = ways[way % len(ways)].format("", *parts)
            return said[:1].upper() + said[1:] + sentence[len(body) :]
    return sentence


def inner(part: str, lang: Lang) -> str:
    """Write the start of a sentence as it looks within one: small, unless it is a name.

    >>> inner("The train left", "en"), inner("Anna left", "en"), inner("I left", "en")
    ('the train left', 'Anna left', 'I left')
    >>> inner("Zhou Jingfan left", "en"), inner("Shaklee spokesmen left", "en"), inner("Ships left", "en")
    ('Zhou Jingfan left', 'Shaklee spokesmen left', 'ships left')
    >>> inner("Мэр Омска уехал", "ru"), inner("Анна уехала", "ru")
    ('мэр Омска уехал', 'Анна уехала')
    """
    first, second = [*part.split(maxsplit=2), "", ""][:2]
    if lang == "zh" or first[1:] != first[1:].lower() or first in ("I", "I'm", "I'd", "I'll", "I've"):
        return part
    small = part[:1].lower() + part[1:]
    if lang == "ru":
        return part if is_name(first.strip(string.punctuation)) else small
    if second[:1].isupper() or any(one.start == 0 and one.kind in NAMES for one in entities(part, lang)):
        return part
    proper = [one.text for one in tags(part, lang)[:1]] == ["PROPN"]
    return (
        part if proper and not is_stop(first.lower(), lang) and not synonyms(first.lower(), lang) else small
    )


@cache
def frames(lang: Lang) -> list[tuple[re.Pattern[str], list[str]]]:
    """Compile the frames of a language, in the order of their list."""
    lines = (line.strip() for line in listed(lang)["frames"].splitlines())
    pairs = [line.split(" = ", 1) for line in lines if line and not line.startswith("#")]
    return [(re.compile(form, re.IGNORECASE), said.split(OR)) for form, said in pairs]
