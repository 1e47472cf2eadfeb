"""Exchanging two adjectives, each in agreement with its new noun."""

from collections.abc import Iterator

from paraphrast.build.native.coordination import joined
from paraphrast.build.native.grammar import fit
from paraphrast.build.native.sentence import Change, Sentence, Word, swap

# Words that are adjectives in form only, or that hold to their noun.
HELD = frozenset("весь сам самый этот тот такой который свой какой один другой каждый мой твой наш ваш любой некоторый многий иной такой-то same other such own many first last".split())


def adjective_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two adjectives that stand before different nouns."""
    found = [word for word, after in zip(sentence.words, sentence.words[1:], strict=False) if free(word, after)]
    for index, first in enumerate(found):
        for second in found[index + 1 :]:
            if first.lemma == second.lemma or joined(sentence, first.stop, second.start):
                continue
            if sentence.text[first.stop : second.start].isspace() or first.stop == second.start:
                continue
            forms = fit(second, first, sentence.lang), fit(first, second, sentence.lang)
            if forms[0] and forms[1]:
                text = swap(sentence.text, (first.start, first.stop, forms[1]), (second.start, second.stop, forms[0]))
                yield Change(text, "adjective-swap", False)


def free(word: Word, after: Word) -> bool:
    """Tell whether a word is an adjective with a noun after it."""
    if word.tag != "ADJ" or word.lemma in HELD or (after.tag not in ("NOUN", "X") and after.text != "的"):
        return False
    return not word.readings or "Apro" not in word.readings[0].tag
