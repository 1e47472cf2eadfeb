"""Names as runs of words, and what only commas and conjunctions join."""

import re
from typing import NamedTuple

from paraphrast.build.native.sentence import Sentence, Word

BETWEEN = re.compile(r"\s*(?:,|、|и|или|либо|and|or|和|与|及|或|或者|还是|跟|同|以及|,\s*and|,\s*or)\s*")
LIST = ("PROPN", "PUNCT", "CCONJ", "DET")


class Name(NamedTuple):
    """A run of words that names one thing."""

    words: tuple[Word, ...]
    kind: str

    @property
    def start(self) -> int:
        """Tell where the name begins."""
        return self.words[0].start

    @property
    def stop(self) -> int:
        """Tell where the name ends."""
        return self.words[-1].stop


def names(sentence: Sentence) -> list[Name]:
    """Find the names of a sentence."""
    found: list[Name] = []
    run: list[Word] = []
    for word in [*sentence.words, None]:
        if word is not None and word.tag == "PROPN" and (not run or follows(run[-1], word, sentence)):
            run.append(word)
            continue
        if run:
            found.append(Name(tuple(run), kind_of(run)))
        run = [word] if word is not None and word.tag == "PROPN" else []
    return found


def follows(left: Word, right: Word, sentence: Sentence) -> bool:
    """Tell whether two names in a row are parts of one."""
    if sentence.text[left.stop : right.start] != " " or sentence.lang == "zh":
        return False
    if not left.readings or not right.readings or sentence.lang == "en":
        return bool(left.readings) == bool(right.readings)
    return {left.kind, right.kind} in ({"person"}, {"person", "other"}, {"other"}) and agreeing(left, right)


def agreeing(left: Word, right: Word) -> bool:
    """Tell whether two Russian words share a case and a number."""
    shapes = [{(str(one.tag.case), str(one.tag.number)) for one in word.readings} for word in (left, right)]
    return bool(shapes[0] & shapes[1])


def kind_of(run: list[Word]) -> str:
    """Give the kind of a name: what most tells of its parts."""
    kinds = [word.kind for word in run if word.kind and word.kind != "other"]
    return kinds[0] if kinds else "other"


def joined(sentence: Sentence, stop: int, start: int) -> bool:
    """Tell whether only commas, conjunctions and names stand between two places, as in one list."""
    if BETWEEN.fullmatch(sentence.text[stop:start]):
        return True
    inside = [word for word in sentence.words if stop <= word.start < start]
    return all(word.tag in LIST for word in inside)
