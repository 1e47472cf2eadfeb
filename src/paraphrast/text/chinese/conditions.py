"""What a rule of clauses may ask of a Chinese stretch: names, times, measures, what is said of a thing."""

import re
from collections.abc import Callable, Mapping

from paraphrast.text.clauses import Word
from paraphrast.text.rules.conditions import Stretch

NAMING = ("NOUN", "PROPN", "PRON")
THIRD = re.compile("[他她它其此该]|这|那")
PERSONS = frozenset(
    ["我", "你", "您", "他", "她", "它", "我们", "你们", "他们", "她们", "它们", "咱们", "大家", "自己"]
)
DATED = re.compile(
    r"(?:(?:[\d０-９]{2,4}年)?(?:[\d０-９]{1,2}月)?(?:[\d０-９]{1,2}日)?|最近|近日|日前|目前|现在|如今|[今明昨前后]天|[今明去前后]年|[上下这本]个?(?:月|周|星期)"
    r"|(?:[今昨明当]?(?:天|日))?(?:早上|上午|中午|下午|晚上|凌晨|清晨|傍晚|夜间|[今昨明当]晚|[今昨明当]日))+"
)
HOW = frozenset(
    ["很", "非常", "比较", "不", "挺", "太", "也", "都", "还", "十分", "相当", "较", "特别", "最"]
)


def is_name(stretch: Stretch) -> bool:
    """Say whether a stretch is a name or a person with what belongs to it: nouns and 的, no verb."""
    words = stretch.words
    if any(word.tag not in (*NAMING, "ADJ", "NUM", "X") or word.text in HOW for word in words):
        return False
    if any(word.tag == "X" and word.text not in ("的", "们") for word in words):
        return False
    return (words[-1].tag in NAMING or words[-1].text == "们") and words[0].text not in ("的", "们")


def is_one(stretch: Stretch, test: Callable[[Word], bool]) -> bool:
    """Say whether a stretch is one word that passes a test."""
    return stretch.stop == stretch.start + 1 and test(stretch.words[0])


def _goes_on(stretch: Stretch) -> bool:
    """Say whether a stretch begins as what is said of a subject: with a verb, an adverb, a preposition."""
    word, after = stretch.words[0], stretch.words[1:2]
    if after and after[0].text == "的":
        return False  # what is said belongs to a noun
    return word.tag in ("VERB", "ADV") or (
        word.tag == "ADP" and len(word.text) == 1 and word.text not in "上里中下内外前后"
    )


def describes(stretch: Stretch) -> bool:
    """Say whether a stretch says how a thing is: a name, words of degree, an adjective."""
    words = stretch.words
    cut = next((at for at, word in enumerate(words) if word.text[0] in HOW), None)
    if not cut or words[-1].tag != "ADJ" or words[-1].text in HOW:
        return False
    inside = all(word.text in HOW for word in words[cut:-1])
    return inside and is_name(stretch._replace(stop=stretch.start + cut)) and words[0].text not in PERSONS


CONDITIONS: Mapping[str, Callable[[Stretch], bool]] = {
    "name": is_name,
    "noun": lambda stretch: is_one(stretch, lambda word: word.tag == "NOUN" and len(word.text) > 1),
    "proper": lambda stretch: is_one(stretch, lambda word: word.tag == "PROPN" and len(word.text) > 1),
    "person": lambda stretch: is_one(stretch, lambda word: word.text in PERSONS),
    "time": lambda stretch: bool(DATED.fullmatch(stretch.text)),
    "goes-on": _goes_on,
    "describes": describes,
    "verbal": lambda stretch: any(word.tag == "VERB" for word in stretch.words),
    "points": lambda stretch: bool(THIRD.search(stretch.text)),
    "number": lambda stretch: is_one(stretch, lambda word: word.tag == "NUM"),
    "long": lambda stretch: len(stretch.text) > 3,
    "one-line": lambda stretch: len(stretch.text) <= 40,
    "starts-with-verb": lambda stretch: stretch.words[0].tag == "VERB",
}
