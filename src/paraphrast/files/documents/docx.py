"""Word documents: paragraphs, tables, notes, without what was deleted; hidden or quoted text is marked."""

from collections.abc import Iterator
from pathlib import Path
from posixpath import join, normpath
from typing import TYPE_CHECKING

from paraphrast.data import Document
from paraphrast.files.documents.archive import Archive, attribute, local, opened
from paraphrast.files.documents.marks import BLOCK, FOOTNOTE, NOTE, Mark, note_marks
from paraphrast.files.documents.properties import read_core
from paraphrast.files.documents.word_styles import Look, Styles, is_covered

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "\u00ad"}
HIDDEN = {"Fallback", "del", "moveFrom"}  # the same text for old programs; what was taken out
NOTES = {"footnoteReference", "endnoteReference"}


def load(path: Path) -> Document:
    """Read the paragraphs of a Word document, then its footnotes and endnotes."""
    with opened(path, "a .docx") as archive:
        main = find_main(archive)
        folder = main.rpartition("/")[0]
        styles = join(folder, "styles.xml")
        reader = Reader(Styles(archive.xml(styles) if styles in archive else None))
        reader.read(archive.xml(main))
        for name in ("footnotes.xml", "endnotes.xml"):
            if join(folder, name) in archive:
                reader.read(archive.xml(join(folder, name)), kind=FOOTNOTE)
        title, meta = read_core(archive)
    return Document(path.name, reader.text(), title=title, meta={**meta, **note_marks(reader.marks)})


def find_main(archive: Archive) -> str:
    """Find the main part, which need not be called word/document.xml."""
    if "_rels/.rels" in archive:
        for relation in archive.xml("_rels/.rels"):
            if attribute(relation, "Type").endswith("/officeDocument"):
                return normpath(attribute(relation, "Target").lstrip("/"))
    return "word/document.xml"


class Reader:
    """Gathers paragraphs, and notes what is quoted, noted or hidden, by its place in the text."""

    def __init__(self, styles: Styles) -> None:
        self.styles = styles
        self.marks: list[Mark] = []
        self._paragraphs: list[str] = []
        self._length = 0

    def text(self) -> str:
        """Give all paragraphs, one a line."""
        return "\n".join(self._paragraphs)

    def read(self, tree: "Element", *, kind: str = "") -> None:
        """Add the paragraphs of one part of the document."""
        self.styles.read_background(tree)
        for paragraph in tree.iter():
            if local(paragraph) == "p" and not any(
                local(parent) in HIDDEN for parent in paragraph.iterancestors()
            ):
                self._add(paragraph, kind)

    def _add(self, paragraph: "Element", kind: str) -> None:
        start = self._length
        look = self.styles.of_paragraph(paragraph)
        parts = []
        for text, hidden in self._runs(paragraph, look):
            if hidden == NOTE or (hidden and text.strip()):
                self.marks.append(Mark(hidden, self._length, self._length + len(text)))
            parts.append(text)
            self._length += len(text)
        whole = "".join(parts)
        kinds = [kind] if kind else [BLOCK] if look.quoted else []
        if is_covered(paragraph):
            kinds.append("covered")
        if whole.strip():
            self.marks += [Mark(one, start, start + len(whole)) for one in kinds]
        self._paragraphs.append(whole)
        self._length += 1

    def _runs(self, node: "Element", look: Look) -> Iterator[tuple[str, str]]:
        """Yield the text inside a paragraph, and how it is hidden; a paragraph in a frame comes by itself."""
        for child in node:
            name = local(child)
            if name == "t":
                yield child.text or "", look.hidden
            elif name in MARKS:
                yield MARKS[name], look.hidden
            elif name in NOTES:
                yield "", NOTE
            elif name == "r":
                yield from self._runs(child, self.styles.of_run(child, look))
            elif name not in HIDDEN and name not in ("p", "pPr", "rPr"):
                yield from self._runs(child, look)
