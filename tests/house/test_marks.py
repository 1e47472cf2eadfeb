"""What a document's file says beside its words: who wrote it and when, what is quoted, noted or hidden."""

# ruff: noqa: E501 - what is in a file is easier to read unfolded

from contextlib import suppress
from pathlib import Path

import pytest

from fonts import font_for
from house.making import TEXTS, WORD, doc, docx, html, odt, pptx, write_pdf, zipped
from paraphrast.data import Document
from paraphrast.errors import DataError
from paraphrast.files import documents

LANGS = ["ru", "en", "zh"]
PICTURE = (
    '<w:r><w:drawing><wp:anchor xmlns:wp="wp" xmlns:pic="pic" behindDoc="{behind}">'
    '<wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>'
    '<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>'
    '<wp:extent cx="5000000" cy="900000"/><wp:wrapNone/><pic:pic/></wp:anchor></w:drawing></w:r>'
)
STYLES = (
    f"<w:styles {WORD}>"
    '<w:style w:type="paragraph" w:styleId="a7"><w:name w:val="Intense Quote"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="a8"><w:name w:val="Own"/><w:basedOn w:val="a7"/></w:style>'
    '<w:style w:type="character" w:styleId="ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="loop"><w:name w:val="L"/><w:basedOn w:val="loop"/></w:style>'
    "</w:styles>"
)


def word(path: Path, body: str, *, notes: str = "", background: str = "") -> Document:
    members = {
        "word/document.xml": f"<w:document {WORD}>{background}<w:body>{body}</w:body></w:document>",
        "word/styles.xml": STYLES,
        "docProps/core.xml": '<c xmlns:d="d"><d:title>T</d:title><d:creator>Ann</d:creator>'
        "<d:created>2024-01-02T03:04:05Z</d:created><d:modified>2024-05-06T07:08:09Z</d:modified></c>",
    }
    if notes:
        members["word/footnotes.xml"] = f"<w:footnotes {WORD}>{notes}</w:footnotes>"
    return documents.load(zipped(path / "t.docx", members))


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def marked(document: Document) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for kind, start, stop in document.meta.get("marks", []):
        found.setdefault(kind, []).append(document.text[start:stop])
    return found


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("properties", "kind"),
    [
        ('<w:color w:val="FFFFFF"/>', "white"),
        ('<w:color w:val="FDFDFD"/>', "white"),
        ('<w:color w:val="000000"/><w:shd w:fill="000000"/>', "white"),
        ('<w:sz w:val="2"/>', "tiny"),
        ("<w:vanish/>", "invisible"),
        ('<w:rStyle w:val="ghost"/>', "invisible"),
    ],
)
def test_text_that_word_does_not_show_is_told(tmp_path: Path, lang: str, properties: str, kind: str) -> None:
    first, second = TEXTS[lang]
    found = word(
        tmp_path,
        f"<w:p>{run('1 ')}{run(first, properties)}</w:p><w:p>{run(second)}</w:p>".replace("&", "&amp;"),
    )
    assert found.text == f"1 {first}\n{second}"
    assert marked(found) == {kind: [first]}


@pytest.mark.parametrize(
    "properties",
    [
        '<w:color w:val="FFFFFF"/><w:shd w:fill="1F3864"/>',
        '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
        '<w:color w:val="auto"/>',
        '<w:color w:val="C00000"/>',
        '<w:sz w:val="16"/>',
        '<w:vanish w:val="0"/>',
        '<w:rStyle w:val="loop"/>',
    ],
)
def test_text_that_can_be_read_is_not(tmp_path: Path, properties: str) -> None:
    assert marked(word(tmp_path, f"<w:p>{run('words to read', properties)}</w:p>")) == {}


def test_white_letters_of_a_dark_cell_or_page_are_seen(tmp_path: Path) -> None:
    white = run("words to read", '<w:color w:val="FFFFFF"/>')
    cell = f'<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="222222"/></w:tcPr><w:p>{white}</w:p></w:tc></w:tr></w:tbl>'
    assert marked(word(tmp_path, cell)) == {}
    dark = '<w:background w:color="101010"/>'
    assert marked(word(tmp_path, f"<w:p>{white}</w:p>", background=dark)) == {}


def test_a_picture_before_the_text_covers_it(tmp_path: Path) -> None:
    over = word(
        tmp_path, f"<w:p>{PICTURE.format(behind=0)}{run('covered words')}</w:p><w:p>{run('seen')}</w:p>"
    )
    assert marked(over) == {"covered": ["covered words"]}
    under = word(tmp_path, f"<w:p>{PICTURE.format(behind=1)}{run('words over a picture')}</w:p>")
    assert marked(under) == {}


