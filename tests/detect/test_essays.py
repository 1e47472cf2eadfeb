"""The manual route: essays as a sheet with saved pages, checked and turned into PAN's files."""

from pathlib import Path

import openpyxl
import pytest

from paraphrast.detect import pan
from paraphrast.detect.essays.convert import load, write
from paraphrast.errors import DataError

PAGE = "<title>Кит</title><p>Синий кит весит больше ста тонн.</p><p>Живёт он долго.</p>"
MINE, THEIRS = "Кит тяжелее ста тонн.", "Синий кит весит больше ста тонн."
BORROWED, ORIGINAL = "заимствованное предложение", "оригинальное предложение"
SOURCE, TYPE = "название документа-источника", "тип заимствования - 1"
LAYOUTS = {
    "numbered": (
        ["Номер", BORROWED, ORIGINAL, SOURCE, TYPE],
        [1, MINE, THEIRS, "whale.html", "LPR"],
        [2, "Это моё.", None, None, None],
    ),
    "plain": (
        [BORROWED, ORIGINAL, SOURCE, TYPE],
        [MINE, THEIRS, "whale.html", "LPR"],
        ["Это моё.", None, None, None],
    ),
    "fragments": (
        [
            "Номер фрагмента",
            "Имя файла документа-источника",
            "Типы сокрытия заимствований",
            "Фрагменты текста эссе",
            "Исходное предложение",
            None,
        ],
        [1, "WHALE", "LPR, CCT", MINE, THEIRS, "Живёт он долго."],
        [2, None, None, "Это моё.", None, None],
    ),
}


def essay(folder: Path, rows: tuple[list[object], ...], page: str = PAGE) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    (folder / "sources").mkdir(parents=True)
    book.save(folder / "sources_list.xlsx")
    (folder / "sources" / "whale.html").write_bytes(page.encode("utf-8"))
    return folder


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_is_recognised(tmp_path: Path, layout: str) -> None:
    found = load(essay(tmp_path / "кит", LAYOUTS[layout]))
    assert found.suspicious.text == "Кит тяжелее ста тонн. Это моё."
    [case] = found.truth
    assert found.suspicious.text[: case.suspicious.stop] == "Кит тяжелее ста тонн."
    taken = found.sources[0].text[case.source.start : case.source.stop]
    assert taken.startswith("Синий кит весит больше ста тонн.")
    assert taken.endswith("долго.") == (layout == "fragments")
    assert "LPR" in case.meta["obfuscation"]
    assert not [problem for problem in found.problems if problem.level == "error"]


def test_a_page_in_another_encoding_is_read(tmp_path: Path) -> None:
    folder = essay(tmp_path / "кит", LAYOUTS["plain"])
    page = (
        "<html><head><meta charset='windows-1251'></head><body>Синий кит весит больше ста тонн.</body></html>"
    )
    (folder / "sources" / "whale.html").write_bytes(page.encode("windows-1251"))
    assert len(load(folder).truth) == 1


def test_problems_name_the_row(tmp_path: Path) -> None:
    head = LAYOUTS["plain"][0]
    rows = (
        head,
        ["Один.", "Этого на странице нет и не было никогда.", "whale.html", "DEL"],
        ["Два.", "Живёт он долго.", "shark.html", "XYZ"],
        ["Три.", None, "whale.html", "DEL"],
        ["Четыре.", "Живёт он долго.", None, None],
    )
    messages = [str(problem) for problem in load(essay(tmp_path / "кит", rows)).problems]
    assert any(message.startswith("row 2: not found in whale.html") for message in messages)
    assert any(message.startswith("row 3: there is no source 'shark.html'") for message in messages)
    assert any(message.startswith("row 3: unknown type XYZ") for message in messages)
    assert any(message.startswith("row 4: a source is named but no original") for message in messages)
    assert any(
        message.startswith("row 5: an original sentence is given but no source") for message in messages
    )
    assert any("expected 100 or more" in message for message in messages)


def test_a_sheet_without_the_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no sheet has a column of fragments"):
        load(essay(tmp_path / "кит", (["a", "b"], ["c", "d"])))


def test_a_file_that_is_no_workbook_is_refused(tmp_path: Path) -> None:
    folder = essay(tmp_path / "кит", LAYOUTS["plain"])
    (folder / "sources_list.xlsx").write_text("not a workbook", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be read as xlsx"):
        load(folder)


def test_an_essay_becomes_pan_files(tmp_path: Path) -> None:
    out = tmp_path / "corpus"
    for name in ("один", "два", "один"):
        folder = tmp_path / name
        found = load(folder if folder.exists() else essay(folder, LAYOUTS["fragments"]))
        write([found], out)
    assert pan.read_pairs(out / "pairs") == [
        ("два.txt", "два - whale.txt"),
        ("один.txt", "один - whale.txt"),
    ]
    lengths = {path.name: len(path.read_text(encoding="utf-8")) for path in out.glob("s*/*.txt")}
    assert len(pan.read(out / "truth", lengths=lengths)) == 2


@pytest.mark.data
def test_the_public_essays_are_read_whole(data_dir: Path, tmp_path: Path) -> None:
    import tarfile

    with tarfile.open(data_dir / "plagevalrus.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    found = [load(path.parent) for path in sorted(tmp_path.rglob("*.xlsx"))]
    assert [len(one.truth) for one in found] == [16, 12, 136]
    errors = [problem for one in found for problem in one.problems if problem.level == "error"]
    assert [problem.row for problem in errors] == [66]
