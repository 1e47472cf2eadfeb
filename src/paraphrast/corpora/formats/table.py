"""Tables with a delimiter: TSV and CSV, with or without quotes and column names."""

import csv
from collections.abc import Iterator, Sequence

from paraphrast.corpora.formats.row import Row
from paraphrast.corpora.places import Member


def rows(
    member: Member,
    *,
    delimiter: str = "\t",
    quoted: bool = False,
    columns: Sequence[str] = (),
    errors: str = "strict",
) -> Iterator[Row]:
    """Read a table; `columns` names the columns of one that has no header.

    Whether quotes mean anything differs between corpora, and guessing loses records: the card says.
    """
    names = list(columns)
    for line, cells in (
        _quoted_cells(member, delimiter, errors) if quoted else _plain_cells(member, delimiter, errors)
    ):
        if not names:
            names = cells
        elif len(cells) != len(names):
            raise member.wrong(
                f"{len(cells)} cells where {len(names)} were expected ({', '.join(names)})", line
            )
        else:
            yield Row(line, dict(zip(names, cells, strict=True)))


def _plain_cells(member: Member, delimiter: str, errors: str) -> Iterator[tuple[int, list[str]]]:
    """Split each line at the delimiter; a quote is a letter like any other."""
    with member.text(errors=errors) as lines:
        for number, line in enumerate(lines, start=1):
            if line := line.rstrip("\r\n"):
                yield number, [cell.removeprefix("\ufeff") for cell in line.split(delimiter)]


def _quoted_cells(member: Member, delimiter: str, errors: str) -> Iterator[tuple[int, list[str]]]:
    """Read cells that may be quoted, and then may hold the delimiter and line ends."""
    with member.text(errors=errors) as lines:
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        try:
            for cells in reader:
                if cells:
                    yield reader.line_num, [cell.removeprefix("\ufeff") for cell in cells]
        except csv.Error as error:
            raise member.wrong(f"not a quoted table ({error})", reader.line_num) from error
