"""Files with one text per line, or a few texts with a separator between them."""

from collections.abc import Iterator, Sequence

from paraphrast.corpora.formats.row import Row
from paraphrast.corpora.places import Member


def rows(member: Member, *, columns: Sequence[str] = ("text",), separator: str = "") -> Iterator[Row]:
    """Read lines; with a separator such as ` === ` each line is cut at it into the columns."""
    with member.text() as lines:
        for number, line in enumerate(lines, start=1):
            whole = line.rstrip("\r\n")
            cells = whole.split(separator) if separator else [whole]
            if len(cells) != len(columns):
                raise member.wrong(f"{len(cells)} texts where {len(columns)} were expected", number)
            yield Row(number, dict(zip(columns, cells, strict=True)))
