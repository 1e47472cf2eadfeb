"""Exchanging two names of a kind: the commonest hard negative of PAWS."""

from collections.abc import Iterator

from paraphrast.build.native.names import are_joined, find_names
from paraphrast.text.clauses import Change, Sentence, fit, swap
from paraphrast.text.grammar import words_of
from paraphrast.text.languages import find_language
from paraphrast.text.places import Name


def _write_name(name: Name, slot: Name, sentence: Sentence) -> str | None:
    """Write a name as it has to be in the place of another."""
    forms = [
        fit(word, slot.words[-1 if len(name.words) == len(slot.words) == 1 else 0], sentence.lang)
        for word in name.words
    ]
    return None if None in forms else " ".join(form for form in forms if form)


def entity_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange two names of one kind."""
    found = [name for name in find_names(sentence) if _is_whole(name, sentence)]
    symmetric = any(word.lemma in words_of(sentence.lang, "symmetric") for word in sentence.words)
    for first, second in ((a, b) for i, a in enumerate(found) for b in found[i + 1 :]):
        if (
            first.kind != second.kind
            or are_joined(sentence, first, second)
            or (symmetric and len(found) == 2)
        ):
            continue
        if not find_language(sentence.lang).places.are_exchangeable(first, second, sentence):
            continue
        if _share_word(first, second) or first.words[0].text.isupper() != second.words[0].text.isupper():
            continue
        forms = _write_name(first, second, sentence), _write_name(second, first, sentence)
        if forms[0] and forms[1]:
            yield Change(
                swap(
                    sentence.text, (first.start, first.stop, forms[0]), (second.start, second.stop, forms[1])
                ),
                "entity-swap",
                False,
            )


def _share_word(first: Name, second: Name) -> bool:
    """Tell whether two names have a word in common: then they may name one thing."""
    one, other = ({word.lemma for word in name.words} for name in (first, second))
    return bool(one & other) or any(a.startswith(b) or b.startswith(a) for a in one for b in other)


def _is_whole(name: Name, sentence: Sentence) -> bool:
    """Tell whether a name stands by itself: no title, no part of something longer, no attribute of a noun."""
    titles = words_of(sentence.lang, "titles")
    if any(word.lemma in titles or not word.text[-1].isalnum() for word in name.words):
        return False
    language = find_language(sentence.lang)
    edges = sentence.text[name.stop : name.stop + 1], sentence.text[max(0, name.start - 1) : name.start]
    glued = edges[0] in tuple("&/-–'+$") or edges[1] in tuple("&/-–+$")
    return not (language.spaced and glued) and language.places.is_whole(name, sentence)
