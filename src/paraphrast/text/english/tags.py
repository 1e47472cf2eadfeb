"""Parts of speech of English words, in context, by the perceptron; its card gives its accuracy."""

from bisect import bisect_right
from itertools import pairwise

from paraphrast.text.english.perceptron import english
from paraphrast.text.sentences import sentences
from paraphrast.text.tags import obvious
from paraphrast.text.tokens import Token
from paraphrast.text.words import words


def tag(text: str) -> list[Token]:
    """Tag English words sentence by sentence."""
    tokens = words(text, "en")
    if not tokens:
        return []
    starts = [token.start for token in tokens]
    limits = [bisect_right(starts, sentence.start - 1) for sentence in sentences(text, "en")]
    found: list[str] = []
    for first, last in pairwise([*limits, len(tokens)]):
        forms = [token.text.replace("’", "'") for token in tokens[first:last]]
        found += [obvious(form) or known for form, known in zip(forms, english()(forms), strict=True)]
    return [Token(known, token.start, token.stop) for known, token in zip(found, tokens, strict=True)]
