"""Text of a PDF page that nobody sees: of the paper's colour, tiny, invisible, under a picture."""

import ctypes
import math
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from paraphrast.files.documents.marks import Mark

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
NEAR = 24  # of 255: colours this near cannot be told apart
SMALLEST = 4.0  # points
WHOLE = 0.8  # of the page: a picture this large is a scan, and the text under it was recognised from it
DEEPEST = 8  # forms within forms
DROPPED = "\ufffe\x02\u00ad-"  # hyphens at the end of a line come and go


class Thing(NamedTuple):
    """What is drawn on a page: text, picture, path or form, with its box and its colour."""

    kind: int
    box: tuple[float, float, float, float]
    colour: tuple[int, int, int, int] | None
    address: int
    handle: Any
    scale: float = 1.0  # of the form it is drawn in

    def holds(self, box: tuple[float, float, float, float], most: float = 0.9) -> bool:
        """Tell whether most of a box lies in this one."""
        left, low = max(self.box[0], box[0]), max(self.box[1], box[1])
        right, high = min(self.box[2], box[2]), min(self.box[3], box[3])
        area = max(box[2] - box[0], 0.01) * max(box[3] - box[1], 0.01)
        return max(right - left, 0) * max(high - low, 0) >= most * area


def find_hidden(page: Any, words: Any, text: str) -> list[Mark]:
    """Mark what is hidden in the text of a page; `words` is its text layer."""
    import pypdfium2.raw as pdfium

    things = list(_things(page, pdfium))
    kinds = {
        thing.address: kind
        for order, thing in enumerate(things)
        if thing.kind == pdfium.FPDF_PAGEOBJ_TEXT and (kind := _judge(thing, things, order, pdfium))
    }
    if _is_scan(page, things, pdfium):
        kinds = {address: kind for address, kind in kinds.items() if kind in ("white", "tiny")}
    if not kinds:
        return []
    letters = list(_letters(words, kinds, pdfium))
    return _place_runs(letters, text)


def _things(page: Any, pdfium: Any) -> Iterator[Thing]:
    """List what is drawn, in the order of drawing."""
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        yield from _drawn(pdfium.FPDFPage_GetObject(page, number), (1, 0, 0, 1, 0, 0), pdfium)


