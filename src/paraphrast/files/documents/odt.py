"""OpenDocument texts: paragraphs and headings, without comments and what was deleted."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paraphrast.data import Document
from paraphrast.errors import DataError
from paraphrast.files.documents.archive import attribute, first_text, local, opened
from paraphrast.files.documents.properties import describe

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

HIDDEN = {"tracked-changes", "annotation", "forms"}


def load(path: Path) -> Document:
    """Read the paragraphs of an OpenDocument text."""
    with opened(path, "an .odt") as archive:
        manifest = "META-INF/manifest.xml"
        if manifest in archive and b"encryption-data" in archive.read(manifest):
            raise DataError("it is protected with a password", path=path)
        tree = archive.xml("content.xml")
        facts = archive.xml("meta.xml") if "meta.xml" in archive else None
    body = next((node for node in tree.iter() if local(node) == "body"), tree)
    texts = "\n".join("".join(_inside(node)) for node in _paragraphs(body))
    if facts is None:
        return Document(path.name, texts)
    author = first_text(facts, "creator") or first_text(facts, "initial-creator")
    date = first_text(facts, "date") or first_text(facts, "creation-date")
    return Document(
        path.name, texts, title=first_text(facts, "title"), meta=describe(author=author, date=date)
    )


def _paragraphs(node: "Element") -> Iterator["Element"]:
    for child in node:
        if local(child) in ("p", "h"):
            yield child
        if local(child) not in HIDDEN:
            yield from _paragraphs(child)


def _inside(node: "Element") -> Iterator[str]:
    yield node.text or ""
    for child in node:
        name = local(child)
        if name == "s":
            count = attribute(child, "c")
            yield " " * min(int(count) if count.isdecimal() else 1, 1000)
        elif name in ("tab", "line-break"):
            yield "\t" if name == "tab" else "\n"
        elif name not in HIDDEN and name not in ("p", "h", "note", "frame"):
            yield from _inside(child)
        yield child.tail or ""
