"""English drafts: no noun is missing, and nothing is left hanging."""

from paraphrast.text.english.repair.noun_gaps import restore_nouns
from paraphrast.text.english.repair.open_ends import close_open_ends
from paraphrast.text.word_table import WordTable


def complete_clauses(draft: str, source: str) -> str:
    """Give the draft itself: clauses are filled word by word."""
    return draft


def fit_forms(draft: str, source: str) -> str:
    """Give the draft itself: English words do not ask each other for forms."""
    return draft


def fill_gaps(draft: str, source: str, meant: str, table: WordTable) -> str:
    """Put nouns where something waits for them, and close what is left open."""
    return close_open_ends(restore_nouns(draft, meant, table), source)


def count_gaps(draft: str, source: str, meant: str, table: WordTable) -> int:
    """Count none: what is open was filled or closed."""
    return 0


def finish(draft: str, source: str) -> str:
    """Give the draft itself."""
    return draft
