"""PowerPoint presentations: the slides in their order, each with its notes."""

from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from paraphrast.data import Document
from paraphrast.files.documents.archive import Archive, attribute, local, opened
from paraphrast.files.documents.docx import find_main
from paraphrast.files.documents.properties import read_core

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

FIELDS = {"sldNum", "dt", "ftr"}  # the number, the date and the foot of a slide are not its text


def load(path: Path) -> Document:
    """Read the text of every slide and its notes; `meta["slides"]` says where each slide starts."""
    with opened(path, "a .pptx") as archive:
        main = find_main(archive) if "_rels/.rels" in archive else "ppt/presentation.xml"
        slides = ["\n".join(_slide(archive, name)) for name in _slides(archive, main)]
        title, meta = read_core(archive)
    starts = [sum(len(text) + 1 for text in slides[:number]) for number in range(len(slides))]
    return Document(path.name, "\n".join(slides), title=title, meta={**meta, "slides": starts})


def _slides(archive: Archive, main: str) -> Iterator[str]:
    """Name the slides in the order in which they are shown."""
    targets = _relations(archive, main)
    for node in archive.xml(main).iter():
        # a slide has an id of its own and, in another namespace, that of the relation
        names = [str(v) for k, v in node.attrib.items() if str(k).endswith("}id")]
        if local(node) == "sldId" and names and names[0] in targets:
            yield targets[names[0]][1]


def _relations(archive: Archive, part: str) -> dict[str, tuple[str, str]]:
    """List what a part points to: id -> kind, name."""
    place = join(dirname(part), "_rels", f"{part.rpartition('/')[2]}.rels")
    if place not in archive:
        return {}
    return {
        attribute(node, "Id"): (
            attribute(node, "Type").rpartition("/")[2],
            normpath(join(dirname(part), attribute(node, "Target"))).lstrip("/"),
        )
        for node in archive.xml(place)
    }


def _slide(archive: Archive, name: str) -> Iterator[str]:
    yield from _texts(archive.xml(name))
    for kind, target in _relations(archive, name).values():
        if kind == "notesSlide" and target in archive:
            yield from _texts(archive.xml(target))


def _texts(tree: "Element") -> Iterator[str]:
    for paragraph in tree.iter():
        if local(paragraph) == "p" and not _is_left_out(paragraph):
            line = "".join(_runs(paragraph))
            if line.strip():
                yield line


def _is_left_out(paragraph: "Element") -> bool:
    for parent in paragraph.iterancestors():
        if local(parent) == "Fallback":
            return True
        if local(parent) == "sp":
            return any(local(node) == "ph" and attribute(node, "type") in FIELDS for node in parent.iter())
    return False


def _runs(paragraph: "Element") -> Iterator[str]:
    for node in paragraph.iter():
        if local(node) == "t":
            yield node.text or ""
        elif local(node) in ("br", "tab"):
            yield "\n" if local(node) == "br" else "\t"