def test_quoted_paragraphs_and_notes_have_their_places(tmp_path: Path) -> None:
    quoted = f'<w:p><w:pPr><w:pStyle w:val="a8"/></w:pPr>{run("a quoted block")}</w:p>'
    plain = f'<w:p>{run("said so")}<w:r><w:footnoteReference w:id="1"/></w:r>{run(" and on")}</w:p>'
    notes = f'<w:footnote w:id="1"><w:p>{run("Smith 2003, p. 4")}</w:p></w:footnote>'
    found = word(tmp_path, quoted + plain, notes=notes)
    assert found.text == "a quoted block\nsaid so and on\nSmith 2003, p. 4"
    assert marked(found) == {"block": ["a quoted block"], "note": [""], "footnote": ["Smith 2003, p. 4"]}
    assert ["note", 22, 22] in found.meta["marks"]


def test_properties_come_along(tmp_path: Path) -> None:
    found = word(tmp_path, f"<w:p>{run('words')}</w:p>")
    assert (found.title, found.meta) == ("T", {"author": "Ann", "date": "2024-05-06 07:08"})
    office = zipped(
        tmp_path / "t.odt",
        {
            "content.xml": '<d xmlns:t="t"><t:body><t:p>words</t:p></t:body></d>',
            "meta.xml": '<m xmlns:d="d"><d:initial-creator>Bob</d:initial-creator><d:date>2023-02-01</d:date></m>',
        },
    )
    assert documents.load(office).meta == {"author": "Bob", "date": "2023-02-01"}
    book = zipped(
        tmp_path / "t.epub",
        {
            "META-INF/container.xml": '<c><rootfile full-path="b.opf"/></c>',
            "b.opf": '<p xmlns:d="d"><d:creator>Cid</d:creator><d:date>1999</d:date>'
            '<d:identifier>https://books.example/7</d:identifier><manifest><item id="a" href="a.xhtml"/></manifest>'
            '<spine><itemref idref="a"/></spine></p>',
            "a.xhtml": "<html><body><p>words</p></body></html>",
        },
    )
    meta = documents.load(book).meta
    assert (meta["author"], meta["date"], meta["address"]) == ("Cid", "1999", "https://books.example/7")


@pytest.mark.parametrize("lang", LANGS)
def test_quoted_blocks_of_a_page_are_found_in_its_text(tmp_path: Path, lang: str) -> None:
    first, second = TEXTS[lang]
    page = html(tmp_path / "t.html", [])
    escaped = first.replace("&", "&amp;")
    body = f"<article><p>{second}</p><blockquote><p>{escaped}</p></blockquote><p>{second}</p></article>"
    page.write_text(f"<html><head><title>T</title></head><body>{body}</body></html>", encoding="utf-8")
    assert marked(documents.load(page)) == {"block": [first]}


def test_slides_come_in_the_order_they_are_shown_with_their_notes(tmp_path: Path) -> None:
    found = documents.load(pptx(tmp_path / "t.pptx", ["first", "второй", "第三"], notes="what I say"))
    assert found.text == "first\nwhat I say\nвторой\n第三"
    assert [found.text[start:].split("\n")[0] for start in found.meta["slides"]] == [
        "first",
        "второй",
        "第三",
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("rich.doc", b"{\\rtf1 x}", "rich text"),
        ("not.doc", b"PK\x03\x04 zip", "not an old Word document"),
        ("cut.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "broken .doc"),
        ("not.pptx", b"plain", "not a .pptx"),
    ],
)
def test_a_bad_old_document_is_told_in_a_line(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=message):
        documents.load(tmp_path / name)


def test_an_old_document_with_a_password_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="password"):
        documents.load(doc(tmp_path / "t.doc", ["words"], flags=0x0300))


def test_damaged_old_documents_never_end_in_a_traceback(tmp_path: Path) -> None:
    whole = doc(tmp_path / "t.doc", TEXTS["ru"]).read_bytes()
    for place in range(0, len(whole), 97):
        broken = tmp_path / "broken.doc"
        broken.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with suppress(DataError):
            documents.load(broken)