def _drawn(handle: Any, outer: Matrix, pdfium: Any, depth: int = 0) -> Iterator[Thing]:
    """Give one thing by its place on the page; a form gives what is drawn in it."""
    kind = pdfium.FPDFPageObj_GetType(handle)
    if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
        inner = _matrix(handle, outer, pdfium)
        for number in range(pdfium.FPDFFormObj_CountObjects(handle)):
            yield from _drawn(pdfium.FPDFFormObj_GetObject(handle, number), inner, pdfium, depth + 1)
        return
    sides = [ctypes.c_float() for _ in range(4)]
    parts = [ctypes.c_uint() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(handle, *sides):
        return
    told = pdfium.FPDFPageObj_GetFillColor(handle, *parts)
    left, low, right, high = (side.value for side in sides)
    corners = [_move(x, y, outer) for x in (left, right) for y in (low, high)]
    across, up = zip(*corners, strict=True)
    red, green, blue, alpha = (part.value for part in parts)
    yield Thing(
        kind,
        (min(across), min(up), max(across), max(up)),
        (red, green, blue, alpha) if told else None,
        ctypes.addressof(handle.contents),
        handle,
        math.hypot(outer[2], outer[3]),
    )


def _matrix(handle: Any, outer: Matrix, pdfium: Any) -> Matrix:
    """Give the way from what a form holds to the page."""
    own = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(handle, own):
        return outer
    a, b, c, d, e, f = outer
    return (
        own.a * a + own.b * c,
        own.a * b + own.b * d,
        own.c * a + own.d * c,
        own.c * b + own.d * d,
        own.e * a + own.f * c + e,
        own.e * b + own.f * d + f,
    )


def _move(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _judge(text: Thing, things: list[Thing], order: int, pdfium: Any) -> str:
    """Say how a stretch of text is hidden, or nothing."""
    mode = pdfium.FPDFTextObj_GetTextRenderMode(text.handle)
    if mode == pdfium.FPDF_TEXTRENDERMODE_INVISIBLE or (text.colour and text.colour[3] == 0):
        return "invisible"
    if text.scale * _size(text.handle, pdfium) < SMALLEST:
        return "tiny"
    pictures = [one for one in things[order + 1 :] if one.kind == pdfium.FPDF_PAGEOBJ_IMAGE]
    if any(one.holds(text.box) and not pdfium.FPDFPageObj_HasTransparency(one.handle) for one in pictures):
        return "covered"
    filled = mode in (pdfium.FPDF_TEXTRENDERMODE_FILL, pdfium.FPDF_TEXTRENDERMODE_FILL_CLIP)
    return "white" if filled and text.colour and _is_lost(text, things[:order], pdfium) else ""


def _is_lost(text: Thing, before: list[Thing], pdfium: Any) -> bool:
    """Tell whether text has the colour of what lies under it: a filled shape, or the paper."""
    paper: tuple[int, ...] = (255, 255, 255)
    for one in reversed(before):
        if one.kind == pdfium.FPDF_PAGEOBJ_TEXT or not one.holds(text.box, 0.6):
            continue
        if one.kind != pdfium.FPDF_PAGEOBJ_PATH:
            return False  # a picture or a shading: what it looks like there is not known
        if one.colour and one.colour[3] > 127 and _is_filled(one.handle, pdfium):
            paper = one.colour
            break
    return all(abs(a - b) <= NEAR for a, b in zip((text.colour or ())[:3], paper[:3], strict=True))


def _is_filled(handle: Any, pdfium: Any) -> bool:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(pdfium.FPDFPath_GetDrawMode(handle, mode, stroke)) and mode.value != 0


def _size(handle: Any, pdfium: Any) -> float:
    """Give the height of the letters in points, as scaled."""
    size, matrix = ctypes.c_float(), pdfium.FS_MATRIX()
    if not pdfium.FPDFTextObj_GetFontSize(handle, size) or not pdfium.FPDFPageObj_GetMatrix(handle, matrix):
        return SMALLEST
    return abs(size.value) * math.hypot(matrix.c, matrix.d)


def _is_scan(page: Any, things: list[Thing], pdfium: Any) -> bool:
    """Tell whether a picture fills the page."""
    width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    left, low, *_ = page.get_mediabox()
    whole = left, low, left + width, low + height
    return any(one.kind == pdfium.FPDF_PAGEOBJ_IMAGE and one.holds(whole, WHOLE) for one in things)


def _letters(words: Any, kinds: dict[int, str], pdfium: Any) -> Iterator[tuple[str, str]]:
    """Yield the letters of a page, each with how it is hidden."""
    for number in range(pdfium.FPDFText_CountChars(words)):
        code = pdfium.FPDFText_GetUnicode(words, number)
        letter = chr(code) if code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"
        if letter in DROPPED or letter.isspace() or letter == "\0":
            continue
        handle = pdfium.FPDFText_GetTextObject(words, number)
        yield letter, kinds.get(ctypes.addressof(handle.contents), "") if handle else ""


def _place_runs(letters: list[tuple[str, str]], text: str) -> list[Mark]:
    """Find runs of hidden letters in a text that has the same letters, but other blanks and line ends.

    >>> _place_runs([("a", ""), ("b", "white"), ("c", "white"), ("d", "white")], "a b\\nc d.")
    [Mark(kind='white', start=2, stop=7)]
    """
    places = [n for n, letter in enumerate(text) if not letter.isspace() and letter not in DROPPED]
    compact = "".join(text[place] for place in places)
    found: list[Mark] = []
    at = number = 0
    while number < len(letters):
        kind = letters[number][1]
        end = number
        while end < len(letters) and letters[end][1] == kind:
            end += 1
        run = "".join(letter for letter, _ in letters[number:end])
        # the text may lack some letters of the page, so that each run is looked for from the last one on
        place = compact.find(run, at)
        if place >= 0:
            at = place + len(run)
            if kind:
                found.append(Mark(kind, places[place], places[at - 1] + 1))
        number = end
    return found
