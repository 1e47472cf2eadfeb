"""How Word text looks where it matters: quoted, of the paper's colour, tiny, invisible, under a picture."""

import re
from typing import TYPE_CHECKING, NamedTuple

from paraphrast.files.documents.archive import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

QUOTED = re.compile(r"quot|block text|цитат|引用|引文", re.IGNORECASE)
COLOUR = re.compile(r"[0-9A-Fa-f]{6}")
HIGHLIGHTS = {
    "black": "000000", "blue": "0000FF", "cyan": "00FFFF", "green": "00FF00", "magenta": "FF00FF",
    "red": "FF0000", "yellow": "FFFF00", "white": "FFFFFF", "darkBlue": "000080", "darkCyan": "008080",
    "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000", "darkYellow": "808000",
    "darkGray": "808080", "lightGray": "C0C0C0",
}  # fmt: skip
NEAR = 24  # of 255: colours this near cannot be told apart
SMALLEST = 8  # half-points: text of less than 4 points is not meant to be read
INCH = 914_400  # in the units of drawings


class Look(NamedTuple):
    """What styles and properties say of a stretch of text; None where they say nothing."""

    colour: str | None = None
    paper: str | None = None
    size: int | None = None
    vanished: bool | None = None
    quoted: bool = False

    def over(self, other: "Look") -> "Look":
        """Give what this says, and the other where this says nothing."""
        said = {name: value for name, value in self._asdict().items() if value is not None}
        return other._replace(**said | {"quoted": self.quoted or other.quoted})

    @property
    def hidden(self) -> str:
        """Say how the text is hidden, or nothing."""
        if self.vanished:
            return "invisible"
        if self.size is not None and self.size < SMALLEST:
            return "tiny"
        return "white" if self.colour and _is_near(self.colour, self.paper or "FFFFFF") else ""


def _is_near(one: str, other: str) -> bool:
    """Tell whether two colours look the same.

    >>> _is_near("FFFFFF", "FEFEFE"), _is_near("FFFFFF", "1F3864")
    (True, False)
    """
    places = (slice(0, 2), slice(2, 4), slice(4, 6))
    return all(abs(int(one[place], 16) - int(other[place], 16)) <= NEAR for place in places)


class Styles:
    """The styles of a document: what a paragraph and a run look like."""

    def __init__(self, tree: "Element | None") -> None:
        self._nodes = (
            {attribute(node, "styleId"): node for node in tree if local(node) == "style"}
            if tree is not None
            else {}
        )
        defaults = [] if tree is None else [node for node in tree if local(node) == "docDefaults"]
        self._defaults = Look()
        for node in defaults[:1]:
            for part in node.iter():
                if local(part) == "rPr":
                    self._defaults = _read_look(part)
        self._normal = next(
            (
                name
                for name, node in self._nodes.items()
                if attribute(node, "default") in ("1", "true") and attribute(node, "type") == "paragraph"
            ),
            "",
        )
        self._paper: str | None = None

    def read_background(self, tree: "Element") -> None:
        """Take note of the colour of the page."""
        for node in tree:
            if local(node) == "background" and COLOUR.fullmatch(attribute(node, "color")):
                self._paper = attribute(node, "color")

    def of_paragraph(self, paragraph: "Element") -> Look:
        """Give the look of a paragraph, from its style, its shading and that of its cell."""
        properties = _child(paragraph, "pPr")
        look = Look()
        style = self._normal
        if properties is not None:
            shade = _child(properties, "shd")
            look = Look(paper=_fill(shade)) if shade is not None else look
            named = _child(properties, "pStyle")
            style = attribute(named, "val") if named is not None else style
        look = look.over(self._style(style))
        for parent in paragraph.iterancestors():
            cell = _child(parent, "tcPr") if local(parent) == "tc" else None
            shade = _child(cell, "shd") if cell is not None else None
            if shade is not None:
                look = look.over(Look(paper=_fill(shade)))
        return look.over(self._defaults).over(Look(paper=self._paper))

    def of_run(self, run: "Element", around: Look) -> Look:
        """Give the look of a run in a paragraph of this look."""
        properties = _child(run, "rPr")
        if properties is None:
            return around
        named = _child(properties, "rStyle")
        style = self._style(attribute(named, "val")) if named is not None else Look()
        return _read_look(properties).over(style._replace(quoted=False)).over(around)

    def _style(self, name: str) -> Look:
        """Give the look of a style with those it is based on."""
        look, seen = Look(), set[str]()
        while name in self._nodes and name not in seen:
            seen.add(name)
            node, name = self._nodes[name], ""
            title, base = _child(node, "name"), _child(node, "basedOn")
            quoted = title is not None and bool(QUOTED.search(attribute(title, "val")))
            for part in (_child(node, "rPr"), _child(node, "pPr")):
                if part is not None:
                    look = look.over(_read_look(part))
            look = look._replace(quoted=look.quoted or quoted)
            name = attribute(base, "val") if base is not None else ""
        return look


def _read_look(properties: "Element") -> Look:
    """Read the properties of a run or of a style."""
    colour = paper = size = vanished = None
    for node in properties:
        name, value = local(node), attribute(node, "val")
        if name == "color":
            colour = value if COLOUR.fullmatch(value) else ""
        elif name == "shd":
            paper = _fill(node) or paper
        elif name == "highlight":
            paper = HIGHLIGHTS.get(value, paper)
        elif name == "sz" and value.isdecimal():
            size = int(value)
        elif name == "vanish":
            vanished = value not in ("0", "false", "off")
    return Look(colour, paper, size, vanished)


def _fill(shade: "Element") -> str | None:
    value = attribute(shade, "fill")
    return value if COLOUR.fullmatch(value) else None


def _child(node: "Element", name: str) -> "Element | None":
    return next((child for child in node if local(child) == name), None)


def is_covered(paragraph: "Element") -> bool:
    """Tell whether a picture that stands before the text is laid over this paragraph."""
    for anchor in paragraph.iter():
        if local(anchor) != "anchor" or attribute(anchor, "behindDoc") in ("1", "true"):
            continue
        names = {local(node) for node in anchor.iter()}
        if "pic" not in names or "wrapNone" not in names:
            continue
        extent = _child(anchor, "extent")
        size = [_number(attribute(extent, side)) for side in ("cx", "cy")] if extent is not None else [0, 0]
        down, across = _offset(anchor, "positionV"), _offset(anchor, "positionH")
        near = down is not None and -size[1] < down < INCH // 3
        if near and across is not None and -size[0] < across < 5 * INCH and min(size) > INCH // 6:
            return True
    return False


def _offset(anchor: "Element", name: str) -> int | None:
    """Give where a drawing lies relative to its paragraph or column; None where other things decide."""
    position = _child(anchor, name)
    if position is None or attribute(position, "relativeFrom") not in (
        "paragraph",
        "line",
        "column",
        "character",
    ):
        return None
    offset = _child(position, "posOffset")
    return _number(offset.text or "") if offset is not None else 0


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,12}", text.strip()) else 0
