"""Many texts against an index as a plan: the same bytes by any workers, after a kill, and in shares."""

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from detect.handed_in import CASES
from paraphrast.cli.detect_report import write_class
from paraphrast.data import Document
from paraphrast.detect.check import check_all, check_each_other
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.many import ask, check_many
from paraphrast.errors import CommandError
from paraphrast.files.documents import walk
from paraphrast.text import LANGS

RAY = pytest.mark.skipif(not find_spec("ray"), reason="ray is not installed")


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """Write nine essays in three languages, and an index of what they were made from."""
    folder = tmp_path / "school"
    folder.mkdir()
    for lang in LANGS:
        case = CASES[lang]
        (folder / f"{lang}-essay.txt").write_text(case.essay.text, encoding="utf-8")
        (folder / f"{lang}-copy.txt").write_text(case.sources[0].text, encoding="utf-8")
        (folder / f"{lang}-clean.txt").write_text("".join(reversed(case.essay.text)), encoding="utf-8")
    with Writer(tmp_path / "my.index") as writer:
        writer.add(source for lang in LANGS for source in CASES[lang].sources)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def expected(school: Path, tmp_path: Path) -> dict[str, bytes]:
    """Give the files that the library writes without a plan."""
    write_class(list(check_all(list(walk(school)), Index(tmp_path / "my.index"))), tmp_path / "plain", None)
    return files(tmp_path / "plain")


@pytest.mark.parametrize(
    "how",
    [[], ["--workers", "2"], pytest.param(["--engine", "ray", "--workers", "2"], marks=RAY)],
    ids=lambda how: " ".join(how) or "one",
)
def test_a_folder_is_checked_alike_wherever_it_is_done(
    shell: Callable, school: Path, tmp_path: Path, expected: dict[str, bytes], how: list[str]
) -> None:
    out = tmp_path / "reports"
    ran = shell("detect", "check", school, "--index", tmp_path / "my.index", "-o", out, *how)
    assert ran.code == 0, ran.err
    assert files(out) == expected
    shares = [json.loads(data)["borrowed"] for name, data in expected.items() if "reports/" in name]
    assert min(shares) == 0 < max(shares)
    assert not (tmp_path / "reports.parts").exists()


def test_shares_of_a_folder_meet_in_a_merge(
    shell: Callable, school: Path, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    command = ["detect", "check", school, "--index", tmp_path / "my.index", "-o", tmp_path / "reports"]
    for share in ("1/2", "2/2"):
        assert not (tmp_path / "reports").exists()
        assert "merge" in shell(*command, "--shard", share).err
    assert shell(*command, "--shard", "merge").code == 0
    assert files(tmp_path / "reports") == expected


def test_texts_are_checked_against_each_other_and_leftovers_do_not_count(
    shell: Callable, school: Path, tmp_path: Path
) -> None:
    write_class(list(check_each_other(list(walk(school)))), tmp_path / "plain", None)
    extra = school / "extra.txt"
    extra.write_text(CASES["ru"].sources[1].text, encoding="utf-8")
    from paraphrast.detect.many import index_texts

    index_texts(tmp_path / "reports.parts", list(walk(school)))  # of a run that was killed
    extra.unlink()
    assert shell("detect", "check", school, "-o", tmp_path / "reports", "--workers", "2").code == 0
    assert files(tmp_path / "reports") == files(tmp_path / "plain")
    ran = shell("detect", "check", school, "-o", tmp_path / "others", "--shard", "1/2")
    assert ran.code == 2
    assert "--index my.index" in ran.err


def test_what_was_checked_before_a_kill_is_not_checked_again(school: Path, tmp_path: Path) -> None:
    texts, folder = list(walk(school)), tmp_path / "parts"
    question = ask(tmp_path / "my.index")
    found = list(check_many(texts, question, folder=folder))
    (folder / "parts" / "00000001.done").unlink()
    before = {path.name: path.stat().st_mtime_ns for path in (folder / "parts").glob("*.jsonl")}
    assert list(check_many(texts, question, folder=folder)) == found
    after = {path.name: path.stat().st_mtime_ns for path in (folder / "parts").glob("*.jsonl")}
    assert [name for name in sorted(before) if before[name] != after[name]] == ["00000001.jsonl"]
    with Writer(tmp_path / "my.index") as writer:
        writer.add([Document("more", "Совсем другой текст о чём-то ещё.")])
    with pytest.raises(CommandError, match="was changed after this run began"):
        check_many(texts, msgspec.structs.replace(question, state="another"), folder=folder)
    assert list(check_many(texts, ask(tmp_path / "my.index"), folder=folder)) == found
    again = {path.name: path.stat().st_mtime_ns for path in (folder / "parts").glob("*.jsonl")}
    assert all(again[name] != after[name] for name in after)


@pytest.mark.parametrize("format", ["jsonl", "pan"])
def test_sources_are_ranked_alike_by_one_and_by_several(
    shell: Callable, school: Path, tmp_path: Path, format: str
) -> None:
    command = ["detect", "retrieve", school, "--index", tmp_path / "my.index", "--format", format]
    plain = shell(*command).out
    assert all(lang in plain for lang in LANGS)
    assert shell(*command, "--workers", "2").out == plain
    out = tmp_path / "ranked.jsonl"
    assert shell(*command, "-o", out, "--workers", "2").code == 0
    assert out.read_text(encoding="utf-8") == plain
    assert [path.name for path in tmp_path.glob("*.parts")] == []


@pytest.mark.parametrize("how", [["--shard", "1/2"], ["--engine", "ray"]])
def test_what_cannot_be_spread_is_refused(
    shell: Callable, school: Path, tmp_path: Path, how: list[str]
) -> None:
    index = ["--index", tmp_path / "my.index"]
    for name in ("check", "retrieve"):
        ran = shell("detect", name, school, *index, *how)
        assert ran.code == 2
        assert "-o FILE" in ran.err
    ran = shell("detect", "check", school / "ru-essay.txt", *index, "-o", tmp_path / "r.json", *how)
    assert ran.code == 2
    assert "this is one text" in ran.err
