"""Where English puts a denial, and where one can be taken away."""

from paraphrast.text.clauses import Edit, Sentence, Word

AFTER = frozenset(["is", "are", "was", "were", "can", "could", "will", "would", "should", "may", "must"])
STRONGER = ("also", "still", "later", "already", "now", "some", "once", "only", "just", "even", "yesterday")
TIED = frozenset(["finally", "last", "having", "fewer", "instead", "until", "yet", "neither", "nor", "few"])


def deny(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put not after an auxiliary."""
    if word.text not in AFTER or not index:
        return None
    after = sentence.words[index + 1] if index + 1 < len(sentence.words) else word
    stressed = after.tag == "ADV" or after.lemma in STRONGER
    contrasted = any(each.lemma == "but" for each in sentence.words[index:])
    fits = not stressed and not contrasted and sentence.words[index - 1].tag != "PUNCT"
    return Edit(word.stop, word.stop, " not") if fits else None


def is_bound(sentence: Sentence) -> bool:
    """Tell whether a word would mean something else in a sentence that is denied."""
    return any(word.lemma in TIED for word in sentence.words)


def opens_clause(word: Word) -> bool:
    """Tell whether a clause begins here."""
    return word.tag == "SCONJ" or word.lemma in ("that", "but")


def affirm(sentence: Sentence, word: Word, after: Word) -> Edit | None:
    """Take not away."""
    return Edit(word.start, after.start, "") if word.text == "not" else None
