"""Files that are one document each."""

from collections.abc import Iterator

from paraphrast.corpora.formats.row import Row
from paraphrast.corpora.places import Member


def rows(member: Member) -> Iterator[Row]:
    """Yield the whole text, its line ends as they are so that published offsets stay true."""
    with member.text() as text:
        yield Row(1, {"text": text.read()})
