"""Small documents of every kind, made by hand from paragraphs."""

import struct
import zipfile
from collections.abc import Callable
from html import escape
from pathlib import Path

TEXTS = {
    "ru": [
        "Кот весь день проспал на тёплом подоконнике и не слышал грозы.",
        "«Ёлка» — это не только дерево, но и праздник, которого ждут весь год.",
    ],
    "en": [
        "The lighthouse keeper wrote one letter a week & never posted any.",
        "When the ferry came back in spring, nobody was left to meet it.",
    ],
    "zh": ["小猫在窗台上睡了一整天，没有听见雷声。", "他读完了《红楼梦》，然后又从头开始读。"],
}
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
URN = "urn:oasis:names:tc:opendocument:xmlns"
OPEN = f'xmlns:o="{URN}:office:1.0" xmlns:t="{URN}:text:1.0"'


def zipped(path: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def docx(path: Path, paragraphs: list[str], *, title: str = "", body: str = "") -> Path:
    body = body or "".join(f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p>" for text in paragraphs)
    return zipped(
        path,
        {
            "word/document.xml": f"<w:document {WORD}><w:body>{body}</w:body></w:document>",
            "docProps/core.xml": f'<c:p xmlns:c="c" xmlns:d="d"><d:title>{escape(title)}</d:title></c:p>',
        },
    )


def odt(path: Path, paragraphs: list[str], *, title: str = "", body: str = "") -> Path:
    body = body or "".join(f"<t:p>{escape(text)}</t:p>" for text in paragraphs)
    return zipped(
        path,
        {
            "content.xml": f"<o:document {OPEN}><o:body><o:text>{body}</o:text></o:body></o:document>",
            "meta.xml": f'<m xmlns:d="d"><d:title>{escape(title)}</d:title></m>',
        },
    )


def epub(path: Path, paragraphs: list[str], *, title: str = "") -> Path:
    page = "".join(f"<p>{escape(text)}</p>" for text in paragraphs)
    items = '<item id="a" href="chapter1.xhtml"/><item id="b" href="chapter2.xhtml"/>'
    second = "" if paragraphs else '<itemref idref="b"/>'
    return zipped(
        path,
        {
            "META-INF/container.xml": '<c><rootfile full-path="book.opf"/></c>',
            "book.opf": f'<p xmlns:d="d"><d:title>{escape(title)}</d:title><manifest>{items}</manifest>'
            f'<spine><itemref idref="a"/>{second}</spine></p>',
            "chapter1.xhtml": f"<html><head><title/></head><body>{page}</body></html>",
        },
    )


def html(path: Path, paragraphs: list[str], *, title: str = "") -> Path:
    body = "".join(f"<p>{escape(text)}</p>" for text in paragraphs)
    path.write_text(f"<html><head><title>{title}</title></head><body>{body}</body></html>", encoding="utf-8")
    return path


def rtf(path: Path, paragraphs: list[str]) -> Path:
    def letters(text: str) -> str:
        return "".join(letter if letter.isascii() else f"\\u{ord(letter)}?" for letter in text)

    path.write_text(
        "{\\rtf1\\ansi\\uc1 " + "\\par\n".join(map(letters, paragraphs)) + "\\par}", encoding="ascii"
    )
    return path


def text(path: Path, paragraphs: list[str]) -> Path:
    path.write_text("\n".join(paragraphs) + "\n", encoding="utf-8")
    return path


def pdf(path: Path, *pages: list[str]) -> Path:
    """Draw each paragraph on a line of its own, with a table from glyphs back to letters."""
    letters = sorted({letter for page in pages for paragraph in page for letter in paragraph})
    code = {letter: f"{number:04x}" for number, letter in enumerate(letters, 1)}
    table = "\n".join(f"<{code[letter]}> <{letter.encode('utf-16-be').hex()}>" for letter in letters)
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(letters)} beginbfchar\n{table}\nendbfchar\n"
        "endcmap end end"
    )
    kids = " ".join(f"{6 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>",
        "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 5 0 R>>",
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 600"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>",
        _stream(cmap),
    ]
    for number, page in enumerate(pages):
        shown = " ".join(f"<{''.join(code[letter] for letter in line)}> Tj 0 -40 Td" for line in page)
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 900 800]/Contents {7 + 2 * number} 0 R"
            "/Resources<</Font<</F 3 0 R>>>>>>"
        )
        objects.append(_stream(f"BT /F 10 Tf 50 700 Td {shown} ET"))
    return write_pdf(path, objects)


def write_pdf(path: Path, objects: list[str]) -> Path:
    """Write the objects of a PDF with the table of their places; the first is the catalog."""
    body = "%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n"
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"trailer\n<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{len(body)}\n%%EOF\n"
    path.write_text(f"{body}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}{end}", encoding="ascii")
    return path


def _stream(content: str) -> str:
    return f"<</Length {len(content)}>>\nstream\n{content}\nendstream"


