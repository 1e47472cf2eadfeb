"""The text of a page, with a line for each of its blocks."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from paraphrast.files.documents.archive import local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

# where a line ends in a page
BLOCK = re.compile(
    "address|article|aside|blockquote|body|br|caption|d[dlt]|div|fig(caption|ure)|footer|h[1-6]|header|hr|li|main|nav"
    "|[ou]l|p|pre|section|table|t[dhr]|title"
)
HIDDEN = {"head", "script", "style", "svg", "template", "noscript"}


def text(tree: "Element") -> str:
    """Give what a reader of the page sees, one block per line."""
    lines = (" ".join(line.split()) for line in "".join(_pieces(tree)).split("\0"))
    return "\n".join(line for line in lines if line)


def _pieces(node: "Element") -> Iterator[str]:
    """Yield the text of an element, with a zero, which no page can hold, where a block begins or ends."""
    border = "\0" if BLOCK.fullmatch(local(node)) else ""
    yield border
    yield node.text or "" if local(node) else ""
    for child in node:
        if local(child) not in HIDDEN:
            yield from _pieces(child)
        yield child.tail or ""
    yield border
