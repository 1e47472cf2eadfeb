"""Forms of words in each language: what generators need to keep a sentence grammatical."""

from collections.abc import Callable, Iterable

from paraphrast.text import english_forms, morphology
from paraphrast.text.languages import Lang, choose
from paraphrast.text.lemmas import lemma
from paraphrast.text.morphology import like

English = Callable[[str], str]
FORMS: dict[str, English] = {
    "plur": english_forms.plural,
    "sing": english_forms.singular,
    "past": english_forms.past,
    "PRTF": english_forms.participle,
    "GRND": english_forms.gerund,
    "3per": english_forms.plural,
}


def inflect(word: str, grammemes: Iterable[str], lang: Lang = "ru") -> str | None:
    """Put a word into the form that grammemes (OpenCorpora's names) ask for; None where it has no such form.

    English knows plur, sing, past, PRTF (written), GRND (writing) and 3per (writes).

    >>> inflect("кошка", {"plur", "gent"}), inflect("mouse", {"plur"}, "en"), inflect("猫", {"plur"}, "zh")
    ('кошек', 'mice', '猫')
    """
    return choose(INFLECT, lang)(word, frozenset(grammemes))


def replaced(word: str, by: str, lang: Lang) -> str | None:
    """Put a dictionary form into the form that the word it replaces has; None where that cannot be.

    >>> replaced("кошками", "собака", "ru"), replaced("Bought", "purchase", "en")
    ('собаками', 'Purchased')
    """
    return choose(REPLACED, lang)(word, by)


def counted(word: str, number: int, lang: Lang) -> str | None:
    """Put a noun into the form that a number asks for.

    >>> counted("книга", 5, "ru"), counted("book", 5, "en"), counted("书", 5, "zh")
    ('книг', 'books', '书')
    """
    return choose(COUNTED, lang)(word, number)


def agree(word: str, head: str, lang: Lang) -> str | None:
    """Put a word into the form in which it goes with the noun it describes.

    >>> agree("красивый", "луну", "ru"), agree("red", "cars", "en")
    ('красивую', 'red')
    """
    return choose(AGREE, lang)(word, head)


def english(word: str, grammemes: frozenset[str]) -> str | None:
    """Give the first form asked for that English has."""
    chosen = [form for name, form in FORMS.items() if name in grammemes]
    return like(word, chosen[0](word.lower())) if chosen else None


def english_replaced(word: str, by: str) -> str | None:
    """Read off the ending, or the irregular form, of the old word what form the new one must have."""
    low, base = word.lower(), lemma(word, "en")
    parts = english_forms.irregular().get(base)
    if low == base:
        return like(word, by)
    if low.endswith("ing"):
        return like(word, english_forms.gerund(by))
    if parts and low in (parts.past, parts.participle):
        return like(word, english_forms.participle(by) if low != parts.past else english_forms.past(by))
    if low.endswith("ed"):
        return like(word, english_forms.past(by))
    return like(word, english_forms.plural(by)) if english_forms.plural(base) == low else None


INFLECT: dict[Lang, Callable[[str, frozenset[str]], str | None]] = {
    "ru": morphology.inflected,
    "en": english,
    "zh": lambda word, _: word,
}
REPLACED: dict[Lang, Callable[[str, str], str | None]] = {
    "ru": morphology.replaced,
    "en": english_replaced,
    "zh": lambda _, by: by,
}
COUNTED: dict[Lang, Callable[[str, int], str | None]] = {
    "ru": morphology.counted,
    "en": lambda word, number: word if number == 1 else english(word, frozenset({"plur"})),
    "zh": lambda word, _: word,
}
AGREE: dict[Lang, Callable[[str, str], str | None]] = {
    "ru": morphology.agree,
    "en": lambda word, _: word,
    "zh": lambda word, _: word,
}
