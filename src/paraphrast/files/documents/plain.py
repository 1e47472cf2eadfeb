"""Plain text and Markdown, kept as they are."""

from pathlib import Path

from paraphrast.data import Document
from paraphrast.files import opening


def load(path: Path) -> Document:
    """Read the whole file; line ends stay as they were, so that offsets fit the file."""
    with opening.reading(path) as stream:
        return Document(path.name, "".join(opening.lines(stream, path)))
