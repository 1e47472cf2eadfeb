"""What can go wrong on a disk is told in a line, and never leaves half of anything."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import openpyxl
import pytest

from paraphrast.data import Document
from paraphrast.detect import pan
from paraphrast.detect.generate import Plan, generate
from paraphrast.detect.index import segment
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.verify import verify
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.report import tables
from paraphrast.errors import CommandError, DataError

TEXTS = {
    "ru": "Капитан корабля приказал поднять паруса, потому что ветер переменился на южный.",
    "en": "The captain of the ship ordered his men to raise the sails because the wind had changed.",
    "zh": "船长命令水手们升起所有的风帆，因为等待了三天的南风终于吹了起来。",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "my.index"
    with Writer(folder, every=2) as writer:
        writer.add(Document(name, f"{text} {n}", lang=name) for n, (name, text) in enumerate(TEXTS.items()))
    return folder


def spoil(path: Path, at: int = -1) -> None:
    """Change one byte of a file."""
    body = bytearray(path.read_bytes())
    body[at] ^= 0xFF
    path.write_bytes(body)


def test_a_sound_index_has_no_problems(place: Path, shell: Callable) -> None:
    assert verify(place) == []
    ran = shell("detect", "index", "--to", place, "--verify")
    assert ran.code == 0
    assert "sound: 3 documents in 2 segments" in ran.err


@pytest.mark.parametrize("name", ["store.bin", "prints.npy", "content.npy", "id_order.npy"])
def test_one_changed_byte_of_a_segment_is_found(place: Path, name: str, shell: Callable) -> None:
    spoil(place / "segment-000001" / name)
    assert verify(place) == [f"segment-000001/{name}: is not what was written"]
    ran = shell("detect", "index", "--to", place, "--verify")
    assert ran.code == 1
    assert f"segment-000001/{name}" in ran.err
    assert "Traceback" not in ran.err


def test_one_changed_byte_of_the_words_is_found(place: Path) -> None:
    path = next((place / "words").glob("*.idx"))
    spoil(path, 3)
    assert verify(place) == [f"words/{path.name}: is not what was written"]


@pytest.mark.parametrize("ending", ["fast", "store", "term"])
def test_spoilt_words_are_told_in_a_line(place: Path, ending: str, shell: Callable) -> None:
    path = next((place / "words").glob(f"*.{ending}"))
    path.write_bytes(b"\xff" * 20 + path.read_bytes()[20:])
    essay = place.parent / "essay.txt"
    essay.write_text(f"{TEXTS['ru']} {TEXTS['en']}", encoding="utf-8")
    ran = shell("detect", "check", essay, "--index", place)
    assert (ran.code, ran.out) == (1, "")
    assert "words: the view of words is damaged" in ran.err
    assert "put it back from a copy" in ran.err
    assert "Traceback" not in ran.err


def test_a_spoilt_manifest_is_told_with_the_way_out(place: Path, shell: Callable) -> None:
    (place / "manifest.json").write_text('{"format": ', encoding="utf-8")
    ran = shell("detect", "index", "--to", place, "--info")
    assert ran.code == 1
    assert "the manifest is damaged" in ran.err
    assert "put it back from a copy, or build the index anew" in ran.err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("segment-000001", "is missing"),
        ("segment-000001/number.npy", "is missing"),
        ("words/meta.json", "cannot be"),
    ],
)
def test_what_is_missing_is_named(place: Path, name: str, message: str) -> None:
    path = place / name
    if path.is_dir():
        for file in path.iterdir():
            file.unlink()
        path.rmdir()
    else:
        path.unlink()
    assert any(line.startswith(name) and message in line for line in verify(place))


def test_a_segment_of_an_earlier_version_gets_its_checksums_when_compacted(place: Path) -> None:
    for path in place.glob("segment-*/checksums.json"):
        path.unlink()
    assert all("no checksums" in line for line in verify(place))
    with Writer(place) as writer:
        writer.compact()
    assert verify(place) == []


@pytest.mark.parametrize("name", ["number.npy", "store.bin", "prints.npy"])
def test_a_segment_that_was_cut_off_is_told_in_a_line(place: Path, name: str, shell: Callable) -> None:
    path = place / "segment-000001" / name
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(DataError, match=rf"segment-000001/{name}: the segment is damaged"):
        Index(place)
    (place.parent / "essay.txt").write_text(TEXTS["ru"], encoding="utf-8")
    ran = shell("detect", "check", place.parent / "essay.txt", "--index", place)
    assert ran.code == 1
    assert "is damaged" in ran.err
    assert "Traceback" not in ran.err


def test_a_spoilt_document_is_told_in_a_line(place: Path) -> None:
    path = place / "segment-000001" / "store.bin"
    path.write_bytes(b"\0" * len(path.read_bytes()))
    with pytest.raises(DataError, match=r"store\.bin: the segment is damaged"):
        Index(place).document(0)


def test_a_full_disk_loses_nothing_that_was_committed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(segment.np, "save", full)
        writer = Writer(place)
        writer.add([Document("new", "Совсем новый текст о другом.", lang="ru")])
        with pytest.raises(DataError, match=r"No space left on device.*committed before it is whole"):
            writer.commit()
        writer.__exit__(ValueError, None, None)
    assert verify(place) == []
    assert sorted(document.id for document in Index(place)) == ["en", "ru", "zh"]
    with Writer(place) as writer:
        writer.add([Document("new", "Совсем новый текст о другом.", lang="ru")])
    assert len(Index(place)) == 4


@pytest.mark.parametrize("lang", TEXTS)
def test_a_full_disk_leaves_the_report_of_before(
    place: Path, lang: str, shell: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    essay, report, folder = (place.parent / name for name in ("essay.txt", "report.html", "texts"))
    essay.write_text(TEXTS[lang], encoding="utf-8")
    report.write_text("the report of before", encoding="utf-8")
    folder.mkdir()
    (folder / "essay.txt").write_text(TEXTS[lang], encoding="utf-8")
    before = sorted(place.parent.iterdir())

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        ran = shell("detect", "check", essay, "--index", place, "-o", report)
    assert (ran.code, ran.err) == (2, f"paraphrast: {report}: No space left on device\n")
    assert report.read_text(encoding="utf-8") == "the report of before"
    with monkeypatch.context() as patched:
        patched.setattr(tables, "summary", full)
        assert shell("detect", "check", folder, "--index", place, "-o", place.parent / "class").code == 2
    assert sorted(path for path in place.parent.iterdir() if path.suffix != ".parts") == before
    assert shell("detect", "check", folder, "--index", place, "-o", place.parent / "class").code == 0
    assert (place.parent / "class" / "summary.csv").is_file()


def test_a_file_where_a_folder_should_be(place: Path, tmp_path: Path, shell: Callable) -> None:
    texts, file = tmp_path / "texts", tmp_path / "notes.txt"
    texts.mkdir()
    for lang, text in TEXTS.items():
        (texts / f"{lang}.txt").write_text(f"{text}\n" * 3, encoding="utf-8")
    file.write_text("notes", encoding="utf-8")
    for command in (["check", texts, "--index", place], ["generate", texts, "--sources", texts]):
        ran = shell("detect", *command, "-o", file)
        assert (ran.code, "Traceback" in ran.err) == (2, False)
    assert "notes.txt is a file; name a folder" in shell("detect", "check", texts, "-o", file).err
    assert "is a folder; name a file in it" in (
        shell("detect", "check", texts / "en.txt", "--index", place, "-o", texts).err
    )
    assert file.read_text(encoding="utf-8") == "notes"


def test_a_report_with_an_ending_that_says_nothing_is_refused(place: Path, shell: Callable) -> None:
    essay, report = place.parent / "essay.txt", place.parent / "report.docx"
    essay.write_text(TEXTS["zh"], encoding="utf-8")
    ran = shell("detect", "check", essay, "--index", place, "-o", report)
    assert ran.code == 2
    assert "a report ends in .html" in ran.err
    assert not report.exists()
    assert shell("detect", "check", essay, "--index", place, "-o", report, "--format", "csv").code == 0
    assert report.read_text(encoding="utf-8").startswith("passage,")


def test_a_file_where_an_index_should_be(tmp_path: Path, shell: Callable) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(TEXTS["en"], encoding="utf-8")
    with pytest.raises(CommandError, match="is not an index"):
        Index(file)
    with pytest.raises(CommandError, match="a file of that name is there"):
        Writer(file)
    ran = shell("detect", "index", file, "--to", file)
    assert (ran.code, "Traceback" in ran.err) == (2, False)
    assert file.read_text(encoding="utf-8") == TEXTS["en"]


def test_a_text_that_is_too_long_is_refused_unless_it_is_allowed(place: Path, shell: Callable) -> None:
    essay = place.parent / "essay.txt"
    essay.write_text(TEXTS["en"] * 20, encoding="utf-8")
    ran = shell("detect", "check", essay, "--index", place, "--longest", 1000)
    assert ran.code == 2
    assert "more than 1,000; raise --longest" in ran.err
    assert shell("detect", "check", essay, "--index", place).code == 0
    ran = shell("detect", "index", essay, "--to", place, "--longest", 1000)
    assert "left out: essay.txt has" in ran.err
    assert len(Index(place)) == 3


@pytest.mark.parametrize("command", [["check"], ["index", "--to", "x"], ["retrieve"], ["align"]])
def test_a_path_that_is_too_long_is_told_in_a_line(
    place: Path, shell: Callable, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.parent)
    long = "д" * 300 + ".txt"
    where = ["--index", place] if command[0] in ("check", "retrieve") else []
    ran = shell("detect", *command, long, *([long] if command == ["align"] else []), *where)
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert not (place.parent / "x").exists()


def test_an_unknown_id_to_delete_is_told_and_the_others_go(place: Path, shell: Callable) -> None:
    ran = shell("detect", "index", "--to", place, "--delete", "nobody", "--delete", "ru")
    assert ran.code == 2
    assert "1 deleted" in ran.err
    assert "not deleted: nobody" in ran.err
    assert sorted(document.id for document in Index(place)) == ["en", "zh"]


@pytest.mark.parametrize("lang", TEXTS)
def test_a_document_is_no_duplicate_of_itself(place: Path, lang: str) -> None:
    document = Index(place).get(lang)
    with Writer(place) as writer:
        writer.delete([lang])
        writer.add([document])
    assert (writer.summary.added, writer.summary.duplicates) == (1, 0)
    with Writer(place) as writer:
        writer.add([Document(lang, "Другой текст.", lang="ru")])
        writer.commit()
        writer.add([document])
        writer.commit()
        assert writer.summary.duplicates == 0
        writer.add([Document("twin", document.text, lang=document.lang)])
    assert writer.summary.duplicates == 1


def test_reports_have_one_ending_and_names_of_their_own(tmp_path: Path, shell: Callable) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "page.html").write_text(f"<p>{TEXTS['en']}</p>", encoding="utf-8")
    for name in ("same.txt", "same.md", "ж" * 120 + ".txt"):
        (folder / name).write_text(TEXTS["ru"], encoding="utf-8")
    ran = shell("detect", "check", folder, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    names = {path.name for path in (tmp_path / "out").glob("*.html")}
    assert {"page.html", "same.txt.html", "same.md.html", "index.html"} < names
    assert len(names) == 5
    assert max(len(name.encode()) for name in names) <= 200


def essay(folder: Path, source: str) -> Path:
    book = openpyxl.Workbook()
    for row in (
        ["заимствованное предложение", "оригинальное предложение", "название документа-источника", "тип"],
        ["Кит тяжелее ста тонн.", "Синий кит весит больше ста тонн.", source, "LPR"],
    ):
        book.active.append(row)
    (folder / "sources").mkdir(parents=True)
    book.save(folder / "list.xlsx")
    page = "<p>Синий кит весит больше ста тонн.</p>"
    (folder / "sources" / f"{source}.html").write_text(page, encoding="utf-8")
    return folder


def test_essays_with_long_names_become_a_corpus(tmp_path: Path, shell: Callable) -> None:
    folder = essay(tmp_path / ("э" * 100), "и" * 110)
    ran = shell("detect", "essay", folder, "-o", tmp_path / "corpus")
    assert ran.code == 0, ran.err
    [(this, source)] = pan.read_pairs(tmp_path / "corpus" / "pairs")
    lengths = {path.name: len(path.read_text(encoding="utf-8")) for path in tmp_path.glob("corpus/s*/*.txt")}
    assert {this, source} == set(lengths)
    [case] = pan.read(tmp_path / "corpus" / "truth", lengths=lengths)
    assert (case.suspicious.doc, case.source.doc) == (this, source)


def test_a_corpus_is_written_whole_or_not_at_all(
    tmp_path: Path, shell: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = essay(tmp_path / "good", "whale"), tmp_path / "bad"
    bad.mkdir()
    assert shell("detect", "essay", good, bad, "-o", tmp_path / "corpus").code == 1
    assert not (tmp_path / "corpus").exists()
    draw = np.random.default_rng(0)
    texts = [
        Document(
            f"d{n}",
            " ".join(f"Слово{k} стоит здесь рядом с другим{n} словом." for k in draw.integers(99, size=20)),
        )
        for n in range(6)
    ]
    with monkeypatch.context() as patched:
        patched.setattr(pan, "write", lambda *_, **__: os.stat(tmp_path / "nowhere"))
        with pytest.raises(FileNotFoundError):
            generate(texts[:2], texts[2:], tmp_path / "made", plan=Plan(count=2))
    assert not (tmp_path / "made").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "good"]
    generate(texts[:2], texts[2:], tmp_path / "made", plan=Plan(count=2))
    assert (tmp_path / "made" / "pairs").exists()
    assert (
        json.dumps(sorted(path.name for path in (tmp_path / "made").iterdir()))
        == '["pairs", "src", "susp", "truth"]'
    )
