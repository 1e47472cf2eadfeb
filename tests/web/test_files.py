"""Files come in within limits, are what their names say, unpack under bounds, and are their owner's alone."""

import gzip
import io
import re
import stat
import struct
import threading
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa

from databases import open_store
from paraphrast.annotate.store.directory import forget_account
from paraphrast.annotate.store.folders import uploads_folder
from paraphrast.annotate.store.server_schema import uploads
from paraphrast.annotate.store.uploads import remove_upload
from paraphrast.errors import DataError
from paraphrast.text.languages import LANGS
from paraphrast.web.jobs import queue
from paraphrast.web.routes import files
from paraphrast.web.storage import content, receiving
from programs import Sender, person
from workbench import Bench

TEXTS = {"ru": "Кошка спит на крыше.\n", "en": "The cat sleeps on the roof.\n", "zh": "猫睡在屋顶上。\n"}


@pytest.fixture
def bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A workbench on SQLite, or on what `both` names."""
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(request.getfixturevalue("tmp_path") / "uploads"))
    store = open_store(getattr(request, "param", "sqlite"), request)
    yield Bench(store)
    store.close()


def packed(body: bytes) -> bytes:
    """The same bytes at any hour: they stand in names of tests, on which two processes must agree."""
    return gzip.compress(body, mtime=0)


def zipped(*members: tuple[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members:
            archive.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)
    return made.getvalue()


@pytest.mark.parametrize("lang", LANGS)
def test_a_file_comes_and_goes_under_its_hash(bench: Bench, lang: str) -> None:
    user, sender = person(bench, "анна")
    body = TEXTS[lang].encode()
    row = sender.send(f"текст 猫 {lang}.txt", body).json()["files"][0]
    assert (row["kind"], row["size"], row["name"]) == ("txt", len(body), f"текст 猫 {lang}.txt")
    assert sender.on_disk() == [row["digest"]]
    again = sender.send(f"текст 猫 {lang}.txt", body).json()["files"][0]
    assert again["id"] == row["id"]
    got = sender.get(f"/files/{row['id']}")
    assert got.content == body
    assert got.headers["content-type"] == "application/octet-stream"
    assert got.headers["content-disposition"].startswith("attachment")
    gone = sender.client.delete(f"/api/v1/files/{row['id']}", headers=sender.headers)
    assert gone.status_code == 204
    assert sender.on_disk() == []
    assert user.name == "анна"


@pytest.mark.parametrize("bench", ["sqlite", "postgres"], indirect=True)
def test_a_file_stays_while_anybody_has_it_and_goes_with_its_owner(bench: Bench) -> None:
    (anna, hers), (_, his) = person(bench, "anna"), person(bench, "bob")
    body = TEXTS["ru"].encode()
    mine = hers.send("a.txt", body).json()["files"][0]
    hers.send("only.txt", b"only hers")
    his.send("b.txt", body)
    folder = uploads_folder(bench.store)
    with bench.store.write() as connection:
        forget_account(connection, folder, anna.id, at=1.0, by=None)
    assert his.on_disk() == [mine["digest"]]
    assert hers.get("/api/v1/files").status_code == 401
    with bench.store.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(uploads)).scalar() == 1


@pytest.mark.parametrize("bench", ["sqlite", "postgres"], indirect=True)
def test_a_removal_that_does_not_come_to_the_disk_removes_nothing(bench: Bench, tmp_path: Any) -> None:
    """As when the disk is full: a file that is still in the list can still be had."""
    user, sender = person(bench, "anna")
    row = sender.send("a.txt", b"hers").json()["files"][0]
    folder, place = uploads_folder(bench.store), tmp_path / "job"
    place.mkdir()
    queue.add(bench.store, queue.Entry("j", "build stats", [], str(place), str(place), user=user.id))
    for removed in (
        lambda connection: remove_upload(connection, folder, row["id"], at=1.0, by=None),
        lambda connection: forget_account(connection, folder, user.id, at=1.0, by=None),
    ):
        with suppress(RuntimeError), bench.store.write() as connection:
            removed(connection)
            raise RuntimeError("the disk is full")
        assert sender.get(f"/api/v1/files/{row['id']}/content").content == b"hers"
        assert place.is_dir()
    with bench.store.write() as connection:
        forget_account(connection, folder, user.id, at=1.0, by=None)
    assert sender.on_disk() == []
    assert not place.exists()


def docx(document: bytes = b"<w:document/>") -> bytes:
    return zipped(("word/document.xml", document), ("[Content_Types].xml", b"<x/>"))


@pytest.mark.parametrize(
    ("name", "body", "kind"),
    [
        ("a.txt", TEXTS["zh"].encode("gb18030"), "txt"),
        ("a.csv", TEXTS["ru"].encode("utf-16"), "csv"),
        ("a.docx", docx(), "docx"),
        ("a.pdf", b"%PDF-1.7\n...", "pdf"),
        ("a.jsonl.gz", packed(b'{"a": "x"}\n'), "gz"),
    ],
)
def test_what_is_what_it_says_is_taken(bench: Bench, name: str, body: bytes, kind: str) -> None:
    answer = person(bench, "anna")[1].send(name, body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["files"][0]["kind"] == kind


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("a.txt", b"\x7fELF\x02\x01\x01\x00\x00", "the name ends in .txt"),
        ("a.txt", b"MZ\x90\x00\x03", "the name ends in .txt"),
        ("a.txt", b"%PDF-1.7\n", "the name ends in .txt"),
        ("a.pdf", TEXTS["ru"].encode(), "the name ends in .pdf"),
        ("a.docx", zipped(("evil.xml", b"x")), "the name ends in .docx"),
        ("a.docx", b"PK\x03\x04 cut off", "archive is broken"),
        ("a.zip", b"PK\x03\x04 cut off", "archive is broken"),
        ("a.parquet", b"PAR1 and no end", "the name ends in .parquet"),
        ("a.exe", b"MZ", "files that end in .exe are not taken"),
        ("a.svg", b"<svg onload='x'/>", "files that end in .svg are not taken"),
        ("имя", b"x", "files that end in nothing"),
        ("a.txt", b"", "the file is empty"),
        ("a.gz", packed(b"x"), "by what is in it"),
        ("a.txt.gz", packed(b"\x7fELF\x00"), "the name ends in .txt"),
        ("a.txt.gz", packed(b"x" * 100)[:-9], "archive is broken"),
    ],
)
def test_what_is_not_what_it_says_is_refused_and_leaves_nothing(
    bench: Bench, name: str, body: bytes, said: str
) -> None:
    _, sender = person(bench, "anna")
    answer = sender.send(name, body)
    assert answer.status_code == 422
    assert said in answer.json()["error"]
    assert sender.on_disk() == []


def test_an_archive_becomes_its_files(bench: Bench) -> None:
    _, sender = person(bench, "anna")
    made = zipped(*((f"папка/{lang}.txt", text.encode()) for lang, text in TEXTS.items()))
    rows = sender.send("all.zip", made).json()["files"]
    assert {row["name"] for row in rows} == {"ru.txt", "en.txt", "zh.txt"}
    assert len(sender.on_disk()) == 3


def linked() -> bytes:
    member = zipfile.ZipInfo("link.txt")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(member, "/etc/passwd")
    return made.getvalue()


def lying(body: bytes) -> bytes:
    """An archive that says its file is small."""
    made = bytearray(zipped(("a.txt", body)))
    told = len(body).to_bytes(4, "little")
    return bytes(made).replace(told, (10).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ((("../../evil.txt", b"x"),), "leads out of it"),
        ((("/etc/cron.d/evil.txt", b"x"),), "leads out of it"),
        ((("..\\..\\evil.txt", b"x"),), "leads out of it"),
        ((("C:/evil.txt", b"x"),), "leads out of it"),
        ((("fine.txt", b"x"), ("in.zip", b"PK")), "an archive in it"),
        ((("fine.txt", b"x"), ("evil.exe", b"MZ")), "files that end in .exe"),
        (tuple((f"{n}.txt", b"x") for n in range(content.MOST_MEMBERS + 1)), "more than 10000 files"),
    ],
)
def test_an_archive_that_means_ill_is_refused_whole(bench: Bench, members: Any, said: str) -> None:
    _, sender = person(bench, "anna")
    answer = sender.send("evil.zip", zipped(*members))
    assert answer.status_code == 422
    assert said in answer.json()["error"]
    assert sender.on_disk() == []


def test_bombs_are_stopped_while_they_unpack(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    _, sender = person(bench, "anna")
    for module in (content, receiving):
        monkeypatch.setattr(module, "LARGEST_UNPACKED", 1 << 20)
    big = b"x" * (3 << 20)
    for name, body, said in [
        ("bomb.zip", zipped(("a.txt", big)), "unpacks to more than"),
        ("bomb.docx", docx(big), "unpacks to more than"),
        ("bomb.txt.gz", packed(big), "unpacks to more than"),
        ("lying.zip", lying(big), "archive is broken"),
        ("many.zip", zipped(*((f"{n}.txt", big[: 1 << 19]) for n in range(3))), "unpacks to more than"),
        ("link.zip", linked(), "has a link"),
    ]:
        answer = sender.send(name, body)
        assert (answer.status_code, said in answer.json()["error"]) == (422, True), (name, answer.text)
        assert sender.on_disk() == [], name


def listing(count: int, name: bytes = b"x.txt") -> bytes:
    """An archive whose list of files is long, and that holds nothing."""
    one = struct.pack("<4s4B4H3L5H2L", b"PK\x01\x02", 20, 3, 20, *([0] * 8), len(name), *([0] * 6)) + name
    size = len(one) * count
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count & 0xFFFF, count & 0xFFFF, size, 0, 0)
    return one * count + end


def test_a_list_of_millions_of_files_is_not_read(bench: Bench) -> None:
    """It would take gigabytes of memory before anybody could count them."""
    _, sender = person(bench, "anna")
    assert len(zipfile.ZipFile(io.BytesIO(listing(100))).infolist()) == 100, "it is what zipfile reads"
    for name in ("list.zip", "list.docx"):
        tracemalloc.start()
        answer = sender.send(name, listing(400_000))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (answer.status_code, "more than 10000 files" in answer.json()["error"]) == (422, True)
        assert peak < 100 << 20
        assert sender.on_disk() == []


def test_whoever_looks_into_a_file_holds_no_page_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unpacking two gigabytes takes a while; it is done beside the thread that answers everybody."""
    threads = []

    def looked(path: Any, name: str) -> str:
        threads.append(threading.current_thread().name)
        return content.recognise(path, name)

    monkeypatch.setattr(receiving, "recognise", looked)
    assert person(bench, "anna")[1].send("a.txt.gz", packed(b"x")).status_code == 201
    assert [name.startswith("AnyIO worker") for name in threads] == [True]


