"""Rules that mend what the machine that tags our training sentences gets wrong by habit.

They follow the conventions of Universal Dependencies for English, and were drawn up on
training/tagger.train.tsv alone.
"""

from collections.abc import Callable, Sequence

Rule = Callable[[Sequence[str], list[str], int], str | None]
SUBJECTS = frozenset(["i", "he", "she", "we", "they", "you", "it", "who"])
HAVE = frozenset(["have", "has", "had", "having", "'ve"])
DO = frozenset(["do", "does", "did"])
BE = frozenset(["be", "is", "are", "was", "were", "been", "being", "am", "'s", "'re"])
CLAUSE = frozenset(
    [
        "before",
        "after",
        "until",
        "since",
        "than",
        "as",
        "while",
        "because",
        "though",
        "although",
        "whether",
        "if",
        "like",
    ]
)
OPENERS = frozenset(
    ["the", "a", "an", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their"]
)


def after(forms: Sequence[str], tags: list[str], place: int, skip: tuple[str, ...]) -> str:
    """Give the next tag that is not to be skipped."""
    return next((tag for tag in tags[place + 1 :] if tag not in skip), "")


def auxiliary(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """`have` and `do` are auxiliaries only beside another verb."""
    form = forms[place].lower()
    if form not in HAVE | DO or tags[place] not in ("AUX", "VERB"):
        return None
    question = (
        place == 0
        or tags[place - 1] in ("ADV", "PUNCT")
        or forms[place - 1].lower() in ("what", "who", "which")
    )
    skip: tuple[str, ...] = ("ADV", "PART")
    if question:
        skip += ("PRON", "DET", "ADJ", "NOUN", "PROPN")
    beside = after(forms, tags, place, skip)
    if (
        question
        and form == "do"
        and place == 0
        and forms[place + 1 : place + 2]
        and tags[place + 1] == "PRON"
    ):
        return "VERB" if forms[place + 1].lower() not in SUBJECTS else "AUX"
    return "AUX" if beside in ("VERB", "AUX") else "VERB"


def apostrophe(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """`'s` is a verb after a pronoun or before what a noun cannot own."""
    if forms[place] not in ("'s", "’s") or not place:
        return None
    last = forms[place - 1].lower()
    if last == "let":
        return "PRON"
    if tags[place - 1] in ("PRON", "ADV") and last not in (
        "one",
        "everyone",
        "someone",
        "anyone",
        "nobody",
        "everybody",
    ):
        return "AUX"
    following = tags[place + 1] if place + 1 < len(tags) else ""
    return "AUX" if following in ("DET", "ADV", "PART", "ADP", "PRON") else "PART"


def there(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """`there` is a pronoun only beside `be` and its like."""
    if forms[place].lower() != "there":
        return None
    following = [form.lower() for form in forms[place + 1 : place + 4]]
    last = forms[place - 1].lower() if place else ""
    near = set(following[:1]) & (BE | {"exist", "exists", "remains", "seems", "comes"})
    modal = place + 1 < len(tags) and tags[place + 1] == "AUX" and set(following) & BE
    return (
        "PRON" if near or modal or (last in BE and following[:1] and following[0] not in ",.!?;") else "ADV"
    )


def clause(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """A conjunction, not a preposition, stands before a subject."""
    if forms[place].lower() not in CLAUSE or place + 2 >= len(forms):
        return None
    if (
        tags[place] == "ADP"
        and forms[place + 1].lower() in SUBJECTS
        and tags[place + 2] in ("AUX", "VERB", "ADV")
    ):
        return "SCONJ"
    return None


def infinitive(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """`to` is a particle only before a verb."""
    if forms[place].lower() != "to" or place + 1 >= len(forms):
        return None
    return "ADP" if tags[place + 1] in ("NOUN", "DET", "PRON", "PROPN", "NUM", "ADJ") else None


def one(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """`one` after an adjective or a determiner is a noun."""
    if forms[place].lower() != "one" or tags[place] != "NUM":
        return None
    alone = place + 1 >= len(tags) or tags[place + 1] not in ("NOUN", "ADJ", "NUM", "ADP")
    if place and tags[place - 1] in ("ADJ", "DET") and alone:
        return "NOUN"
    return "PRON" if place + 1 < len(tags) and tags[place + 1] == "AUX" and not place else None


def subject(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """What follows a bare subject pronoun and looks like a noun is a verb."""
    if tags[place] != "NOUN" or not place or forms[place - 1].lower() not in SUBJECTS - {"it", "you", "who"}:
        return None
    return "VERB" if forms[place].islower() else None


def command(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """A noun or a name that begins a sentence before an article is a verb in the imperative."""
    if place or tags[0] not in ("NOUN", "PROPN") or len(forms) < 3 or forms[1].lower() not in OPENERS:
        return None
    return "VERB" if not set(tags[1:]) & {"VERB", "AUX"} else None


def people(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """The name of a people before a noun is an adjective."""
    form = forms[place]
    if tags[place] != "PROPN" or not form.endswith(
        ("can", "ian", "ese", "ish", "French", "German", "Greek", "Dutch")
    ):
        return None
    return "ADJ" if form[0].isupper() and place + 1 < len(tags) and tags[place + 1] == "NOUN" else None


def answer(forms: Sequence[str], tags: list[str], place: int) -> str | None:
    """`No` and `yes` before a comma are interjections; `whose` is a pronoun."""
    form = forms[place].lower()
    if form == "whose":
        return "PRON"
    comma = place + 1 < len(forms) and forms[place + 1] in (",", ".", "!")
    return "INTJ" if form in ("no", "yes", "oh", "well") and place == 0 and comma else None


RULES: list[Rule] = [command, people, one, subject, infinitive, clause, there, apostrophe, auxiliary, answer]


def mended(forms: list[str], tags: list[str]) -> list[str]:
    """Apply every rule to every word, from left to right."""
    tags = list(tags)
    for rule in RULES:
        for place in range(len(forms)):
            tags[place] = rule(forms, tags, place) or tags[place]
    return tags
