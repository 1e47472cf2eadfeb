"""`paraphrast corpus` from the shell."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

Shell: TypeAlias = Callable[..., Any]
Pack: TypeAlias = Callable[[str, Mapping[str, str | bytes]], Path]

QUESTIONS = "去哪\t去哪里\t1\n吃啥\t吃啥\t0\n吃啥\t吃啥\t1\n"


def test_list_and_its_filters(shell: Shell) -> None:
    ran = shell("corpus", "list", "--task", "acceptability", "--lang", "ru")
    assert (ran.code, ran.out.split()) == (0, ["rucola", "acceptability", "ru", "train", "dev"])
    (card,) = map(
        json.loads,
        shell("corpus", "list", "--task", "acceptability", "--lang", "ru", "--json").out.splitlines(),
    )
    assert card["name"] == "rucola"
    ran = shell("corpus", "list", "--task", "poetry")
    assert ran.code == 2
    assert "no task 'poetry'; there are acceptability" in ran.err


def test_show_counts_what_is_odd(shell: Shell, pack: Pack, tmp_path: Path) -> None:
    pack("lcqmc", {"dev.txt": QUESTIONS})
    ran = shell("corpus", "show", "lcqmc", "--counts", "--data", tmp_path)
    assert ran.code == 0
    assert "(NOT the copy described here)" in " ".join(ran.out.split())
    assert (
        "records 3, positive 2, negative 1, identical 2, identical_negative 1, repeated 1, contradictory 1"
        in ran.out
    )
    counted = json.loads(shell("corpus", "show", "lcqmc", "--counts", "--json", "--data", tmp_path).out)
    assert counted["counts"]["contradictory"] == 1


def test_show_without_a_copy(shell: Shell, tmp_path: Path) -> None:
    ran = shell("corpus", "show", "mono-ru", "--data", tmp_path)
    assert ran.code == 0
    assert "no local copy" in ran.out
    assert "not for weights that ship" in ran.out


def test_get_and_export(shell: Shell, pack: Pack, tmp_path: Path) -> None:
    pack("lcqmc", {"dev.txt": QUESTIONS})
    ran = shell("corpus", "get", "lcqmc", "--data", tmp_path, "--to", tmp_path / "to")
    assert ran.out.strip() == str(tmp_path / "to" / "lcqmc")
    ran = shell("corpus", "export", "lcqmc", "--split", "dev", "--data", tmp_path / "to")
    first, *_ = map(json.loads, ran.out.splitlines())
    assert (first["a"], first["b"], first["label"]) == ("去哪", "去哪里", 1.0)
    assert "3 records" in ran.err
    ran = shell("corpus", "export", "lcqmc", "--split", "dev", "--data", tmp_path, "-o", tmp_path / "out.tsv")
    assert (ran.code, ran.out) == (0, "")
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8").count("\n") == 4


def test_what_is_wrong_ends_in_one_line(shell: Shell, pack: Pack, tmp_path: Path) -> None:
    pack("lcqmc", {"dev.txt": "去哪\t去哪里\t5\n"})
    ran = shell("corpus", "export", "lcqmc", "--split", "dev", "--data", tmp_path)
    assert ran.code == 1
    assert "lcqmc/dev.txt, line 1: label '5' is not one of 0, 1" in ran.err
    assert shell("corpus", "export", "dogs").code == 2
    assert shell("corpus", "get", "qqp-full", "--data", tmp_path, "--to", tmp_path).code == 2


def test_help_shows_an_example(shell: Shell) -> None:
    for verb in ("list", "show", "get", "export"):
        assert "Example: paraphrast corpus" in shell("corpus", verb, "--help").out
