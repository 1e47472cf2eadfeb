"""What every parser yields."""

from typing import Any, NamedTuple


class Row(NamedTuple):
    """The named values of one record, and the line where it ends in its file."""

    line: int
    values: dict[str, Any]
