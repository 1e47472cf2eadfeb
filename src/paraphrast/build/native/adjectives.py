"""Exchanging two adjectives, each in agreement with its new noun."""

from collections.abc import Iterator

from paraphrast.build.native.lists import known_words
from paraphrast.build.native.names import are_joined
from paraphrast.text.clauses import Change, Sentence, Word, fit, swap
from paraphrast.text.grammar import words_of
from paraphrast.text.languages import Lang, find_language


def adjective_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two adjectives that stand before different nouns."""
    places = find_language(sentence.lang).places
    found = [
        each for each in zip(sentence.words, sentence.words[1:], strict=False) if is_free(sentence, *each)
    ]
    for index, (first, noun) in enumerate(found):
        for second, other in found[index + 1 :]:
            if (
                first.lemma == second.lemma
                or noun.lemma == other.lemma
                or _is_origin(first, sentence.lang) != _is_origin(second, sentence.lang)
            ):
                continue
            if not places.are_alike(first, second):
                continue
            if are_joined(sentence, first, second) or not sentence.text[first.stop : second.start].strip():
                continue
            forms = fit(second, first, sentence.lang), fit(first, second, sentence.lang)
            if forms[0] and forms[1]:
                text = swap(
                    sentence.text, (first.start, first.stop, forms[1]), (second.start, second.stop, forms[0])
                )
                yield Change(text, "adjective-swap", False)


def is_free(sentence: Sentence, word: Word, after: Word) -> bool:
    """Tell whether a word is an adjective that can change its noun, and has one."""
    joined = after.tag in ("NOUN", "X") or after.text in words_of(sentence.lang, "attributive")
    if word.tag != "ADJ" or not joined or word.text.isupper():
        return False
    if not find_language(sentence.lang).places.has_quality(after):
        return False
    usual = word.lemma in known_words(sentence.lang, "ADJ") and word.lemma not in words_of(
        sentence.lang, "order"
    )
    return usual or _is_origin(word, sentence.lang)


def _is_origin(word: Word, lang: Lang) -> bool:
    """Tell adjectives of origin, which may stand before nearly any noun, from those of quality."""
    return len(word.lemma) > 6 and word.lemma.endswith(tuple(words_of(lang, "origin")))
