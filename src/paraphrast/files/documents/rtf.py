"""Rich text, through striprtf."""

from pathlib import Path

from paraphrast.data import Document
from paraphrast.errors import DataError, MissingExtra
from paraphrast.files import opening


def load(path: Path) -> Document:
    """Read the words of a rich-text file, without its styles."""
    try:
        from striprtf.striprtf import rtf_to_text
    except ImportError as error:
        raise MissingExtra("striprtf", "documents") from error
    with opening.reading_bytes(path) as stream:
        raw = stream.read()
    if not raw.lstrip().startswith(b"{\\rtf"):
        raise DataError("this is not an RTF file", path=path)
    try:
        text = str(rtf_to_text(raw.decode("latin-1"), errors="replace"))  # type: ignore[no-untyped-call]
    except (LookupError, ValueError, OverflowError, TypeError) as error:  # TypeError: a word lacks its number
        raise DataError(f"broken RTF file: {error}", path=path) from error
    return Document(path.name, text)
