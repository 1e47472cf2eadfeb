"""Nouns that an English draft has lost: what an article, a pronoun or an adjective waits for is put."""

import re
import tomllib
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache

from paraphrast.text.capitals import like
from paraphrast.text.languages import find_language
from paraphrast.text.tags import tags
from paraphrast.text.word_table import NO_WORDS, WordTable

TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
PAST = re.compile(
    r"is|was|has|had|does\w*(?:n't)?|did(?:n't)?|\w+(?:ed|[^s]s)|took|stole|said|told|got|came|left|won't"
)
STRONG = re.compile(
    r"\w*fuck\w*|(?:god)?damn\w*|bloody|fr(?:eak|igg|ick)in\w*|eff\w*"
)  # only makes a word stronger
ADJECTIVE = re.compile(r"\w+-\w+|nosy|\w{3,}(?:ed|sy|zy|ous|ful|less|ive|ish|ent|ant|able)")
HEADS = {"NOUN", "PROPN", "ADJ", "NUM"}  # what a determiner may go on to
LONGEST = 3  # words that one noun and its adjectives may have been


def restore_nouns(text: str, source: str, table: WordTable = NO_WORDS) -> str:
    """Put a person or a thing where a draft has lost the noun that its source has.

    >>> restore_nouns("It sounds to me.", "It sounds ignorant to me.")
    'It sounds bad to me.'
    >>> restore_nouns("A big house", "A very big house")
    'A big house'
    """
    old, new = list(TOKEN.finditer(source)), list(TOKEN.finditer(text))
    ours, theirs = ([one[0].lower() for one in some] for some in (old, new))
    steps = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    for kind, start, stop, at, end in reversed(steps):
        if kind == "replace" and theirs[at:end] in (["person"], ["woman"], ["guy"]) and stop - start > 1:
            text = (
                text[: new[at].start()]
                + _restore_determiner(ours[start], theirs[:at])
                + text[new[at].start() :]
            )
        noun = _choose_noun(ours[:start], ours[start:stop], theirs[at:], table) if kind == "delete" else None
        if noun and at:
            place = new[at - 1].end()
            text = f"{text[:place]} {noun}{text[place:]}"
        elif noun:
            text = f"{like(text[:1], noun)} {text[:1].lower()}{text[1:]}"
    return text


def _restore_determiner(lead: str, before: Sequence[str]) -> str:
    """Give a determiner that went with an insult back to the person that came for it.

    >>> restore_nouns("I think person won", "I think this fool won")
    'I think this person won'
    >>> restore_nouns("A person won", "A fool won")
    'A person won'
    """
    last = before[-1] if before else ""
    waits = lead in read_words("pointing") | read_words("owning") and last not in read_words(
        "pointing"
    ) | read_words("owning")
    return f"{lead} " if waits and not _is_describing(last) else ""


def _choose_noun(
    before: Sequence[str], gone: Sequence[str], after: Sequence[str], table: WordTable
) -> str | None:
    """Say which noun a hole wants, by the words before it, those that are gone, and those that follow."""
    if not gone or len(gone) > LONGEST or not gone[-1].isalpha():
        return None
    follows = _tag_next(after)
    if follows in HEADS or (gone[-1] == "fuck" and before[-1:] != ["that"]):
        return None
    kind, last = sort_noun(gone[-1], table), before[-1] if before else ""
    if kind == "person" and follows in ("VERB", "AUX") and (not before or last in read_words("clause")):
        return _name_subject(gone, after[0])
    if kind is None:
        waits = last in read_words("degree") | read_words("be") | read_words("seeming") and follows != "VERB"
        return "bad" if waits and _is_describing(gone[-1]) and not STRONG.fullmatch(gone[-1]) else None
    described = [*before]
    while described and _is_describing(described[-1]):
        described.pop()
    lead, plain = described[-1] if described else "", len(described) == len(before)
    if kind == "thing":
        return _name_thing(lead, before, plain=plain, clause=follows == "PRON")
    who = _name_person(gone[-1], lead)
    if lead in read_words("pointing") or (lead in read_words("owning") and not plain):
        told = read_words("utter").issuperset(before[len(described) :]) and "".join(
            described[-2:-1]
        ) in read_words("be")
        return f"bad {who}" if told else who
    opens = last == "only" or (not described and not plain)
    some = lead in ("of", "by", "with") and who.endswith(("people", "guys"))
    return who if some or (opens and follows in ("VERB", "AUX")) else None


