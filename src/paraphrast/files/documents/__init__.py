"""Documents people have, as `Document` records: the text, the title, and an error that names the file.

A new kind of document is a file here with `load(path) -> Document`, and a line in `LOADERS`.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from paraphrast import data
from paraphrast.data import Document
from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import PathLike, place, suffix

LOADERS = {
    ".txt": "plain",
    ".text": "plain",
    ".md": "plain",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".docx": "docx",
    ".doc": "doc",
    ".pptx": "pptx",
    ".odt": "odt",
    ".pdf": "pdf",
    ".epub": "epub",
    ".rtf": "rtf",
}
# tables of documents; a .txt is a document itself, and a .json may be anything
TABLES = data.KINDS.keys() - {".txt", ".json"}


def load(path: PathLike, *, id: str | None = None) -> Document:
    """Read one document; its id is the file's name unless you give another."""
    kind = LOADERS.get(suffix(path))
    if kind is None:
        if not Path(path).exists():
            raise CommandError(f"there is no file {str(path)!r}")
        word = "; save it as .pptx" if suffix(path) == ".ppt" else ""
        raise CommandError(f"{path}: a document's name should end in {', '.join(LOADERS)}{word}")
    with place(path):
        found: Document = import_module(f"{__name__}.{kind}").load(Path(path))
    if not found.text.strip():
        raise DataError("there is no text in it", path=path)
    return Document(id or Path(path).name, found.text, title=found.title, meta=found.meta)


def walk(path: PathLike, *, broken: Callable[[DataError], None] | None = None) -> Iterator[Document]:
    """Stream the documents of a folder in the order of their names; ids are the paths inside the folder.

    A table of documents (JSONL and the like) is streamed too. A document that cannot be read is an error,
    or is handed to `broken` when that is given.
    """
    top = Path(path)
    if not top.is_dir():
        yield from data.read(top, Document) if suffix(top) in TABLES else iter([load(top)])
        return
    strange: Counter[str] = Counter()
    for file in sorted(found for found in top.rglob("*") if found.is_file()):
        name = file.relative_to(top).as_posix()
        if any(part.startswith(".") for part in name.split("/")):
            continue
        if suffix(file) in TABLES:
            yield from data.read(file, Document)
        elif suffix(file) not in LOADERS:
            strange[file.suffix or "no ending"] += 1
        else:
            try:
                found = load(file, id=name)
            except DataError as error:
                if broken is None:
                    raise
                broken(error)
            else:
                yield found
    if strange:
        kinds = ", ".join(f"{count} {ending}" for ending, count in sorted(strange.items()))
        print(f"{path}: left out files that are not documents: {kinds}", file=sys.stderr)
