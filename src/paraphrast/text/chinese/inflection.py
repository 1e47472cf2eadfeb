"""Chinese words have one form."""


def inflect(word: str, grammemes: frozenset[str]) -> str:
    """Give the word itself."""
    return word


def replaced(word: str, by: str) -> str:
    """Give the word that comes."""
    return by


def list_forms(word: str) -> list[str]:
    """Give the word itself."""
    return [word]


def is_form(word: str, grammeme: str) -> bool:
    """Say that a name of a form is none: there are no forms."""
    raise ValueError(f"Chinese has no forms such as {grammeme}")


def counted(word: str, number: int) -> str:
    """Give the word itself."""
    return word


def count_class(number: int) -> str:
    """Give the one class of all numbers."""
    return "many"


def agree(word: str, head: str) -> str:
    """Give the word itself."""
    return word
