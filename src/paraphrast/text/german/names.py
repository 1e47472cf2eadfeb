"""German names: all nouns have capitals, so lists and what stands beside a word decide."""

import re
from collections.abc import Iterator
from functools import cache

from paraphrast.text.languages import find_language
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

TITLES = frozenset(["Herr", "Herrn", "Frau", "Dr", "Dr.", "Prof", "Prof.", "Professor", "Professorin"])
PARTICLES = frozenset(["von", "van", "zu", "de", "der"])
FORM = re.compile(
    r"(?:GmbH|AG|KG|OHG|SE|Universität|Hochschule|Ministerium|Bundesamt|Partei|Verein|Museum|Bank|Verlag|Institut)"
)
ACRONYM = re.compile(r"[A-ZÄÖÜ]{3,6}")


def names(text: str) -> Iterator[tuple[str, Token]]:
    """Yield the names of a text with their kinds.

    >>> [(kind, token.text) for kind, token in names("Frau Anna Berger fuhr von Bonn zur Siemens AG.")]
    [('person', 'Anna Berger'), ('place', 'Bonn'), ('organisation', 'Siemens AG')]
    """
    tokens = words(text, "de")
    place = 0
    while place < len(tokens):
        size, kind = _name_at(tokens, place)
        if kind:
            start, stop = tokens[place].start, tokens[place + size - 1].stop
            yield kind, Token(text[start:stop], start, stop)
        place += size


def _name_at(tokens: list[Token], place: int) -> tuple[int, str]:
    """Say how many words from here are a name, and of what kind; one word and no kind if none is."""
    word = tokens[place].text
    if not word[0].isupper() or word in TITLES:
        return 1, ""
    after = tokens[place + 1].text if place + 1 < len(tokens) else ""
    if FORM.fullmatch(after):
        return 2, "organisation"
    titled = place > 0 and tokens[place - 1].text in TITLES
    if titled or (word in listed("persons") and after[:1].isupper()):
        return run(tokens, place), "person"
    if word in listed("places"):
        return 1, "place"
    if word in listed("persons"):
        return 1, "person"
    return 1, "organisation" if ACRONYM.fullmatch(word) else ""


def run(tokens: list[Token], place: int) -> int:
    """Count the words of a person's name: capitals side by side, with a particle between them."""
    size = 1
    while place + size < len(tokens) and size < 4:
        word = tokens[place + size].text
        following = tokens[place + size + 1].text if place + size + 1 < len(tokens) else ""
        if not (word[0].isupper() and word[-1].isalpha()) and not (
            word in PARTICLES and following[:1].isupper()
        ):
            break
        size += 1
    return size


@cache
def listed(name: str) -> frozenset[str]:
    """Read a list of names."""
    lines = find_language("de").list_file(f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
