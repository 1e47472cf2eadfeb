"""Word documents of 1997 to 2003 (.doc): the text by its table of pieces, through olefile.

The layout is that of [MS-DOC], https://learn.microsoft.com/openspecs/office_file_formats/ms-doc/: the stream
WordDocument begins with a block of facts (FIB), which says where the table stream has the list of pieces.
"""

import re
import struct
from pathlib import Path
from typing import Any

from paraphrast.data import Document
from paraphrast.errors import DataError, MissingExtra
from paraphrast.files.documents.properties import describe

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED, TABLE_ONE = 0x0100, 0x0200
NEVER = 1601  # the year of a time that was never set
# what stands for a paragraph, a cell, a page, a section, a line; a fixed and a soft hyphen
SIGNS = {
    "\r": "\n", "\x07": "\n", "\x0c": "\n", "\x0e": "\n", "\x0b": "\n", "\x1e": "-", "\x1f": "\u00ad",
}  # fmt: skip
FIELD = re.compile("\x13[^\x13\x14\x15]*(?:\x14([^\x13\x15]*))?\x15")
OTHERS = re.compile(r"[\x00-\x08\x0e-\x1f]")


def load(path: Path) -> Document:
    """Read the text of an old Word document, its notes after it."""
    try:
        import olefile
    except ImportError as error:
        raise MissingExtra("olefile", "documents") from error
    with open(path, "rb") as stream:
        start = stream.read(8)
    if start != MAGIC:
        kind = "rich text; call it .rtf" if start.startswith(b"{\\rtf") else "an old Word document"
        told = f"this is {kind}" if start.startswith(b"{\\rtf") else f"this is not {kind}"
        raise DataError(told, path=path)
    try:
        with olefile.OleFileIO(str(path)) as file:
            text = _read_text(file, path)
            facts = file.get_metadata() if file.exists("\x05SummaryInformation") else None
    except (OSError, struct.error, IndexError, ValueError, UnicodeDecodeError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"broken .doc file: {error}", path=path) from error
    title = _decode(facts.title, facts.codepage) if facts else ""
    author = _decode(facts.author, facts.codepage) if facts else ""
    dates = (facts.last_saved_time, facts.create_time) if facts else ()
    date = next((one for one in dates if one and one.year > NEVER), "")
    return Document(path.name, text, title=title, meta=describe(author=author, date=date))


def _read_text(file: Any, path: Path) -> str:
    if not file.exists("WordDocument"):
        raise DataError("there is no Word document in it", path=path)
    main: bytes = file.openstream("WordDocument").read()
    magic, flags = struct.unpack_from("<H", main)[0], struct.unpack_from("<H", main, 0x0A)[0]
    if magic != 0xA5EC:
        raise DataError("it is older than Word 97; save it as .docx", path=path)
    if flags & ENCRYPTED:
        raise DataError("it is protected with a password", path=path)
    table: bytes = file.openstream("1Table" if flags & TABLE_ONE else "0Table").read()
    at, size = struct.unpack_from("<II", main, 0x01A2)
    text = "".join(_pieces(main, table[at : at + size]))
    # the main text, footnotes, headers, notes in the margin, endnotes: lengths in this order
    counts = struct.unpack_from("<6i", main, 0x4C)
    body, foot, head, _, margin, end = counts
    first = body + foot + head + margin
    return _clean_text(
        "\n".join(filter(None, [text[:body], text[body : body + foot], text[first : first + end]]))
    )


def _pieces(main: bytes, table: bytes) -> list[str]:
    """Read the pieces: each says where its characters stand, one byte or two a character."""
    at = 0
    while table[at] == 1:  # properties that pieces refer to
        at += 3 + struct.unpack_from("<H", table, at + 1)[0]
    if table[at] != 2:
        raise ValueError("it has no table of pieces")
    count = (struct.unpack_from("<I", table, at + 1)[0] - 4) // 12
    bounds = struct.unpack_from(f"<{count + 1}I", table, at + 5)
    found = []
    for number in range(count):
        place = struct.unpack_from("<I", table, at + 5 + 4 * (count + 1) + 8 * number + 2)[0]
        length = bounds[number + 1] - bounds[number]
        if place & 0x40000000:
            start = (place & 0x3FFFFFFF) // 2
            found.append(main[start : start + length].decode("cp1252", "replace"))
        else:
            found.append(main[place : place + 2 * length].decode("utf-16-le", "replace"))
    return found


def _clean_text(text: str) -> str:
    """Keep what a field shows and drop its command; turn signs into what they stand for.

    >>> _clean_text("see \\x13HYPERLINK x\\x14here\\x15.\\rNext\\x02")
    'see here.\\nNext'
    """
    while FIELD.search(text):
        text = FIELD.sub(lambda found: found[1] or "", text)
    text = "".join(SIGNS.get(letter, letter) for letter in text)
    return OTHERS.sub("", text).strip("\n")


def _decode(raw: bytes | None, codepage: int | None) -> str:
    """Decode a property in the code page that the file names."""
    name = "utf-8" if codepage in (65001, -535) else f"cp{(codepage or 1252) & 0xFFFF}"
    try:
        return (raw or b"").decode(name, "replace").strip("\0 ")
    except LookupError:
        return (raw or b"").decode("cp1252", "replace").strip("\0 ")