def _name_subject(gone: Sequence[str], verb: str) -> str | None:
    """Name who did something where the insult that named him is gone.

    >>> _name_subject(["the", "idiots"], "left")
    'the people'
    >>> _name_subject(["bitch"], "stole")
    'that person'
    >>> _name_subject(["bitch"], "get")
    """
    who = _name_person(gone[-1])
    if gone[0] in read_words("pointing") | read_words("owning") and len(gone) > 1:
        return f"{gone[0]} {who}"
    if who.endswith(("people", "guys")):
        return who
    return f"that {who}" if PAST.fullmatch(verb) else None


def _name_thing(lead: str, before: Sequence[str], *, plain: bool, clause: bool) -> str | None:
    """Say how a thing is named after a determiner or a verb."""
    if lead in read_words("single") or before[-2:] in (["kind", "of"], ["sort", "of"], ["type", "of"]):
        return "thing"
    if lead in ("the", *read_words("owning")) or (lead in ("these", "those", "all") and not plain):
        return "things"
    if lead in read_words("bare"):
        return None if plain else "stuff"
    wanted = not plain or (clause and lead and _tag_word(lead) == "VERB")
    return "things" if wanted else None


def _name_person(insult: str, lead: str = "") -> str:
    """Name a person or people by what they are called, and by the determiner.

    >>> _name_person("dickheads"), _name_person("niggas"), _name_person("scum"), _name_person("scum", "that")
    ('people', 'guys', 'people', 'person')
    """
    if insult.startswith("nigg"):
        return "guys" if insult.endswith("s") else "guy"
    if lead in ("this", "that", *read_words("single")):
        return "person"
    many = insult in ("scum", "vermin") or (insult.endswith("s") and not insult.endswith("ss"))
    return "people" if many else "person"


def sort_noun(word: str, table: WordTable) -> str | None:
    """Say whether a word that may not stay names a person or a thing."""
    if table.pattern("lost.things").fullmatch(word):
        return "thing"
    named = table.meant(word) == "person" or table.pattern("lost.persons").fullmatch(word)
    return "person" if named else None


def _tag_next(after: Sequence[str]) -> str:
    """Tag the word that comes next as it is after a person; "" at the end."""
    if not after or not after[0][0].isalnum():
        return ""
    return tags(" ".join(["the", "person", *after[:3]]), "en")[2].text


def _is_describing(word: str) -> bool:
    """Say whether a word can describe a noun.

    >>> _is_describing("nosy")
    True
    >>> _is_describing("stuck-up")
    True
    >>> _is_describing("retarded")
    True
    >>> _is_describing("that")
    False
    >>> _is_describing("dog")
    False
    """
    return (
        word != ""
        and word not in read_words("pointing")
        and (_tag_word(word) == "ADJ" or bool(ADJECTIVE.fullmatch(word)))
    )


def _tag_word(word: str) -> str:
    """Give the part of speech of a word alone."""
    return tags(word, "en")[0].text


@cache
def read_words(which: str) -> frozenset[str]:
    """Read the words that stand before and after a noun."""
    return frozenset(read_lists()[which].split())


@cache
def read_lists() -> dict[str, str]:
    """Read what stands in the list."""
    return tomllib.loads(find_language("en").list_file("noun_gaps.toml").read_text(encoding="utf-8"))
