"""Replacing one word from a set of words that cannot both be true, or from the words that mean the same."""

from collections.abc import Iterator

from numpy.random import Generator

from paraphrast.build.native.grammar import form_of
from paraphrast.build.native.lists import contrasts, same
from paraphrast.build.native.sentence import Change, Edit, Sentence, Word, edited, like


def contrast_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Put another member of its set in the place of a word."""
    table = contrasts(sentence.lang)
    for index, word in enumerate(sentence.words):
        others = table.get((word.tag, word.lemma), ())
        if not others or part_of_name(sentence, index) or paired(sentence, word, others):
            continue
        made = replaced(sentence, word, others[int(rng.integers(len(others)))])
        if made:
            yield Change(made, f"{word.tag.lower()}-replacement", False)


def synonym_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Put a word of the same meaning in the place of a word."""
    table = same(sentence.lang)
    for index, word in enumerate(sentence.words):
        others = table.get((word.tag, word.lemma), ()) or table.get(("OTHER", word.text.lower()), ())
        if not others or part_of_name(sentence, index):
            continue
        made = replaced(sentence, word, others[int(rng.integers(len(others)))])
        if made:
            yield Change(made, "synonym", True)


def replaced(sentence: Sentence, word: Word, lemma: str) -> str | None:
    """Write the sentence with another word in a place, in the form of that place."""
    form = lemma if (" " in lemma and not word.readings) else form_of(lemma, word, sentence.lang)
    if form is None or form == word.text:
        return None
    return edited(sentence.text, [Edit(word.start, word.stop, like(form, word.text))])


def part_of_name(sentence: Sentence, index: int) -> bool:
    """Tell whether the word stands inside a longer name."""
    words = sentence.words
    around = [words[place] for place in (index - 1, index + 1) if 0 <= place < len(words)]
    return words[index].tag == "PROPN" and any(word.tag == "PROPN" for word in around)


def paired(sentence: Sentence, word: Word, others: tuple[str, ...]) -> bool:
    """Tell whether the contrast is in the sentence: "day and night" would become "night and night"."""
    here = {each.lemma for each in sentence.words if each is not word}
    return any(other.lower() in here for other in others)
