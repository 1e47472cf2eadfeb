"""Exchanging two nouns, each with the adjectives of its new place in agreement."""

from collections.abc import Iterator

from paraphrast.build.native import russian
from paraphrast.build.native.coordination import joined
from paraphrast.build.native.grammar import fit
from paraphrast.build.native.lists import marked
from paraphrast.build.native.sentence import Change, Edit, Sentence, Word, edited

# Nouns that mean little by themselves, or that only stand in fixed phrases.
EMPTY = frozenset(
    "год день время раз век час минута месяц неделя человек процент ход связь случай часть вид сторона дело слово результат рамка качество "
    "year day time way part number kind lot end case place name one thing people fact order result member "
    "时候 时间 人 年 月 日 方面 情况 部分 问题 时".split()
)


def argument_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two common nouns that could each be what the other is."""
    nouns = [(index, word) for index, word in enumerate(sentence.words) if word.tag == "NOUN" and word.lemma not in EMPTY]
    symmetric = any(word.lemma in marked(sentence.lang, "symmetric") for word in sentence.words)
    for place, (left, first) in enumerate(nouns):
        for right, second in nouns[place + 1 :]:
            if first.lemma == second.lemma or symmetric or not comparable(first, second):
                continue
            if joined(sentence, first.stop, second.start):
                continue
            edits = exchange(sentence, left, right)
            if edits:
                yield Change(edited(sentence.text, edits), "argument-swap", False)


def comparable(first: Word, second: Word) -> bool:
    """Tell whether two nouns are both alive or both not, and in one number."""
    if not first.readings or not second.readings:
        return len(first.text) > 1 and len(second.text) > 1
    one, other = first.readings[0].tag, second.readings[0].tag
    return bool(one.animacy == other.animacy and one.number == other.number)


def exchange(sentence: Sentence, left: int, right: int) -> list[Edit]:
    """Make the edits that exchange two nouns, or none when a form is not certain."""
    first, second = sentence.words[left], sentence.words[right]
    forms = fit(second, first, sentence.lang), fit(first, second, sentence.lang)
    if forms[0] is None or forms[1] is None:
        return []
    edits = [Edit(first.start, first.stop, forms[0]), Edit(second.start, second.stop, forms[1])]
    if sentence.lang != "ru":
        return edits
    for noun, slot, place in ((second, first, left), (first, second, right)):
        adjectives = before(sentence, place)
        made = russian.adjusted(adjectives, noun, slot)
        if made is None:
            return []
        edits += [Edit(each.start, each.stop, form) for each, form in zip(adjectives, made, strict=True)]
    return edits


def before(sentence: Sentence, place: int) -> list[Word]:
    """List the adjectives right before a noun."""
    found: list[Word] = []
    while place and sentence.words[place - 1].tag == "ADJ" and sentence.words[place - 1].readings:
        place -= 1
        found.insert(0, sentence.words[place])
    return found


