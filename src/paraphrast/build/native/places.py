"""Where a word stands by itself, so that another can take its place: not in compounds and names."""

import re

from paraphrast.build.native.lists import known, load, marked
from paraphrast.build.native.sentence import Sentence, Word

NAMING = ("NOUN", "PROPN", "X")
JOINTS = frozenset("-–·•/&")
COUNTED = frozenset("架辆列艘")  # each kind of vehicle is counted by a word of its own
PRONOUNS = ("he", "she", "his", "her", "him", "himself", "herself")
NOBODY = Word("", 0, 0, "", "")


def free(sentence: Sentence, index: int) -> bool:
    """Tell whether the word of a number may be replaced by one of its kind."""
    words = sentence.words
    word = words[index]
    before = words[index - 1] if index else NOBODY
    after = words[index + 1] if index + 1 < len(words) else NOBODY
    around = sentence.text[max(0, word.start - 1) : word.start] + sentence.text[word.stop : word.stop + 1]
    if sentence.lang == "ru":
        return True
    twice = word.tag in ("ADJ", "ADV") and sum(each.lemma == word.lemma for each in words) > 1
    gendered = word.tag == "NOUN" and sentence.lang == "en" and any(each.lemma in PRONOUNS for each in words)
    if gendered and word.lemma in marked("en", "people"):
        return False
    title = word.tag == "NUM" and index > 0 and (word.text[:1].isupper() or before.tag == "PUNCT")
    if JOINTS & set(around) or twice or title:
        return False
    if sentence.lang == "zh":
        counted = word.tag == "NOUN" and COUNTED & set(sentence.text[: word.start][-8:])
        measured = word.text in ("上涨", "下跌", "上升", "下降") and re.search("[涨跌升降]幅", sentence.text)
        barking = word.text in ("狗", "猫") and re.search("[吠叫汪喵]", sentence.text)
        return not counted and not measured and not barking and chinese(word, before, after)
    chosen = {"NOUN": noun, "ADJ": adjective, "VERB": verb, "ADV": adverb}.get(word.tag)
    return chosen is None or chosen(word, before, after)


def noun(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English noun is no part of a compound or of a set phrase, and nobody's name follows."""
    if word.lemma in load("en")["closed"]["NOUN"].split():
        return True  # days and months
    led = before.tag in NAMING or (before.tag == "ADJ" and not usual(before))
    coupled = before.lemma in ("his", "her") and word.lemma in ("husband", "wife")
    bare = before.tag == "ADP" and not word.lemma.endswith("s")  # "in hospital"
    named = word.lemma in marked("en", "people") and after.text == ","
    return not (led or coupled or bare or named) and after.tag not in NAMING


def adjective(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English adjective has a noun, and is no number of a time: "first time"."""
    timed = after.lemma in marked("en", "empty") or after.lemma.endswith("s") or before.tag == "ADP"
    return after.tag in NAMING and not (word.lemma in marked("en", "order") and timed)


def verb(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English verb is no part of a phrase: "found dead", "rose above"."""
    if word.lemma in ("rose", "fell", "gained", "lost", "increased", "decreased") and after.lemma in (
        "to",
        "from",
        "in",
    ):
        return False  # "rose to 6.1 from 6.2"
    phrasal = after.tag == "ADP" and after.lemma not in ("by", "to", "from", "in")
    return not phrasal and after.tag not in ("ADJ", "VERB", "PART")


def adverb(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English adverb is not tied to a noun or a comparison."""
    tied = word.lemma in ("yesterday", "today") and after.tag in NAMING
    graded = word.lemma not in ("most", "least") or before.lemma == "the"
    return not tied and graded and before.lemma not in ("as", "most")


def usual(word: Word) -> bool:
    """Tell whether an adjective may stand before nearly any noun."""
    return word.lemma in known("en", "ADJ") and word.lemma not in ("high", "first", "second", "public")


def chinese(word: Word, before: Word, after: Word) -> bool:
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
