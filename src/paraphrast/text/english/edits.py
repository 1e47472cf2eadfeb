"""Changes to English text: endings are carried over, and the article follows its word."""

import re
from collections.abc import Iterator

from paraphrast.text.edits.lists import groups, like, pairs
from paraphrast.text.tokens import Token

WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
PREPOSITIONS = frozenset(
    {
        "in",
        "on",
        "at",
        "by",
        "with",
        "from",
        "of",
        "for",
        "to",
        "into",
        "near",
        "under",
        "over",
        "behind",
        "about",
    }
)
OPENERS = frozenset({"the", "his", "her", "their", "our", "my", "your", "its"})
DOUBLES = re.compile(r"[^aeiou][aeiou][bdgmnprt]$")


def ending(form: str, lemma: str) -> str | None:
    """Say which regular ending a form has: '', 's', 'ed', 'ing', or None where it is none of them.

    >>> [ending(form, lemma) for form, lemma in [("tries", "try"), ("building", "build"), ("built", "build")]]
    ['s', 'ing', None]
    """
    return next((name for name in ("", "s", "ed", "ing") if ended(lemma, name) == form), None)


def ended(lemma: str, name: str) -> str:
    """Give a word a regular ending.

    >>> [ended("try", name) for name in ("s", "ed", "ing")], ended("use", "ing"), ended("stop", "ed")
    (['tries', 'tried', 'trying'], 'using', 'stopped')
    """
    if not name:
        return lemma
    if name == "s":
        if re.search(r"(?:s|x|z|ch|sh)$", lemma):
            return f"{lemma}es"
        return f"{lemma[:-1]}ies" if re.search(r"[^aeiou]y$", lemma) else f"{lemma}s"
    if lemma.endswith("e") and not (name == "ing" and lemma.endswith(("ee", "ye", "oe"))):
        return f"{lemma[:-1]}{name}"
    if name == "ed" and re.search(r"[^aeiou]y$", lemma):
        return f"{lemma[:-1]}ied"
    short = DOUBLES.search(lemma) and len(lemma) <= 4
    return f"{lemma}{lemma[-1] if short else ''}{name}"


def others(form: str) -> Iterator[str]:
    """Yield what may stand for a form, with its ending: verbs take all endings, other words only -s."""
    for lemma, name in lemmas(form):
        known = groups("verbs", "en").get(lemma, [])
        if name in ("", "s"):
            known = [*groups("synonyms", "en").get(lemma, []), *known]
        yield from (ended(other, name) for other in known)


def lemmas(form: str) -> list[tuple[str, str]]:
    """List the words that could have this form, each with its ending."""
    cut = {
        form,
        form[:-1],
        form[:-2],
        form[:-3],
        form[:-4],
        f"{form[:-2]}e",
        f"{form[:-3]}e",
        f"{form[:-3]}y",
    }
    return [(lemma, name) for lemma in sorted(cut) if lemma and (name := ending(form, lemma)) is not None]


def synonyms(text: str) -> list[Token]:
    """List synonyms with the ending of the word they stand for."""
    found = []
    for match in WORD.finditer(text):
        found += [_with_article(text, match, like(other, match[0])) for other in others(match[0].lower())]
    return found


def _with_article(text: str, match: re.Match[str], new: str) -> Token:
    """Change `a` to `an` or back where the new word asks for it."""
    before = re.search(r"\b([Aa])(n?) $", text[: match.start()])
    if before is None:
        return Token(new, *match.span())
    article = before[1] + ("n" if new[:1].lower() in "aeiou" else "")
    return Token(f"{article} {new}", before.start(), match.end())


def chains(text: str) -> list[Token]:
    """List synonyms to add after a word, and those that follow one and could go."""
    found = []
    for match in WORD.finditer(text):
        known = list(others(match[0].lower()))
        after = re.match(r"(?:,| and| or) (\w+)", text[match.end() :])
        if known and after and after[1].lower() in known:
            found.append(Token(match[0], match.start(), match.end() + after.end()))
        elif known:
            found.append(Token(f"{match[0]} or {known[0]}", *match.span()))
    return found


def diminutives(text: str) -> list[Token]:
    """List diminutives for plain nouns and plain nouns for diminutives."""
    table, found = pairs("diminutives", "en"), []
    for match in re.finditer(r"(?:[Ll]ittle )?[A-Za-z]+", text):
        form = match[0].lower()
        for name in ("", "s"):
            lemma = form if not name else form.removesuffix("s")
            if lemma in table and ended(lemma, name) == form:
                found.append(_with_article(text, match, like(ended(table[lemma], name), match[0])))
                break
    return found


def number(text: str) -> list[Token]:
    """List singular nouns after a preposition and an article, where no verb has to follow suit."""
    found = []
    for match in re.finditer(
        r"\b(\w+) (\w+) ([a-z]{3,})(?=[.,;:!?)]| (?:and|or|of|in|on|at|with|to|for)\b)", text
    ):
        before, opener, noun = match[1].lower(), match[2].lower(), match[3]
        if before in PREPOSITIONS and opener in OPENERS:
            plain = noun[:-1] if re.search(r"[^su]s$", noun) else None
            new = plain if plain else ended(noun, "s")
            if not noun.endswith(("ing", "ed", "ly", "ss", "us")):
                found.append(Token(new, match.start(3), match.end(3)))
    return found
