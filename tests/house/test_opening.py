"""Files are whole or not there at all; encodings other than UTF-8 are said; pipes work."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from paraphrast import data
from paraphrast.data import Pair, Text
from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening

LINE = '{"a":"Кот спит, а пёс — нет","b":"我爱NLP","lang":"ru"}\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_read_whatever_its_form(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes((LINE * 3).encode(encoding))
    assert list(data.read(path)) == [Pair("Кот спит, а пёс — нет", "我爱NLP", lang="ru")] * 3


@pytest.mark.parametrize(
    ("name", "encoding"), [("p.tsv", "cp1251"), ("p.csv", "cp1251"), ("p.tsv", "utf-16")]
)
def test_another_encoding_is_said_aloud(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, encoding: str
) -> None:
    comma = "\t" if name == "p.tsv" else ","
    text = f"a{comma}b\r\nЁлка «да» — №1{comma}нет…\r\n"
    (tmp_path / name).write_bytes(text.encode(encoding))
    assert list(data.read(tmp_path / name)) == [Pair("Ёлка «да» — №1", "нет…")]
    assert f"read as {encoding}, not UTF-8" in capsys.readouterr().err


def test_good_utf8_is_not_spoken_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.jsonl").write_text(LINE, encoding="utf-8")
    list(data.read(tmp_path / "p.jsonl"))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "raw",
    ["日本語".encode("shift-jis"), "Не знаю, кто это был".encode("iso8859-5"), bytes(range(128, 256))],
)
def test_what_is_none_of_the_encodings_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "p.tsv"
    path.write_bytes(b"a\tb\n" + raw + b"\tx\n")
    with pytest.raises(
        DataError, match=r"not UTF-8, and what it is cannot be told for certain; name its .* --encoding"
    ):
        list(data.read(path))


@pytest.mark.parametrize("name", ["p.jsonl", "p.tsv", "p.csv"])
def test_a_bad_byte_deep_in_a_file_is_named_with_its_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    data.write(path, [Pair(f"одна строка {number}", "другая") for number in range(60000)])
    lines = path.read_bytes().split(b"\n")
    lines[54321] = lines[54321].replace("другая".encode(), b"\xe4\xf0")
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(DataError, match=r"line 54322: byte 0xe4 is not UTF-8"):
        list(data.read(path))


@pytest.mark.parametrize("ending", [".jsonl", ".tsv.gz", ".csv.zst", ".parquet"])
def test_a_writer_that_fails_leaves_the_old_file(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"p{ending}"
    data.write(path, [Pair("old", "old")])

    def failing() -> "data.Iterator[Pair]":
        yield Pair("new", "new")
        raise RuntimeError("half-way")

    with pytest.raises(RuntimeError):
        data.write(path, failing())
    assert list(data.read(path)) == [Pair("old", "old")]
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_a_killed_writer_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    data.write(path, [Pair("old", "old")])
    code = (
        "import sys, time; from paraphrast import data\n"
        "def slow():\n"
        "    for number in range(10000):\n"
        "        yield data.Pair('new', str(number))\n"
        "        if number == 5000: print('writing', flush=True); time.sleep(60)\n"
        f"data.write({str(path)!r}, slow())"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.05)
        writer.send_signal(signal.SIGKILL)
    assert list(data.read(path)) == [Pair("old", "old")]


def test_a_new_file_has_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    new, old = tmp_path / "new.jsonl", tmp_path / "old.jsonl"
    old.touch()
    old.chmod(0o640)
    for path in (new, old):
        data.write(path, [Pair("a", "b")])
    mask = os.umask(0)
    os.umask(mask)
    assert new.stat().st_mode & 0o777 == 0o666 & ~mask
    assert old.stat().st_mode & 0o777 == 0o640


def test_a_link_keeps_pointing_at_the_new_file(tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").touch()
    (tmp_path / "link.jsonl").symlink_to("real.jsonl")
    data.write(tmp_path / "link.jsonl", [Pair("a", "b")])
    assert (tmp_path / "link.jsonl").is_symlink()
    assert list(data.read(tmp_path / "real.jsonl")) == [Pair("a", "b")]


@pytest.mark.parametrize("packing", [".gz", ".zst", ".xz", ".bz2"])
def test_a_packed_file_that_is_cut_off_is_said(tmp_path: Path, packing: str) -> None:
    path = tmp_path / f"p.jsonl{packing}"
    data.write(path, [Pair(f"{number * 7919}", "b") for number in range(9000)])
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(DataError, match="broken or cut off"):
        list(data.read(path))


@pytest.mark.parametrize("packing", [".gz", ".zst", ".xz", ".bz2"])
def test_packed_files_may_be_joined(tmp_path: Path, packing: str) -> None:
    path = tmp_path / f"p.jsonl{packing}"
    data.write(path, [Pair("a", "b")])
    path.write_bytes(path.read_bytes() * 2)
    assert list(data.read(path)) == [Pair("a", "b")] * 2


def test_equal_data_gives_equal_bytes(tmp_path: Path) -> None:
    for name in ("1.jsonl.gz", "2.jsonl.gz"):
        data.write(tmp_path / name, [Pair("a", "b")])
    assert (tmp_path / "1.jsonl.gz").read_bytes() == (tmp_path / "2.jsonl.gz").read_bytes()


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ('{"text":"да"}\n', [Text("да")]),
        ("text\tlabel\nда\t1\n", [Text("да", label=1.0)]),
        ('text,label\n"да, нет",1\n', [Text("да, нет", label=1.0)]),
        ("Да, конечно.\n\nНет.\n", [Text("Да, конечно."), Text(""), Text("Нет.")]),
        ("", []),
    ],
)
def test_a_pipe_is_read_by_its_first_line(text: str, records: list[Text]) -> None:
    code = "import sys; from paraphrast import data; data.write('-', data.read('-', data.Text))"
    ran = subprocess.run([sys.executable, "-c", code], input=text.encode(), capture_output=True, check=True)
    assert [msgspec.json.decode(line, type=Text) for line in ran.stdout.splitlines()] == records


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ('a\tb\nHe said "no"\t"yes\n', 'He said "no"'),
        ('a\tb\n"Whole sentence."\ty\n', '"Whole sentence."'),
        ('a\tb\n5" disk\t"odd\nx\ty\n', '5" disk'),
        ('a\tb\n"He said ""no"""\ty\n', 'He said "no"'),
        ('a\tb\n"two\nlines"\ty\n', "two\nlines"),
        ('"a"\t"b"\n"x"\t"y"\n', "x"),
    ],
)
def test_quotes_in_tsv_are_taken_for_what_they_are(tmp_path: Path, text: str, first: str) -> None:
    (tmp_path / "p.tsv").write_text(text, encoding="utf-8")
    assert next(data.read(tmp_path / "p.tsv")).a == first


