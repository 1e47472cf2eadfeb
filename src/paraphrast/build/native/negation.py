"""Saying that it is not so, or that it is."""

import re
from collections.abc import Iterator

from paraphrast.build.native.lists import load, marked
from paraphrast.build.native.sentence import Change, Edit, Sentence, Word, edited

AFTER = frozenset(["is", "are", "was", "were", "can", "could", "will", "would", "should", "may", "must"])
QUESTIONS = ("?", "？")


def negations(sentence: Sentence) -> Iterator[Change]:
    """Deny the sentence, or take its denial away."""
    denying = marked(sentence.lang, "denied")
    denied = [index for index, word in enumerate(sentence.words) if {word.lemma, word.text.lower()} & denying]
    if not denied:
        yield from added(sentence)
    elif len(denied) == 1:
        yield from removed(sentence, denied[0])


def added(sentence: Sentence) -> Iterator[Change]:
    """Deny the first verb that can be denied."""
    if sentence.text.endswith(QUESTIONS):
        return
    for index, word in enumerate(sentence.words):
        edit = {"ru": russian, "en": english, "zh": chinese}[sentence.lang](sentence, index, word)
        if edit:
            yield Change(edited(sentence.text, [edit]), "negation", False)
            return


def russian(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put не before a finite verb."""
    finite = word.tag == "VERB" and word.readings and word.readings[0].tag.POS in ("VERB", "PRTS")
    if not finite or "impr" in word.readings[0].tag:
        return None
    return (
        Edit(word.start, word.start, "Не " if word.start == 0 else "не ")
        if word.start
        else Edit(0, 1, "Не " + word.text[0].lower())
    )


def english(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put not after an auxiliary."""
    return Edit(word.stop, word.stop, " not") if word.text in AFTER and index else None


def chinese(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put 不 or 没 before a verb that takes it."""
    before = sentence.words[index - 1].text if index else ""
    fits = word.text in denials() and before not in ("就", "都", "才", "也", "还", "所", "不仅", "只", "更")
    return Edit(word.start, word.stop, denials()[word.text]) if fits and index else None


def removed(sentence: Sentence, index: int) -> Iterator[Change]:
    """Take the one denial away where what is left still stands."""
    word = sentence.words[index]
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else None
    if after is None or after.tag == "PUNCT":
        return
    if (word.text in ("не", "not") and (after.tag in ("VERB", "ADJ") or sentence.lang == "en")) or (
        word.text == "Не" and after.tag == "VERB"
    ):
        yield Change(edited(sentence.text, [Edit(word.start, after.start, "")]), "negation", False)
    elif word.text in denials().values() and word.text[0] in "不没" and not re.search("吗|？", sentence.text):
        kept = {new: old for old, new in denials().items()}[word.text]
        yield Change(edited(sentence.text, [Edit(word.start, word.stop, kept)]), "negation", False)


def denials() -> dict[str, str]:
    """Map Chinese verbs to their denials."""
    table: dict[str, str] = load("zh")["negation"]
    return table
