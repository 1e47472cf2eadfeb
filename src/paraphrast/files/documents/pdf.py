"""PDF files, through pdfium."""

import re
from itertools import pairwise
from pathlib import Path

from paraphrast.data import Document
from paraphrast.errors import DataError, MissingExtra
from paraphrast.files import opening
from paraphrast.files.documents.marks import Mark, note_marks
from paraphrast.files.documents.pdf_hidden import find_hidden
from paraphrast.files.documents.properties import describe

FULL = 0.75  # of the usual width: a line this long goes on in the next one
# a sentence may end a paragraph, and a line break after it does no harm; speech may end with a dash
ENDS = re.compile(r"(?:[.!?…。！？][\"'»”’)\]」』）]*|[—–-][\"»”’])$")
WIDE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")


def load(path: Path) -> Document:
    """Read the text layer; `meta["pages"]` says where each page starts in the text."""
    try:
        import pypdfium2
    except ImportError as error:
        raise MissingExtra("pypdfium2", "documents") from error
    with opening.reading_bytes(path) as stream:
        raw = stream.read()
    if b"%PDF" not in raw[:1024]:
        raise DataError("this is not a PDF file", path=path)
    try:
        with pypdfium2.PdfDocument(raw) as pdf:
            pages, hidden = [], []
            for page in pdf:
                words = page.get_textpage()
                pages.append(_unwrapped(words.get_text_bounded()))
                hidden.append(find_hidden(page, words, pages[-1]))
            facts = pdf.get_metadata_dict()
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        message = "it is protected with a password" if locked else f"broken PDF file: {error}"
        raise DataError(message, path=path) from error
    if not any(page.strip() for page in pages):
        raise DataError("its pages are pictures without text; recognise them (OCR) first", path=path)
    starts = [0]
    for page in pages[:-1]:
        starts.append(starts[-1] + len(page) + 1)
    marks = [
        Mark(mark.kind, start + mark.start, start + mark.stop)
        for start, found in zip(starts, hidden, strict=True)
        for mark in found
    ]
    date = facts.get("ModDate") or facts.get("CreationDate")
    meta = {**describe(author=facts.get("Author"), date=date), "pages": starts, **note_marks(marks)}
    return Document(path.name, "\n".join(pages), title=facts.get("Title", ""), meta=meta)


def _unwrapped(page: str) -> str:
    """Join the lines of a paragraph again: a line as wide as most goes on in the next one.

    >>> _unwrapped("a fairly long line that was wrap\\ufffe\\nped at the margin of the page\\nhere. End.")
    'a fairly long line that was wrapped at the margin of the page here. End.'
    >>> _unwrapped('"They have got those bombs and--"\\nAmong the few was a woman.')
    '"They have got those bombs and--"\\nAmong the few was a woman.'
    """
    # pdfium marks a hyphen at the end of a line with U+FFFE or U+0002
    text = re.sub(r"[\ufffe\x02]\r?\n", "", page).replace("\r\n", "\n")
    lines = [line.rstrip() for line in re.sub(r"[\ufffe\x02]", "-", text).split("\n")]
    widths = sorted(len(line) for line in lines if line)
    usual = widths[len(widths) * 3 // 4] if widths else 0
    joined = lines[:1]
    for before, line in pairwise(lines):
        if before and line and len(before) >= FULL * usual and not ENDS.search(before):
            glue = "" if WIDE.match(line) and WIDE.match(before[-1]) else " "
            joined[-1] += glue + line.lstrip()
        else:
            joined.append(line)
    return "\n".join(joined)
