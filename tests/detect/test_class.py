"""A class: who shares what with whom, by date, and the commands that report on it."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from detect.handed_in import CASES
from paraphrast.data import Document, Match, Span
from paraphrast.detect.check import check_each_other, summed
from paraphrast.detect.report import group
from paraphrast.detect.report.record import Decisions, make_report
from paraphrast.text import LANGS


def handed(lang: str) -> list[Document]:
    first, second = CASES[lang].sources
    return [
        Document("late.txt", first.text, meta={"date": "3.05.2024"}),
        Document("early.txt", f"{second.text} {first.text}", meta={"date": "2024-05-01T10:00:00Z"}),
        Document("other.txt", CASES[lang].essay.text.split("\n")[0]),
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_what_only_a_later_text_has_does_not_count_by_date(lang: str) -> None:
    results = list(check_each_other(handed(lang)))
    assert {result.document.id: result.borrowed > 0.3 for result in results} == {
        "late.txt": True,
        "early.txt": True,
        "other.txt": False,
    }
    dated = {report.document.id: report for report in group.leave_out_later(results)}
    assert dated["early.txt"].borrowed == 0
    assert dated["late.txt"].borrowed == 1
    # the matrix still tells who shares with whom
    matrix = group.share_matrix(list(dated.values()))
    assert matrix["early.txt"]["late.txt"] > 0.3
    assert group.order_by_date(list(dated.values()))[0].document.id == "early.txt"


@pytest.mark.parametrize("lang", LANGS)
def test_a_text_that_three_handed_in_is_shared_by_all_of_them(lang: str) -> None:
    text, other = CASES[lang].sources[0].text, CASES[lang].sources[1].text
    dates = {"a.txt": "2024-05-02", "b.txt": "2024-05-01", "c.txt": "2024-05-03"}
    texts = [Document(name, text, meta={"date": date}) for name, date in dates.items()]
    reports = [make_report(one) for one in check_each_other([*texts, Document("d.txt", other)])]
    matrix = group.share_matrix(reports)
    assert {name: set(row) for name, row in matrix.items()} == {
        **{name: dates.keys() - {name} for name in dates},
        "d.txt": set(),
    }
    dated = {report.document.id: report.borrowed for report in group.leave_out_later(reports)}
    assert dated == {"a.txt": 1, "b.txt": 0, "c.txt": 1, "d.txt": 0}


def test_sources_that_several_used_are_listed() -> None:
    source = Document("s", "word " * 20)
    texts = [Document(name, "word " * 20) for name in ("a", "b", "c")]
    found = [
        summed(text, {"s": source}, [Match(Span(text.id, 0, 100), Span("s", 0, 100), "verbatim")])
        for text in texts
    ]
    [shared] = group.find_shared([make_report(one) for one in found])
    assert [name for name, _ in shared.users] == ["a", "b", "c"]
    assert group.find_shared([make_report(found[0])]) == []


@pytest.fixture
def school(tmp_path: Path) -> Path:
    folder = tmp_path / "school"
    folder.mkdir()
    for document in handed("ru"):
        (folder / document.id).write_text(document.text, encoding="utf-8")
    return folder


def test_a_class_is_checked_reported_and_decided_from_the_shell(
    shell: Callable, school: Path, tmp_path: Path
) -> None:
    (tmp_path / "dates.csv").write_text(
        "name,date\nlate.txt,2024-05-03\nearly.txt,2024-05-01\n", encoding="utf-8"
    )
    out = tmp_path / "out"
    ran = shell(
        "detect",
        "check",
        school,
        "-o",
        out,
        "--dates",
        tmp_path / "dates.csv",
        "--by-date",
        "--report-lang",
        "en",
    )
    assert ran.code == 0, ran.err
    rows = {
        row["document"]: row
        for row in csv.DictReader(io.StringIO((out / "summary.csv").read_text(encoding="utf-8")))
    }
    assert (rows["early.txt"]["borrowed"], rows["late.txt"]["borrowed"]) == ("0.0", "1.0")
    assert "Who shares with whom" in (out / "index.html").read_text(encoding="utf-8")
    one = out / "reports" / "late.json"
    plain = json.loads(one.read_text(encoding="utf-8"))
    assert plain["borrowed"] == 1.0
    decisions = Decisions("late.txt", sources_off=("early.txt",))
    (tmp_path / "d.json").write_bytes(
        json.dumps({"document": decisions.document, "sources_off": ["early.txt"]}).encode()
    )
    ran = shell("detect", "report", one, "--apply", tmp_path / "d.json", "-o", tmp_path / "late.html")
    assert ran.code == 0, ran.err
    assert ran.err.startswith("0.0% borrowed")
    assert 'id="borrowed">0.0%<' in (tmp_path / "late.html").read_text(encoding="utf-8")
    summed_up = shell("detect", "report", out, "--apply", tmp_path / "d.json", "--format", "csv").out
    assert {row["document"]: row["borrowed"] for row in csv.DictReader(io.StringIO(summed_up))}[
        "late.txt"
    ] == "0.0"
    for name in ("all.html", "all.pdf", "one.json"):
        given = [out] if name.startswith("all") else [one]
        ran = shell("detect", "report", *given, "-o", tmp_path / name)
        assert ran.code == 0, ran.err
    assert json.loads((tmp_path / "one.json").read_text(encoding="utf-8")) == plain


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["report", "nowhere.json"], 2, "does not exist"),
        (["report", "bad.json"], 1, "is not a report"),
        (["report", "late.txt"], 1, "is not a report"),
        (["report", "."], 1, "no reports"),
        (["check", ".", "--dates", "nowhere.csv"], 2, "--dates wants"),
        (["check", ".", "--dates", "../dates.csv"], 1, "dates.csv, line 1: expected NAME,DATE"),
        (["check", "late.txt", "--by-date", "--index", "x"], 2, "about folders"),
    ],
)
def test_a_wrong_request_is_answered_in_one_line(
    shell: Callable,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(school)
    if "bad.json" in arguments:
        Path("bad.json").write_text("{", encoding="utf-8")
    if "../dates.csv" in arguments:
        Path("../dates.csv").write_text("late.txt,soon\n", encoding="utf-8")
    ran = shell("detect", *arguments)
    assert (ran.code, "Traceback" in ran.err) == (code, False), ran.err
    assert message in ran.err


def test_decisions_about_another_text_are_refused_in_the_shell(
    shell: Callable, school: Path, tmp_path: Path
) -> None:
    shell("detect", "check", school, "-o", tmp_path / "out")
    (tmp_path / "d.json").write_text('{"document": "who.txt"}', encoding="utf-8")
    ran = shell(
        "detect", "report", tmp_path / "out", "--apply", tmp_path / "d.json", "-o", tmp_path / "x.html"
    )
    assert ran.code == 1
    assert "these decisions are about 'who.txt'" in ran.err
    assert not (tmp_path / "x.html").exists()
    (tmp_path / "d.json").write_text('{"document": "late.txt", "verdicts": []}', encoding="utf-8")
    assert "not decisions" in shell("detect", "report", tmp_path / "out", "--apply", tmp_path / "d.json").err
