"""Turning subject and verb round in clauses that report what was said: "заявил Путин", "Путин заявил"."""

from collections.abc import Iterator

from paraphrast.text.clauses import Change, Edit, Sentence, Word, as_inside, edited
from paraphrast.text.grammar import words_of
from paraphrast.text.languages import find_language


def invert_reports(sentence: Sentence) -> Iterator[Change]:
    """Exchange a reporting verb and the subject beside it."""
    for first, second in zip(sentence.words, sentence.words[1:], strict=False):
        verb, subject = (first, second) if first.tag == "VERB" else (second, first)
        if not _is_reporting(verb, sentence) or not _is_subject(subject) or is_torn(sentence, first, second):
            continue
        if not find_language(sentence.lang).places.may_invert(sentence, first, first=first is subject):
            continue
        edits = [
            Edit(first.start, first.stop, as_inside(sentence, second)),
            Edit(second.start, second.stop, as_inside(sentence, first)),
        ]
        yield Change(edited(sentence.text, edits), "inversion", True)
        return


def _is_reporting(verb: Word, sentence: Sentence) -> bool:
    """Tell whether a word is a verb of saying in a finite form."""
    lemma = verb.lemma in words_of(sentence.lang, "reporting") and verb.tag == "VERB"
    return lemma and (not verb.readings or verb.readings[0].tag.POS == "VERB")


def _is_subject(word: Word) -> bool:
    """Tell whether a word is a name or a noun in the nominative."""
    if word.tag not in ("PROPN", "NOUN"):
        return False
    return not word.readings or {str(one.tag.case) for one in word.readings} == {"nomn"}


def is_torn(sentence: Sentence, first: Word, second: Word) -> bool:
    """Tell whether the two belong to a longer phrase that would be torn."""
    words = sentence.words
    index = words.index(first)
    around = [words[place] for place in (index - 1, index + 2) if 0 <= place < len(words)]
    return any(word.tag in ("PROPN", "NOUN", "ADJ", "PART", "PRON", "NUM") for word in around)
