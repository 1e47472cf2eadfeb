"""Where Chinese puts a denial, and where one can be taken away."""

import re

from paraphrast.text.clauses import Edit, Sentence, Word
from paraphrast.text.grammar import load

BOUND = frozenset(["就", "都", "才", "也", "还", "所", "不仅", "只", "更", "只能", "能", "而"])
TURNED = re.compile("如果|否则|只有|虽然|尽管|除非|所谓")  # the other clause would no longer fit


def deny(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put 不 or 没 before a verb that takes it."""
    before = sentence.words[index - 1].text if index else ""
    fits = word.text in denials() and before not in BOUND and not TURNED.search(sentence.text)
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else None
    if word.text == "有" and after is not None and after.tag == "NUM":
        return None  # to have no three of something is no way to deny it
    wishes = word.text != "想" or (after is not None and after.tag == "VERB")  # else it is "to think"
    return Edit(word.start, word.stop, denials()[word.text]) if fits and wishes and index else None


def undone(sentence: Sentence, word: Word, after: Word) -> bool:
    """Tell whether a Chinese denial can be taken away: not from "has not done" or "not this but that"."""
    if word.text not in denials().values() or word.text[0] not in "不没":
        return False
    acts = word.text == "没有" and after.tag in ("VERB", "ADV", "ADJ")
    return not acts and not re.search("吗|？|而是", sentence.text) and not TURNED.search(sentence.text)


def denials() -> dict[str, str]:
    """Map Chinese verbs to their denials."""
    table: dict[str, str] = load("zh")["negation"]
    return table


def is_bound(sentence: Sentence) -> bool:
    """Say that no word of a sentence forbids to deny it."""
    return False


def opens_clause(word: Word) -> bool:
    """Say that no word stops the search for the verb."""
    return False


def affirm(sentence: Sentence, word: Word, after: Word) -> Edit | None:
    """Write a verb without its 不 or 没."""
    if not undone(sentence, word, after):
        return None
    kept = {new: old for old, new in denials().items()}[word.text]
    return Edit(word.start, word.stop, kept)
