"""The whole visible text of a saved page: an annotator may have taken a sentence from anywhere on it."""

import re
import unicodedata
from pathlib import Path
from typing import Any

from paraphrast.errors import DataError

NAMES_OF_BLOCKS = (
    "address article aside blockquote br caption dd div dl dt fieldset figcaption figure footer form h1 h2 "
    "h3 h4 h5 h6 header hr li main nav ol option p pre section select table tbody td tfoot th thead title tr "
    "ul"
)
BLOCKS = frozenset(NAMES_OF_BLOCKS.split())
UNSEEN = frozenset({"script", "style", "noscript", "template", "svg", "head", "iframe", "object"})
CHARSET = re.compile(rb"charset=[\"']?\s*([\w-]+)", re.IGNORECASE)


def visible(page: bytes) -> str:
    """Give the text of an HTML page, one line per block.

    >>> visible("<p>Один <b>два</b></p><script>x</script><p>три</p>".encode())
    'Один два\\nтри'
    """
    from lxml import etree, html

    try:
        root = html.document_fromstring(decoded(page))
    except (etree.ParserError, ValueError):
        return ""
    pieces: list[str] = []
    _collect(root, pieces)
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def decoded(page: bytes) -> str:
    """Decode a page by its own declaration, else as UTF-8, else as Windows-1251."""
    named = CHARSET.search(page[:4096])
    for encoding in [*([named[1].decode("ascii")] if named else []), "utf-8", "windows-1251"]:
        try:
            # lxml refuses text that still declares an encoding
            return re.sub(r"^\s*<\?xml[^>]*\?>", "", page.decode(encoding))
        except (UnicodeDecodeError, LookupError):
            continue
    return page.decode("utf-8", "replace")


def _collect(element: Any, pieces: list[str]) -> None:
    """Walk the tree in reading order."""
    name = element.tag if isinstance(element.tag, str) else ""
    shown = bool(name) and name not in UNSEEN
    if shown:
        pieces.append("\n" if name in BLOCKS else "")
        pieces.append((element.text or "").replace("\n", " "))
        for child in element:
            _collect(child, pieces)
        pieces.append("\n" if name in BLOCKS else "")
    pieces.append((element.tail or "").replace("\n", " "))


def texts(folder: Path) -> dict[str, str]:
    """Read every page and plain text of a folder of sources, by file name."""
    found = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.suffix.casefold() in (".html", ".htm", ".xhtml", ".mht"):
            found[path.name] = visible(path.read_bytes())
        elif path.suffix.casefold() == ".txt":
            found[path.name] = decoded(path.read_bytes())
    if not found:
        raise DataError("no saved pages; expected .html or .txt files of the sources", path=folder)
    return found


def same_file(name: str) -> str:
    """Bring a file name to the form in which names are compared.

    >>> same_file("Кук, Джеймс.HTML") == same_file("кук, джеймс")
    True
    """
    plain = unicodedata.normalize("NFC", name).strip().casefold()
    return re.sub(r"\.(x?html?|txt|mht)$", "", plain).strip(" .")
