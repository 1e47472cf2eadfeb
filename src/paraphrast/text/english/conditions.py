"""What a rule of clauses may ask of an English stretch: clauses, subjects, pronouns."""

from collections.abc import Callable, Mapping

from paraphrast.text.clauses import Word
from paraphrast.text.lemmas import lemma
from paraphrast.text.rules.conditions import Stretch

NAMED = ("person", "place", "organisation")
THIRD_WORDS = """
he she it they him her them his hers its their theirs himself herself itself themselves this that
these those such one ones
"""
THIRD = frozenset(THIRD_WORDS.split())
SUBJECTS = frozenset(["i", "you", "he", "she", "it", "we", "they", "there", "this", "that", "these", "those"])
OWN = frozenset(["my", "your", "his", "her", "its", "our", "their"])
NAMING = ("DET", "NOUN", "PROPN", "NUM", "ADJ", "SYM")
LINKS = frozenset(["who", "which", "whom", "whose", "that", "where", "why", "how", "what", "whether"])
ORDERS = frozenset(["please", "do", "don", "let", "never", "always", "just"])


def _is_finite(word: Word, before: Word | None) -> bool:
    """Say whether a word is a verb that may make a clause: not after `to`, not in -ing."""
    form = word.text.lower()
    if word.tag == "AUX":
        return form not in ("be", "been", "being", "having")
    if word.tag != "VERB" or form.endswith("ing"):
        return False
    return before is None or before.text.lower() not in ("to", "been", "being")


def _first_verb(stretch: Stretch) -> int | None:
    """Find the first verb that may make a clause, behind what may be its subject."""
    before = None
    for at, word in enumerate(stretch.words):
        if at and _is_finite(word, before):
            return at
        if word.tag not in (
            *NAMING,
            "PRON",
            "ADP",
            "CCONJ",
            "ADV",
            "PART",
        ) and not word.text.lower().endswith("ing"):
            return None
        if _is_link(word) and at:
            return None
        before = word
    return None


def _begins_with_name(stretch: Stretch) -> bool:
    """Say whether a stretch begins as a subject does."""
    word = stretch.words[0]
    small = word.text.lower()
    return small in SUBJECTS or small in OWN or (word.tag in NAMING and not _is_link(word))


def _is_link(word: Word) -> bool:
    """Say whether a word ties a clause to another one; `that` before a noun does not."""
    return word.text.lower() in LINKS and word.tag != "DET"


def _is_participle(stretch: Stretch) -> bool:
    """Say whether a stretch begins with a form in -ing that has an object or is a verb for the tagger."""
    first, *rest = stretch.words
    object_ = bool(rest) and rest[0].tag in ("DET", "PRON")
    return first.text.lower().endswith("ing") and (first.tag == "VERB" or object_)


def _is_clause(stretch: Stretch) -> bool:
    """Say whether a stretch begins with a subject and has a verb behind it."""
    return _begins_with_name(stretch) and _first_verb(stretch) is not None


def _is_order(stretch: Stretch) -> bool:
    """Say whether a stretch begins with an order: a bare verb, or what a determiner shows to be one."""
    words = stretch.words
    at = next((at for at, word in enumerate(words[:3]) if word.text.lower() not in ORDERS), None)
    if at is None or words[at].text.lower().endswith(("ing", "ed")):
        return False
    small, after = words[at].text.lower(), words[at + 1 : at + 2]
    object_ = bool(after) and words[at].tag in ("NOUN", "ADJ") and after[0].tag in ("DET", "PRON")
    return (words[at].tag == "VERB" or object_) and lemma(small, "en") == small


def is_name(stretch: Stretch) -> bool:
    """Say whether a stretch is a noun with what belongs to it, without a verb."""
    words = stretch.words
    if any(word.tag in ("VERB", "AUX", "PUNCT", "SCONJ") or _is_link(word) for word in words):
        return False
    return _begins_with_name(stretch) and (words[-1].tag in ("NOUN", "PROPN", "NUM") or len(words) == 1)


def is_one(stretch: Stretch, test: Callable[[Word], bool]) -> bool:
    """Say whether a stretch is one word that passes a test."""
    return stretch.stop == stretch.start + 1 and test(stretch.words[0])


def _starts_with_verb(stretch: Stretch) -> bool:
    """Say whether a stretch begins with a verb that has its subject before it."""
    before = stretch.sentence.words[stretch.start - 1] if stretch.start else None
    return _is_finite(stretch.words[0], before)


CONDITIONS: Mapping[str, Callable[[Stretch], bool]] = {
    "clause": _is_clause,
    "order": _is_order,
    "verbal": lambda stretch: any(word.tag in ("VERB", "AUX") for word in stretch.words),
    "name": is_name,
    "pronoun": lambda stretch: is_one(stretch, lambda word: word.text.lower() in SUBJECTS),
    "third-person": lambda stretch: any(form in THIRD for form in stretch.forms()),
    "denied": lambda stretch: any(
        form in ("not", "n't", "n’t", "never", "no", "none") for form in stretch.forms()
    ),
    "starts-with-verb": _starts_with_verb,
    "bare-verb": lambda stretch: (
        stretch.words[0].tag == "VERB" and lemma(stretch.words[0].text, "en") == stretch.words[0].text.lower()
    ),
    "participle": _is_participle,
    "noun": lambda stretch: is_one(stretch, lambda word: word.tag == "NOUN"),
    "number": lambda stretch: is_one(stretch, lambda word: word.text[:1].isdigit()),
}
