"""paraphrast annotate, as people type it."""

import json
from pathlib import Path

import pytest

VOTES = "task,worker,label\n" + "".join(
    f"{item},{worker},{label}\n"
    for item, labels in {"один": "110", "two": "000", "三": "111", "vier": "011"}.items()
    for worker, label in zip("abc", labels, strict=True)
)


@pytest.fixture
def votes(tmp_path: Path) -> Path:
    path = tmp_path / "votes.csv"
    path.write_text(VOTES, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAPHRAST_DATABASE", f"sqlite:///{tmp_path}/shell.db")


@pytest.mark.parametrize("by", ["majority", "dawid-skene", "one-coin", "mace", "mean", "full-agreement"])
def test_aggregate_prints_one_object_per_item(shell, votes: Path, by: str) -> None:
    ran = shell("annotate", "aggregate", votes, "--by", by)
    assert ran.code == 0, ran.err
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert len(rows) == (2 if by == "full-agreement" else 4)
    assert {row["item"]: row["label"] for row in rows}["三"] == "1"


def test_aggregate_drops_or_sends_on_what_is_not_sure(shell, votes: Path) -> None:
    ran = shell("annotate", "aggregate", votes, "--by", "majority", "--above", 0.9)
    assert [json.loads(line)["item"] for line in ran.out.splitlines()] == ["two", "三"]
    ran = shell("annotate", "aggregate", votes, "--by", "majority", "--above", 0.9, "--unsure", "experts")
    assert [json.loads(line).get("to", "") for line in ran.out.splitlines()] == ["experts", "", "", "experts"]


def test_aggregate_takes_gold_and_writes_tables(shell, votes: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.csv"
    gold.write_text("item,label\nодин,0\n", encoding="utf-8")
    out = tmp_path / "labels.tsv"
    assert shell("annotate", "aggregate", votes, "--gold", gold, "-o", out).code == 0
    assert "один\t0\t1.0\t3" in out.read_text(encoding="utf-8")
    assert shell("annotate", "aggregate", votes, "--gold", gold, "--by", "mean").code == 2


def test_agreement_shows_alpha_kappa_and_each_worker(shell, votes: Path) -> None:
    ran = shell("annotate", "agreement", votes)
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        "measure",
        "alpha",
        "fleiss",
        "kappa",
        "kappa",
        "kappa",
    ]
    rows = [json.loads(line) for line in shell("annotate", "agreement", votes, "--json").out.splitlines()]
    assert rows[1]["value"] == pytest.approx(0.3142857)
    assert rows[0]["low"] <= rows[0]["value"] <= rows[0]["high"]


def test_two_raters_get_cohens_kappa(shell, tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    rows = [f"{n},{who},{(n + (who == 'b' and n == 3)) % 4}" for n in range(8) for who in "ab"]
    path.write_text("item,worker,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    ran = shell("annotate", "agreement", path, "--level", "ordinal")
    assert "cohen " in ran.out
    assert "cohen-quadratic" in ran.out


def test_reassign_lists_items(shell, votes: Path) -> None:
    ran = shell("annotate", "reassign", votes, "--low", 2, "--high", -2, "--best", 1)
    assert ran.out.split() == ["один", "two", "三", "vier"]
    assert "4 items to: " in ran.err


def test_a_project_from_new_to_export(shell, tmp_path: Path) -> None:
    items = tmp_path / "items.jsonl"
    items.write_text(
        '{"id": "1", "a": "Кот", "b": "猫"}\n{"id": "2", "a": "Dog", "b": "Пёс"}\n', encoding="utf-8"
    )
    ran = shell("annotate", "new", "rupaws", "--name", "mine", "--items", items)
    assert (ran.code, ran.out) == (0, "mine\n"), ran.err
    judged = tmp_path / "judged.csv"
    judged.write_text(
        "id,a,b,worker,label,correct\n3,x,y,анна,yes,yes\n3,x,y,bob,yes,yes\n", encoding="utf-8"
    )
    ran = shell("annotate", "import", "mine", judged)
    assert "1 item, 2 judgements" in ran.err
    ran = shell("annotate", "export", "mine", "--what", "labels")
    assert [json.loads(line)["label"] for line in ran.out.splitlines()] == ["yes"]
    ran = shell("annotate", "export", "mine")
    assert {json.loads(line).get("worker") for line in ran.out.splitlines()} == {None, "анна", "bob"}
    ran = shell("annotate", "export", "mine", "--anonymous")
    assert "анна" not in ran.out
    assert shell("annotate", "advance", "mine").code == 0


def test_an_import_names_columns_and_labels_and_can_be_looked_at_first(shell, tmp_path: Path) -> None:
    assert shell("annotate", "new", "rupaws", "--name", "mine").code == 0
    file = tmp_path / "votes.tsv"
    file.write_text("pair\ttext1\ttext2\trater\tsame\tcorrect\n9\tКот\t猫\tw\t1\tyes\n", encoding="utf-8")
    looked = shell("annotate", "import", "mine", file, "--preview")
    assert looked.code == 1
    assert "an item needs the text 'a'" in looked.err
    assert "probably --columns a=text1,b=text2,worker=rater" in looked.err
    named = ("--columns", "id=pair,a=text1,b=text2,worker=rater,label=same", "--labels", "1=yes,0=no")
    looked = shell("annotate", "import", "mine", file, "--preview", *named)
    assert json.loads(looked.out)["said"][0]["answer"] == {"label": "yes", "correct": "yes"}
    assert "1 item, 1 judgement" in shell("annotate", "import", "mine", file, *named).err
    assert shell("annotate", "import", "mine", file, "--columns", "a").code == 2


def test_a_link_for_a_password_and_an_upgrade_from_the_shell(shell, tmp_path: Path) -> None:
    import sqlite3

    data = Path(__file__).parent / "data" / "first.sqlite.sql"
    with sqlite3.connect(tmp_path / "shell.db") as connection:
        connection.executescript(data.read_text(encoding="utf-8"))
    connection.close()
    refused = shell("annotate", "export", "same")
    assert (refused.code, "paraphrast annotate upgrade" in refused.err) == (1, True)
    ran = shell("annotate", "upgrade")
    assert ran.code == 0
    assert "as it was before, it is in" in ran.err
    assert shell("annotate", "export", "same").code == 0
    assert shell("annotate", "password", "хозяйка").out.startswith("http://127.0.0.1:8400/password/")
    for name in ("nobody", "анна"):  # the second has no password to set
        assert "there is no account" in shell("annotate", "password", name).err


def test_templates_are_listed_and_printed(shell) -> None:
    assert "rupaws" in shell("annotate", "templates").out
    assert 'name = "parade"' in shell("annotate", "templates", "parade").out


def test_a_study_is_prepared_and_scored(shell, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    lines = [{"a": "да", "b": "да", "label": n % 2, "id": str(n)} for n in range(120)]
    pairs.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert shell("annotate", "study", pairs, pairs, "-o", tmp_path / "out").code == 0
    blind = [json.loads(line) for line in (tmp_path / "out" / "blind.jsonl").read_text().splitlines()]
    votes = tmp_path / "said.csv"
    votes.write_text(
        "item,worker,label\n" + "".join(f"{one['id']},я,{one['label']:g}\n" for one in blind),
        encoding="utf-8",
    )
    ran = shell("annotate", "study", pairs, pairs, "--votes", votes)
    assert ran.out.startswith("я\taccuracy 1.000")
    scores = tmp_path / "scores.csv"
    scores.write_text("id,score\n" + "".join(f"{n},{1 - n % 2}\n" for n in range(120)), encoding="utf-8")
    ran = shell("annotate", "study", pairs, pairs, "--votes", votes, "--model", f"wrong={scores}")
    assert "wrong\taccuracy 0.000" in ran.out
    assert shell("annotate", "study", pairs, pairs, "--votes", votes, "--model", "wrong").code == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("aggregate", "votes.csv", "--by", "magic"), 2, "no aggregation method 'magic'"),
        (("aggregate", "nowhere.csv"), 2, "there is no file"),
        (("export", "nothing"), 2, "there are no projects yet"),
        (("new", "nowhere"), 1, "no template of this name"),
        (("templates", "nowhere"), 2, "no template 'nowhere'"),
        (("serve", "--address", "crowd.example.org"), 2, "should be like https://crowd.example.org"),
    ],
)
def test_wrong_requests_end_in_one_line(shell, arguments, code: int, message: str) -> None:
    ran = shell("annotate", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_the_first_start_invites_an_owner_once(lite, capsys) -> None:
    from paraphrast.annotate.store.people import add_user, hash_password, redeem
    from paraphrast.cli.serve import welcome

    welcome(lite, "http://127.0.0.1:8400")
    link = capsys.readouterr().err.split("/join/")[1].strip()
    with lite.write() as connection:
        user = add_user(connection, "хозяйка", hash_password("correct horse"), at=lite.clock())
        redeem(connection, link, user, at=lite.clock())
    welcome(lite, "http://127.0.0.1:8400")
    assert "/join/" not in capsys.readouterr().err


def test_a_chain_is_made_from_its_end_and_run_without_a_server(shell, tmp_path: Path) -> None:
    ran = shell("annotate", "new", "cspc-writing")
    assert (ran.code, ran.out) == (2, "")
    assert "'cspc-fine' of the chain is not there; make it first" in ran.err
    items = tmp_path / "sentences.jsonl"
    items.write_text('{"id": "1", "text": "他每天跑步。"}\n', encoding="utf-8")
    for name in ("cspc-fine", "cspc-coarse"):
        assert shell("annotate", "new", name).code == 0
    assert shell("annotate", "new", "cspc-writing", "--items", items).code == 0
    ran = shell("annotate", "run", "--once")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.count("nothing to do") == 3
    controls = tmp_path / "controls.jsonl"
    assert shell("annotate", "export", "cspc-fine", "--what", "controls", "-o", controls).code == 0
    first = json.loads(controls.read_text(encoding="utf-8").splitlines()[0])
    assert {"id", "a", "b", "answer", "grown", "difficulty", "vetoed", "seen", "known"} == set(first)
