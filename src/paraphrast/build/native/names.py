"""Names as runs of words, and exchanging two of a kind: the commonest hard negative of PAWS."""

from collections.abc import Iterator
from typing import NamedTuple

from paraphrast.build.native.coordination import joined
from paraphrast.build.native.grammar import fit
from paraphrast.build.native.lists import marked
from paraphrast.build.native.sentence import Change, Sentence, Word, swap


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


def placed(name: Name, slot: Name, sentence: Sentence) -> str | None:
    """Write a name as it has to be in the place of another."""
    forms = [fit(word, slot.words[-1 if len(name.words) == len(slot.words) == 1 else 0], sentence.lang) for word in name.words]
    return None if None in forms else " ".join(form for form in forms if form)


def entity_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two names of one kind."""
    found = names(sentence)
    symmetric = any(word.lemma in marked(sentence.lang, "symmetric") for word in sentence.words)
    for first, second in ((a, b) for i, a in enumerate(found) for b in found[i + 1 :]):
        if first.kind != second.kind or joined(sentence, first.stop, second.start) or (symmetric and len(found) == 2):
            continue
        if shared(first, second):
            continue
        forms = placed(first, second, sentence), placed(second, first, sentence)
        if forms[0] and forms[1]:
            yield Change(
                swap(sentence.text, (first.start, first.stop, forms[0]), (second.start, second.stop, forms[1])),
                "entity-swap",
                False,
            )


def shared(first: Name, second: Name) -> bool:
    """Tell whether two names have a word in common: then they may name one thing."""
    return bool({word.lemma for word in first.words} & {word.lemma for word in second.words})
