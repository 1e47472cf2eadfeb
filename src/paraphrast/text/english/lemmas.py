"""English dictionary forms, by simplemma, after what an apostrophe leaves."""

from collections.abc import Callable
from functools import cache, lru_cache

from paraphrast.text.lemmas import REMEMBERED

CLITICS = {
    "n't": "not",
    "'s": "'s",
    "'re": "be",
    "'m": "be",
    "'ve": "have",
    "'ll": "will",
    "'d": "would",
    "ca": "can",
    "wo": "will",
    "sha": "shall",
    "am": "be",
    "is": "be",
    "are": "be",
    "was": "be",
    "were": "be",
    "been": "be",
    "being": "be",
    "has": "have",
    "had": "have",
    "having": "have",
    "does": "do",
    "did": "do",
    "done": "do",
    "an": "a",
}


@lru_cache(REMEMBERED)
def lemma(word: str) -> str:
    """Ask simplemma, after what an apostrophe leaves and the verbs everybody uses."""
    word = word.lower().replace("’", "'")
    known = CLITICS.get(word)
    if known is not None or not word[-1:].isalpha():
        return known or word
    form: str = lemmatizer()(word)
    return form


def bases(word: str) -> frozenset[str]:
    """List what a word may be a form of: the one dictionary form that is known."""
    return frozenset([lemma(word)])


@cache
def lemmatizer() -> Callable[[str], str]:
    """Load simplemma's English dictionary."""
    from simplemma import Lemmatizer

    lemmatizer = Lemmatizer()
    return lambda word: lemmatizer.lemmatize(word, lang="en").lower()
