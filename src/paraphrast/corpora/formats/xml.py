"""XML whose records are elements with named values, as ParaPhraser's."""

from collections.abc import Iterator

from paraphrast.corpora.formats.row import Row
from paraphrast.corpora.places import Member


def rows(member: Member, *, record: str, value: str = "value", name: str = "name") -> Iterator[Row]:
    """Read each `record` element's `value` children under the names in their `name` attribute.

    The encoding is given here because ParaPhraser declares 'UTF8', a spelling that parsers refuse.
    """
    from lxml import etree

    try:
        elements = etree.iterparse(member.stream, tag=record, encoding="utf-8", resolve_entities=False)
        for _, element in elements:
            values = {str(child.get(name)): child.text or "" for child in element.iter(value)}
            yield Row(element.sourceline or 0, values)
            element.clear()
            # What was read stays in the tree as an empty element; drop it, or memory grows with the file.
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree.XMLSyntaxError as error:
        raise member.wrong(f"not well-formed XML ({error.msg})", error.lineno) from error
