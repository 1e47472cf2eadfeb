"""The start of an English sentence as it looks within one: small, unless it is a name."""

import re
import tomllib
from functools import cache

from paraphrast.text.entities import entities
from paraphrast.text.languages import find_language
from paraphrast.text.stops import is_stop
from paraphrast.text.synonyms import synonyms
from paraphrast.text.tags import tags

NAMES = frozenset({"person", "place", "organisation"})  # kinds of what is named
MINE = ("I", "I'm", "I'd", "I'll", "I've", "I’m", "I’d", "I’ll", "I’ve")
SMALL = frozenset(  # words that are small within a sentence even before a name
    [
        "the", "a", "an", "this", "that", "these", "those", "my", "our", "his", "her", "its", "their",
        "your", "some", "many", "most", "several", "all", "both", "no", "every", "each", "he", "she",
        "we", "they", "it", "you", "there", "two", "three", "four", "five", "six", "seven",
        "eight", "nine", "ten", "eleven", "twelve", "dozens", "hundreds", "thousands", "people",
        "scientists", "researchers", "engineers", "doctors", "experts", "police", "workers", "students",
    ]
)  # fmt: skip
COMMON = re.compile(
    r"[A-Z][a-z]{2,}(?:tors|[iy]sts|casters|ions|ures|ments|ities)|Gunmen"
)  # plurals that are hardly names


def lower_start(part: str) -> str:
    """Write the start of a sentence as it looks within one.

    >>> lower_start("The train left"), lower_start("Anna left"), lower_start("I left")
    ('the train left', 'Anna left', 'I left')
    >>> lower_start("Zhou Jingfan left"), lower_start("Shaklee spokesmen left"), lower_start("Ships left")
    ('Zhou Jingfan left', 'Shaklee spokesmen left', 'ships left')
    >>> lower_start("The Moscow office opened"), lower_start("His Toyota broke down")
    ('the Moscow office opened', 'his Toyota broke down')
    >>> lower_start("Chinese ships left"), lower_start("Russians left"), lower_start("Editors left")
    ('Chinese ships left', 'Russians left', 'editors left')
    """
    first, second = [*part.split(maxsplit=2), "", ""][:2]
    if first[1:] != first[1:].lower() or first in MINE:
        return part
    small = part[:1].lower() + part[1:]
    if first.lower() in SMALL or COMMON.fullmatch(first):
        return small
    if first.lower().rstrip("s") in read_peoples():
        return part
    if second[:1].isupper() or any(one.start == 0 and one.kind in NAMES for one in entities(part, "en")):
        return part
    proper = [one.text for one in tags(part, "en")[:1]] == ["PROPN"]
    known = is_stop(first.lower(), "en") or synonyms(first.lower(), "en")
    return part if proper and not known else small


@cache
def read_peoples() -> frozenset[str]:
    """Read the words that keep their capital though they are no names."""
    return read_list("peoples")


@cache
def read_list(name: str) -> frozenset[str]:
    """Read the words of a list of what clauses are read by."""
    return frozenset(read_lists()[name].split())


@cache
def read_lists() -> dict[str, str]:
    """Read what stands in the lists of clauses."""
    return tomllib.loads(find_language("en").list_file("clauses.toml").read_text(encoding="utf-8"))
