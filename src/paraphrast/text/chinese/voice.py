"""Chinese voice: passive for active, and the other side of a deed, in sentences simple enough to be sure."""

import re

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.grammar import two_sides

PASSIVE = re.compile(
    r"([^，。、？的了被把]{2,8})被([^，。、？的了被把]{2,6})(打败|击败|收购|任命|逮捕|批评|选中|占领|摧毁|发现|采用|救出)(了?)([。]?)"
)
PLACE = r"([^，。、？！的在位]{2,10}?)"
TIMES = "年月日天时在"  # the last letter of 现在, too
NAMING = ("NOUN", "PROPN", "X")


def turn_voice(sentence: Sentence) -> str | None:
    """Turn "X 被 Y 打败" into "Y 打败 X"."""
    match = PASSIVE.fullmatch(sentence.text)
    return f"{match[2]}{match[3]}{match[4]}{match[1]}{match[5]}" if match else None


def turn_side(sentence: Sentence) -> str | None:
    """Turn A比B高 into B比A矮, and buying into selling."""
    text = sentence.text
    for first, second in two_sides("zh"):
        for here, there in ((first, second), (second, first)):
            match = re.fullmatch(rf"([^，。比]{{1,10}})比([^，。比更还]{{1,10}}){here}(。?)", text)
            if match and _of_a_kind(sentence, match):
                return f"{match[2]}比{match[1]}{there}{match[3]}"
    match = re.fullmatch(rf"{PLACE}从{PLACE}(?:手中|那里)?(?:购买|买)了([^，。]+?)(。?)", text)
    if match and _are_named(sentence, match):
        return f"{match[2]}把{match[3]}卖给了{match[1]}{match[4]}"
    match = re.fullmatch(rf"{PLACE}(?:击败|打败|战胜)了?{PLACE}(。?)", text)
    return f"{match[2]}输给了{match[1]}{match[3]}" if match and _are_named(sentence, match) else None


def _words_of_group(sentence: Sentence, match: re.Match[str], number: int) -> list[Word]:
    """List the words that a group of a match touches."""
    start, stop = match.span(number)
    return [word for word in sentence.words if word.start < stop and start < word.stop]


def _are_named(sentence: Sentence, match: re.Match[str]) -> bool:
    """Tell whether the first two groups are whole words that name somebody, and nothing else."""
    for number in (1, 2):
        words = _words_of_group(sentence, match, number)
        if (words[0].start, words[-1].stop) != match.span(number) or any(
            word.tag not in NAMING or word.text[-1] in TIMES for word in words
        ):
            return False
    return True


def _of_a_kind(sentence: Sentence, match: re.Match[str]) -> bool:
    """Tell whether two sides that are compared are of one kind: not me and last year."""
    both = [_words_of_group(sentence, match, number) for number in (1, 2)]
    inside = [word for words in both for word in words]
    named = all(word.tag in (*NAMING, "PRON", "DET") and word.text[-1] not in TIMES for word in inside)
    pronouns = [any(word.tag == "PRON" for word in words) for words in both]
    owned = [any(word.text == "的" for word in words) for words in both]
    # 比较 and 比例 compare nothing, but a name may have been cut with its 比: 比小红
    than = next(word for word in sentence.words if word.start <= match.end(1) < word.stop)
    return named and pronouns[0] == pronouns[1] and owned[0] == owned[1] and than.tag in ("ADP", "PROPN")
