"""Hollows of an English draft: what taking a rude word out leaves open is filled or closed."""

import re

from paraphrast.text.english.repair.noun_gaps import read_words

WORD = re.compile(r"[^\W_]+")
STOP = r"(?=\s*(?:[.,!?;:]|$))"
GOES_ON = r"(?=\s*(?:[.,!?;:]|$|\s(?:and|but|or|because)\b))"
SMALL = r"(?: (?:just|actually|very|quite|all|such|so|really|an?|the|always|still|both))*"
BE = (
    r"(\b\w+(?: |(?=['’]))|\b(?=youre|theyre|hes|shes|thats|its))"
    r"(am|is|are|was|were|['’]re|(?<=\b[Hh]e)['’]s|(?<=\b[Ss]he)['’]s|youre|theyre|hes|shes|thats|its)"
    rf"{SMALL}{GOES_ON}"
)
SAID = re.compile(BE, re.IGNORECASE)
ASKED = re.compile(r"\b(?:what|who|whom|how|where|why|as|than|so|which|whatever|there|here)\b", re.IGNORECASE)
SEEMED = re.compile(rf"\b(looks?|looked|sounds?|sounded|smells?|smelled|feels?|felt) like(?: an?)?{STOP}")
OPEN = re.compile(  # a preposition and what stands before a noun, with no noun
    r",? \b(?:(?:of|with|for|like|as|from|by|into)(?: (?:an?|the|no|your|my|their|our|some|such))+"
    rf"|such(?: an?)?|(?:and|or|but|you|with|as) (?:an?|the)){STOP}",
    re.IGNORECASE,
)
NOBODY = re.compile(
    r"\b(an? (?:total |real )?)(bad|unwise|dishonest|rude|lazy)(?= (?:who|that|would|could|can|will|has) )",
    re.IGNORECASE,
)
ADDRESSED = re.compile(  # what somebody is called after an insult is gone, and "you" alone
    r",? \b(?:you|u)(?: (?:bad |unpleasant |unwise |difficult |older )*(?:person|people|one|guys?|wom[ae]n))?"
    rf"{STOP}",
    re.IGNORECASE,
)
CALLED = re.compile(r"\b(?:you|u)\s+(?:[^\W_]+[\s-]+){0,4}[^\W_]+\s*(?:[.,!?;]|$)", re.IGNORECASE)
SAID_OF = re.compile(
    r"\b((?:be|being|am|is|are|was|were|i'm|you're|he's|she's|they're|we're|youre|hes|shes|theyre|im)"
    rf" (?:all |just |such |really |both )*)(?:a (person)|(people)){GOES_ON}",
    re.IGNORECASE,
)
BAD_ONE = re.compile(r"\b(?<!a )(?<!an )(?<!the )(?<!this )(?<!that )(?<!one )bad one\b")  # needs an article
ARTICLE = re.compile(r"\b(an?)( )(\w+)", re.IGNORECASE)
VOWEL = re.compile(
    r"(?!uni|use|usu|eur|one\b|once|ubi|ut[ei])[aeiou]|hour|honest|honou?r|heir", re.IGNORECASE
)


def close_open_ends(text: str, source: str) -> str:
    """Fill or close what an English rewriting left open and its source has not so.

    >>> close_open_ends("You are such, read the manual.", "You are such a donkey, read the manual.")
    'You are bad, read the manual.'
    >>> close_open_ends("He lives with no.", "He lives with no balls.")
    'He lives.'
    >>> close_open_ends("The film was bad one.", "The film was crap.")
    'The film was bad.'
    >>> close_open_ends("A awful day", "A damn awful day")
    'An awful day'
    >>> close_open_ends("I know what you are.", "I know what you are, moron.")
    'I know what you are.'
    """
    if text == source:
        return text
    known = _pad_words(source)
    text = SAID.sub(lambda match: _complete_predicate(match, source), text)
    text = SEEMED.sub(
        lambda match: match[0] if _ends_so_in_source(match[0], source) else f"{match[1]} bad", text
    )
    text = OPEN.sub(lambda match: match[0] if _ends_so_in_source(match[0], source) else "", text)
    text = NOBODY.sub(r"\1\2 person", text)
    text = ADDRESSED.sub(lambda match: _drop_address(match, source), text)
    text = SAID_OF.sub(lambda match: _name_person(match, source), text)
    text = text if BAD_ONE.search(source) else BAD_ONE.sub("bad", text)
    return ARTICLE.sub(lambda match: _fit_article(match, known), text)


def _drop_address(match: re.Match[str], source: str) -> str:
    """Give nothing for what is left of an insult that was called after somebody.

    >>> close_open_ends("Get a job, you.", "Get a job, you hippie.")
    'Get a job.'
    >>> close_open_ends("I hate you.", "I hate you, bastard.")
    'I hate you.'
    """
    before = WORD.findall(match.string[: match.start()].lower())
    last = before[-1] if before else ""
    alone = match[0][0] == "," or (
        last and last not in read_words("takes") and _pad_words(f"{last} you") in _pad_words(source)
    )
    return "" if alone and CALLED.search(source) and not _ends_so_in_source(match[0], source) else match[0]


def _name_person(match: re.Match[str], source: str) -> str:
    """Say that somebody is a bad person where a draft only says that he is one.

    >>> close_open_ends("He is a person.", "He is a wanker.")
    'He is a bad person.'
    >>> close_open_ends("He is a person.", "He is a person, damn.")
    'He is a person.'
    """
    if _ends_so_in_source(match[0], source):
        return match[0]
    return f"{match[1]}a bad person" if match[2] else f"{match[1]}bad people"


def _pad_words(text: str) -> str:
    """Give the words of a text with one blank around each, in lower case."""
    return f" {' '.join(WORD.findall(text.lower()))} "


def _ends_so_in_source(end: str, source: str) -> bool:
    """Say whether the source ends a clause with these words too.

    >>> _ends_so_in_source(" with the", "He came with the.")
    True
    >>> _ends_so_in_source(" with the", "He came with the dog.")
    False
    """
    plain = r"\W+".join(map(re.escape, re.findall(r"\w+", end)))
    return bool(re.search(rf"\b{plain}{STOP}", source, re.IGNORECASE))


def _complete_predicate(match: re.Match[str], source: str) -> str:
    """Say of somebody that he is bad, unless the clause asks what he is or the source says no more."""
    before = re.split(r"[.,!?;:]", match.string[: match.start(2)])[-1]
    known = _pad_words(f"{match[1]}{match[2]}") in _pad_words(source)
    if (
        ASKED.search(before)
        or _ends_so_in_source(match[0], source)
        or _ends_so_in_source(match[1] + match[2], source)
        or not known
    ):
        return match[0]
    return f"{match[1]}{match[2]} bad"


def _fit_article(match: re.Match[str], source: str) -> str:
    """Give the article that goes with a word which it did not stand before."""
    if _pad_words(match[0]) in source:
        return match[0]
    first = match[1][0]
    return f"{first}{'n' if VOWEL.match(match[3]) else ''}{match[2]}{match[3]}"
