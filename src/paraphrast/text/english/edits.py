"""Changes to English text: endings are carried over, and the article follows its word."""

import re
from collections.abc import Iterator

from paraphrast.text.edits.lists import groups, like, pairs
from paraphrast.text.english import endings
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
MADE = {"s": endings.plural, "ed": endings.past, "ing": endings.gerund}
OPENERS = frozenset({"the", "his", "her", "their", "our", "my", "your", "its"})


def ending(form: str, lemma: str) -> str | None:
    """Say which ending a form has: '', 's', 'ed', 'ing', or None where it is none of them.

    >>> [ending(form, lemma) for form, lemma in [("tries", "try"), ("building", "build"), ("wrong", "write")]]
    ['s', 'ing', None]
    """
    forms = {
        "": (lemma,),
        "s": (ended(lemma, "s"), endings.third_person(lemma)),
        "ed": (endings.past(lemma), endings.participle(lemma)),
        "ing": (endings.gerund(lemma),),
    }
    return next((name for name, some in forms.items() if form in some), None)


def ended(lemma: str, name: str) -> str | None:
    """Give a word the form with an ending; None where what stands for -ed may be two: wrote and written.

    >>> [ended("try", name) for name in ("", "s", "ed", "ing")], ended("begin", "ing"), ended("commit", "ed")
    (['try', 'tries', 'tried', 'trying'], 'beginning', 'committed')
    >>> ended("build", "ed"), ended("speak", "ed"), ended("little child", "s")
    ('built', None, 'little children')
    """
    *before, last = lemma.split(" ")
    if name == "ed" and endings.past(last) != endings.participle(last):
        return None
    form = MADE[name](last) if name else last
    return " ".join([*before, form])


def others(form: str) -> Iterator[str]:
    """Yield what may stand for a form, with its ending: verbs take all endings, other words only -s."""
    for lemma, name in lemmas(form):
        words = groups("synonyms", "en").get(lemma, []) if name in ("", "s") else []
        yield from (made for other in words if (made := ended(other, name)))
        for verb in groups("verbs", "en").get(lemma, []):
            if made := endings.third_person(verb) if name == "s" else ended(verb, name):
                yield made


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
        " ".join([*form.split(" ")[:-1], endings.singular(form.split(" ")[-1])]),
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
        plain = [(lemma, name) for lemma, name in lemmas(form) if lemma in table and name in ("", "s")]
        for lemma, name in plain[:1]:
            new = ended(table[lemma], name) or table[lemma]
            found.append(_with_article(text, match, like(new, match[0])))
    return found


def number(text: str) -> list[Token]:
    """List singular nouns after a preposition and an article, where no verb has to follow suit."""
    found = []
    for match in re.finditer(
        r"\b(\w+) (\w+) ([a-z]{3,})(?=[.,;:!?)]| (?:and|or|of|in|on|at|with|to|for)\b)", text
    ):
        before, opener, noun = match[1].lower(), match[2].lower(), match[3]
        if before in PREPOSITIONS and opener in OPENERS:
            single = endings.singular(noun)
            new = single if single != noun else endings.plural(noun)
            if new != noun and not noun.endswith(("ing", "ed", "ly", "ss", "us")):
                found.append(Token(new, match.start(3), match.end(3)))
    return found
