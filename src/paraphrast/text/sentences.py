"""Sentences: razdel for Russian, simplemma with more abbreviations for English, a pattern for Chinese."""

import re
from collections.abc import Callable, Iterator

from paraphrast.text.languages import Lang, choose
from paraphrast.text.tokens import Token

# A longer line was never wrapped by hand, and a shorter one was not filled: a title, a list item.
LONG_LINE, SHORT_LINE = 100, 50
CONTINUES = (",", ";", "-", "–", "—", ":")
BREAK, LINE = re.compile(r"[\n\r\u2028\u2029]\s*"), re.compile(r"\r\n|[\n\r\u2028]")

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

CHINESE = re.compile(
    r"""(?: [。！？!?…｡]++ | (?<=[\u3400-\u9fff])\.++(?!\w) )   # what ends a sentence
        (?! [》〉] )                                             # not inside a title
        [”’」』）)\]】"']*+                                       # what closes with it
        (?! \s* [，、；：,;:】》] )                               # not when the sentence plainly goes on
    """,
    re.VERBOSE,
)


def sentences(text: str, lang: Lang) -> list[Token]:
    """Split a text into sentences, without the blanks around them.

    >>> [sentence.text for sentence in sentences("Dr. Li left. See Fig. 3.", "en")]
    ['Dr. Li left.', 'See Fig. 3.']
    >>> sentences("你好！我们走吧。", "zh")
    [Token(text='你好！', start=0, stop=3), Token(text='我们走吧。', start=3, stop=8)]
    """
    split = choose(SPLITTERS, lang)
    found = []
    for first, last in blocks(text, wrapped=lang != "zh"):
        for start, stop in split(text[first:last]):
            piece = text[first + start : first + stop]
            begin = first + start + len(piece) - len(piece.lstrip())
            piece = piece.strip()
            if piece:
                found.append(Token(piece, begin, begin + len(piece)))
    return found


def blocks(text: str, *, wrapped: bool = True) -> Iterator[tuple[int, int]]:
    """Yield the stretches no sentence leaves: paragraphs, titles, list items; or every line."""
    start = 0
    for match in BREAK.finditer(text):
        if not wrapped or parted(text, start, match):
            yield start, match.start()
            start = match.end()
    yield start, len(text)


def parted(text: str, start: int, gap: re.Match[str]) -> bool:
    """Tell whether the text since `start` ends at this break, or goes on in the next line."""
    stop, after = gap.start(), text[gap.end() : gap.end() + 1]
    length = stop - max(text.rfind("\n", start, stop) + 1, start)
    if length > LONG_LINE or "\u2029" in gap[0]:
        return True
    if gap.end() - stop > 1 and len(LINE.findall(gap[0])) > 1:
        return True
    opens = after.isupper() or not after.isalpha()
    return length < SHORT_LINE and opens and text[max(start, stop - 9) : stop].rstrip()[-1:] not in CONTINUES


def russian(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans razdel finds."""
    from razdel import sentenize

    for sentence in sentenize(text):
        yield sentence.start, sentence.stop


def english(text: str) -> Iterator[tuple[int, int]]:
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
        if stop and not abbreviated(text[max(start, stop - 12) : stop], piece):
            yield start, stop
            start = begin
        stop = begin + len(piece)
    yield start, stop


def abbreviated(left: str, right: str) -> bool:
    """Tell whether the stop between two pieces belongs to an abbreviation.

    >>> abbreviated("as in Fig.", "3 shows"), abbreviated("I saw Prof.", "Li"), abbreviated("no.", "We left")
    (True, True, False)
    """
    pattern = BEFORE_NUMBER if right[0].isdigit() else BEFORE_NAME
    return bool(pattern.search(left)) and not right[0].islower()


def chinese(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans between the marks that end a Chinese sentence."""
    start = 0
    for match in CHINESE.finditer(text):
        yield start, match.end()
        start = match.end()
    yield start, len(text)


SPLITTERS: dict[Lang, Callable[[str], Iterator[tuple[int, int]]]] = {
    "ru": russian,
    "en": english,
    "zh": chinese,
}
