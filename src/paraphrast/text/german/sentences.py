"""German sentences, by the marks that end them: not after abbreviations, ordinals and initials."""

import re
from collections.abc import Iterator
from functools import cache

from paraphrast.text.languages import find_language

# what ends a sentence, with what closes behind it, where the next one may begin
END = re.compile(r"[.!?…]+[\"'»“”’)\]]*(?=\s+[\"'»«„“‚‘(\[–—-]*\s*[A-ZÄÖÜ\d])")
ORDINAL = re.compile(r"(?<!\d)\d{1,2}\.\Z")  # der 2. Weltkrieg; am 3. Mai
INITIAL = re.compile(r"(?:^|[\s(.])[^\W\d_]\.\Z")
LOOK = 20  # characters before a stop that may be an abbreviation


def split(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans between the marks that end a sentence.

    >>> text = "Am 3. Mai kam Dr. Vogel z. B. nach Bonn. Er blieb."
    >>> [text[start:stop].strip() for start, stop in split(text)]
    ['Am 3. Mai kam Dr. Vogel z. B. nach Bonn.', 'Er blieb.']
    """
    start = 0
    for stop in rough_ends(text, 0, len(text)):
        yield start, stop
        start = stop


def rough_ends(text: str, first: int, last: int) -> list[int]:
    """List where sentences of one block end."""
    ends = [match.end() for match in END.finditer(text, first, last) if _is_end(text, first, match)]
    return [*ends, last] if not ends or ends[-1] < last else ends


def _is_end(text: str, first: int, match: re.Match[str]) -> bool:
    """Tell whether a mark ends a sentence, rather than an abbreviation, an ordinal or an initial."""
    if match[0] != ".":
        return True
    before = text[max(first, match.end() - LOOK) : match.end()]
    return not (ORDINAL.search(before) or INITIAL.search(before) or abbreviation().search(before))


@cache
def abbreviation() -> re.Pattern[str]:
    """Compile the abbreviations after which a sentence goes on."""
    lines = find_language("de").list_file("before_names.txt").read_text(encoding="utf-8").splitlines()
    words = [re.escape(word) for line in lines if not line.startswith("#") for word in line.split()]
    return re.compile(rf"(?:^|[\s(„\"])(?:{'|'.join(words)})\.\Z")
