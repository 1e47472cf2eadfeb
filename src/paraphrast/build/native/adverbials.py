"""Moving a phrase of time or place between the head and the end of a sentence: the meaning stays."""

import re
from collections.abc import Iterator

from paraphrast.build.native.sentence import Change, Sentence, upper_first

MONTHS_RU = "январ[ья]|феврал[ья]|марта?|апрел[ья]|мая|июн[ья]|июл[ья]|августа?|сентябр[ья]|октябр[ья]|ноябр[ья]|декабр[ья]"
MONTHS_EN = "January|February|March|April|May|June|July|August|September|October|November|December"
PHRASES = {
    "ru": rf"в \d{{4}} году|(?:\d{{1,2}} (?:{MONTHS_RU})(?: \d{{4}} года)?)|в (?:январе|феврале|марте|апреле|мае|июне|июле|августе|сентябре|октябре|ноябре|декабре)(?: \d{{4}} года)?"
    r"|вчера|сегодня|завтра|в (?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье)|(?:весной|летом|осенью|зимой)(?: \d{4} года)?|на прошлой неделе|в этом году|в прошлом году",
    "en": rf"[Ii]n (?:(?:{MONTHS_EN}) )?\d{{4}}|[Oo]n (?:\d{{1,2}} (?:{MONTHS_EN})|(?:{MONTHS_EN}) \d{{1,2}})(?:,? \d{{4}})?|[Oo]n (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[Yy]esterday|[Ll]ast (?:year|month|week)|[Dd]uring the \w+",
    "zh": r"(?:于|在)?\d{2,4}年(?:\d{1,2}月(?:\d{1,2}日)?)?|昨天|今天|明天|去年|今年|明年",
}
CLAUSE = re.compile(r"[,;:—()«»\"“”，；：（）、]| - |\b(?:что|который|которая|если|когда|который|that|which|who|when|while|because|and|but|и|а|но)\b")


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
    head = re.match(rf"({PHRASES['ru']}),? (.+)", body, re.IGNORECASE)
    tail = re.fullmatch(rf"(.+) ({PHRASES['ru']})", body, re.IGNORECASE)
    if head and not CLAUSE.search(head[2]) and "?" not in mark:
        return upper_first(f"{head[2]} {head[1][0].lower()}{head[1][1:]}{mark}")
    if tail and not CLAUSE.search(tail[1]) and "?" not in mark and not re.search(r"(?:с|до|по|к|от|на|и)$", tail[1]):
        return f"{upper_first(tail[2])} {lowered(tail[1])}{mark}"
    return None


def lowered(text: str) -> str:
    """Write the first letter small, unless the first word is a name or an abbreviation."""
    from paraphrast.build.native.russian import looked_up

    word = re.match(r"\w*", text)
    first = word[0] if word else ""
    name = first.isupper() and len(first) > 1 or looked_up(first, True)[0] == "PROPN" if first else True
    return text if name else text[:1].lower() + text[1:]


def english(text: str) -> str | None:
    """Move a phrase of time in a sentence without inner clauses."""
    body, mark = ending(text)
    if mark != ".":
        return None
    head = re.match(rf"({PHRASES['en']}),? ([A-Zhist].+)", body)
    if head and not CLAUSE.search(head[2]):
        return upper_first(f"{head[2]} {head[1][0].lower()}{head[1][1:]}{mark}")
    tail = re.fullmatch(rf"((?:The|He|She|It|They|His|Her|[A-Z]\w+) .+) ({PHRASES['en']})", body)
    if tail and not CLAUSE.search(tail[1]):
        opening = re.match(r"(?:The|He|She|It|They|His|Her|A|An|This|In|On|At)\b", tail[1])
        rest = tail[1][0].lower() + tail[1][1:] if opening else tail[1]
        return f"{upper_first(tail[2])}, {rest}{mark}"
    return None


def chinese(text: str) -> str | None:
    """Move a phrase of time from before the subject to after it, or back."""
    head = re.match(rf"({PHRASES['zh']})，?([^，。在于是的]{{1,6}}?)(?=在|被|出|开|加|成|参|担|获|搬|去|建|创|发)(.+)", text)
    if head and not re.match(r"[在于]", head[2]):
        return f"{head[2]}{head[1] if head[1][0] in '于在' or not head[1][0].isdigit() else '在' + head[1]}{head[3]}" if False else f"{head[2]}{head[1]}{head[3]}"
    tail = re.match(rf"([^，。、的是在于]{{1,8}}?)(于|在)?(\d{{4}}年(?:\d{{1,2}}月(?:\d{{1,2}}日)?)?)(?=[^，。、的至到和起-])([^至到-]+)", text)
    if tail and not tail[1][-1].isdigit():
        return f"{tail[3]}，{tail[1]}{tail[4]}"
    return None
