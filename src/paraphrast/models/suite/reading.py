"""Read the files of a suite; an error names the file, the line and what was expected."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from paraphrast.data import Pair, Text
from paraphrast.errors import DataError
from paraphrast.files import opening
from paraphrast.models.suite.records import LOOK_ALIKES, OFFENCES, Half, Item, Piece, TextItem
from paraphrast.text.languages import LANGS, Lang

HARMLESS = ("synonym", "comma", "typo")
HARMFUL = ("name", "number", "negation")


def read_pairs(path: Path, lang: Lang, half: Half) -> list[Item]:
    """Read written pairs: id, behaviour, label, a, b."""
    found = []
    for line, (name, behaviour, label, a, b) in read_rows(path, ("id", "behaviour", "label", "a", "b")):
        if not behaviour or not a or not b:
            raise DataError("a pair needs a behaviour and two texts", path=path, line=line)
        pair = Pair(a, b, label=_read_label(label, path, line), lang=lang, id=name)
        found.append(Item("written", behaviour, half, pair))
    return found


def read_tiny(path: Path, half: Half, langs: Sequence[Lang]) -> list[Item]:
    """Read tiny pairs of these languages, empty texts among them: id, lang, label, a, b."""
    found = []
    for line, (name, lang, label, a, b) in read_rows(path, ("id", "lang", "label", "a", "b")):
        if lang not in LANGS:
            raise DataError(f"no language {lang!r}; there are {', '.join(LANGS)}", path=path, line=line)
        same = _read_label(label, path, line)
        if lang in langs:
            pair = Pair(a, b, label=same, lang=lang, id=name)
            found.append(Item("tiny", "tiny-same" if same else "tiny-other", half, pair))
    return found


def read_texts(path: Path, lang: Lang, half: Half) -> list[TextItem]:
    """Read offences and their look-alikes: id, kind, text."""
    found = []
    for line, (name, kind, text) in read_rows(path, ("id", "kind", "text")):
        if kind not in (*OFFENCES, *LOOK_ALIKES):
            known = ", ".join([*OFFENCES, *LOOK_ALIKES])
            raise DataError(f"no kind {kind!r}; there are {known}", path=path, line=line)
        if not text:
            raise DataError("the text is empty", path=path, line=line)
        label = float(kind in OFFENCES)
        found.append(TextItem(kind, half, Text(text, label=label, lang=lang, id=name)))
    return found


def read_prose(path: Path) -> list[Piece]:
    """Read pieces of prose, one JSON object a line, and check that every edit finds its place once."""
    found: dict[str, Piece] = {}
    with opening.reading(path) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                piece = msgspec.json.decode(line, type=Piece)
                _check_edits(piece)
            except (msgspec.MsgspecError, UnicodeDecodeError, DataError) as error:
                raise DataError(str(error), path=path, line=number) from error
            if piece.id in found:
                raise DataError(f"the id {piece.id!r} came before", path=path, line=number)
            found[piece.id] = piece
    return list(found.values())


def _check_edits(piece: Piece) -> None:
    """Refuse an edit of an unknown name, one that changes nothing, and one without a single place."""
    for name, (find, replace) in piece.edits.items():
        if name not in (*HARMLESS, *HARMFUL):
            raise DataError(f"no edit {name!r}; there are {', '.join([*HARMLESS, *HARMFUL])}")
        if not find or find == replace or piece.text.count(find) != 1:
            times = piece.text.count(find) if find else 0
            raise DataError(f"{name}: {find!r} stands {times} times in the text; one place is needed")


def read_rows(path: Path, header: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield line numbers and cells as they stand; quotation marks are text, and ids come once."""
    seen: set[str] = set()
    with opening.reading(path) as stream:
        for number, line in enumerate(opening.lines(stream, path), start=1):
            cells = line.rstrip("\r\n").split("\t")
            if number == 1:
                if cells != list(header):
                    wanted = ", ".join(header)
                    raise DataError(
                        f"the header is {', '.join(cells)}; it should be {wanted}", path=path, line=1
                    )
                continue
            if cells == [""]:
                continue
            if len(cells) != len(header):
                raise DataError(
                    f"{len(cells)} cells, but the header has {len(header)}", path=path, line=number
                )
            if not cells[0] or cells[0] in seen:
                said = f"the id {cells[0]!r} came before" if cells[0] else "there is no id"
                raise DataError(said, path=path, line=number)
            seen.add(cells[0])
            yield number, cells
    if not seen:
        raise DataError("there is nothing under the header", path=path)


def _read_label(cell: str, path: Path, line: int) -> float:
    """Read a label, which is 0 or 1."""
    if cell not in ("0", "1"):
        raise DataError(f"label {cell!r}; a label here is 0 or 1", path=path, line=line)
    return float(cell)
