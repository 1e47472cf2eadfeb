"""Rich text, through striprtf."""

import re
from pathlib import Path

from paraphrast.data import Document
from paraphrast.errors import DataError, MissingExtra
from paraphrast.files import opening

NOTE = re.compile(r"\{(?:\\\*)?\\footnote\b")
BRACE = re.compile(r"\\[\\{}]|[{}]")


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
        rich = _with_notes_last(raw.decode("latin-1"))
        text = str(rtf_to_text(rich, errors="replace"))  # type: ignore[no-untyped-call]
    except (LookupError, ValueError, OverflowError, TypeError) as error:  # TypeError: a word lacks its number
        raise DataError(f"broken RTF file: {error}", path=path) from error
    return Document(path.name, text)


def _with_notes_last(raw: str) -> str:
    """Move footnotes to the end, where they are read as paragraphs: striprtf passes over them.

    >>> _with_notes_last(r"{\\rtf1 A word{\\*\\footnote {B} c}, more.}")
    '{\\\\rtf1 A word, more.{\\\\par  {B} c}}'
    """
    kept, notes, done = [], [], 0
    for found in NOTE.finditer(raw):
        if found.start() < done:
            continue  # inside of another
        end = _group_end(raw, found.start())
        if not end:
            break
        kept.append(raw[done : found.start()])
        notes.append("{\\par " + raw[found.end() : end])
        done = end
    body, brace, rest = ("".join(kept) + raw[done:]).rpartition("}")
    return body + "".join(notes) + brace + rest


def _group_end(raw: str, start: int) -> int:
    """Find where the group ends that begins here, or 0 where it does not."""
    depth = 0
    for found in BRACE.finditer(raw, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return 0