def paper(path: Path, lang: str) -> list[str]:
    """Draw text seen and hidden in every way on a page, and give the hidden lines."""
    fpdf = pytest.importorskip("fpdf")
    from PIL import Image

    from paraphrast.detect.report.pdf import set_font

    first, second = TEXTS[lang]
    lines = [f"{n}. {first} {n}" for n in range(6)]
    sheet = fpdf.FPDF()
    letters = "".join([*lines, second])
    set_font(sheet, set(letters), font_for(letters))
    sheet.add_page()
    sheet.set_author("Ann")

    def write(text: str, **more: object) -> None:
        sheet.cell(0, 8, text, new_x="LMARGIN", new_y="NEXT", **more)

    write(second)
    sheet.set_text_color(255)
    write(lines[0])
    sheet.set_fill_color(20, 20, 120)
    write(lines[1], fill=True)  # white on blue is seen
    sheet.set_text_color(0)
    sheet.set_font_size(1)
    write(lines[2])
    sheet.set_font_size(10)
    top = sheet.get_y()
    write(lines[3])
    sheet.image(Image.new("RGB", (30, 10), (200, 30, 30)), x=5, y=top - 1, w=190, h=10)
    sheet.text_mode = 3
    write(lines[4])
    sheet.text_mode = 0
    write(lines[5])
    sheet.output(str(path))
    return lines


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_hidden_text_of_a_pdf_is_told_in_its_place(tmp_path: Path, lang: str) -> None:
    lines = paper(tmp_path / "t.pdf", lang)
    found = documents.load(tmp_path / "t.pdf")
    assert marked(found) == {
        "white": [lines[0]], "tiny": [lines[2]], "covered": [lines[3]], "invisible": [lines[4]],
    }  # fmt: skip
    assert found.meta["author"] == "Ann"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_recognised_text_under_a_scan_is_no_trick(tmp_path: Path) -> None:
    fpdf = pytest.importorskip("fpdf")
    from PIL import Image

    sheet = fpdf.FPDF()
    sheet.set_font("helvetica", size=12)
    sheet.add_page()
    sheet.text_mode = 3
    sheet.cell(0, 8, "words that were recognised")
    sheet.image(Image.new("RGB", (210, 297), (240, 240, 230)), x=0, y=0, w=210, h=297)
    sheet.output(str(tmp_path / "scan.pdf"))
    found = documents.load(tmp_path / "scan.pdf")
    assert "recognised" in found.text
    assert marked(found) == {}


def test_hidden_text_of_a_form_is_told_too(tmp_path: Path) -> None:
    # a form is a drawing used as one object: here it has white words and words that are scaled down
    form = "BT /F 12 Tf 1 g 10 50 Td (white words in a form) Tj ET BT /F 12 Tf 0 g 10 20 Td (words to read) Tj ET"
    page = "BT /F 12 Tf 50 700 Td (first line of the page) Tj ET q 1 0 0 1 50 400 cm /X Do Q q .1 0 0 .1 50 300 cm /Y Do Q"
    small = "BT /F 12 Tf 10 20 Td (tiny words in a form) Tj ET"
    kind = "/Type/XObject/Subtype/Form/BBox[0 0 900 100]/Resources<</Font<</F 3 0 R>>>>"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[4 0 R]/Count 1>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R"
        "/Resources<</Font<</F 3 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>>>>>",
        f"<</Length {len(page)}>>\nstream\n{page}\nendstream",
        f"<<{kind}/Length {len(form)}>>\nstream\n{form}\nendstream",
        f"<<{kind}/Length {len(small)}>>\nstream\n{small}\nendstream",
    ]
    path = write_pdf(tmp_path / "form.pdf", objects)
    assert marked(documents.load(path)) == {
        "white": ["white words in a form"],
        "tiny": ["tiny words in a form"],
    }


def test_a_document_without_tricks_has_no_marks(tmp_path: Path) -> None:
    assert "marks" not in documents.load(docx(tmp_path / "t.docx", TEXTS["ru"])).meta
    assert "marks" not in documents.load(odt(tmp_path / "t.odt", TEXTS["ru"])).meta


@pytest.mark.parametrize("lang", LANGS)
def test_notes_and_quoted_blocks_of_an_open_document_are_told(tmp_path: Path, lang: str) -> None:
    first, second = (text.replace("&", "&amp;") for text in TEXTS[lang])
    note = "<t:note><t:note-citation>1</t:note-citation><t:note-body><t:p>Smith 2003.</t:p></t:note-body></t:note>"
    style = '<s:style xmlns:s="s" s:name="P1" s:parent-style-name="Quotations"/>'
    body = f"<t:p>{first}{note} (1)</t:p>{style}<t:p t:style-name='P1'>{second}</t:p><t:p t:style-name='P2'>x</t:p>"
    found = documents.load(odt(tmp_path / "a.odt", [], body=body))
    first, second = TEXTS[lang]
    assert found.text == f"{first} (1)\nSmith 2003.\n{second}\nx"
    assert marked(found) == {"note": [""], "footnote": ["Smith 2003."], "block": [second]}
    assert ["note", len(first), len(first)] in found.meta["marks"]


@pytest.mark.parametrize(
    ("head", "date"), [("", None), ('<meta name="date" content="2024-05-03">', "2024-05-03")]
)
def test_a_year_in_the_text_of_a_page_is_not_its_date(tmp_path: Path, head: str, date: str | None) -> None:
    body = "".join(f"<p>{text} Smith, 1999. © 2001.</p>" for text in TEXTS["en"])
    path = tmp_path / "page.html"
    path.write_text(f"<html><head><title>T</title>{head}</head><body>{body}</body></html>", encoding="utf-8")
    assert documents.load(path).meta.get("date") == date
