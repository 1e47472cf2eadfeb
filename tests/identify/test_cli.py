"""The verb on small files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paraphrast import data
from paraphrast.data import Pair

Toy = Callable[..., list[Pair]]
QUICK = ["-s", "size=small", "-s", "vectors=counts", "-s", "epochs=3", "-s", "rate=0.01", "-s", "batch=8"]


@pytest.fixture
def corpus(toy: Toy, tmp_path: Path) -> Path:
    """Write 24 pairs of each language to one file."""
    path = tmp_path / "pairs.jsonl"
    data.write(path, [pair for lang in ("ru", "en", "zh") for pair in toy(lang, count=24)])
    return path


def test_train_predict_and_evaluate_on_one_file(shell: Any, corpus: Path, tmp_path: Path) -> None:
    model = tmp_path / "models" / "decatt"
    ran = shell("identify", "train", "decatt", corpus, "--group", "group", "-o", model, *QUICK)
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["model"] == "decatt"
    card = json.loads((model / "card.json").read_text(encoding="utf-8"))
    assert card["command"].startswith("paraphrast")
    assert card["versions"]["torch"]
    assert card["train"][0]["pairs"] + card["dev"]["pairs"] == 72

    ran = shell("identify", "predict", corpus, "-m", model, "--symmetric")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert len(lines) == 72
    assert all(0 <= line["score"] <= 1 and line["a"] and line["lang"] for line in lines)

    ran = shell(
        "identify", "evaluate", corpus, "-m", "decatt", "--folder", tmp_path / "models", "--samples", 50
    )
    assert ran.code == 0, ran.err
    assert all(row in ran.out for row in ("always-yes", "majority", "decatt", "pairs.jsonl"))


def test_a_log_has_a_line_for_each_epoch_and_says_when_nothing_is_to_do(
    shell: Any, corpus: Path, tmp_path: Path
) -> None:
    ran = shell("identify", "train", "bow", corpus, "-o", tmp_path / "bow", *QUICK)
    lines = [line for line in ran.err.splitlines() if line.startswith("epoch ")]
    assert [line.split()[1] for line in lines] == ["1", "2", "3"]
    assert all("loss" in line and "dev F1" in line for line in lines)
    again = shell("identify", "train", "bow", corpus, "-o", tmp_path / "bow", *QUICK)
    assert again.code == 0
    assert "is trained already; --restart" in again.err
    assert "epoch" not in again.err


def test_several_seeds_give_mean_and_deviation(shell: Any, corpus: Path, tmp_path: Path) -> None:
    asked = ["identify", "repeat", "bow", corpus, "-o", tmp_path / "runs", *QUICK]
    ran = shell(*asked, "--test", corpus, "--seeds", "0,7", "--tune-threshold", "--json")
    assert ran.code == 0, ran.err
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert [row.get("model") or row["run"] for row in rows] == ["seed-0", "seed-7", "mean", "deviation"]
    runs, mean, deviation = rows[:2], rows[2], rows[3]
    assert mean["f1"] == pytest.approx((runs[0]["f1"] + runs[1]["f1"]) / 2, abs=1e-3)
    assert deviation["auc"] == pytest.approx(abs(runs[0]["auc"] - runs[1]["auc"]) / 2**0.5, abs=1e-3)
    assert "seed-7: epoch 3 loss" in ran.err


def test_folds_hold_out_every_group_once(shell: Any, corpus: Path, tmp_path: Path) -> None:
    asked = ["identify", "repeat", "bow", corpus, "-o", tmp_path / "runs", "--group", "group", *QUICK]
    ran = shell(*asked, "--folds", "3", "--seeds", "1", "--format", "markdown")
    assert ran.code == 0, ran.err
    rows = [line for line in ran.out.splitlines() if line.startswith("|")]
    assert [row.split("|")[2].strip() for row in rows[2:]] == [
        *(f"fold-{number}-seed-1" for number in (1, 2, 3)),
        "mean",
        "deviation",
    ]
    assert "**" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seeds", "0,1"], "say what judges the runs"),
        (["--seeds", "0", "--test", "{}"], "one run has no deviation"),
        (["--seeds", "0,0", "--test", "{}"], "a seed came twice"),
        (["--seeds", "a", "--test", "{}"], "--seeds takes whole numbers"),
        (["--folds", "99"], "99 folds of 18 groups"),
        (["--folds", "3", "--test", "{}"], "say what judges the runs"),
    ],
)
def test_what_cannot_be_repeated_is_said(
    shell: Any, corpus: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    given = [argument.format(corpus) for argument in arguments]
    ran = shell("identify", "repeat", "bow", corpus, "-o", tmp_path / "runs", *given)
    assert ran.code == 2
    assert message in ran.err
    assert not (tmp_path / "runs").exists()


def test_pairs_come_from_stdin_and_go_to_stdout(shell: Any, corpus: Path, tmp_path: Path) -> None:
    shell("identify", "train", "bow", corpus, "-o", tmp_path / "bow", *QUICK)
    ran = shell(
        "identify",
        "predict",
        "-",
        "-m",
        tmp_path / "bow",
        stdin='{"a": "кот спит", "b": "猫", "lang": "ru"}\n',
    )
    assert json.loads(ran.out)["score"] >= 0


LOOSE = [
    ("ru", "Президент подписал указ.", "Президент подписал указ о налогах в пятницу."),
    ("en", "The president signed the decree.", "On Friday the president signed the decree on taxes."),
    ("zh", "总统签署了法令。", "总统周五签署了关于税收的法令。"),
]


@pytest.mark.parametrize(("lang", "a", "b"), LOOSE)
def test_the_bundled_model_is_told_what_counts_as_a_paraphrase(shell: Any, lang: str, a: str, b: str) -> None:
    line = json.dumps({"a": a, "b": b, "lang": lang}, ensure_ascii=False) + "\n"
    said = [
        json.loads(shell("identify", "predict", "-", *more, stdin=line).out)["score"]
        for more in ([], ["--convention", "strict"], ["--convention", "loose"])
    ]
    assert said[0] == said[1] < said[2]


def test_a_corpus_is_read_under_the_convention_of_its_card() -> None:
    from paraphrast.cli.pairs import convention

    assert [convention(name) for name in ("rupaws:train", "parade:dev", "paraphraser:train")] == [
        "strict",
        "usual",
        "loose",
    ]
    assert convention("pairs.tsv") is None


def test_a_dev_set_that_shares_entities_is_refused(shell: Any, corpus: Path, tmp_path: Path) -> None:
    ran = shell(
        "identify", "train", "bow", corpus, "--dev", corpus, "--group", "group", "-o", tmp_path / "m", *QUICK
    )
    assert ran.code == 1
    assert "stand in train and in dev" in ran.err


def test_split_writes_three_parts_without_a_common_group(shell: Any, corpus: Path, tmp_path: Path) -> None:
    ran = shell("identify", "split", corpus, "-o", tmp_path / "parts", "--dev", 0.2, "--test", 0.2)
    assert ran.code == 0, ran.err
    parts = [list(data.read(tmp_path / "parts" / f"{name}.jsonl")) for name in ("train", "dev", "test")]
    groups = [{pair.group for pair in part} for part in parts]
    assert not groups[0] & (groups[1] | groups[2])
    assert sum(json.loads(ran.out).values()) == 72


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "lstm", "{}", "-o", "m"], "no trainable model 'lstm'; there are bilstm, bow"),
        (["train", "bow", "{}", "-o", "m", "-s", "speed=3"], "no setting 'speed'"),
        (["train", "bow", "{}", "-o", "m", "-s", "epochs=many"], "epochs=many"),
        (["train", "bow", "{}", "-o", "m", "-s", "epochs=0"], "epochs is 0; it must be above 0"),
        (["train", "esim", "{}", "-o", "m", "-s", "vectors=nowhere.vec"], "no vectors 'nowhere.vec'"),
        (
            ["train", "bow", "{}", "-o", "m", "-s", "size=medium"],
            "bow has no size 'medium'; there are small, paper",
        ),
        (["predict", "{}", "-m", "nothing"], "no trained model 'nothing'"),
        (["evaluate", "{}", "-m", "esim"], "'esim' is not trained"),
        (["predict", "{}", "--convention", "broad"], "'broad' is not one of"),
    ],
)
def test_a_wrong_request_is_said_in_one_line(
    shell: Any,
    corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = shell("identify", *(argument.format(corpus) for argument in arguments))
    assert ran.code == 2
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_bad_data_names_the_line(shell: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text("a\tb\tlabel\nкот\tкот\t1\nпёс\tпёс\t7\n", encoding="utf-8")
    ran = shell("identify", "train", "bow", path, "-o", tmp_path / "m")
    assert ran.code == 1
    assert "bad.tsv, line 3" in ran.err
