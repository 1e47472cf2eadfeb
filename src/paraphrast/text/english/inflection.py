"""Forms of English words, asked for as of any other language."""

from collections.abc import Callable

from paraphrast.text.capitals import like
from paraphrast.text.english import endings
from paraphrast.text.english.spelling import is_known
from paraphrast.text.lemmas import lemma

FORMS: dict[str, Callable[[str], str]] = {
    "plur": endings.plural,
    "sing": endings.singular,
    "past": endings.past,
    "PRTF": endings.participle,
    "GRND": endings.gerund,
    "3per": endings.third_person,
}


def inflect(word: str, grammemes: frozenset[str]) -> str | None:
    """Give the first form asked for that English has."""
    chosen = [form for name, form in FORMS.items() if name in grammemes]
    return like(word, chosen[0](word.lower())) if chosen else None


def is_form(word: str, grammeme: str) -> bool:
    """Say whether a word is the form of its dictionary form that a grammeme names.

    >>> is_form("mice", "plur"), is_form("mouse", "plur"), is_form("wrote", "past")
    (True, False, True)
    """
    if grammeme not in FORMS:
        raise ValueError(f"no form {grammeme!r}; there are {', '.join(FORMS)}")
    return bool(word) and FORMS[grammeme](lemma(word.lower(), "en")) == word.lower()


def replaced(word: str, by: str) -> str | None:
    """Read off the ending, or the irregular form, of the old word what form the new one must have.

    >>> replaced("Mice", "cat"), replaced("muppets", "person"), replaced("boss", "person")
    ('Cats', 'people', 'person')
    """
    low, base = word.lower(), lemma(word, "en")
    if low == base and by.isalpha() and _is_unknown_plural(low):
        return like(word, endings.plural(by))
    parts = endings.irregular().get(base)
    if low == base:
        return like(word, by)
    if low.endswith("ing"):
        return like(word, endings.gerund(by))
    if parts and low in (parts.past, parts.participle):
        return like(word, endings.participle(by) if low != parts.past else endings.past(by))
    if low.endswith("ed"):
        return like(word, endings.past(by))
    return like(word, endings.plural(by)) if endings.plural(base) == low else None


def _is_unknown_plural(word: str) -> bool:
    """Tell whether a word that no dictionary knows looks like the plural of another."""
    return word[-1:] == "s" and not is_known(word) and endings.plural(word[:-1]) == word


def list_forms(word: str) -> list[str]:
    """List what a noun or a verb may become; of a word that is one of them alone, also what nobody writes."""
    return list(dict.fromkeys([word, *(form(word) for name, form in FORMS.items() if name != "sing")]))


def counted(word: str, number: int) -> str | None:
    """Give the plural of a noun for any number but one."""
    return word if number == 1 else inflect(word, frozenset({"plur"}))


def count_class(number: int) -> str:
    """Tell one from many."""
    return "one" if number == 1 else "many"


def agree(word: str, head: str) -> str:
    """Give the word itself: English adjectives have one form."""
    return word
