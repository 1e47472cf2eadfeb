"""Corpora made, and detections measured, as plans: the same bytes by any workers, after a kill, in shares."""

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from detect.made_texts import library
from paraphrast.data import Document, Match, Span
from paraphrast.detect import pan, passage_files
from paraphrast.detect.evaluate import evaluate
from paraphrast.detect.generate import Plan, generate, parts
from paraphrast.text import LANGS

RAY = pytest.mark.skipif(not find_spec("ray"), reason="ray is not installed")
TEXTS = [
    Document(f"{lang}-{one.id}", one.text, lang=lang) for lang in LANGS for one in library(lang, 8)
]  # every other one is a target
PLAN = Plan(kind="mixed", count=9, distance=30, seed=3)
HOW = pytest.mark.parametrize(
    "how",
    [[], ["--workers", "2"], pytest.param(["--engine", "ray", "--workers", "2"], marks=RAY)],
    ids=lambda how: " ".join(how) or "one",
)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 2)
    monkeypatch.setattr(passage_files, "PART", 5)


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def command(place: Path, **changed: object) -> list[object]:
    """Give the command that makes a corpus in the folder `made`."""
    (place / "texts.jsonl").write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in TEXTS))
    options = {"kind": PLAN.kind, "count": PLAN.count, "distance": PLAN.distance, "seed": PLAN.seed} | changed
    named = [part for name, value in options.items() for part in (f"--{name}", value)]
    return ["detect", "generate", place / "texts.jsonl", "-o", place / "made", *named]


@pytest.fixture
def corpus(tmp_path: Path) -> dict[str, bytes]:
    """Make a corpus without a plan."""
    generate(TEXTS[::2], TEXTS[1::2], tmp_path / "plain", plan=PLAN)
    return files(tmp_path / "plain")


@HOW
def test_a_corpus_is_the_same_wherever_it_is_made(
    shell: Callable, tmp_path: Path, corpus: dict[str, bytes], how: list[str]
) -> None:
    ran = shell(*command(tmp_path), *how)
    assert ran.code == 0, ran.err
    assert "9 suspicious documents" in ran.err
    assert files(tmp_path / "made") == corpus
    assert not (tmp_path / "made.parts").exists()
    texts = "".join(data.decode() for name, data in corpus.items() if name.startswith("susp/"))
    assert all(word in texts for word in ("дом", "house", "房子"))


def test_shares_of_a_corpus_meet_in_a_merge(
    shell: Callable, tmp_path: Path, corpus: dict[str, bytes]
) -> None:
    given = command(tmp_path)
    assert "merge" in shell(*given, "--shard", "2/2").err
    ran = shell(*given, "--shard", "merge")
    assert (ran.code, "3 of 5 parts" in ran.err) == (2, True)
    assert "merge" in shell(*given, "--shard", "1/2").err
    assert not (tmp_path / "made").exists()
    assert shell(*given, "--shard", "merge").code == 0
    assert files(tmp_path / "made") == corpus


def test_a_corpus_goes_on_after_a_kill_and_takes_nothing_of_another(
    shell: Callable, tmp_path: Path, corpus: dict[str, bytes]
) -> None:
    shell(*command(tmp_path, seed=4), "--shard", "1/1")  # of another seed, in the same folder
    shell(*command(tmp_path), "--shard", "1/1")
    made = tmp_path / "made.parts" / "parts"
    before = {path.name: path.stat().st_mtime_ns for path in made.glob("*.jsonl")}
    (made / "00000003.done").unlink()
    shell(*command(tmp_path), "--shard", "1/1")
    after = {path.name: path.stat().st_mtime_ns for path in made.glob("*.jsonl")}
    assert [name for name in sorted(before) if before[name] != after[name]] == ["00000003.jsonl"]
    assert shell(*command(tmp_path)).code == 0
    assert files(tmp_path / "made") == corpus


def test_the_first_documents_do_not_depend_on_how_many_follow(tmp_path: Path) -> None:
    few, many = (
        generate(TEXTS[::2], TEXTS[1::2], tmp_path / str(count), plan=Plan(kind="mixed", count=count))
        for count in (3, 6)
    )
    names = {match.suspicious.doc for match in few}
    assert [match for match in many if match.suspicious.doc in names] == few
    assert len(many) > len(few)


def test_another_seed_gives_another_corpus(shell: Callable, tmp_path: Path, corpus: dict[str, bytes]) -> None:
    assert shell(*command(tmp_path, seed=4)).code == 0
    other = files(tmp_path / "made")
    assert all(other[name] != corpus[name] for name in corpus if name.startswith("susp/"))


@pytest.mark.parametrize("how", [[], ["--workers", "2"]], ids=["one", "two"])
def test_a_text_that_nobody_can_lend_to_is_named_and_nothing_is_written(
    shell: Callable, tmp_path: Path, how: list[str]
) -> None:
    for name, lang in (("targets", "ru"), ("lenders", "zh")):
        some = [Document(f"{name}-{one.id}", one.text, lang=lang) for one in library(lang, 3)]
        (tmp_path / f"{name}.jsonl").write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in some))
    given = ["--sources", tmp_path / "lenders.jsonl", "--count", 4, "-o", tmp_path / "made"]
    ran = shell("detect", "generate", tmp_path / "targets.jsonl", *given, *how)
    assert (ran.code, "no source in this language" in ran.err) == (2, True)
    assert not (tmp_path / "made").exists()
    (tmp_path / "file").touch()
    ran = shell("detect", "generate", tmp_path / "targets.jsonl", *given[:-1], tmp_path / "file", *how)
    assert (ran.code, "name a folder" in ran.err) == (2, True)


