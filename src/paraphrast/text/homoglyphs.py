"""Letters that look like those of another alphabet, put back into the alphabet of their word.

A word is put right when everything foreign in it has a twin at home: "мaшинa" with two Latin letters,
"pаypаl" with two Cyrillic ones. A word that is really written in two alphabets ("Smartфон") stays.
"""

import re
from functools import cache

from paraphrast.text.languages import Lang, find_language, main_language

CYRILLIC_TO_LATIN = dict(
    zip("аеорсухѕіјһԁԛԝёїАВЕКМНОРСТХУЅІЈԚԜҮЁЇ", "aeopcyxsijhdqwëïABEKMHOPCTXYSIJQWYËÏ", strict=True)
)
LATIN_TO_CYRILLIC = dict(zip("aeopcyxëABEKMHOPCTXYË", "аеорсухёАВЕКМНОРСТХУЁ", strict=True))
OTHER_TO_LATIN = dict(zip("ονρικΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոհɑɡıⲟ", "ovpikABEZHIKMNOPTYXounhagio", strict=True))
OTHER_TO_CYRILLIC = dict(zip("ορκΑΒΕΗΚΜΟΡΤΧօɑⲟ", "оркАВЕНКМОРТХоао", strict=True))
TO_LATIN = CYRILLIC_TO_LATIN | OTHER_TO_LATIN
TO_CYRILLIC = LATIN_TO_CYRILLIC | OTHER_TO_CYRILLIC
# A digit between two Cyrillic letters is a letter in disguise: "М0сква", "ра3ум".
DIGITS: dict[str, str | int | None] = {"0": "о", "3": "з"}

LATIN = r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0251\u0261"
CYRILLIC = r"\u0400-\u052f"
CYRILLIC_LETTERS = frozenset(filter(str.isalpha, map(chr, range(0x400, 0x530))))
SAMPLE = 1000  # characters that tell which alphabet a text is mostly written in
OTHER = r"\u0370-\u03ff\u0531-\u0587\u2c80-\u2cff"


@cache
def seam() -> re.Pattern[str]:
    """Compile what finds two neighbours from different alphabets, or a digit between Cyrillic letters."""
    pairs = [(LATIN, CYRILLIC + OTHER), (CYRILLIC, LATIN + OTHER), (OTHER, LATIN + CYRILLIC)]
    digits = rf"[{CYRILLIC}][{''.join(DIGITS)}]+(?=[{CYRILLIC}])"
    return re.compile("|".join(f"[{one}](?=[{two}])" for one, two in pairs) + "|" + digits)


@cache
def pure() -> re.Pattern[str]:
    """Compile what fits words of a single alphabet."""
    return re.compile(f"[{LATIN}]+|[{CYRILLIC}]+|[{OTHER}]+")


@cache
def mixed() -> re.Pattern[str]:
    """Compile what finds the words of these alphabets, digits inside them included."""
    letters = f"{LATIN}{CYRILLIC}{OTHER}"
    return re.compile(rf"[{letters}]+(?:[{''.join(DIGITS)}]+[{letters}]+)*")


@cache
def rare(home: str) -> re.Pattern[str]:
    """Compile what finds runs that are few in a text of this alphabet, one of which is in every mixture."""
    digits = "".join(DIGITS)
    if home == "cyrillic":
        return re.compile(f"[{LATIN}{OTHER}{digits}]+")
    return re.compile(f"[{CYRILLIC}{OTHER}][{CYRILLIC}{OTHER}{digits}]*")


def restore(text: str, lang: Lang | None = None) -> str:
    """Put every look-alike letter back into the alphabet of its word; the length stays the same.

    >>> restore("мaшинa Smartфон pаypаl М0сква") == "машина Smartфон paypal Москва"
    True
    """
    # to look around the few letters of the other alphabets takes a tenth of the time of looking everywhere
    few = rare(majority(text[:SAMPLE]))
    spots = [match.span() for match in few.finditer(text)]
    seams = [start for start, stop in spots if seam().search(text, max(start - 1, 0), stop + 1)]
    if seams:
        text = _unmixed(text, find_language(lang).script if lang else majority(text), seams)
        spots = [match.span() for match in few.finditer(text)]
    return _lonely(text, spots)


def _unmixed(text: str, home: str, seams: list[int]) -> str:
    """Put right the words in which two alphabets meet, and look at no others: most texts have few."""
    pieces, done = [], 0
    for start in seams:
        if start < done:
            continue
        while start > done and (pure().match(text[start - 1]) or text[start - 1] in DIGITS):
            start -= 1
        found = mixed().search(text, start)
        if found is not None:
            pieces += [text[done : found.start()], word(found[0], home)]
            done = found.end()
    return "".join([*pieces, text[done:]])


def _lonely(text: str, spots: list[tuple[int, int]]) -> str:
    """Put right words that stand alone among words of the other alphabet: a spot, or next to one."""
    pieces, done = [], 0
    for start, stop in spots:
        for place in (start, stop + 1):
            found = LONE.match(text, place) if place >= done else None
            if found is not None:
                pieces += [text[done:place], known(found)]
                done = found.end()
    return "".join([*pieces, text[done:]]) if pieces else text


def word(text: str, home: str) -> str:
    """Write a word of two alphabets in one of them, if that can be done; `home` decides when both can."""
    if pure().fullmatch(text):
        return text
    latin = "".join(TO_LATIN.get(letter, letter) for letter in text)
    cyrillic = "".join(TO_CYRILLIC.get(letter, letter) for letter in text)
    cyrillic = re.sub(
        rf"(?<=[{CYRILLIC}])[03]+(?=[{CYRILLIC}])", lambda m: m[0].translate(str.maketrans(DIGITS)), cyrillic
    )
    choices = []
    if re.fullmatch(f"[{LATIN}]+", latin):
        choices.append(latin)
    if re.fullmatch(f"[{CYRILLIC}]+", cyrillic):
        choices.append(cyrillic)
    if len(choices) == 2:
        return cyrillic if home == "cyrillic" else latin
    return choices[0] if choices else text


def majority(text: str) -> str:
    """Say which of the two alphabets a text is mostly written in."""
    cyrillic = sum(map(CYRILLIC_LETTERS.__contains__, text))
    return "cyrillic" if 2 * cyrillic > sum(map(str.isalpha, text)) else "latin"


LONE = re.compile(
    rf"(?P<latin>(?<=[{CYRILLIC}][,\s])[{''.join(LATIN_TO_CYRILLIC)}]+(?=[,.!?…]?\s[{CYRILLIC}]))"
    rf"|(?P<cyrillic>(?<=[A-Za-z][,\s])[{''.join(CYRILLIC_TO_LATIN)}]+(?=[,.!?…]?\s[A-Za-z]))"
)


def known(match: re.Match[str]) -> str:
    """Choose between a word that stands among words of the other alphabet and its twin there.

    >>> LONE.sub(known, "он был c ней") == "он был с ней", LONE.sub(known, "the сор ran") == "the cop ran"
    (True, True)
    >>> LONE.sub(known, "купил PC и ушёл")
    'купил PC и ушёл'
    """
    text = match[0]
    if len(text) > 1 and text.isupper():  # an abbreviation is its own reason to change alphabets
        return text
    if match["latin"]:
        twin = "".join(LATIN_TO_CYRILLIC[letter] for letter in text)
        return twin if main_language("cyrillic").spelling.is_known(twin.lower()) else text
    twin = "".join(CYRILLIC_TO_LATIN[letter] for letter in text)
    return twin if main_language("latin").spelling.is_known(twin.lower()) else text
