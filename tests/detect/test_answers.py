"""Short answers of four degrees (benchmarks/answers): copies are found whole, honest work is left alone."""

import sys
from argparse import Namespace
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_degrees_are_told_apart(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    from detect_answers import DEGREES, answers

    answers(Namespace(folder=str(BENCHMARKS / "answers"), langs=lang, meaning=False, mono=None, indexed=0))
    row = capsys.readouterr().out.splitlines()[-1]
    shares = dict(zip(DEGREES, (float(cell.split()[0]) for cell in row.split("|")[2:-1]), strict=True))
    assert row.startswith(f"| {lang} |")
    assert shares["cut"] > 0.9
    assert shares["light"] > 0.9
    assert shares["non"] == 0


def test_a_file_without_a_degree_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    from detect_answers import read_answers

    from paraphrast.errors import DataError

    (tmp_path / "en.x.txt").write_text("== source\nWords.\n== cut\nWords.\n", encoding="utf-8")
    with pytest.raises(DataError, match="expected a source and cut, light, heavy, non; found source, cut"):
        read_answers(tmp_path / "en.x.txt")