def test_files_come_a_page_at_a_time(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    user, client = bench.person("anna", role="editor")
    sender, seen, after = Sender(bench, user), [], ""
    for number in range(5):
        sender.send(f"{number}.txt", b"%d" % number)
    while True:
        page = sender.get(f"/api/v1/files?limit=2{after}").json()
        seen += [row["name"] for row in page["files"]]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert seen == [f"{number}.txt" for number in range(4, -1, -1)]
    monkeypatch.setattr(files, "PAGE", 3)
    first = client.get("/files").text
    link = re.search(r'href="(\?after=\d+)"', first)
    assert link
    second = client.get(f"/files{link.group(1)}").text
    assert [f"{n}.txt" in first for n in range(5)] == [False, False, True, True, True]
    assert [f"{n}.txt" in second for n in range(5)] == [True, True, False, False, False]
    assert "?after=" not in second


def test_a_file_that_is_too_large_is_stopped_on_its_way(tmp_path: Any) -> None:
    part = receiving.Part(tmp_path, most=1000)
    part.write(b"x" * 1000)
    with pytest.raises(DataError, match="a file has up to"):
        part.write(b"x")
    part.drop()
    assert list((tmp_path / "parts").iterdir()) == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\Users\\я\\отчёт.txt", "отчёт.txt"),
        ("a\r\nSet-Cookie: x.txt", "aSet-Cookie: x.txt"),
        ("报告\u202etxt.exe.txt", "报告txt.exe.txt"),
        ("\x00.txt", "txt"),
        ("..", "file"),
    ],
)
def test_names_lead_nowhere(given: str, kept: str) -> None:
    assert content.plain_name(given) == kept
