"""English rules: words with blanks between them; a verb takes the form that what comes before it asks for."""

from collections.abc import Sequence

from paraphrast.text.english import endings
from paraphrast.text.english.inflection import replaced
from paraphrast.text.rules.linting import guards_words as guards
from paraphrast.text.rules.matching import find_apart as find
from paraphrast.text.rules.reading import Way
from paraphrast.text.rules.writing import Word

__all__ = ["find", "guards", "items", "shape"]

HELPERS = frozenset(
    ["have", "has", "had", "having", "'ve", "be", "been", "being", "is", "are", "was", "were", "am"]
)  # a participle follows
BARE = frozenset(  # a bare verb follows
    ["to", "will", "would", "can", "could", "may", "might", "must", "should", "do", "does", "did", "'ll",
     "please"]
)  # fmt: skip


def items(way: str) -> Way:
    """Cut a way into its words."""
    return tuple(way.split())


def shape(there: Sequence[Word], at: int, by: str) -> str | None:
    """Give an English verb the form that what comes before asks for; None where the old may be several."""
    word = there[at]
    if word.tag == "VERB" and by in endings.THIRD and word.form.endswith("s") and word.form != word.lemma:
        return endings.third_person(by)
    parts = endings.irregular().get(word.lemma)
    if word.tag != "VERB" or not (word.form.endswith("ed") or (parts and word.form in parts[1:])):
        return replaced(word.token.text.lower(), by)
    before = at - 1
    while before > 0 and (there[before].tag == "ADV" or there[before].form in ("not", "n't")):
        before -= 1
    helper, tag = (there[before].form, there[before].tag) if before >= 0 else ("to", "")
    if helper in HELPERS:
        return endings.participle(by)
    if parts is None or word.form != parts.past or word.form != word.lemma or helper in BARE:
        return replaced(word.token.text.lower(), by)
    alone = helper in ("he", "she", "it") or (tag in ("NOUN", "PROPN") and not helper.endswith("s"))
    return endings.past(by) if alone else None  # he cut, but they cut now or then
