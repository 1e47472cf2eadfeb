"""Who wrote a document, when, and where it stands: what its file says of itself, as `meta`."""

import re

from paraphrast.files.documents.archive import Archive, first_text

MOMENT = re.compile(r"(?:D:)?(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(\d\d):?(\d\d))?")


def describe(*, author: object = "", date: object = "", address: object = "") -> dict[str, str]:
    """Give what is known, each on one line, dates as a person writes them.

    >>> describe(author=" A.  Smith ", date="D:20240503102000+03'00'")
    {'author': 'A. Smith', 'date': '2024-05-03 10:20'}
    """
    words = {"author": author, "date": _read_moment(str(date or "")), "address": address}
    lines = {name: " ".join(str(value or "").split()) for name, value in words.items()}
    return {name: line for name, line in lines.items() if line}


def _read_moment(text: str) -> str:
    """Write a date of a file's properties in one form; what is none stays as it is.

    >>> _read_moment("2024-05-03T10:20:11Z"), _read_moment("2024-05-03"), _read_moment("May")
    ('2024-05-03 10:20', '2024-05-03', 'May')
    """
    found = MOMENT.match(text)
    if not found:
        return text
    year, month, day, hour, minute = found.groups()
    return f"{year}-{month}-{day}" + (f" {hour}:{minute}" if hour else "")


def read_core(archive: Archive) -> tuple[str, dict[str, str]]:
    """Give the title and the properties of an Office document: its author, when it was last changed."""
    name = "docProps/core.xml"
    if name not in archive:
        return "", {}
    tree = archive.xml(name)
    date = first_text(tree, "modified") or first_text(tree, "created")
    return first_text(tree, "title"), describe(author=first_text(tree, "creator"), date=date)
