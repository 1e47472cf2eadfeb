"""Sentences, within the paragraphs, titles and list items that none of them leaves."""

import re
from collections.abc import Iterator

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.tokens import Token

# A longer line was never wrapped by hand, and a shorter one was not filled: a title, a list item.
LONG_LINE, SHORT_LINE = 100, 50
CONTINUES = (",", ";", "-", "–", "—", ":")
BREAK, LINE = re.compile(r"[\n\r\u2028\u2029]\s*"), re.compile(r"\r\n|[\n\r\u2028]")


def sentences(text: str, lang: Lang) -> list[Token]:
    """Split a text into sentences, without the blanks around them.

    >>> [sentence.text for sentence in sentences("Dr. Li left. See Fig. 3.", "en")]
    ['Dr. Li left.', 'See Fig. 3.']
    >>> sentences("你好！我们走吧。", "zh")
    [Token(text='你好！', start=0, stop=3), Token(text='我们走吧。', start=3, stop=8)]
    """
    language = find_language(lang)
    split = language.sentences.split
    found = []
    for first, last in blocks(text, wrapped=language.spaced):
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
