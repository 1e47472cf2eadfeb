"""Moving a phrase of time or place between the head and the end of a sentence: the meaning stays."""

import re
from collections.abc import Iterator
from functools import cache

from paraphrast.build.native.lists import load
from paraphrast.build.native.russian import looked_up
from paraphrast.build.native.sentence import Change, Sentence, upper_first
from paraphrast.text import Lang


@cache
def phrase(lang: Lang) -> str:
    """Give the pattern of a phrase of time."""
    return "|".join(load(lang)["time"]["phrases"])


def complex(text: str, lang: Lang) -> bool:
    """Tell whether a text has more than one clause, so that a moved phrase could land in the wrong one."""
    return re.search(load(lang)["time"]["clause"], text) is not None


def moves(sentence: Sentence) -> Iterator[Change]:
    """Move a phrase of time from the head to the end, or from the end to the head."""
    made = {"ru": russian, "en": english, "zh": chinese}[sentence.lang](sentence.text)
    if made:
        yield Change(made, "adverbial-move", True)


def ending(text: str) -> tuple[str, str]:
    """Split off the mark that ends a sentence."""
    body = text.rstrip(".!?。！？… ")
    return body, text[len(body) :]


def russian(text: str) -> str | None:
    """Move a phrase of time in a sentence of one clause."""
    body, mark = ending(text)
    if "?" in mark:
        return None
    head = re.match(rf"({phrase('ru')}),? (.+)", body, re.IGNORECASE)
    if head and not complex(head[2], "ru"):
        return upper_first(f"{head[2]} {head[1][0].lower()}{head[1][1:]}{mark}")
    tail = re.fullmatch(rf"(.+) ({phrase('ru')})", body, re.IGNORECASE)
    if tail and not complex(tail[1], "ru") and not re.search(r"(?:^| )(?:с|до|по|к|от|на)$", tail[1]):
        return f"{upper_first(tail[2])} {lowered(tail[1])}{mark}"
    return None


def lowered(text: str) -> str:
    """Write the first letter small, unless the first word is a name or an abbreviation."""
    word = re.match(r"\w+", text)
    first = word[0] if word else ""
    name = not first or (first.isupper() and len(first) > 1) or looked_up(first, True)[0] == "PROPN"
    return text if name else text[:1].lower() + text[1:]


def english(text: str) -> str | None:
    """Move a phrase of time in a sentence without inner clauses."""
    body, mark = ending(text)
    if mark != ".":
        return None
    head = re.match(rf"({phrase('en')}),? ([A-Z]\w+ .+|(?:the|he|she|it|they|his|her) .+)", body)
    if head and not complex(head[2], "en"):
        return upper_first(f"{head[2]} {head[1][0].lower()}{head[1][1:]}{mark}")
    tail = re.fullmatch(rf"([A-Z]\w* .+) ({phrase('en')})", body)
    if tail and not complex(tail[1], "en"):
        opening = re.match(r"(?:The|He|She|It|They|His|Her|A|An|This)\b", tail[1])
        rest = tail[1][0].lower() + tail[1][1:] if opening else tail[1]
        return f"{upper_first(tail[2])}, {rest}{mark}"
    return None


def chinese(text: str) -> str | None:
    """Move a phrase of time from before the subject to after it, or back."""
    time = phrase("zh")
    head = re.match(rf"({time})，\s?(他们?|她们?|它们?|该\w{{2}})(?=[^的和与、，。])(.+)", text)
    if head:
        gap = " " if head[1][0].isdigit() else ""
        return f"{head[2]}{gap}{head[1]}{head[3]}"
    tail = re.match(
        rf"(他们?|她们?|它们?|该\w{{2}})(?:于|在)?\s?({time})(?=[^，。、的至到和与起以-])(.+)", text
    )
    return f"{tail[2].lstrip('于在')}，{tail[1]}{tail[3].lstrip()}" if tail else None
