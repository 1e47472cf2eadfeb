"""Replacing one word from a set of words that cannot both be true, or from the words that mean the same."""

from collections.abc import Iterator
from functools import lru_cache

from numpy.random import Generator

from paraphrast.build.doubts import doubt
from paraphrast.build.native.lists import read_contrasts, read_readings, read_synonyms
from paraphrast.text import Lang, synonyms
from paraphrast.text.clauses import Change, Edit, Sentence, Word, edited, form_of, like
from paraphrast.text.languages import find_language


def contrast_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Put another member of its set in the place of a word."""
    table, places = read_contrasts(sentence.lang), find_language(sentence.lang).places
    for index, word in enumerate(sentence.words):
        others = table.get((word.tag, word.lemma), ())
        if not others or _is_part_of_name(sentence, index) or _is_paired(sentence, word, others):
            continue
        if not places.is_free(sentence, index):
            continue
        after = sentence.words[index + 1].tag if index + 1 < len(sentence.words) else ""
        if word.tag == "ADP" and after == "NUM":  # "up to five" has no opposite
            continue
        made = _replace_word(sentence, word, others[int(rng.integers(len(others)))])
        if made:
            yield Change(made, f"{word.tag.lower()}-replacement", False)


def synonym_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Put a word of the same meaning in the place of a word."""
    table = read_synonyms(sentence.lang)
    for index, word in enumerate(sentence.words):
        others = table.get((word.tag, word.lemma), ()) or table.get(("OTHER", word.text.lower()), ())
        if not others or _is_part_of_name(sentence, index):
            continue
        made = _replace_word(sentence, word, others[int(rng.integers(len(others)))])
        if made:
            yield Change(made, "synonym", True)


def lexicon_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Put a synonym of the lexicon in the place of a word, only where each is the other's first one."""
    if not read_readings(sentence.lang).get("lexicon"):
        return
    for index, word in enumerate(sentence.words):
        if word.tag not in ("NOUN", "ADJ", "ADV") or _is_part_of_name(sentence, index) or len(word.lemma) < 2:
            continue
        other = mutual_synonym(word.lemma, sentence.lang, word.tag)
        made = _replace_word(sentence, word, other) if other else None
        if made:
            yield Change(made, "synonym", True)


def warn_doubted(lang: Lang) -> None:
    """Warn who asks the caller for synonyms of a language where readers found them wrong too often."""
    if is_doubted(lang):
        right, read = (read_readings(lang)[name] for name in ("right", "read"))
        doubt(f"of {read} synonym positives ({lang}) readers found {right} right", above=2)


def is_doubted(lang: Lang) -> bool:
    """Tell whether readers found the synonyms of a language wrong too often: they are made when asked for."""
    return "right" in read_readings(lang)


@lru_cache(100_000)
def mutual_synonym(word: str, lang: Lang, tag: str) -> str | None:
    """Give the word's first synonym when the word is that one's first too: both have one sense here."""
    first = synonyms(word, lang, tag)[:1]
    return first[0] if first and synonyms(first[0], lang, tag)[:1] == [word] else None


def _replace_word(sentence: Sentence, word: Word, lemma: str) -> str | None:
    """Write the sentence with another word in a place, in the form of that place."""
    clauses = find_language(sentence.lang).clauses
    form = lemma if (" " in lemma and not word.readings) else form_of(lemma, word, sentence.lang)
    graded = bool(word.readings) and any("Supr" in one.tag or "Cmp2" in one.tag for one in word.readings)
    if form is None or form == word.text or graded or clauses.disagrees(sentence, word, lemma):
        return None
    return edited(sentence.text, [Edit(word.start, word.stop, like(form, word.text))])


def _is_part_of_name(sentence: Sentence, index: int) -> bool:
    """Tell whether the word stands inside a longer name."""
    words = sentence.words
    around = [words[place] for place in (index - 1, index + 1) if 0 <= place < len(words)]
    if words[index].tag == "PROPN":
        return any(word.tag == "PROPN" for word in around)
    before = words[index - 1] if index > 1 else None
    return before is not None and before.text[:1].isupper() and words[index].tag == "NOUN"


def _is_paired(sentence: Sentence, word: Word, others: tuple[str, ...]) -> bool:
    """Tell whether the contrast is in the sentence: "day and night" would become "night and night"."""
    here = {each.lemma for each in sentence.words if each is not word}
    return any(other.lower() in here for other in others)
