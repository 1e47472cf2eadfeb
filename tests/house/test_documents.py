"""Documents of every kind give the same text, and a bad one gives one clear line."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from house.making import KINDS, TEXTS, doc, docx, epub, html, odt, pdf, zipped
from paraphrast import data
from paraphrast.data import Document
from paraphrast.errors import CommandError, DataError
from paraphrast.files import documents


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_every_kind_gives_its_paragraphs(tmp_path: Path, kind: str, lang: str) -> None:
    path = KINDS[kind](tmp_path / f"text{kind}", TEXTS[lang])
    found = documents.load(path)
    assert [line for line in found.text.split("\n") if line.strip()] == TEXTS[lang]
    assert found.id == path.name


@pytest.mark.parametrize(
    ("make", "name"), [(docx, "t.docx"), (odt, "t.odt"), (epub, "t.epub"), (html, "t.html")]
)
def test_the_title_is_kept(tmp_path: Path, make: Callable[..., Path], name: str) -> None:
    assert documents.load(make(tmp_path / name, TEXTS["ru"], title="Про кота 猫")).title == "Про кота 猫"


def test_a_page_loses_its_menu_and_footer(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    menu = "".join(f"<li><a href='/{number}'>Раздел {number}</a></li>" for number in range(20))
    article = "".join(f"<p>{text}</p>" for text in TEXTS["ru"] * 3)
    path.write_text(
        f"<html><head><title>Кот</title></head><body><nav><ul>{menu}</ul></nav><article>{article}</article>"
        "<footer>© Все права защищены. Подписаться на рассылку.</footer></body></html>",
        encoding="utf-8",
    )
    found = documents.load(path).text
    assert TEXTS["ru"][0] in found
    assert "Раздел" not in found
    assert "рассылку" not in found


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("cp1251", "windows-1251"), ("koi8-r", "koi8-r"), ("gb18030", "gb2312"), ("utf-16", "")],
)
def test_a_page_is_read_in_the_encoding_it_names(tmp_path: Path, encoding: str, declared: str) -> None:
    text = TEXTS["zh" if encoding == "gb18030" else "ru"][0]
    path = tmp_path / "page.html"
    path.write_bytes(f"<meta charset='{declared}'><body><p>{text}</p><p>{text}</p>".encode(encoding))
    assert text in documents.load(path).text


def test_pages_of_a_pdf_are_offsets(tmp_path: Path) -> None:
    path = pdf(tmp_path / "two.pdf", ["First page here."], ["Second page here."])
    found = documents.load(path)
    assert found.text[found.meta["pages"][1] :] == "Second page here."


@pytest.mark.parametrize(
    ("saved", "date"), [(133592052000000000, "2024-05-03 10:20"), (0, None), (None, None)]
)
def test_an_old_document_has_the_date_that_was_set(
    tmp_path: Path, saved: int | None, date: str | None
) -> None:
    read = documents.load(doc(tmp_path / "a.doc", ["Старый маяк"], saved=saved))
    assert read.text == "Старый маяк"
    assert read.meta.get("date") == date


def test_deleted_words_and_comments_are_not_the_text(tmp_path: Path) -> None:
    word = docx(
        tmp_path / "t.docx",
        [],
        body="<w:p><w:del><w:r><w:t>нет</w:t></w:r></w:del><w:r><w:t>да</w:t></w:r></w:p>",
    )
    assert documents.load(word).text == "да"
    office = odt(tmp_path / "t.odt", [], body="<t:p>да<o:annotation><t:p>нет</t:p></o:annotation>!</t:p>")
    assert documents.load(office).text == "да!"


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
FILE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>'


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.docx", b"", "not a .docx file"),
        ("a.docx", b"%PDF-1.4 hello", "not a .docx file"),
        ("a.docx", b"PK\3\4 broken", "broken file"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "protected with a password"),
        ("a.odt", b"plain text", "not an .odt file"),
        ("a.epub", b"<html></html>", "not an .epub file"),
        ("a.pdf", b"PK\3\4", "not a PDF file"),
        ("a.pdf", b"%PDF-1.7\nnothing more", "broken PDF file"),
        ("a.rtf", b"plain", "not an RTF file"),
        ("a.html", b"plain", "not an HTML page"),
        ("a.html", b"<html><body></body></html>", "no text in it"),
        ("a.txt", b"", "no text in it"),
        ("a.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not UTF-8, and what it is cannot be told"),
        ("a.txt", b"\x00\x01\x02\xff\xfe", "is not UTF-8, and what it is cannot be told"),
    ],
)
def test_a_bad_file_is_one_clear_error(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=message) as raised:
        documents.load(tmp_path / name)
    assert str(raised.value).startswith(str(tmp_path / name))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("name", "part"), [("a.docx", "word/document.xml"), ("a.odt", "content.xml")])
@pytest.mark.parametrize("xml", [BOMB, FILE])
def test_entities_are_refused(tmp_path: Path, name: str, part: str, xml: str) -> None:
    with pytest.raises(DataError, match="declares entities"):
        documents.load(zipped(tmp_path / name, {part: xml}))


def test_an_entity_in_a_book_reads_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("тайна", encoding="utf-8")
    book = epub(tmp_path / "a.epub", [])
    chapter = f'<!DOCTYPE x [<!ENTITY a SYSTEM "{tmp_path}/secret.txt">]><body><p>да&a;&nbsp;нет</p></body>'
    with zipfile.ZipFile(book, "a") as archive:
        archive.writestr("chapter2.xhtml", chapter)
    assert documents.load(book).text.strip() == "да нет"


def test_a_zip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents.import_module("paraphrast.files.documents.archive"), "LARGEST", 1 << 20)
    with pytest.raises(DataError, match="unpacks to more than 1 MB"):
        documents.load(zipped(tmp_path / "a.docx", {"word/document.xml": "<a>" + " " * (2 << 20) + "</a>"}))


def test_a_password_is_said(tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "a.odt", {"META-INF/manifest.xml": "<m><encryption-data/></m>", "content.xml": "?"}
    )
    with pytest.raises(DataError, match="protected with a password"):
        documents.load(path)


def test_a_folder_is_walked_in_order_with_paths_as_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "б").mkdir()
    (tmp_path / "б" / "1.txt").write_text("один", encoding="utf-8")
    (tmp_path / "a.md").write_text("two", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"png")
    (tmp_path / ".hidden.txt").write_text("no", encoding="utf-8")
    docx(tmp_path / "w.docx", ["三"])
    assert [(found.id, found.text) for found in documents.walk(tmp_path)] == [
        ("a.md", "two"),
        ("w.docx", "三"),
        ("б/1.txt", "один"),
    ]
    assert "left out files that are not documents: 1 .png" in capsys.readouterr().err


def test_a_broken_document_stops_the_walk_unless_somebody_takes_it(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"no")
    (tmp_path / "b.txt").write_text("да", encoding="utf-8")
    with pytest.raises(DataError):
        list(documents.walk(tmp_path))
    taken: list[DataError] = []
    assert [found.id for found in documents.walk(tmp_path, broken=taken.append)] == ["b.txt"]
    assert "a.docx" in str(taken[0])


def test_a_table_of_documents_is_walked_too(tmp_path: Path) -> None:
    kept = [Document("1", "один", title="Т"), Document("2", "二")]
    data.write(tmp_path / "d.jsonl", kept)
    assert list(documents.walk(tmp_path / "d.jsonl")) == kept


@pytest.mark.parametrize("name", ["a.doc", "a.png", "missing.txt"])
def test_what_is_no_document_is_a_wrong_command(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError):
        documents.load(tmp_path / name)
