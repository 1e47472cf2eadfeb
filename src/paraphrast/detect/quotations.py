"""Quotations of a text, in marks or set as blocks, and whether a reference stands with each."""

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise

from msgspec import Struct

from paraphrast.data import Document
from paraphrast.files.documents.marks import BLOCK, FOOTNOTE, NOTE, find_marks

QUOTED = re.compile(
    r"«[^«»]{12,2000}»|“[^“”]{12,2000}”|„[^„“”]{12,2000}[“”]"
    # a straight mark opens after a blank, not after a word: speech may go on in the next paragraph
    r"|(?<![A-Za-zЀ-ӿ0-9.,!?;:…])\"(?!\s)[^\"\n]{12,2000}(?<!\s)\""
    r"|「[^「」]{6,2000}」|『[^『』]{6,2000}』"
)
# lines that begin with > are quoted in Markdown and in letters; >>> is a prompt
LINES = re.compile(r"(?:^ {0,3}>(?!>>)[^\n]*(?:\n|\Z))+", re.MULTILINE)
YEAR = r"(?:1[4-9]|20)\d\d"
PAGES = r"(?:с|стр|p|pp|p\.p|S|т|гл)\.?\s*\d+|第\s*\d+\s*[页頁章卷]|页\s*\d+"
REFERENCE = re.compile(
    # [12], [3, с. 45], [1; 2], [^note]
    r"[\[［【]\s*\d{1,4}\s*(?:[,;:，；：–—-][^\]］】\n]{0,40})?[\]］】]|\[\^[\w-]{1,40}\]"
    # (Smith, 2003: 12), (Иванов 2010), (там же, с. 5)
    rf"|[(（][^()（）\n]{{0,80}}\b{YEAR}(?!\d)[^()（）\n]{{0,60}}[)）]"
    rf"|[(（][^()（）\n]{{0,60}}(?:\b(?:{PAGES})|\b(?:там же|ibid|op\. cit)\b)[^()（）\n]{{0,30}}[)）]"
    # note marks, addresses, a Chinese work by its name
    r"|[⁰¹²³⁴-⁹]+|[①-⑳]|https?://\S+|《[^《》\n]{1,60}》",
    re.IGNORECASE,
)
WORKS = re.compile(
    rf"\b{YEAR}(?!\d)|\b(?:{PAGES})|https?://|\bdoi\b|\b(?:там же|указ\. соч|ibid|op\. cit|см\.)"
    r"|《[^《》\n]{1,60}》",
    re.IGNORECASE,
)
ENDED = re.compile(r"[.!?…][»”\")]?\s+[A-ZА-ЯЁ]|[。！？][”」』）]?(?=\w)|\n\s*\n")
NOTE_LINE = re.compile(r"^\[\^[\w-]{1,40}\]:[^\n]*$", re.MULTILINE)
FAR = 120  # characters between a quotation and its reference, at most
SHORT = 600  # characters of a note that only names a work, at most


class Quotation(Struct, frozen=True):
    """A quotation, and whether a reference stands with it."""

    start: int
    stop: int
    referenced: bool
    block: bool = False


def find_quotations(document: Document) -> list[Quotation]:
    """Find what stands in quotation marks, long enough to be more than a name, and quoted blocks.

    >>> text = "Он писал: «Лучше поздно, чем никогда» [3, с. 12]. А потом: «Всё течёт, всё меняется»."
    >>> [(text[q.start + 1 : q.start + 6], q.referenced) for q in find_quotations(Document("a", text))]
    [('Лучше', True), ('Всё т', False)]
    """
    text = document.text
    blocks = [(mark.start, mark.stop) for mark in find_marks(document, {BLOCK})]
    blocks += [found.span() for found in LINES.finditer(text)]
    blocks = [span for span in sorted(set(blocks)) if span[1] - span[0] >= 12]
    marked = [found.span() for found in QUOTED.finditer(text)]
    marked = [span for span in marked if not _is_within(span, blocks)]
    spans = sorted([*((a, b, False) for a, b in marked), *((a, b, True) for a, b in blocks)])
    references = _references(document)
    # a reference belongs to one quotation: the search goes no further than the neighbours
    edges = [(0, 0, False), *spans, (len(text), len(text), False)]
    return [
        Quotation(here[0], here[1], _has_reference(text, here, references, (before[1], after[0])), here[2])
        for (before, here), (_, after) in zip(pairwise(edges), pairwise(edges[1:]), strict=False)
    ]


def _is_within(span: tuple[int, int], blocks: list[tuple[int, int]]) -> bool:
    """Tell whether a stretch lies in the last block that begins no later."""
    number = bisect_right(blocks, span[0], key=lambda block: block[0]) - 1
    return number >= 0 and span[1] <= blocks[number][1]


def _references(document: Document) -> list[tuple[int, int]]:
    """List the places of all references, note marks of the file's own included."""
    notes = [(mark.start, mark.stop) for mark in find_marks(document, {NOTE})]
    return sorted([*notes, *(found.span() for found in REFERENCE.finditer(document.text))])


def _has_reference(
    text: str,
    quotation: tuple[int, int, bool],
    references: list[tuple[int, int]],
    limits: tuple[int, int],
) -> bool:
    """Tell whether a reference stands in a quotation, in the words that lead to it, or right after it."""
    start, stop, _ = quotation
    first = bisect_left(references, (start - FAR, 0))
    for begin, end in references[first : bisect_right(references, (stop + FAR, len(text)))]:
        if start <= begin and end <= stop:
            return True
        if max(limits[0], start - FAR) <= begin <= end <= start and not ENDED.search(text, end, start):
            return True
        # from the last mark inside on: the sentence may have ended there
        after = stop <= begin <= end <= limits[1] and begin <= stop + FAR
        if after and not ENDED.search(text, stop - 2, begin):
            return True
    return False


def find_footnotes(document: Document) -> list[tuple[int, int]]:
    """Find footnotes that do no more than name a work; what else stands in a note counts as text.

    >>> text = "Слово[^1].\\n\\n[^1]: Иванов И. И. Море. М., 1999. С. 12."
    >>> [text[a:b] for a, b in find_footnotes(Document("a", text))]
    ['[^1]: Иванов И. И. Море. М., 1999. С. 12.']
    """
    places = [(mark.start, mark.stop) for mark in find_marks(document, {FOOTNOTE})]
    places += [found.span() for found in NOTE_LINE.finditer(document.text)]
    return [
        (start, stop)
        for start, stop in sorted(set(places))
        if stop - start <= SHORT and WORKS.search(document.text, start, stop)
    ]
