"""English names, by their capitals, their neighbours and lists of given names, places and organisations."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from paraphrast.text.sentences import sentences
from paraphrast.text.stops import is_stop
from paraphrast.text.tags import tags
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

TITLES = re.compile(
    r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|President|Senator|Judge|King|Queen|Prince|Princess|Captain|General|Colonel|Sir|Lord"
    r"|Lady|Minister|Chancellor|Pope|Saint|Uncle|Aunt)"
)
COMPANY = re.compile(
    r"(?:Inc|Corp|Corporation|Ltd|Limited|LLC|PLC|GmbH|Company|Co|Group|Holdings|Bank|University|College|Institute|Academy"
    r"|Ministry|Department|Agency|Association|Foundation|Committee|Commission|Council|Party|Museum|Hospital|School|Church|Club"
    r"|Airlines|Airways|Times|Post|Journal|Press|Union|League|Society|Court|Office|Bureau|Laboratory|Centre|Center|Library)"
)
PLACE = re.compile(
    r"(?:Street|Avenue|Road|Square|River|Lake|Sea|Ocean|Mountains?|Mount|Island|Islands|Valley|Bay|City|County|Bridge|Park|Airport"
    r"|Palace|Castle|Hill|Beach|Canal|Desert|Province|District|Peninsula)"
)
BEFORE_PLACE = frozenset(
    {"in", "at", "near", "from", "to", "around", "across", "outside", "inside", "through"}
)
ACRONYM = re.compile(r"[A-Z]{2,6}|(?:[A-Z]\.){2,}")
LONGEST = 10
PARTICLES = frozenset({"de", "van", "von", "al", "bin", "da", "di", "la", "der", "den"})
HEADS = frozenset(
    {"House", "Republic", "Kingdom", "Duke", "Earl", "King", "Queen", "Prince", "States", "Gulf", "Cape"}
)


@cache
def listed(name: str) -> frozenset[str]:
    """Read a list of names; those of several words are written between commas."""
    lines = files(__package__).joinpath("lists", f"{name}.txt").read_text(encoding="utf-8").splitlines()
    whole = [line for line in lines if not line.startswith("#")]
    return frozenset(
        item.strip()
        for line in whole
        for item in (line.split(",") if "," in line else line.split())
        if item.strip()
    )


def names(text: str) -> Iterator[tuple[str, Token]]:
    """Yield the names of a text with their kinds."""
    tokens = words(text, "en")
    proper = [tag.text == "PROPN" for tag in tags(text, "en")]
    openings = {sentence.start for sentence in sentences(text, "en")}
    place = 0
    while place < len(tokens):
        size = run(text, tokens, proper, place)
        for first, count, kind in kinds(
            text, tokens, place, size=size, opening=tokens[place].start in openings
        ):
            start, stop = tokens[first].start, tokens[first + count - 1].stop
            yield kind, Token(text[start:stop], start, stop)
        place += max(size, 1)


def capital(token: Token) -> bool:
    """Tell whether a word is written like a name."""
    return (token.text[0].isupper() and token.text[-1].isalpha()) or bool(ACRONYM.fullmatch(token.text))


def run(text: str, tokens: list[Token], proper: list[bool], place: int) -> int:
    """Count the words from here that could be one name: capitals, with small words between them."""
    size = 0
    while place + size < len(tokens) and size < LONGEST:
        token = tokens[place + size]
        gap = text[tokens[place + size - 1].stop : token.start] if size else ""
        if size and gap != " " and not (gap == "" and tokens[place + size - 1].text.endswith(".")):
            break
        following = tokens[place + size + 1 : place + size + 2]
        last = tokens[place + size - 1].text if size else ""
        small = size and following and capital(following[0]) and joins(last, token.text)
        if not small and not capital(token):
            break
        if (
            capital(token)
            and is_stop(token.text, "en")
            and not proper[place + size]
            and not ACRONYM.fullmatch(token.text)
        ):
            break
        size += 1
    return size


def joins(last: str, word: str) -> bool:
    """Tell whether a small word goes on with the name before it: "Bank of", "Ludwig van"."""
    if word in PARTICLES:
        return True
    return word in ("of", "for") and bool(COMPANY.fullmatch(last) or last in HEADS)


def kinds(
    text: str, tokens: list[Token], place: int, *, size: int, opening: bool
) -> Iterator[tuple[int, int, str]]:
    """Yield which words of a run are names, and of what kind."""
    done = place
    while done < place + size:
        count, kind = longest(text, tokens, done, place + size)
        if not kind and done > place and place + size - done == 1:
            count, kind = 1, ""
        if not kind:
            first = opening and done == place
            last = next(
                (token.text for token in tokens[max(0, done - 2) : done][::-1] if token.text != "."), ""
            )
            count, kind = guessed([token.text for token in tokens[done : place + size]], last, opening=first)
        if kind:
            yield done, count, kind
        done += count


def longest(text: str, tokens: list[Token], place: int, stop: int) -> tuple[int, str]:
    """Find the longest listed place or organisation that begins here, and its kind."""
    for end in range(stop, place, -1):
        name = text[tokens[place].start : tokens[end - 1].stop]
        for kind, names in (("place", "places"), ("organisation", "organisations")):
            if name in listed(names) and not COMPANY.fullmatch(tokens[min(end, stop - 1)].text):
                return end - place, kind
    return 1, ""


def guessed(forms: list[str], last: str, *, opening: bool) -> tuple[int, str]:
    """Guess what a capitalised run that no list has is: by its parts, then by the word before it."""
    company = next((number for number, form in enumerate(forms) if COMPANY.fullmatch(form.rstrip("."))), None)
    if company is not None and len(forms) > 1:
        return len(forms), "organisation"
    if len(forms) > 1 and any(PLACE.fullmatch(form) for form in forms):
        return len(forms), "place"
    given = forms[0] in listed("persons")
    title = bool(TITLES.fullmatch(last))
    if TITLES.fullmatch(forms[0]) and len(forms) > 1:
        return len(forms), "person"
    if given or title:
        return next((number for number, form in enumerate(forms) if form == "of"), len(forms)), "person"
    if ACRONYM.fullmatch(forms[0]) and len(forms) == 1 and len(forms[0]) > 2:
        return 1, "organisation"
    if len(forms) in (2, 3) and not opening and not any(map(ACRONYM.fullmatch, forms)) and "of" not in forms:
        return len(forms), "person"
    return 1, "place" if last.lower() in BEFORE_PLACE and not opening and forms[0][1:].islower() else ""
