"""The rules of clauses, by which a sentence takes another order: `rules/LANG/clauses.rules`."""

from functools import cache
from importlib.resources import files

from paraphrast.text import Lang
from paraphrast.text.rules import ClauseBook, read_clauses


@cache
def clause_book(lang: Lang) -> ClauseBook:
    """Read the rules of clauses of a language."""
    return read_clauses(files("paraphrast.rewrite") / "rules" / lang, lang)
