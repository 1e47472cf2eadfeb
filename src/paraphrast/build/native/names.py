"""Names as runs of words, and what only commas and conjunctions join."""

import re
from collections.abc import Sequence
from functools import cache

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.grammar import load, words_of
from paraphrast.text.languages import Lang, find_language
from paraphrast.text.places import Name

LIST = ("PROPN", "PUNCT", "CCONJ", "DET")


def find_names(sentence: Sentence) -> list[Name]:
    """Find the names of a sentence."""
    found: list[Name] = []
    run: list[Word] = []
    for word in [*sentence.words, None]:
        if word is not None and word.tag == "PROPN" and (not run or _continues_name(run[-1], word, sentence)):
            run.append(word)
            continue
        if run:
            found.append(Name(tuple(run), _kind_of(run)))
        run = [word] if word is not None and word.tag == "PROPN" else []
    return found


def _continues_name(left: Word, right: Word, sentence: Sentence) -> bool:
    """Tell whether two names in a row are parts of one."""
    near = sentence.text[left.stop : right.start] == " "
    return near and find_language(sentence.lang).places.continues_name(left, right)


def _kind_of(run: list[Word]) -> str:
    """Give the kind of a name: what most tells of its parts."""
    kinds = [word.kind for word in run if word.kind and word.kind != "other"]
    return kinds[0] if kinds else "other"


def are_joined(sentence: Sentence, first: Name | Word, second: Name | Word) -> bool:
    """Tell whether two names or nouns are items of one list, so that they may change places.

    Between them are only commas, conjunctions and names, or the items are more than one word and alike but
    for the names: "in Paris and in London", 中国队和日本队.
    """
    if _joint(sentence.lang).fullmatch(sentence.text[first.stop : second.start]):
        return True
    before = [word for word in sentence.words if word.stop <= first.start]
    inside = [word for word in sentence.words if first.stop <= word.start < second.start]
    after = [word for word in sentence.words if word.start >= second.stop]
    if all(word.tag in LIST for word in inside):
        return True
    for place, word in enumerate(inside):
        if word.lemma in words_of(sentence.lang, "joining"):
            left, right = ([each for each in part if each.tag != "PUNCT"]
                           for part in (inside[:place], inside[place + 1 :]))  # fmt: skip
            head = before[len(before) - len(right) :] if len(right) <= len(before) else []
            if _list_lemmas(left) == _list_lemmas(after[: len(left)]) and _list_lemmas(right) == _list_lemmas(
                head
            ):
                return True
    return False


@cache
def _joint(lang: Lang) -> re.Pattern[str]:
    """Compile what stands between two items: a comma, or a conjunction of the language."""
    return re.compile(rf"\s*(?:,|、|{'|'.join(load(lang)['grammar']['between'])})\s*")


def _list_lemmas(words: Sequence[Word]) -> list[str]:
    """List the dictionary forms of words; articles are one word."""
    return ["a" if word.lemma == "an" else word.lemma for word in words]
