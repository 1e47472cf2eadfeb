"""Saved web pages without their menus, advertisements and footers, through trafilatura."""

import codecs
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paraphrast.data import Document
from paraphrast.errors import DataError, MissingExtra
from paraphrast.files import encoding, opening
from paraphrast.files.documents import blocks
from paraphrast.files.documents.marks import BLOCK, Mark, note_marks
from paraphrast.files.documents.properties import describe

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)
WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "iso8859-1": "cp1252"}  # as browsers read them


def load(path: Path) -> Document:
    """Read the article of a page and its title."""
    try:
        import trafilatura
    except ImportError as error:
        raise MissingExtra("trafilatura", "documents") from error
    with opening.reading_bytes(path) as stream:
        page = _decoded(stream.read(), path)
    if "<" not in page:
        raise DataError("this is not an HTML page", path=path)
    settings = trafilatura.settings.use_config()
    settings.set("DEFAULT", "MIN_EXTRACTED_SIZE", "1")  # else a short article brings the whole page
    settings.set("DEFAULT", "EXTENSIVE_DATE_SEARCH", "off")  # any year of the text would be its date
    found: Any = trafilatura.bare_extraction(
        page, with_metadata=True, include_comments=False, favor_recall=True, config=settings
    )
    # in a page of a sentence or two no article can be told from the rest
    text = (found.text if found else "") or blocks.text(parsed(page, path))
    if not found:
        return Document(path.name, text)
    meta = describe(author=found.author, date=found.date, address=found.url)
    quoted = note_marks(_find_blocks(text, parsed(page, path)))
    return Document(path.name, text, title=found.title or "", meta={**meta, **quoted})


def _find_blocks(text: str, tree: "Element") -> list[Mark]:
    """Find the quoted blocks of a page in its text, as far as the text has kept them whole."""
    found, at = [], 0
    for node in tree.iter("blockquote"):
        for line in blocks.text(node).split("\n"):
            place = text.find(line, at) if line else -1
            if place >= 0:
                found.append(Mark(BLOCK, place, place + len(line)))
                at = place + len(line)
    return found


def parsed(page: str, path: Path) -> "Element":
    """Parse a page as browsers do, or say that there is nothing in it."""
    from lxml import etree, html

    try:
        return html.document_fromstring(page.encode("utf-8"), parser=html.HTMLParser(encoding="utf-8"))
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise DataError(f"broken HTML page: {error}", path=path) from error


def _decoded(raw: bytes, path: Path) -> str:
    """Decode a page as a person, its byte-order mark or it itself says, else as other text is guessed."""
    name = encoding.guess(raw) if raw[:3] in (codecs.BOM_UTF8, b"") or raw[:1] in (b"\xff", b"\xfe") else None
    declared = DECLARED.search(raw[:4096])
    for candidate in [
        opening.Defaults.encoding,
        name,
        declared and declared[1].decode("ascii"),
        encoding.guess(raw),
    ]:
        try:
            codec = codecs.lookup(candidate or "").name
            return raw.decode(WIDER.get(codec, codec)).lstrip("\ufeff")
        except (LookupError, UnicodeDecodeError):
            continue
    raise DataError("the page is not text in the encoding it names; name another with --encoding", path=path)
