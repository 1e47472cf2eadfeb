"""Forms of words in each language: what generators need to keep a sentence grammatical."""

from collections.abc import Iterable
from functools import lru_cache

from paraphrast.text.languages import Lang, find_language


def inflect(word: str, grammemes: Iterable[str], lang: Lang) -> str | None:
    """Put a word into the form that grammemes (OpenCorpora's names) ask for; None where it has no such form.

    English knows plur, sing, past, PRTF (written), GRND (writing) and 3per (writes).

    >>> inflect("кошка", {"plur", "gent"}, "ru"), inflect("mouse", {"plur"}, "en")
    ('кошек', 'mice')
    """
    return find_language(lang).inflection.inflect(word, frozenset(grammemes))


def replaced(word: str, by: str, lang: Lang) -> str | None:
    """Put a dictionary form into the form that the word it replaces has; None where that cannot be.

    >>> replaced("кошками", "собака", "ru"), replaced("Bought", "purchase", "en")
    ('собаками', 'Purchased')
    """
    return find_language(lang).inflection.replaced(word, by)


def list_forms(word: str, lang: Lang) -> list[str]:
    """List the forms of a dictionary word, none of them a participle or a gerund in Russian.

    >>> list_forms("muppet", "en"), list_forms("мы", "ru"), list_forms("书", "zh")
    (['muppet', 'muppets', 'muppeted', 'muppeting'], [], ['书'])
    """
    return find_language(lang).inflection.list_forms(word)


def counted(word: str, number: int, lang: Lang) -> str | None:
    """Put a noun into the form that a number asks for.

    >>> counted("книга", 5, "ru"), counted("book", 5, "en"), counted("书", 5, "zh")
    ('книг', 'books', '书')
    """
    return find_language(lang).inflection.counted(word, number)


def count_class(number: int, lang: Lang) -> str:
    """Name the form of a noun that a number asks for; numbers of one class can stand for each other.

    >>> [count_class(number, "ru") for number in (1, 23, 11)], count_class(1, "en"), count_class(1, "zh")
    (['one', 'few', 'many'], 'one', 'many')
    """
    return find_language(lang).inflection.count_class(number)


def agree(word: str, head: str, lang: Lang) -> str | None:
    """Put a word into the form in which it goes with the noun it describes.

    >>> agree("красивый", "луну", "ru"), agree("red", "cars", "en")
    ('красивую', 'red')
    """
    return find_language(lang).inflection.agree(word, head)


@lru_cache(50_000)
def is_form(word: str, grammeme: str, lang: Lang) -> bool:
    """Say whether a word may be such a form (OpenCorpora's name of one); no such name is a ValueError.

    >>> is_form("кошкам", "datv", "ru"), is_form("кошкам", "accs", "ru"), is_form("mice", "plur", "en")
    (True, False, True)
    """
    return find_language(lang).inflection.is_form(word, grammeme)
