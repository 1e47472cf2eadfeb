"""Long texts go passage by passage: judges and models read a few hundred pieces at once, and no more."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paraphrast.data import Pair
from paraphrast.rewrite.checks.changes import share_changed
from paraphrast.rewrite.task import Task
from paraphrast.text import Lang, sentences
from paraphrast.text.languages import find_language

SPACED, UNSPACED = 600, 250  # characters of a passage: of words between blanks, and of others
ENDS = ".!?…。！？\n"


class Passage(NamedTuple):
    """Where a passage lies in its text."""

    start: int
    stop: int


def limit_of(lang: Lang) -> int:
    """Say how many characters a passage has at most."""
    return SPACED if find_language(lang).spaced else UNSPACED


def cut_passages(text: str, lang: Lang) -> list[Passage]:
    """Cut a text into passages of whole sentences; a short text is one.

    >>> cut_passages("Да. Нет.", "ru"), len(cut_passages("Да. Нет. " * 200, "ru"))
    ([Passage(start=0, stop=8)], 4)
    """
    most = limit_of(lang)
    if len(text) <= most:
        return [Passage(0, len(text))]
    found: list[Passage] = []
    for one in sentences(text, lang):
        for part in _cut_sentence(text, Passage(one.start, one.stop), most):
            if found and part.stop - found[-1].start <= most:
                found[-1] = Passage(found[-1].start, part.stop)
            else:
                found.append(part)
    return found or [Passage(0, len(text))]


def _cut_sentence(text: str, sentence: Passage, most: int) -> Iterator[Passage]:
    """Cut a sentence that is too long for one passage, between words where there are any."""
    start = sentence.start
    while sentence.stop - start > most:
        gap = max(text.rfind(sign, start + most // 2, start + most) for sign in " ，,、")
        cut = gap + 1 if gap > 0 else start + most
        yield Passage(start, cut)
        start = cut
    if start < sentence.stop:
        yield Passage(start, sentence.stop)


def join_records(text: str, places: Sequence[Passage], parts: Sequence[Pair], task: Task) -> Pair:
    """Join the records of a text's passages to one; other ways to say it are of passages and are left out."""
    if len(parts) == 1:
        return parts[0]
    output, at, changes = "", 0, []
    for place, part in zip(places, parts, strict=True):
        said = part.b
        before = text[: place.start].rstrip(" ")
        if before and before[-1] not in ENDS and part.a[:1].islower():
            said = said[:1].lower() + said[1:]  # it goes on with a sentence
        tail = len(part.a) - len(part.a.rstrip())
        output += text[at : place.start] + said.rstrip() + part.a[len(part.a) - tail :]
        at = place.stop
        changes += [_shift_change(one, place.start) for one in part.meta["changes"]]
    output += text[at:]
    share = round(share_changed(text, output, task.lang), 4)
    flags = _join_flags([part.meta["flags"] for part in parts], same=output == text)
    if output != text and share < task.change[0]:
        reason = f"refused: {share:.2f} of the words are changed, at least {task.change[0]:.2f} was asked for"
        output, share, changes, flags = text, 0.0, [], [reason, *(one for one in flags if one == "toxic")]
    toxic = [max(part.meta["toxicity"][side] for part in parts) for side in (0, 1)]
    meta = {"system": parts[0].meta["system"], "flags": flags, "toxicity": toxic, "change": share}
    meta |= {"changes": changes}
    if output != text and (same := [one.meta["paraphrase"] for one in parts if "paraphrase" in one.meta]):
        meta["paraphrase"] = min(same)
    return Pair(text, output, lang=task.lang, meta=meta)


def _shift_change(change: dict[str, int | str], by: int) -> dict[str, int | str]:
    """Say where a change of a passage is in its text."""
    return {**change, "start": int(change["start"]) + by, "stop": int(change["stop"]) + by}


def _join_flags(flags: Sequence[Sequence[str]], *, same: bool) -> list[str]:
    """Say of a text what was said of its passages: fine if all are, refused if nothing has changed.

    >>> _join_flags([["fine"], ["refused: no candidate", "toxic"]], same=True)
    ['refused: no candidate', 'toxic']
    >>> _join_flags([["fine"], []], same=False)
    []
    """
    every = list(dict.fromkeys(flag for some in flags for flag in some))
    kept = [flag for flag in every if flag != "fine" and (same or not flag.startswith("refused"))]
    return kept if kept or not same else ["fine"]
