"""Saying the same from the other side: who sells to whom is who buys from whom."""

import re
from collections.abc import Iterator

from paraphrast.build.native.lists import load
from paraphrast.build.native.sentence import Change, Sentence, Word, upper_first
from paraphrast.text import Lang

NAME = r"(?:the )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
THING = r"[^,.;?!]{2,60}?"
END = r"([.?!]?)"
ENGLISH = [
    (rf"({NAME}) bought ({THING}) from ({NAME}){END}", r"\3 sold \2 to \1\4"),
    (rf"({NAME}) sold ({THING}) to ({NAME}){END}", r"\3 bought \2 from \1\4"),
    (rf"({NAME}) (?:defeated|beat) ({NAME})( [^,.]*)?{END}", r"\2 lost to \1\3\4"),
    (rf"({NAME}) lost to ({NAME})( [^,.]*)?{END}", r"\2 defeated \1\3\4"),
    (rf"({NAME}) (taught|gave) ({THING}) to ({NAME}){END}", r"\4 got \3 from \1\5"),
    (rf"({NAME}) borrowed ({THING}) from ({NAME}){END}", r"\3 lent \2 to \1\4"),
    (rf"({NAME}) lent ({THING}) to ({NAME}){END}", r"\3 borrowed \2 from \1\4"),
]
PLACE = r"([^，。、？！的在位]{2,10}?)"
TIMES = "年月日天时在"  # the last letter of 现在, too
NAMING = ("NOUN", "PROPN", "X")


def converses(sentence: Sentence) -> Iterator[Change]:
    """Rewrite a whole simple sentence from the side of its other participant."""
    made = {"ru": russian, "en": english, "zh": chinese}[sentence.lang](sentence)
    if made and made != sentence.text:
        yield Change(upper_first(made), "converse", True)


def sides(lang: Lang, name: str = "sides") -> list[tuple[str, str]]:
    """List the words that say the same from two sides."""
    return [(group.split()[0], group.split()[1]) for group in load(lang)["converse"][name]]


def english(sentence: Sentence) -> str | None:
    """Turn buying into selling, taller into shorter, north of into south of."""
    text = sentence.text
    for pattern, new in ENGLISH:
        match = re.fullmatch(pattern, text)
        if match:
            return match.expand(new)
    for first, second in (*sides("en"), *((f"{a} of", f"{b} of") for a, b in sides("en", "directions"))):
        for here, there in ((first, second), (second, first)):
            than = "" if here.endswith(" of") else " than"
            match = re.fullmatch(rf"({NAME}) (is|was|lies)((?: located)?) {here}{than} ({NAME}){END}", text)
            if match:
                return f"{match[4]} {match[2]}{match[3]} {there}{than} {match[1]}{match[5]}"
    return None


def chinese(sentence: Sentence) -> str | None:
    """Turn A比B高 into B比A矮, and buying into selling."""
    text = sentence.text
    for first, second in sides("zh"):
        for here, there in ((first, second), (second, first)):
            match = re.fullmatch(rf"([^，。比]{{1,10}})比([^，。比更还]{{1,10}}){here}(。?)", text)
            if match and of_a_kind(sentence, match):
                return f"{match[2]}比{match[1]}{there}{match[3]}"
    match = re.fullmatch(rf"{PLACE}从{PLACE}(?:手中|那里)?(?:购买|买)了([^，。]+?)(。?)", text)
    if match and named(sentence, match):
        return f"{match[2]}把{match[3]}卖给了{match[1]}{match[4]}"
    match = re.fullmatch(rf"{PLACE}(?:击败|打败|战胜)了?{PLACE}(。?)", text)
    return f"{match[2]}输给了{match[1]}{match[3]}" if match and named(sentence, match) else None


def side(sentence: Sentence, match: re.Match[str], number: int) -> list[Word]:
    """List the words that a group of a match touches."""
    start, stop = match.span(number)
    return [word for word in sentence.words if word.start < stop and start < word.stop]


def named(sentence: Sentence, match: re.Match[str]) -> bool:
    """Tell whether the first two groups are whole words that name somebody, and nothing else."""
    for number in (1, 2):
        words = side(sentence, match, number)
        if (words[0].start, words[-1].stop) != match.span(number) or any(
            word.tag not in NAMING or word.text[-1] in TIMES for word in words
        ):
            return False
    return True


def of_a_kind(sentence: Sentence, match: re.Match[str]) -> bool:
    """Tell whether two sides that are compared are of one kind: not me and last year."""
    both = [side(sentence, match, number) for number in (1, 2)]
    inside = [word for words in both for word in words]
    named = all(word.tag in (*NAMING, "PRON", "DET") and word.text[-1] not in TIMES for word in inside)
    pronouns = [any(word.tag == "PRON" for word in words) for words in both]
    owned = [any(word.text == "的" for word in words) for words in both]
    # 比较 and 比例 compare nothing, but a name may have been cut with its 比: 比小红
    than = next(word for word in sentence.words if word.start <= match.end(1) < word.stop)
    return named and pronouns[0] == pronouns[1] and owned[0] == owned[1] and than.tag in ("ADP", "PROPN")


def russian(sentence: Sentence) -> str | None:
    """Turn "A больше B" into "B меньше A" and "к северу от" into "к югу от", with the cases exchanged."""
    from paraphrast.build.native.russian import case, inflected

    words = [word for word in sentence.words if word.tag != "PUNCT"]
    pairs = {a: b for pair in sides("ru") for a, b in (pair, pair[::-1])}
    if len(words) != 3 or words[1].text not in pairs or not words[0].readings or not words[2].readings:
        return None
    first, _, second = words
    if {case(one) for one in second.readings} - {"gent", "accs"} or "nomn" not in {
        case(one) for one in first.readings
    }:
        return None
    new = (
        inflected(second.readings[0], frozenset({"nomn"})),
        inflected(first.readings[0], frozenset({"gent"})),
    )
    if not (new[0] and new[1]):
        return None
    named = [
        upper_first(form) if word.tag == "PROPN" else form
        for form, word in ((new[0], second), (new[1], first))
    ]
    return f"{named[0]} {pairs[words[1].text]} {named[1]}" + sentence.text[second.stop :]
