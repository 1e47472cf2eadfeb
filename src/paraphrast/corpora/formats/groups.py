"""Groups of lines that say the same, with blank lines between the groups."""

from collections.abc import Iterator

from paraphrast.corpora.formats.row import Row
from paraphrast.corpora.places import Member


def rows(member: Member) -> Iterator[Row]:
    """Pair the first line of each group with every other line of it; `group` says where the group begins."""
    first, start = "", 0
    with member.text() as lines:
        for number, line in enumerate(map(str.strip, lines), start=1):
            if not line:
                first = ""
            elif not first:
                first, start = line, number
            else:
                yield Row(number, {"a": first, "b": line, "group": f"{member.star}:{start}"})
