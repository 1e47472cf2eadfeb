"""Saying that it is not so, or that it is."""

import re
from collections.abc import Iterator

from paraphrast.build.native.lists import load, marked
from paraphrast.build.native.sentence import Change, Edit, Sentence, Word, edited

AFTER = frozenset(["is", "are", "was", "were", "can", "could", "will", "would", "should", "may", "must"])
STRONGER = ("also", "still", "later", "already", "now", "some", "once", "only", "just", "even", "yesterday")
BOUND = frozenset(["就", "都", "才", "也", "还", "所", "不仅", "只", "更", "只能", "能", "而"])
TIED = frozenset(["finally", "last", "having", "fewer", "instead", "until", "yet", "neither", "nor", "few"])
TURNED = re.compile("如果|否则|只有|虽然|尽管|除非|所谓")  # the other clause would no longer fit
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
    bound = sentence.lang == "en" and any(word.lemma in TIED for word in sentence.words)
    if sentence.text.endswith(QUESTIONS) or bound:
        return
    for index, word in enumerate(sentence.words):
        if sentence.lang == "en" and (word.tag == "SCONJ" or word.lemma in ("that", "but")):
            return  # what is denied in a clause may be presupposed by the rest
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
    if word.text not in AFTER or not index:
        return None
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else word
    stressed = after.tag == "ADV" or after.lemma in STRONGER
    contrasted = any(each.lemma == "but" for each in sentence.words[index:])
    fits = not stressed and not contrasted and sentence.words[index - 1].tag != "PUNCT"
    return Edit(word.stop, word.stop, " not") if fits else None


def chinese(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put 不 or 没 before a verb that takes it."""
    before = sentence.words[index - 1].text if index else ""
    fits = word.text in denials() and before not in BOUND and not TURNED.search(sentence.text)
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else None
    if word.text == "有" and after is not None and after.tag == "NUM":
        return None  # to have no three of something is no way to deny it
    wishes = word.text != "想" or (after is not None and after.tag == "VERB")  # else it is "to think"
    return Edit(word.start, word.stop, denials()[word.text]) if fits and wishes and index else None


def removed(sentence: Sentence, index: int) -> Iterator[Change]:
    """Take the one denial away where what is left still stands."""
    word = sentence.words[index]
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else None
    before = sentence.words[index - 1] if index else None
    if after is None or after.tag == "PUNCT":
        return
    if any(each.lemma in ("anything", "any", "anyone", "if", "having") for each in sentence.words):
        return
    if before is not None and (before.tag == "PUNCT" or before.lemma in ("still", "yet", "而", "并")):
        return
    if (word.text in ("не", "not") and (after.tag in ("VERB", "ADJ") or sentence.lang == "en")) or (
        word.text == "Не" and after.tag == "VERB"
    ):
        yield Change(edited(sentence.text, [Edit(word.start, after.start, "")]), "negation", False)
    elif sentence.lang == "zh" and undone(sentence, word, after):
        kept = {new: old for old, new in denials().items()}[word.text]
        yield Change(edited(sentence.text, [Edit(word.start, word.stop, kept)]), "negation", False)


def undone(sentence: Sentence, word: Word, after: Word) -> bool:
    """Tell whether a Chinese denial can be taken away: not from "has not done" or "not this but that"."""
    if word.text not in denials().values() or word.text[0] not in "不没":
        return False
    acts = word.text == "没有" and after.tag in ("VERB", "ADV", "ADJ")
    return not acts and not re.search("吗|？|而是", sentence.text) and not TURNED.search(sentence.text)


def denials() -> dict[str, str]:
    """Map Chinese verbs to their denials."""
    table: dict[str, str] = load("zh")["negation"]
    return table
