"""Chinese drafts: words that are cut or gone, and clauses that a word has left."""

from difflib import SequenceMatcher

from paraphrast.text.chinese.repair.clauses import complete_clauses
from paraphrast.text.scripts import HAN
from paraphrast.text.word_table import NO_WORDS, WordTable
from paraphrast.text.words import words

__all__ = ["complete_clauses", "count_gaps", "fill_gaps", "finish", "fit_forms"]

BEFORE_PERSON = "的黑白些个种类群国外有某每等位本"  # what "人" that is put for another word may follow


def fit_forms(draft: str, source: str) -> str:
    """Give the draft itself: Chinese words have one form."""
    return draft


def fill_gaps(draft: str, source: str, meant: str, table: WordTable) -> str:
    """Give the draft itself: clauses are completed as a whole."""
    return draft


def finish(draft: str, source: str) -> str:
    """Give the draft itself."""
    return draft


def count_gaps(draft: str, source: str, meant: str, table: WordTable = NO_WORDS) -> int:
    """Count the words that a draft has cut in two, and stretches that it lacks; unwanted ones may go.

    >>> [count_gaps(draft, "大妈很烦", "大妈很烦") for draft in ("大很烦", "很烦", "大妈很烦")]
    [1, 1, 0]

    So is a person put where none fits.

    >>> count_gaps("食堂人手抖", "食堂手抖", "食堂手抖")
    1
    """
    if draft == source:
        return 0
    unwanted = {at for one in table.unwanted(meant) for at in range(one.start, one.stop)}
    changed = SequenceMatcher(None, meant, draft, autojunk=False).get_opcodes()
    gone = {at for kind, a, b, _, _ in changed if kind != "equal" for at in range(a, b)}
    spans = [set(range(word.start, word.stop)) for word in words(meant, "zh")]
    cut = sum(bool(gone & span) and not span <= gone and not span & unwanted for span in spans)
    put = sum(draft[c:d] == "人" and draft[:c][-1:] not in BEFORE_PERSON for _, _, _, c, d in changed)
    lost = [
        (a, b) for kind, a, b, _, _ in changed if kind == "delete" and not unwanted.intersection(range(a, b))
    ]
    return cut + put + sum(len("".join(HAN.findall(meant, *span))) > 1 for span in lost)
