"""Books in EPUB: the chapters in reading order."""

import re
from collections.abc import Iterator
from html.entities import html5
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from paraphrast.data import Document
from paraphrast.errors import DataError
from paraphrast.files.documents import blocks
from paraphrast.files.documents.archive import Archive, attribute, first_text, local, opened, parsed
from paraphrast.files.documents.properties import describe

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

ENTITY = re.compile(rb"&(\w+;)")


def load(path: Path) -> Document:
    """Read the chapters that the book's spine lists; `meta["chapters"]` says where each starts."""
    with opened(path, "an .epub") as archive:
        root = next(
            (node for node in archive.xml("META-INF/container.xml").iter() if local(node) == "rootfile"), None
        )
        if root is None:
            raise DataError("broken file: its container names no book", path=path)
        package = attribute(root, "full-path")
        tree = archive.xml(package)
        texts = [_text(archive, name) for name in _spine(tree, dirname(package))]
    starts = [sum(len(text) + 1 for text in texts[:number]) for number in range(len(texts))]
    address = next(
        (text for name in ("source", "identifier") if "://" in (text := first_text(tree, name))), ""
    )
    meta = describe(author=first_text(tree, "creator"), date=first_text(tree, "date"), address=address)
    return Document(
        path.name, "\n".join(texts), title=first_text(tree, "title"), meta={**meta, "chapters": starts}
    )


def _spine(tree: "Element", folder: str) -> Iterator[str]:
    items = {attribute(node, "id"): attribute(node, "href") for node in tree.iter() if local(node) == "item"}
    for node in tree.iter():
        if local(node) == "itemref" and (target := items.get(attribute(node, "idref"))):
            yield normpath(join(folder, unquote(target)))


def _text(archive: Archive, name: str) -> str:
    locks = "META-INF/encryption.xml"
    if locks in archive and name.encode() in archive.read(locks):
        raise DataError("it is protected against copying", path=archive.path)
    # XHTML may use HTML's named characters, which XML knows only through a document type that we do not load
    raw = ENTITY.sub(_character, archive.read(name))
    return blocks.text(parsed(raw, archive.path, recover=True))


def _character(found: re.Match[bytes]) -> bytes:
    name = found[1].decode("utf-8", errors="replace")
    if name in ("amp;", "lt;", "gt;", "quot;", "apos;") or name not in html5:
        return found[0]
    return html5[name].encode("utf-8")