@pytest.fixture
def found(tmp_path: Path, corpus: dict[str, bytes]) -> Path:
    """Write detections: passages of the truth cut short, without those of one document, and a wrong one."""
    folder = tmp_path / "found"
    truth = pan.read(tmp_path / "plain" / "truth")
    cut = [
        Match(
            Span(match.suspicious.doc, match.suspicious.start, match.suspicious.stop - 5),
            Span(match.source.doc, match.source.start + 3, match.source.stop),
            "paraphrase",
        )
        for match in truth
        if "00004" not in match.suspicious.doc
    ]
    wrong = Match(Span(cut[0].suspicious.doc, 0, 9), Span("source-document00001.txt", 0, 9), "paraphrase")
    pan.write(folder, [*cut, wrong])
    return folder


MODES = pytest.mark.parametrize("mode", [[], ["--retrieval"], ["--end-to-end"]], ids=["", "ranks", "both"])


@MODES
@HOW
def test_figures_are_the_same_wherever_files_are_read(
    shell: Callable, tmp_path: Path, found: Path, mode: list[str], how: list[str]
) -> None:
    given = ["detect", "evaluate", tmp_path / "plain", found, "--json", *mode]
    plain = shell(*given)
    assert plain.code == 0, plain.err
    ran = shell(*given, *how, "--work", tmp_path / "work")
    assert (ran.code, ran.out) == (0, plain.out)
    assert shell(*given, "--workers", "2").out == plain.out
    told = json.loads(plain.out)
    if not mode:
        report = evaluate(pan.read(tmp_path / "plain" / "truth"), pan.read(found))
        levels: dict[str, Any] = msgspec.to_builtins(report.levels)
        assert {k: v | {"f1": told["levels"][k]["f1"]} for k, v in levels.items()} == told["levels"]
        assert 0 < told["levels"]["micro"]["recall"] < 1
        assert len(told["types"]) > 2
    else:
        assert 0 < told["retrieval"]["recall"] < 1


@MODES
def test_shares_of_an_evaluation_meet_in_a_merge(
    shell: Callable, tmp_path: Path, found: Path, mode: list[str]
) -> None:
    given = ["detect", "evaluate", tmp_path / "plain", found, "--json", *mode]
    expected = shell(*given).out
    given += ["--work", tmp_path / "work"]
    for share in ("1/3", "2/3", "3/3"):
        ran = shell(*given, "--shard", share)
        assert (ran.out, "merge" in ran.err) == ("", True)
    assert shell(*given, "--shard", "merge").out == expected
    assert expected.startswith("{")


def test_a_file_that_changed_is_read_again(shell: Callable, tmp_path: Path, found: Path) -> None:
    given = ["detect", "evaluate", tmp_path / "plain", found, "--json"]
    before = shell(*given, "--work", tmp_path / "work").out
    for path in list(found.glob("*.xml"))[:4]:
        path.write_bytes(pan.document("suspicious-document00001.txt", []))
    after = shell(*given, "--work", tmp_path / "work").out
    assert before != after == shell(*given).out


@pytest.mark.parametrize("how", [[], ["--workers", "2"]], ids=["one", "two"])
def test_what_is_wrong_in_a_file_is_named_wherever_it_is_read(
    shell: Callable, tmp_path: Path, found: Path, how: list[str]
) -> None:
    given = ["detect", "evaluate", tmp_path / "plain", found, *how]
    path = min(found.glob("*.xml"))
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace('this_offset="', 'this_offset="9999'), encoding="utf-8")
    ran = shell(*given)
    assert ran.code == 1
    assert f"{path}, line 3: feature 1: this ends at 9999" in ran.err
    path.write_text(good.replace('this_offset="', f'this_offset="{"9" * 5000}'), encoding="utf-8")
    ran = shell(*given)
    assert (ran.code, "is not a whole number of characters" in ran.err) == (1, True)
    path.write_text(good[:-20], encoding="utf-8")
    ran = shell(*given)
    assert (ran.code, f"{path}" in ran.err, "not well-formed XML" in ran.err) == (1, True, True)
    path.write_text(good, encoding="utf-8")
    text = min((tmp_path / "plain" / "susp").iterdir())
    text.write_bytes("Дом".encode("cp1251"))
    ran = shell(*given)
    assert (ran.code, f"{text}" in ran.err, "is not UTF-8" in ran.err) == (1, True, True)
    ran = shell("detect", "evaluate", tmp_path / "plain", tmp_path / "nowhere", *how)
    assert (ran.code, "no such file" in ran.err) == (1, True)


@pytest.mark.parametrize("how", [["--shard", "1/2"], ["--engine", "ray"]])
def test_what_has_no_place_for_parts_is_refused(
    shell: Callable, tmp_path: Path, found: Path, how: list[str]
) -> None:
    ran = shell("detect", "evaluate", tmp_path / "plain", found, *how)
    assert (ran.code, "--work DIR" in ran.err) == (2, True)
    ranks = tmp_path / "ranks.jsonl"
    ranks.write_text(
        '{"suspicious": "suspicious-document00001.txt", "id": "x", "rank": 1}\n', encoding="utf-8"
    )
    given = ["detect", "evaluate", tmp_path / "plain", ranks, "--retrieval"]
    ran = shell(*given, "--work", tmp_path / "work", *how)
    assert (ran.code, "ranked already" in ran.err) == (2, True)
    assert shell(*given).code == 0
