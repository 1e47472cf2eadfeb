"""Saying that it is not so, or that it is."""

import re
from collections.abc import Iterator

from paraphrast.build.native.sentence import Change, Edit, Sentence, Word, edited

# A sentence with one of these is denied already, or denying it would not change who did what.
DENIED = frozenset("не нет ни никто ничто никогда нигде никакой без ли not n't no never nothing none nobody without hardly 不 没 没有 无 非 未 别 不是 不能 不会 吗".split())
CHINESE = {"是": "不是", "会": "不会", "可以": "不可以", "能": "不能", "能够": "不能", "有": "没有", "应该": "不应该", "需要": "不需要", "喜欢": "不喜欢", "允许": "不允许", "同意": "不同意", "想": "不想", "支持": "不支持", "属于": "不属于", "愿意": "不愿意"}
AFTER = frozenset("is are was were can could will would should may must".split())
QUESTIONS = ("?", "？")


def negations(sentence: Sentence) -> Iterator[Change]:
    """Deny the sentence, or take its denial away."""
    denied = [index for index, word in enumerate(sentence.words) if word.lemma in DENIED or word.text.lower() in DENIED]
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
    return Edit(word.start, word.start, "Не " if word.start == 0 else "не ") if word.start else Edit(0, 1, "Не " + word.text[0].lower())


def english(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put not after an auxiliary."""
    return Edit(word.stop, word.stop, " not") if word.text in AFTER and index else None


def chinese(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put 不 or 没 before a verb that takes it."""
    before = sentence.words[index - 1].text if index else ""
    fits = word.text in CHINESE and before not in ("就", "都", "才", "也", "还", "所", "不仅", "只", "更")
    return Edit(word.start, word.stop, CHINESE[word.text]) if fits and index else None


def removed(sentence: Sentence, index: int) -> Iterator[Change]:
    """Take the one denial away where what is left still stands."""
    word = sentence.words[index]
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else None
    if after is None or after.tag == "PUNCT":
        return
    if word.text in ("не", "not") and (after.tag in ("VERB", "ADJ") or sentence.lang == "en"):
        yield Change(edited(sentence.text, [Edit(word.start, after.start, "")]), "negation", False)
    elif word.text == "Не" and after.tag == "VERB":
        yield Change(edited(sentence.text, [Edit(word.start, after.start, "")]), "negation", False)
    elif word.text in CHINESE.values() and word.text[0] in "不没" and not re.search("吗|？", sentence.text):
        kept = {new: old for old, new in CHINESE.items()}[word.text]
        yield Change(edited(sentence.text, [Edit(word.start, word.stop, kept)]), "negation", False)
