"""Russian drafts: words in the forms that their places ask for, and no holes."""

import re

from paraphrast.text.russian.repair.capitals import restore_capitals
from paraphrast.text.russian.repair.noun_gaps import count_noun_gaps, drop_needless_commas, fill_noun_gaps
from paraphrast.text.russian.repair.word_forms import fit_forms
from paraphrast.text.word_table import WordTable

__all__ = ["complete_clauses", "count_gaps", "fill_gaps", "finish", "fit_forms"]

LEFT_SIGNS = re.compile(r"^[\s,!?;:)]+(?=\w)")  # what stood before or behind a word that is gone


def complete_clauses(draft: str, source: str) -> str:
    """Give the draft itself: clauses are filled word by word."""
    return draft


def fill_gaps(draft: str, source: str, meant: str, table: WordTable) -> str:
    """Fill what is open or take out what leads to it, and put all into its form."""
    return fit_forms(fill_noun_gaps(draft, meant, table), meant)


def count_gaps(draft: str, source: str, meant: str, table: WordTable) -> int:
    """Count the holes that a draft has and that cannot be filled."""
    return count_noun_gaps(draft, meant)


def finish(draft: str, source: str) -> str:
    """Take out signs that hold nothing now, and write the capitals that a draft has lost."""
    draft = drop_needless_commas(draft, source)
    draft = draft if draft == source else restore_capitals(LEFT_SIGNS.sub("", draft), source)
    return draft[:1].upper() + draft[1:]  # two thirds of those that people wrote begin so
