"""Where Russian puts a denial, and where one can be taken away."""

from paraphrast.text.clauses import Edit, Sentence, Word


def deny(sentence: Sentence, index: int, word: Word) -> Edit | None:
    """Put не before a finite verb."""
    finite = word.tag == "VERB" and word.readings and word.readings[0].tag.POS in ("VERB", "PRTS")
    if not finite or "impr" in word.readings[0].tag:
        return None
    return (
        Edit(word.start, word.start, "Не " if word.start == 0 else "не ")
        if word.start
        else Edit(0, 1, "Не " + word.text[0].lower())
    )


def is_bound(sentence: Sentence) -> bool:
    """Say that no word of a sentence forbids to deny it."""
    return False


def opens_clause(word: Word) -> bool:
    """Say that no word stops the search for the verb."""
    return False


def affirm(sentence: Sentence, word: Word, after: Word) -> Edit | None:
    """Take не away from a verb, or from an adjective inside a sentence."""
    fits = after.tag == "VERB" or (word.text == "не" and after.tag == "ADJ")
    return Edit(word.start, after.start, "") if word.text in ("не", "Не") and fits else None
