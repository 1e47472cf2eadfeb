"""Small documents of every kind, made by hand from paragraphs."""

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


KINDS: dict[str, Callable[[Path, list[str]], Path]] = {
    ".txt": text,
    ".md": text,
    ".html": html,
    ".docx": docx,
    ".odt": odt,
    ".pdf": pdf,
    ".epub": epub,
    ".rtf": rtf,
}
