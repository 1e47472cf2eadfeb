"""Russian names, by their capitals and by what pymorphy3's dictionary says of each word."""

import re
from collections.abc import Iterator
from functools import lru_cache

from paraphrast.text.russian.morphology import analyser, parsed
from paraphrast.text.sentences import sentences
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

PERSON = frozenset({"Name", "Surn", "Patr"})
PLACE_CUE = re.compile(
    r"(?:город|гор|г|село|деревня|посёлок|поселок|улиц[аыеу]|ул|площадь|проспект|река|реки|реке|озеро|остров|область|край)"
    r"(?:а|е|ом|у|и|ью)?"
)
COMPANY_CUE = re.compile(
    r"(?:ООО|ОАО|ЗАО|ПАО|АО|НКО|компани[яиюей]{1,2}|банк[аеуом]{0,2}|фирм[аыуе]|корпораци[яиюей]{1,2}|концерн[аеу]?|холдинг[аеу]?"
    r"|издательств[аоеу]|агентств[аоеу]|клуб[аеу]?|завод[аеу]?|фабрик[аиеу]|партия|партии|фонд[аеу]?|университет[аеу]?|театр[аеу]?"
    r"|институт[аеу]?|группа|группы|группой)",
    re.IGNORECASE,
)
QUOTED = re.compile(r"\s*(?:«[^«»\n]{1,60}»|\"[^\"\n]{1,60}\"|“[^“”\n]{1,60}”)")
INITIALS = re.compile(r"(?:[А-ЯЁ]\.\s?){1,2}$")
INITIALS_AFTER = re.compile(r"\s(?:[А-ЯЁ]\.\s?){1,2}(?<=\.)")
ACRONYM = re.compile(r"[А-ЯЁ]{2,6}|[A-Z]{2,6}")
# Capitals that name no organisation.
NOT_COMPANIES = frozenset(
    {"ТВ", "ПК", "ИИ", "СМИ", "ЧП", "ДТП", "НЛО", "ДНК", "РНК", "ВИЧ", "ОК", "ПО", "ЭВМ", "ВВП", "НДС"}
)
COUNTRIES = frozenset({"США", "СССР", "РФ", "КНР", "ФРГ", "ГДР", "ОАЭ", "КНДР", "РСФСР", "ЮАР", "ЕС"})


@lru_cache(100_000)
def marks(word: str) -> frozenset[str]:
    """Say which kinds of names a word can be, and `plain` if its likeliest reading is none."""
    readings = parsed(word.lower())
    kinds = {
        str(mark) for reading in readings for mark in reading.tag.grammemes & (PERSON | {"Geox", "Orgn"})
    }
    likely = readings[0].tag.grammemes & (PERSON | {"Geox", "Orgn"})
    known = analyser().word_is_known(word.lower())
    return frozenset(
        kinds | ({"plain"} if not likely and known else set()) | (set() if known else {"unknown"})
    )


def names(text: str) -> Iterator[tuple[str, Token]]:
    """Yield the names of a text with their kinds."""
    openings = {sentence.start for sentence in sentences(text, "ru")}
    tokens = words(text, "ru")
    place = 0
    while place < len(tokens):
        size, kind = _name_at(text, tokens, place, opening=opens(text, tokens[place].start, openings))
        if kind:
            start, stop = _widened(text, tokens[place].start, tokens[place + size - 1].stop, kind)
            yield kind, Token(text[start:stop], start, stop)
        place += size
    for match in COMPANY_CUE.finditer(text):
        quoted = QUOTED.match(text, match.end())
        if quoted and not text[match.start() - 1 : match.start()].isalpha():
            yield "organisation", Token(text[match.start() : quoted.end()], match.start(), quoted.end())


def opens(text: str, start: int, openings: set[int]) -> bool:
    """Tell whether a word begins a sentence, or speech within one."""
    return start in openings or text[max(0, start - 2) : start].strip(" ")[-1:] in tuple('«"“—-:')


def _name_at(text: str, tokens: list[Token], place: int, *, opening: bool) -> tuple[int, str]:
    """Say how many words from here are a name, and of what kind; one word and no kind if none is."""
    word = tokens[place].text
    if not word[0].isupper() or not word[-1].isalpha():
        return 1, ""
    if ACRONYM.fullmatch(word):
        place_name = word in COUNTRIES
        return 1, "place" if place_name else "" if word in NOT_COMPANIES or text.isupper() else "organisation"
    found = marks(word)
    size = run(text, tokens, place)
    rest = [marks(token.text) for token in tokens[place + 1 : place + size]]
    people = [bool(kinds & PERSON) for kinds in [found, *rest]]
    doubtful = opening and "plain" in found
    if size > 1 and any(people) and (not doubtful or all(people[:2])):
        return size, "person"
    if doubtful:
        return 1, ""
    cue = tokens[place - 1].text.lower() if place else ""
    if ("Geox" in found and (not found & PERSON or PLACE_CUE.fullmatch(cue))) or PLACE_CUE.fullmatch(cue):
        return 1, "place"
    if found & PERSON and not (opening and "unknown" in found):
        return 1, "person"
    return 1, "organisation" if "Orgn" in found else ""


def run(text: str, tokens: list[Token], place: int) -> int:
    """Count the capitalised words, blanks between them, that could be one person's name."""
    size = 1
    while place + size < len(tokens) and size < 3:
        last, token = tokens[place + size - 1], tokens[place + size]
        near = text[last.stop : token.start] in (" ", "\u00a0")
        person = marks(token.text) & (PERSON | {"unknown"})
        if not (
            near and token.text[0].isupper() and token.text[-1].isalpha() and len(token.text) > 1 and person
        ):
            break
        if ACRONYM.fullmatch(token.text):
            break
        size += 1
    return size


def _widened(text: str, start: int, stop: int, kind: str) -> tuple[int, int]:
    """Take in a person's initials, before or after."""
    if kind != "person":
        return start, stop
    before = INITIALS.search(text, max(0, start - 6), start)
    after = INITIALS_AFTER.match(text, stop)
    return before.start() if before else start, after.end() if after and not before else stop
