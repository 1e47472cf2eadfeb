"""English sentences, by simplemma, with more abbreviations."""

import re
from collections.abc import Iterator

from paraphrast.text.rough import spaced_ends as rough_ends

__all__ = ["rough_ends", "split"]

# After these a number follows, and after those a name; simplemma knows the commonest of the rest.
BEFORE_NUMBER = re.compile(
    r"\b(?:art|ch|eqs?|figs?|nos?|op|pp?|par|sect?|tab|vols?|ver|v)\.\Z",
    re.IGNORECASE,
)
BEFORE_NAME = re.compile(
    r"\b(?:adm|assoc|brig|capt|cf|cmdr|col|dr|eds?|esp|fr|gen|gov|hon|jr|lieut|lt|maj|messrs|mlle|mme|mrs?|ms|mt|mx"
    r"|pres|prof|ref|rep|rev|sen|sgt|sr|st|supt|viz|vs)\.\Z",
    re.IGNORECASE,
)
AFTER_NUMBER = re.compile(r"[^\W\d]\.? \d{1,2}\.(\s+)(?=[A-Z\"“‘(])")


def split(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans simplemma finds, joined after an abbreviation and parted after a small number."""
    for start, stop in joined(text):
        # simplemma takes a small number with a stop for an ordinal.
        for match in AFTER_NUMBER.finditer(text, start, stop):
            yield start, match.start(1)
            start = match.end(1)
        yield start, stop


def joined(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans simplemma finds, joined again where an abbreviation was taken for an end."""
    from simplemma import split_sentences

    start = stop = 0
    for piece in split_sentences(text, "en"):
        begin = text.index(piece, stop)
        if stop and not _abbreviated(text[max(start, stop - 12) : stop], piece):
            yield start, stop
            start = begin
        stop = begin + len(piece)
    yield start, stop


def _abbreviated(left: str, right: str) -> bool:
    """Tell whether the stop between two pieces belongs to an abbreviation.

    >>> _abbreviated("as in Fig.", "3 shows"), _abbreviated("no.", "We left")
    (True, False)
    """
    pattern = BEFORE_NUMBER if right[0].isdigit() else BEFORE_NAME
    return bool(pattern.search(left)) and not right[0].islower()
