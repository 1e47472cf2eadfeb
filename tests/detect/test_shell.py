"""`paraphrast detect` from end to end on small files."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from paraphrast.detect import pan

STORY = (
    "Старый маяк на северном мысу построили рыбаки из соседней деревни. Каждую осень смотритель поднимался "
    "по винтовой лестнице и зажигал керосиновую лампу. Корабли видели этот свет за двадцать миль."
)
GARDEN = (
    "Яблони в заброшенном саду зацвели только в конце мая, когда потеплели ночи. Садовник подрезал сухие "
    "ветки и побелил стволы известью. Осенью урожай отвезли на ярмарку в областной город."
)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "маяк.txt").write_text(STORY, encoding="utf-8")
    (folder / "сад.txt").write_text(GARDEN, encoding="utf-8")
    return folder


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    path = tmp_path / "essay.txt"
    path.write_text(f"Это моё вступление к работе о море. {STORY}", encoding="utf-8")
    return path


def test_index_retrieve_and_check(shell: Callable, library: Path, essay: Path, tmp_path: Path) -> None:
    place = tmp_path / "my.index"
    ran = shell("detect", "index", library, "--to", place)
    assert ran.code == 0, ran.err
    assert "2 added" in ran.err
    assert json.loads(shell("detect", "index", "--info", "--to", place).out)["documents"] == 2
    assert "2 unchanged" in shell("detect", "index", library, "--to", place).err
    line = json.loads(shell("detect", "retrieve", essay, "--index", place).out)
    assert (line["suspicious"], line["id"], line["rank"]) == ("essay.txt", "маяк.txt", 1)
    report = tmp_path / "report.html"
    ran = shell("detect", "check", essay, "--index", place, "-o", report)
    assert ran.code == 0, ran.err
    assert "borrowed" in ran.err
    assert "винтовой" in report.read_text(encoding="utf-8")
    shell("detect", "index", "--to", place, "--delete", "маяк.txt", "--compact")
    assert shell("detect", "retrieve", essay, "--index", place).out == ""


@pytest.mark.parametrize("format", ["pan-xml", "json", "html", "csv"])
@pytest.mark.parametrize("method", ["paraphrast", "shingles", "sentence"])
def test_align_writes_every_format(
    shell: Callable, library: Path, essay: Path, format: str, method: str
) -> None:
    ran = shell("detect", "align", essay, library / "маяк.txt", "--format", format, "--method", method)
    assert ran.code == 0, ran.err
    assert "маяк.txt" in ran.out


def test_generate_align_and_evaluate(shell: Callable, library: Path, tmp_path: Path) -> None:
    for n in range(6):
        (library / f"more{n}.txt").write_text(f"{GARDEN} Номер {n}. {STORY}", encoding="utf-8")
    corpus, found = tmp_path / "corpus", tmp_path / "found"
    ran = shell("detect", "generate", library, "-o", corpus, "--count", 3, "--kind", "mixed", "--seed", 1)
    assert ran.code == 0, ran.err
    assert shell("detect", "align", corpus, "-o", found).code == 0
    report = json.loads(shell("detect", "evaluate", corpus, found, "--json", "--end-to-end").out)
    assert report["levels"]["macro"]["recall"] > 0.5
    assert report["retrieval"]["recall"] == 1
    ran = shell("detect", "evaluate", corpus / "truth", corpus / "truth")
    assert "plagdet 1.0000" in ran.out
    ran = shell("detect", "evaluate", corpus / "pairs", corpus / "pairs", "--retrieval")
    assert "map 1.0000" in ran.out


def test_a_folder_is_checked_against_itself(
    shell: Callable, library: Path, essay: Path, tmp_path: Path
) -> None:
    (library / "essay.txt").write_text(essay.read_text(encoding="utf-8"), encoding="utf-8")
    out = tmp_path / "reports"
    assert shell("detect", "check", library, "-o", out).code == 0
    assert "essay.html" in (out / "index.html").read_text(encoding="utf-8")
    assert len(pan.read(out / "detections")) == 2
    assert shell("detect", "check", library).out.startswith("document,title,author,date,borrowed")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["index", "nowhere", "--to", "x"], 2, "does not exist"),
        (["index", "."], 2, "--to"),
        (["index", ".", "--to", "x", "--views", "smells"], 2, "no view 'smells'"),
        (["retrieve", "essay.txt", "--index", "nowhere"], 2, "is not an index"),
        (["check", "essay.txt"], 2, "--index"),
        (["align", "essay.txt", "essay.txt", "--method", "magic"], 2, "no method 'magic'"),
        (["evaluate", "nowhere", "nowhere"], 1, "no such file"),
        (["essay", "."], 1, "xlsx"),
    ],
)
def test_a_wrong_request_is_answered_in_one_line(
    shell: Callable,
    essay: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(essay.parent)
    ran = shell("detect", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_a_folder_can_be_checked_by_meaning(shell: Callable, library: Path, tmp_path: Path) -> None:
    (library / "lighthouse.txt").write_text(
        "The old lighthouse on the northern cape was built by fishermen from the next village. Every autumn "
        "the keeper climbed the spiral staircase and lit a kerosene lamp. Ships saw this light from twenty "
        "miles away.",
        encoding="utf-8",
    )
    plain = shell("detect", "check", library, "-o", tmp_path / "plain")
    meant = shell("detect", "check", library, "-o", tmp_path / "meant", "--meaning")
    assert plain.code == meant.code == 0, meant.err
    pages = [(tmp_path / name / "lighthouse.html").read_text(encoding="utf-8") for name in ("plain", "meant")]
    assert ['class="card translated' in text for text in pages] == [False, True]
