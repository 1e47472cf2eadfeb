"""OpenDocument texts: paragraphs and headings, without comments and what was deleted; quotes are marked."""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from paraphrast.data import Document
from paraphrast.errors import DataError
from paraphrast.files.documents.archive import attribute, first_text, local, opened
from paraphrast.files.documents.marks import BLOCK, FOOTNOTE, NOTE, Mark, note_marks
from paraphrast.files.documents.properties import describe
from paraphrast.files.documents.word_styles import QUOTED

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

HIDDEN = {"tracked-changes", "annotation", "forms"}
SIGN = "\0"  # stands for a note in the paragraph it belongs to: no XML holds this character


def load(path: Path) -> Document:
    """Read the paragraphs of an OpenDocument text."""
    with opened(path, "an .odt") as archive:
        manifest = "META-INF/manifest.xml"
        if manifest in archive and b"encryption-data" in archive.read(manifest):
            raise DataError("it is protected with a password", path=path)
        tree = archive.xml("content.xml")
        facts = archive.xml("meta.xml") if "meta.xml" in archive else None
    body = next((node for node in tree.iter() if local(node) == "body"), tree)
    text, marks = _read_body(body, _quoted_styles(tree))
    meta = note_marks(marks)
    if facts is None:
        return Document(path.name, text, meta=meta)
    author = first_text(facts, "creator") or first_text(facts, "initial-creator")
    date = first_text(facts, "date") or first_text(facts, "creation-date")
    title = first_text(facts, "title")
    return Document(path.name, text, title=title, meta={**describe(author=author, date=date), **meta})


def _quoted_styles(tree: "Element") -> set[str]:
    """Name the styles of quotations, by their names or by those of what they are based on."""
    names = {
        attribute(node, "name"): attribute(node, "parent-style-name")
        for node in tree.iter()
        if local(node) == "style"
    }
    return {name for name, base in names.items() if QUOTED.search(name) or QUOTED.search(base)}


def _read_body(body: "Element", quoted: set[str]) -> tuple[str, list[Mark]]:
    """Give the text, a line for each paragraph, and its notes and quoted blocks."""
    lines: list[str] = []
    marks: list[Mark] = []
    start = 0
    for node in _paragraphs(body):
        parts = "".join(_inside(node)).split(SIGN)
        line = "".join(parts)
        marks += [Mark(NOTE, place, place) for place in accumulate(map(len, parts[:-1]), initial=start)][1:]
        style = attribute(node, "style-name")
        kind = (
            FOOTNOTE
            if any(local(parent) == "note-body" for parent in node.iterancestors())
            else BLOCK
            if style in quoted or QUOTED.search(style)
            else ""
        )
        if kind and line.strip():
            marks.append(Mark(kind, start, start + len(line)))
        lines.append(line)
        start += len(line) + 1
    return "\n".join(lines), marks


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
        elif name == "note":
            yield SIGN
        elif name not in HIDDEN and name not in ("p", "h", "frame"):
            yield from _inside(child)
        yield child.tail or ""
