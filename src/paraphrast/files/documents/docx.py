"""Word documents: paragraphs, tables and notes, without what was deleted."""

from collections.abc import Iterator
from pathlib import Path
from posixpath import join, normpath
from typing import TYPE_CHECKING

from paraphrast.data import Document
from paraphrast.files.documents.archive import Archive, attribute, first_text, local, opened

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "\u00ad"}
HIDDEN = {"Fallback", "del", "moveFrom"}  # the same text for old programs; what was taken out


def load(path: Path) -> Document:
    """Read the paragraphs of a Word document, then its footnotes and endnotes."""
    with opened(path, "a .docx") as archive:
        main = _main(archive)
        parts = [main, *(join(main.rpartition("/")[0], name) for name in ("footnotes.xml", "endnotes.xml"))]
        paragraphs = [
            text for part in parts if part == main or part in archive for text in _texts(archive.xml(part))
        ]
        core = "docProps/core.xml"
        title = first_text(archive.xml(core), "title") if core in archive else ""
        return Document(path.name, "\n".join(paragraphs), title=title)


def _main(archive: Archive) -> str:
    """Find the main part, which need not be called word/document.xml."""
    if "_rels/.rels" in archive:
        for relation in archive.xml("_rels/.rels"):
            if attribute(relation, "Type").endswith("/officeDocument"):
                return normpath(attribute(relation, "Target").lstrip("/"))
    return "word/document.xml"


def _texts(tree: "Element") -> Iterator[str]:
    for paragraph in tree.iter():
        if local(paragraph) == "p" and not any(
            local(parent) in HIDDEN for parent in paragraph.iterancestors()
        ):
            yield "".join(_runs(paragraph))


def _runs(node: "Element") -> Iterator[str]:
    """Yield the text inside a paragraph; a paragraph in a frame inside it is yielded by itself."""
    for child in node:
        name = local(child)
        if name == "t":
            yield child.text or ""
        elif name in MARKS:
            yield MARKS[name]
        elif name not in HIDDEN and name not in ("p", "pPr", "rPr"):
            yield from _runs(child)
