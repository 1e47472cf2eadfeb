"""Chinese order: 把 and 被 tell who did it, time stands before or behind the subject, a topic comes first."""

import re
from collections.abc import Iterable, Iterator

from paraphrast.text.clauses import Change, Sentence, time_phrase
from paraphrast.text.grammar import kinds_of_names, load, words_of

NAMING = ("NOUN", "PROPN", "PRON", "X")
PART = r"[^，。！？、；：被把比的地得在于\s]{1,8}"


def reorderings(sentence: Sentence) -> Iterator[Change]:
    """Convert between 把, 被 and the plain order, true and swapped; move time; put a topic first."""
    yield from _conversions(sentence)
    for made in (_topic_first(sentence.text), _time_moved(sentence)):
        if made:
            yield Change(made, "reorder", True)


def _conversions(sentence: Sentence) -> Iterator[Change]:
    """Write what one did to another in the three orders."""
    around = re.match(rf"(?:{times()})?，?", sentence.text)
    time = around[0] if around else ""
    parts = _disposal(sentence, len(time)) or plain(sentence.text[len(time) :])
    if parts is None:
        return
    doer, thing, verb, mark = parts
    simple = verb.removesuffix("了") in transitive() and verb.endswith("了")
    for one, other, keeps in ((doer, thing, True), (thing, doer, False)):
        if not keeps and not _of_a_kind(doer, thing):
            return
        kind = "reorder" if keeps else "reorder-swap"
        yield Change(f"{time}{one}把{other}{verb}{mark}", kind, keeps)
        yield Change(f"{time}{other}被{one}{verb}{mark}", kind, keeps)
        if simple:
            yield Change(f"{time}{one}{verb}{other}{mark}", kind if keeps else "role-swap", keeps)


def _disposal(sentence: Sentence, start: int) -> tuple[str, str, str, str] | None:
    """Split a clause with one 把 or 被 into doer, thing, verb with what follows, and mark."""
    text = sentence.text
    body = text.rstrip("。！")
    if re.search(r"[，。！？、；：]", body[start:]) or body.count("把") + body.count("被") != 1:
        return None
    middle = max(body.find("把"), body.find("被"))
    verb = next((word for word in sentence.words if word.start > middle + 1 and word.tag == "VERB"), None)
    if verb is None or len(body) - verb.start < 2:
        return None
    before, after = body[start:middle], body[middle + 1 : verb.start]
    if not (re.fullmatch(PART, before) and re.fullmatch(PART, after)):
        return None
    named = [
        any(word.tag in NAMING and start <= word.start < stop for word in sentence.words)
        and not any(word.tag == "VERB" and start <= word.start < stop for word in sentence.words)
        for start, stop in ((start, middle), (middle + 1, verb.start))
    ]
    if not all(named):
        return None
    doer, thing = (before, after) if body[middle] == "把" else (after, before)
    return doer, thing, body[verb.start :], text[len(body) :]


def plain(text: str) -> tuple[str, str, str, str] | None:
    """Split "doer, verb, 了, thing" where the verb is one that can stand with 把 and 被."""
    body = text.rstrip("。！")
    match = re.fullmatch(
        rf"({PART}?)({'|'.join(sorted(transitive(), key=len, reverse=True))})了({PART})", body
    )
    if match is None or not (_one_thing(match[1]) and _one_thing(match[3])):
        return None
    return match[1], match[3], match[2] + "了", text[len(body) :]


def times() -> str:
    """Give the pattern of words of time."""
    return "|".join(load("zh")["order"]["times"].split())


def _any_of(words: Iterable[str]) -> str:
    """Give the pattern of any of some words, the longest first."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


def transitive() -> frozenset[str]:
    """List the verbs whose doer and thing 把 and 被 can mark."""
    return frozenset(load("zh")["order"]["transitive"].split())


def people() -> frozenset[str]:
    """List the nouns of people and animals."""
    return words_of("zh", "people") | frozenset(load("zh")["order"]["alive"].split())


def _one_thing(text: str) -> bool:
    """Tell whether a text is a name or a noun of people with at most a word that points to it."""
    bare = re.sub(r"^(?:这|那|一)[个位只条名]", "", text)
    known = bare in people() or bare in kinds_of_names("zh")
    return known or re.fullmatch(r"[小老]\w|[红蓝白黑]队", bare) is not None


def _of_a_kind(first: str, second: str) -> bool:
    """Tell whether each of two could be the other."""
    return first != second and _one_thing(first) and _one_thing(second)


def _topic_first(text: str) -> str | None:
    """Put the thing before the one who did something with it."""
    match = re.fullmatch(load("zh")["order"]["topic"], text)
    return f"{match[5]}{match[1]}{match[2] or ''}{match[3]}{match[4]}{match[6]}" if match else None


def _time_moved(sentence: Sentence) -> str | None:
    """Move a word of time from before a subject of people to behind it, or back."""
    text = sentence.text
    subject = f"(我们?|他们?|她们?|你们?|{_any_of(people())}|[小老]\\w)"
    head = re.match(rf"({times()})，?{subject}(?=\S)", text)
    if head and acts(sentence, head.end()):
        return f"{head[2]}{head[1]}{text[head.end() :]}"
    match = re.match(rf"{subject}({times()})(?=\S)", text)
    if match and acts(sentence, match.end()):
        return f"{match[2]}{match[1]}{text[match.end() :]}"
    return None


def acts(sentence: Sentence, place: int) -> bool:
    """Tell whether a verb, or what stands before one, begins at a place."""
    return any(word.start == place and word.tag in ("VERB", "ADV", "ADP") for word in sentence.words)


def move_time(text: str) -> str | None:
    """Move a phrase of time from before the subject to after it, or back."""
    time = time_phrase("zh")
    head = re.match(rf"({time})，\s?(他们?|她们?|它们?|该\w{{2}})(?=[^的和与、，。])(.+)", text)
    if head:
        gap = " " if head[1][0].isdigit() else ""
        return f"{head[2]}{gap}{head[1]}{head[3]}"
    tail = re.match(
        rf"(他们?|她们?|它们?|该\w{{2}})(?:于|在)?\s?({time})(?=[^，。、的至到和与起以-])(.+)", text
    )
    return f"{tail[2].lstrip('于在')}，{tail[1]}{tail[3].lstrip()}" if tail else None
