"""Exchanging two verbs of the same form and the same government."""

from collections.abc import Iterator

from paraphrast.text.clauses import Change, Sentence, as_inside, swap
from paraphrast.text.grammar import words_of


def verb_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two verbs that are in one form and take the same kind of object."""
    found = [
        (index, word)
        for index, word in enumerate(sentence.words)
        if word.tag == "VERB" and word.lemma not in words_of(sentence.lang, "light")
    ]
    for place, (left, first) in enumerate(found):
        for right, second in found[place + 1 :]:
            if first.lemma == second.lemma or right - left < 2 or not _have_same_form(sentence, left, right):
                continue
            if _find_government(sentence, left) != _find_government(sentence, right) or _are_joined_verbs(
                sentence, left, right
            ):
                continue
            one, other = as_inside(sentence, first), as_inside(sentence, second)
            text = swap(sentence.text, (first.start, first.stop, one), (second.start, second.stop, other))
            yield Change(text, "verb-swap", False)


def _have_same_form(sentence: Sentence, left: int, right: int) -> bool:
    """Tell whether two verbs have the same grammemes or, where there are none, follow the same word."""
    first, second = sentence.words[left], sentence.words[right]
    if first.readings and second.readings:
        endings = tuple(words_of(sentence.lang, "reflexive"))
        reflexive = first.lemma.endswith(endings) == second.lemma.endswith(endings)
        return bool(first.readings[0].tag.grammemes == second.readings[0].tag.grammemes and reflexive)
    before = [sentence.words[place - 1].lemma if place else "" for place in (left, right)]
    return before[0] == before[1] and before[0] in words_of(sentence.lang, "leading")


def _find_government(sentence: Sentence, index: int) -> tuple[str, str]:
    """Say what follows a verb: a preposition by its name, a noun phrase by its case, a clause by its mark."""
    if index + 1 >= len(sentence.words):
        return "", ""
    after = sentence.words[index + 1]
    if after.tag in ("ADP", "PUNCT", "SCONJ", "PART", "CCONJ"):
        return "word", after.lemma
    cases = {str(one.tag.case) for one in after.readings if one.tag.case}
    return (
        ("phrase", ",".join(sorted(cases)))
        if after.tag in ("NOUN", "PROPN", "ADJ", "DET")
        else (after.tag, "")
    )


def _are_joined_verbs(sentence: Sentence, left: int, right: int) -> bool:
    """Tell whether nothing but a conjunction stands between two verbs."""
    return all(word.tag in ("CCONJ", "PUNCT") for word in sentence.words[left + 1 : right])
