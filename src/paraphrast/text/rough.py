"""Sentences, the fast way through much text: one pattern and a few exceptions.

Good enough to compare texts by; where a sentence is shown to a person, or labelled, use `sentences`.
"""

import re

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.sentences import blocks

END = re.compile(r"[.!?…]+[\"'»”’)\]]*(?=\s+[^\sa-zа-яё,;:–—-])")
SHORT = re.compile(
    r"(?:^|[\s(«\"])(?:[^\W\d_]|гг|вв|руб|тыс|млн|млрд|долл|см|стр|рис|табл|ср|напр|проф|акад|ул|им|обл|св|англ|лат|фр|нем"
    r"|Mr|Mrs|Ms|Dr|St|Prof|Gen|Col|Capt|Sgt|Jr|Sr|vs|No|Fig|vol|pp|cf|ed|e\.g|i\.e|U\.S)\.$"
)


def rough_sentences(text: str, lang: Lang) -> list[tuple[int, int]]:
    """List where sentences begin and end, without the blanks around them.

    >>> rough_sentences("В 1812 г. Москва сгорела. Потом её отстроили.", "ru")
    [(0, 25), (26, 45)]
    """
    language, found = find_language(lang), []
    for first, last in blocks(text, wrapped=language.spaced):
        start = first
        for stop in language.sentences.rough_ends(text, first, last):
            piece = text[start:stop]
            lead = len(piece) - len(piece.lstrip())
            if lead < len(piece):
                found.append((start + lead, start + len(piece.rstrip())))
            start = stop
    return found


def spaced_ends(text: str, first: int, last: int) -> list[int]:
    """List where sentences of one block end, in a language with blanks between words."""
    ends = [
        match.end()
        for match in END.finditer(text, first, last)
        if not (match[0] == "." and SHORT.search(text, max(first, match.start() - 6), match.end()))
    ]
    return [*ends, last] if not ends or ends[-1] < last else ends
