"""Replacing one word from a set of words that cannot both be true, or from the words that mean the same."""

from collections.abc import Iterator
from functools import lru_cache

from numpy.random import Generator

from paraphrast.build.doubts import doubt
from paraphrast.build.native.grammar import form_of
from paraphrast.build.native.lists import contrasts, same
from paraphrast.build.native.places import free
from paraphrast.build.native.russian import entry
from paraphrast.build.native.sentence import Change, Edit, Sentence, Word, edited, like
from paraphrast.text import Lang, synonyms

# Of so many synonym positives that were read, so few mean the same: there they are made when asked for.
RIGHT: dict[Lang, tuple[int, int]] = {"ru": (31, 53), "en": (32, 61)}


def contrast_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Put another member of its set in the place of a word."""
    table = contrasts(sentence.lang)
    for index, word in enumerate(sentence.words):
        others = table.get((word.tag, word.lemma), ())
        if not others or part_of_name(sentence, index) or paired(sentence, word, others):
            continue
        if not free(sentence, index) or (word.text == "已经" and "了" in sentence.text[word.stop :]):
            continue
        after = sentence.words[index + 1].tag if index + 1 < len(sentence.words) else ""
        if word.tag == "ADP" and after == "NUM":  # "up to five" has no opposite
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


def lexicon_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Put a synonym of the lexicon in the place of a word, only where each is the other's first one."""
    if sentence.lang == "zh":  # Chinese synonyms differ too much in what they combine with
        return
    for index, word in enumerate(sentence.words):
        if word.tag not in ("NOUN", "ADJ", "ADV") or part_of_name(sentence, index) or len(word.lemma) < 2:
            continue
        other = mutual(word.lemma, sentence.lang, word.tag)
        made = replaced(sentence, word, other) if other else None
        if made:
            yield Change(made, "synonym", True)


def doubted(lang: Lang) -> None:
    """Warn who asks the caller for synonyms of a language where readers found them wrong too often."""
    if lang in RIGHT:
        right, read = RIGHT[lang]
        doubt(f"of {read} synonym positives ({lang}) readers found {right} right", above=2)


@lru_cache(100_000)
def mutual(word: str, lang: Lang, tag: str) -> str | None:
    """Give the word's first synonym when the word is that one's first too: both have one sense here."""
    first = synonyms(word, lang, tag)[:1]
    return first[0] if first and synonyms(first[0], lang, tag)[:1] == [word] else None


def replaced(sentence: Sentence, word: Word, lemma: str) -> str | None:
    """Write the sentence with another word in a place, in the form of that place."""
    form = lemma if (" " in lemma and not word.readings) else form_of(lemma, word, sentence.lang)
    graded = bool(word.readings) and any("Supr" in one.tag or "Cmp2" in one.tag for one in word.readings)
    if form is None or form == word.text or graded or disagreeing(sentence, word, lemma):
        return None
    return edited(sentence.text, [Edit(word.start, word.stop, like(form, word.text))])


def disagreeing(sentence: Sentence, word: Word, lemma: str) -> bool:
    """Tell whether the adjective before a Russian noun would not agree with the new one in gender."""
    index = sentence.words.index(word)
    before = sentence.words[index - 1] if index else None
    if before is None or word.tag not in ("NOUN", "PROPN") or not word.readings or not before.readings:
        return False
    new, old = entry(lemma, word.tag), word.readings[0]
    tied = before.readings[0].tag.POS in ("ADJF", "PRTF") and old.tag.number == "sing"
    return bool(tied and new is not None and new.tag.gender != old.tag.gender)


def part_of_name(sentence: Sentence, index: int) -> bool:
    """Tell whether the word stands inside a longer name."""
    words = sentence.words
    around = [words[place] for place in (index - 1, index + 1) if 0 <= place < len(words)]
    if words[index].tag == "PROPN":
        return any(word.tag == "PROPN" for word in around)
    before = words[index - 1] if index > 1 else None
    return before is not None and before.text[:1].isupper() and words[index].tag == "NOUN"


def paired(sentence: Sentence, word: Word, others: tuple[str, ...]) -> bool:
    """Tell whether the contrast is in the sentence: "day and night" would become "night and night"."""
    here = {each.lemma for each in sentence.words if each is not word}
    return any(other.lower() in here for other in others)
