"""Stop words: those that say how a sentence is built rather than what it is about."""

from functools import cache

from paraphrast.text.languages import Lang, find_language


def is_stop(word: str, lang: Lang) -> bool:
    """Tell whether a word, in whatever case, is a stop word.

    >>> is_stop("Который", "ru"), is_stop("n't", "en"), is_stop("的", "zh"), is_stop("кошка", "ru")
    (True, True, True, False)
    """
    form = word.lower().replace("’", "'")
    return form in stop_words(lang) or form.replace("ё", "е") in stop_words(lang)


@cache
def stop_words(lang: Lang) -> frozenset[str]:
    """Read the list of a language."""
    lines = find_language(lang).list_file("stops.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