DRAWN = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def pptx(path: Path, paragraphs: list[str], *, notes: str = "") -> Path:
    """A slide for each paragraph, stored in another order than they are shown in."""

    def shape(text: str, kind: str = "body") -> str:
        place = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
        return f"<p:sp>{place}<p:txBody><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>"

    count = len(paragraphs)
    shown = "".join(f'<p:sldId id="{256 + n}" r:id="r{n}"/>' for n in range(count))
    links = "".join(
        f'<Relationship Id="r{n}" Type="t/slide" Target="slides/slide{count - n}.xml"/>' for n in range(count)
    )
    members = {
        "ppt/presentation.xml": f"<p:presentation {DRAWN}><p:sldIdLst>{shown}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": f"<Relationships>{links}</Relationships>",
    }
    for n, text in enumerate(paragraphs):
        page = shape(text) + shape(str(n + 1), "sldNum")
        members[f"ppt/slides/slide{count - n}.xml"] = f"<p:sld {DRAWN}>{page}</p:sld>"
    if notes:
        link = '<Relationship Id="n" Type="t/notesSlide" Target="../notesSlides/notesSlide1.xml"/>'
        members[f"ppt/slides/_rels/slide{count}.xml.rels"] = f"<Relationships>{link}</Relationships>"
        members["ppt/notesSlides/notesSlide1.xml"] = f"<p:notes {DRAWN}>{shape(notes)}</p:notes>"
    return zipped(path, members)


def doc(path: Path, paragraphs: list[str], *, flags: int = 0x0200, saved: int | None = None) -> Path:
    """An old Word document: a piece of one byte a character where that will do, else of two.

    `saved` is when it was last saved, in tenths of a microsecond since 1601.
    """
    main, bounds, places = bytearray(0x800), [0], []
    for paragraph in paragraphs:
        text = f"{paragraph}\r"
        narrow = text.isascii()
        places.append(len(main) * 2 | 0x40000000 if narrow else len(main))
        main += text.encode("cp1252" if narrow else "utf-16-le")
        bounds.append(bounds[-1] + len(text))
    pieces = struct.pack(f"<{len(bounds)}I", *bounds) + b"".join(struct.pack("<HIH", 0, p, 0) for p in places)
    table = b"\x01\x02\x00??" + struct.pack("<BI", 2, len(pieces)) + pieces
    struct.pack_into("<H", main, 0, 0xA5EC)
    struct.pack_into("<H", main, 0x0A, flags)
    struct.pack_into("<6i", main, 0x4C, bounds[-1], 0, 0, 0, 0, 0)
    struct.pack_into("<II", main, 0x01A2, 0, len(table))
    facts = {} if saved is None else {"\x05SummaryInformation": _summary(saved)}
    path.write_bytes(_compound({"WordDocument": bytes(main), "1Table": table, **facts}))
    return path


def _summary(saved: int) -> bytes:
    """The properties of an old document ([MS-OLEPS]): only the time when it was last saved."""
    head = struct.pack("<HHI16xI16xI", 0xFFFE, 0, 0, 1, 48)
    return head + struct.pack("<IIIIIQ", 28, 1, 13, 16, 64, saved)


def _compound(streams: dict[str, bytes]) -> bytes:
    """A compound file ([MS-CFB]) of streams that are padded to a size that needs no small sectors."""
    free, end = 0xFFFFFFFF, 0xFFFFFFFE
    table, body, entries = [0xFFFFFFFD, end], b"", b""
    for number, (name, raw) in enumerate(streams.items()):
        padded = raw.ljust(4096 + -(-max(len(raw) - 4096, 0) // 512) * 512, b"\0")
        first, count = len(table), len(padded) // 512
        table += [*range(first + 1, first + count), end]
        # a tree: the second, shorter name goes left of the first, the third, longer one right
        sides = (2, 3 if len(streams) > 2 else free) if number == 0 else (free, free)
        entries += _entry(name, 2, (*sides, free), first, len(padded))
        body += padded
    folder = _entry("Root Entry", 5, (free, free, 1), end, 0) + entries
    assert len(table) <= 128
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<9I", 0, 1, 1, 0, 4096, end, 0, end, 0) + struct.pack("<109I", 0, *[free] * 108)
    fat = struct.pack("<128I", *table, *[free] * (128 - len(table)))
    return head + fat + folder.ljust(512, b"\0") + body


def _entry(name: str, kind: int, tree: tuple[int, int, int], first: int, size: int) -> bytes:
    raw = f"{name}\0".encode("utf-16-le")
    packed = raw.ljust(64, b"\0") + struct.pack("<HBB3I", len(raw), kind, 1, *tree)
    return packed + bytes(36) + struct.pack("<IQ", first, size)


KINDS: dict[str, Callable[[Path, list[str]], Path]] = {
    ".txt": text,
    ".md": text,
    ".html": html,
    ".docx": docx,
    ".doc": doc,
    ".pptx": pptx,
    ".odt": odt,
    ".pdf": pdf,
    ".epub": epub,
    ".rtf": rtf,
}