@pytest.mark.parametrize("cell", ["tab\there", "two\nlines", "return\rhere", '"a ""b"""'])
def test_tsv_refuses_what_it_could_not_give_back(tmp_path: Path, cell: str) -> None:
    with pytest.raises(DataError, match=r"record 2: a TSV cell cannot hold .* write \.csv or \.jsonl"):
        data.write(tmp_path / "p.tsv", [Pair("a", "b"), Pair(cell, "b")])
    data.write(tmp_path / "p.csv", [Pair("a", "b"), Pair(cell, "b")])
    assert list(data.read(tmp_path / "p.csv"))[1].a == cell


def test_half_a_character_is_refused_not_lost(tmp_path: Path) -> None:
    for name in ("p.jsonl", "p.tsv", "p.csv", "p.xlsx", "p.parquet"):
        with pytest.raises(DataError, match="half of a character"):
            data.write(tmp_path / name, [Pair("\ud83d", "b")])


@pytest.mark.parametrize("name", ["nowhere/p.jsonl", "p.docx", "."])
def test_writing_nowhere_is_a_wrong_command(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError):
        data.write(tmp_path / name, [Pair("a", "b")])


def test_reading_nothing_is_a_wrong_command(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    for name in ("missing.jsonl", "missing.parquet", "folder.jsonl", "p.doc"):
        with pytest.raises(CommandError):
            list(data.read(tmp_path / name))


def test_a_device_is_written_as_it_is() -> None:
    with opening.writing("/dev/null") as stream:
        stream.write(b"x")
