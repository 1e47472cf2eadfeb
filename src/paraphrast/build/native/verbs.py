"""Exchanging two verbs of the same form and the same government."""

from collections.abc import Iterator

from paraphrast.build.native.sentence import Change, Sentence, Word, as_inside, swap

LIGHT = frozenset("быть мочь стать хотеть иметь являться находиться начать be have do get make go 是 有 会 能 可以 要 使 让 说 为 成为 可能 没有 想 应该 需要 进行".split())


def verb_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two verbs that are in one form and take the same kind of object."""
    found = [(index, word) for index, word in enumerate(sentence.words) if word.tag == "VERB" and word.lemma not in LIGHT]
    for place, (left, first) in enumerate(found):
        for right, second in found[place + 1 :]:
            if first.lemma == second.lemma or right - left < 2 or not same_form(first, second):
                continue
            if government(sentence, left) != government(sentence, right) or joined_verbs(sentence, left, right):
                continue
            one, other = as_inside(sentence, first), as_inside(sentence, second)
            text = swap(sentence.text, (first.start, first.stop, one), (second.start, second.stop, other))
            yield Change(text, "verb-swap", False)


def same_form(first: Word, second: Word) -> bool:
    """Tell whether two verbs have the same grammemes, or where there are none the same ending."""
    if first.readings and second.readings:
        one, other = first.readings[0].tag, second.readings[0].tag
        reflexive = first.lemma.endswith(("ся", "сь")) == second.lemma.endswith(("ся", "сь"))
        return bool(one.grammemes == other.grammemes and reflexive)
    return first.text[-2:] == second.text[-2:] if first.text.isascii() else len(first.text) == len(second.text) == 2


def government(sentence: Sentence, index: int) -> tuple[str, str]:
    """Say what follows a verb: a preposition by its name, a noun phrase by its case, a clause by its mark."""
    if index + 1 >= len(sentence.words):
        return "", ""
    after = sentence.words[index + 1]
    if after.tag in ("ADP", "PUNCT", "SCONJ", "PART", "CCONJ"):
        return "word", after.lemma
    cases = {str(one.tag.case) for one in after.readings if one.tag.case}
    return ("phrase", ",".join(sorted(cases))) if after.tag in ("NOUN", "PROPN", "ADJ", "DET") else (after.tag, "")


def joined_verbs(sentence: Sentence, left: int, right: int) -> bool:
    """Tell whether nothing but a conjunction stands between two verbs."""
    return all(word.tag in ("CCONJ", "PUNCT") for word in sentence.words[left + 1 : right])
