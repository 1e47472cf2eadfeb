"""Documents that are XML files in a zip: opened with care, since anybody can send one.

Refused: passwords, archives that swell beyond reason, entities that point at other files or grow.
"""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from paraphrast.errors import DataError

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

LARGEST = 256 << 20  # bytes that one document may unpack to


class Archive:
    """The members of one zip, read under a common limit."""

    def __init__(self, path: Path, members: zipfile.ZipFile) -> None:
        self.path = path
        self._members = members
        self._left = LARGEST

    def __contains__(self, name: str) -> bool:
        return name in self._members.NameToInfo

    def read(self, name: str) -> bytes:
        """Give the bytes of one member."""
        if name not in self:
            raise DataError(f"broken file: it has no {name}", path=self.path)
        member = self._members.getinfo(name)
        if member.flag_bits & 1:
            raise DataError("it is protected with a password", path=self.path)
        self._left -= member.file_size
        if self._left < 0:
            raise DataError(f"it unpacks to more than {LARGEST >> 20} MB; refused", path=self.path)
        return self._members.read(member)

    def xml(self, name: str) -> "Element":
        """Parse one member."""
        return parsed(self.read(name), self.path)


@contextmanager
def opened(path: Path, kind: str) -> Iterator[Archive]:
    """Open a zip that holds a document of this kind, or say in one line why it cannot be read."""
    with open(path, "rb") as stream:
        start = stream.read(8)
    if start == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise DataError(
            f"it is protected with a password, or an old .doc; save it as plain {kind}", path=path
        )
    if not start.startswith(b"PK"):
        raise DataError(f"this is not {kind} file", path=path)
    broken = (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
        ValueError,
    )
    try:
        with zipfile.ZipFile(path) as members:
            yield Archive(path, members)
    except DataError:
        raise
    except broken as error:
        raise DataError(f"broken file: {error}", path=path) from error


def parsed(raw: bytes, path: Path, *, recover: bool = False) -> "Element":
    """Parse XML with nothing fetched or expanded; entities of its own are refused, unless recovering."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=recover)
    try:
        tree = etree.fromstring(raw, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DataError(f"broken XML: {error}", path=path) from error
    if tree is None:
        raise DataError("broken XML: there is nothing in it", path=path)
    if not recover and tree.getroottree().docinfo.internalDTD is not None:
        raise DataError("its XML declares entities; refused", path=path)
    return tree


def local(node: "Element") -> str:
    """Give the name of an element without its namespace, or nothing for comments and entities."""
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def attribute(node: "Element", name: str) -> str:
    """Give an attribute by its name without a namespace."""
    return next((str(value) for key, value in node.attrib.items() if str(key).rpartition("}")[2] == name), "")


def first_text(tree: "Element", name: str) -> str:
    """Give the text of the first element of this name."""
    return next(
        (" ".join("".join(map(str, node.itertext())).split()) for node in tree.iter() if local(node) == name),
        "",
    )
