"""Chinese sentences, by the marks that end them."""

import re
from collections.abc import Iterator

END = re.compile(
    r"""(?: [。！？!?…｡]++ | (?<=[\u3400-\u9fff])\.++(?!\w) )   # what ends a sentence
        (?! [》〉] )                                             # not inside a title
        [”’」』）)\]】"']*+                                       # what closes with it
        (?! \s* [，、；：,;:】》] )                               # not when the sentence plainly goes on
    """,
    re.VERBOSE,
)
MARK = re.compile("[。！？!?…｡.]")


def split(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans between the marks that end a Chinese sentence."""
    start = 0
    for match in END.finditer(text):
        yield start, match.end()
        start = match.end()
    yield start, len(text)


def rough_ends(text: str, first: int, last: int) -> list[int]:
    """List where sentences of one block end, trying the long pattern only at marks."""
    ends, done = [], first
    for mark in MARK.finditer(text, first, last):
        if mark.start() >= done and (end := END.match(text, mark.start(), last)):
            done = end.end()
            ends.append(done)
    return [*ends, last]
