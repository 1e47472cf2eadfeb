"""Where a Chinese word or name stands by itself, so that another can take its place."""

import re

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.grammar import kinds_of_names
from paraphrast.text.places import NAMING, Name, beside, has_names_beside, is_torn

LOCAL = ("在", "于", "位于")
JOINTS = frozenset("-–/和与及或跟同、（）()")
PERSONAL = frozenset("师员家者手生兵")
COUNTED = frozenset("架辆列艘")  # each kind of vehicle is counted by a word of its own


def is_free(sentence: Sentence, index: int) -> bool:
    """Tell whether a word may be replaced by one of its kind."""
    if is_torn(sentence, index):
        return False
    word, (before, after) = sentence.words[index], beside(sentence, index)
    counted = word.tag == "NOUN" and COUNTED & set(sentence.text[: word.start][-8:])
    measured = word.text in ("上涨", "下跌", "上升", "下降") and re.search("[涨跌升降]幅", sentence.text)
    barking = word.text in ("狗", "猫") and re.search("[吠叫汪喵]", sentence.text)
    done = word.text == "已经" and "了" in sentence.text[word.stop :]
    return not (counted or measured or barking or done) and _is_apart(word, before, after)


def _is_apart(word: Word, before: Word, after: Word) -> bool:
    """Tell whether a Chinese word is in no compound and nothing beside it asks for it alone."""
    if word.tag == "NOUN":
        return before.tag not in NAMING and after.tag not in NAMING
    if word.tag == "ADJ":
        bare = len(word.text) > 1 and after.tag in NAMING and word.text[0] != "最"  # 最高法院 is a name
        return bare or (after.text == "的" and before.text != "最")
    if word.tag == "VERB":
        ends = word.text not in ("开始", "结束") or after.tag in ("", "PUNCT")
        short = len(word.text) == 1 and after.text not in ("着", "了")  # it may be a piece of a name
        return ends and not short and before.tag not in ("TIME", "ADP") and after.tag not in ("VERB", "ADP")
    if word.text in ("之前", "之后", "以前", "以后") and (before.text == "了" or after.text in ("并", "从")):
        return False
    piece = after.tag == "NOUN" and len(after.text) == 1
    return word.tag != "PROPN" or (after.tag not in ("PROPN", "X") and not piece)


def has_quality(noun: Word) -> bool:
    """Say that any noun may have another adjective."""
    return True


def are_alike(first: Word, second: Word) -> bool:
    """Say that any adjective may stand where another does."""
    return True


def is_compound(sentence: Sentence, index: int) -> bool:
    """Tell whether a noun is a part of what stands beside it."""
    return has_names_beside(sentence, index)


def is_owned(sentence: Sentence, index: int) -> bool:
    """Say that no noun is lost to its owner."""
    return False


def keeps_capital(word: Word) -> bool:
    """Say that no word has a capital."""
    return False


def may_invert(sentence: Sentence, subject: Word, *, first: bool) -> bool:
    """Say that a verb of saying never comes before its subject."""
    return False


def continues_name(left: Word, right: Word) -> bool:
    """Say that a name is one word."""
    return False


def are_exchangeable(first: Name, second: Name, sentence: Sentence) -> bool:
    """Tell whether two names stand in places of one kind: both after a preposition of place, or neither."""
    words = sentence.words
    before = [words[words.index(name.words[0]) - 1].lemma if name.start else "" for name in (first, second)]
    local = [lemma in LOCAL for lemma in before]
    texts = [name.words[0].text for name in (first, second)]
    if any(text.isascii() or sentence.text.count(text) > 1 for text in texts):
        return False
    edges = [place for name in (first, second) for place in (name.start - 1, name.stop) if place >= 0]
    around = {sentence.text[place : place + 1] for place in edges}
    return not around & JOINTS and (local[0] == local[1] or first.kind == second.kind == "place")


def ends_personal(lemma: str) -> bool:
    """Tell nouns of people by their last character."""
    return 1 < len(lemma) < 5 and lemma[-1] in PERSONAL


def is_whole(name: Name, sentence: Sentence) -> bool:
    """Tell whether a name is known, or long and whole; short ones are often no names."""
    if name.words[0].lemma in kinds_of_names("zh"):
        return True
    words = sentence.words
    before, after = words.index(name.words[0]) - 1, words.index(name.words[-1]) + 1
    left, right = (words[before] if before >= 0 else None), (words[after] if after < len(words) else None)
    return (
        len(name.words[0].text) > 2
        and not (left and torn(left, name.start, left.stop))
        and not (right and torn(right, right.start, name.stop))
    )


def torn(word: Word, start: int, stop: int) -> bool:
    """Tell whether the neighbour of a Chinese name may be a piece of it that was cut off."""
    if start != stop or word.tag not in ("PROPN", "X", "NOUN"):
        return word.text in "·•"
    return len(word.text) == 1 or word.tag == "PROPN"
