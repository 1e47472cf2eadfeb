"""`paraphrast build`: each command on a small file."""

import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paraphrast.build.loading as loading

Shell = Callable[..., Any]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    rows = [
        ("Кот спит на окне", "На окне спит кот", 1),
        ("Кот спит", "Кот спит", 1),
        ("A cat", "A dog ran off", 0),
    ]
    rows += [(f"我喜欢苹果{n}", f"他买了三本书{n}", 0) for n in range(7)]
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "a\tb\tlabel\n" + "".join(f"{a}\t{b}\t{label}\n" for a, b, label in rows), encoding="utf-8"
    )
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_filter_writes_what_it_keeps_and_why_it_drops(shell: Shell, pairs: Path, tmp_path: Path) -> None:
    out, report = tmp_path / "kept.jsonl", tmp_path / "report.html"
    steps = ["--step", "identical", "--step", "length:low=3,unit=characters", "--step", "jaccard:high=.9"]
    ran = shell("build", "filter", pairs, *steps, "-o", out, "--report", report)
    assert ran.code == 0, ran.err
    assert len(lines(out)) == 8
    drops = lines(tmp_path / "kept.jsonl.drops.jsonl")
    assert [(drop["step"], drop["reason"]) for drop in drops] == [
        ("identical", "identical"),
        ("jaccard", "jaccard-high"),
    ]
    assert "identical: 10 -> 9" in ran.err
    page = tmp_path / "again.html"
    assert shell("build", "report", f"{out}.work", "-o", page).code == 0
    assert "jaccard-high" in page.read_text(encoding="utf-8")


def test_steps_come_from_toml_and_a_persons_own_file(shell: Shell, pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        'def no_cat(pair, word="cat"):\n    return "cat" if word in pair.a else None\n'
    )
    toml = (
        '[[step]]\nuse = "length"\nlow = 2\n\n[[step]]\nuse = "mine.py:no_cat"\nname = "cats"\nword = "Кот"\n'
    )
    (tmp_path / "steps.toml").write_text(toml, encoding="utf-8")
    out = tmp_path / "kept.jsonl"
    ran = shell("build", "filter", pairs, "--settings", tmp_path / "steps.toml", "-o", out, "--until", "cats")
    assert ran.code == 0, ran.err
    assert all("Кот" not in row["a"] for row in lines(out))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--step", "lenght"], "no filter 'lenght'; there are"),
        (["--step", "length:minimum=3"], "minimum"),
        (["--step", "length:low"], "cannot be loaded"),
        ([], "no steps; name filters"),
        (["--settings", "none.toml"], "there is no file 'none.toml'"),
        (["--step", "length:lo=3"], "no setting of length 'lo'; there are high, low, unit"),
        (["--step", "length:low=many"], "low is 'many'; expected a number"),
        (["--step", "identical", "--until", "nope"], "no step 'nope'; there are identical"),
    ],
)
def test_a_wrong_request_is_answered_plainly(
    shell: Shell, pairs: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    ran = shell("build", "filter", pairs, *arguments, "-o", tmp_path / "x.jsonl")
    assert ran.code == 2
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_adversarial_makes_hard_pairs_and_items_for_raters(shell: Shell, tmp_path: Path) -> None:
    source, out, items = tmp_path / "news.txt", tmp_path / "hard.jsonl", tmp_path / "items.jsonl"
    source.write_text("Банк открыл новый офис в Москве.\n\nПутин поздравил Назарбаева.\n", encoding="utf-8")
    ran = shell("build", "adversarial", source, "--lang", "ru", "-o", out, "--annotate", items)
    assert ran.code == 0, ran.err
    made = lines(out)
    assert {row["label"] for row in made} <= {0.0, 1.0}
    assert all(row["kind"] for row in made)
    assert set(lines(items)[0]) == {"a", "b", "id", "lang"}
    votes = [{"item": row["id"], "worker": w, "label": "no"} for row in lines(items) for w in ("p", "q")]
    meaning, correct = tmp_path / "meaning.jsonl", tmp_path / "correct.jsonl"
    meaning.write_text("".join(json.dumps(vote) + "\n" for vote in votes), encoding="utf-8")
    correct.write_text(
        "".join(json.dumps({**vote, "label": "yes"}) + "\n" for vote in votes), encoding="utf-8"
    )
    final = tmp_path / "final.jsonl"
    ran = shell("build", "gate", out, meaning, correct, "-o", final)
    assert ran.code == 0, ran.err
    assert {row["label"] for row in lines(final)} == {0.0}


@pytest.mark.parametrize(
    ("lang", "text", "figure"),
    [
        ("ru", "Он приобрёл дом.", "of 53 synonym positives (ru) readers found 31 right"),
        ("en", "It began quickly.", "of 61 synonym positives (en) readers found 32 right"),
        ("zh", "如何购买这本书", None),
    ],
)
def test_adversarial_has_synonyms_of_russian_and_english_only_when_asked_for(
    lang: str, text: str, figure: str | None, shell: Shell, tmp_path: Path
) -> None:
    source, out = tmp_path / "news.txt", tmp_path / "hard.jsonl"
    source.write_text(f"{text}\n" * 2, encoding="utf-8")
    asked = ["build", "adversarial", source, "--lang", lang, "--per-text", 99, "-o", out]
    ran = shell(*asked)
    assert ran.code == 0, ran.err
    assert "warning" not in ran.err
    assert ("synonym" in {row["kind"] for row in lines(out)}) is (figure is None)
    ran = shell(*asked, "--synonyms", "--workers", 2)
    assert ran.code == 0, ran.err
    assert "synonym" in {row["kind"] for row in lines(out)}
    assert [line for line in ran.err.splitlines() if "warning" in line] == (
        [f"warning: {figure}"] if figure else []
    )


def test_synonyms_are_not_for_translated_pairs(shell: Shell, pairs: Path, tmp_path: Path) -> None:
    told = ["--translator", "nowhere", "--synonyms", "-o", tmp_path / "x.jsonl"]
    ran = shell("build", "adversarial", pairs, "--lang", "ru", *told)
    assert ran.code == 2
    assert "leave it out with --translator" in ran.err
    assert not (tmp_path / "x.jsonl.work").exists()


def test_flashcards_from_decks_and_documents(shell: Shell, tmp_path: Path) -> None:
    deck, out = tmp_path / "deck.tsv", tmp_path / "pairs.jsonl"
    cards = [
        "a list where the last item leaves first",
        "a list in which the last item is taken first",
        "memory of local variables",
        "memory that holds local variables",
        "a pile of plates",
    ]
    deck.write_text("".join(f"stack\t{card}\n" for card in cards), encoding="utf-8")
    (tmp_path / "terms.txt").write_text("stack\n", encoding="utf-8")
    ran = shell("build", "flashcards", deck, "--lang", "en", "--terms", tmp_path / "terms.txt", "-o", out)
    assert ran.code == 0, ran.err
    assert {row["group"] for row in lines(out)} == {"stack"}


CARDS = {
    "ru": (
        "стек",
        ["список, из которого последний элемент уходит первым", "список, где последний уходит первым",
         "память, где лежат локальные переменные функции", "область памяти для локальных переменных функции",
         "стопка тарелок на кухонном столе"],
    ),
    "en": (
        "stack",
        ["a list where the last item leaves first", "a list in which the last item is taken first",
         "memory of local variables", "memory that holds the local variables of a call", "a pile of plates"],
    ),
    "zh": (
        "栈",
        ["最后放入的元素最先取出的线性表", "后放入的元素先被取出的一种线性表", "保存函数局部变量的内存区域",
         "存放局部变量的一块内存", "厨房桌上的一叠盘子"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("ending", ["apkg", "tsv", "csv"])
@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_flashcards_from_a_deck_to_the_labels_of_three_raters(
    lang: str, ending: str, shell: Shell, tmp_path: Path
) -> None:
    term, definitions = CARDS[lang]
    deck, out, items = tmp_path / f"deck.{ending}", tmp_path / "pairs.jsonl", tmp_path / "items.jsonl"
    write_deck(deck, [(term, definition) for definition in definitions])
    ran = shell("build", "flashcards", deck, "--lang", lang, "-o", out, "--annotate", items)
    assert ran.code == 0, ran.err
    assert "annotate new parade" in ran.err
    shown = lines(items)
    assert shown
    assert all(set(row) == {"a", "b", "id", "lang"} for row in shown)
    base = f"sqlite:///{tmp_path / 'people.db'}"
    made = shell("annotate", "new", "parade", "--lang", lang, "--items", items, "--database", base)
    assert made.code == 0, made.err
    grades = [
        {"item": row["id"], "worker": w, "label": g}
        for row in shown
        for w, g in zip("abc", "320", strict=True)
    ]
    votes, labels, final = (tmp_path / f"{name}.jsonl" for name in ("votes", "labels", "final"))
    votes.write_text("".join(json.dumps(vote) + "\n" for vote in grades[:-3]), encoding="utf-8")
    by = ["--positive", "2,3", "--by", "majority", "-o", labels]
    assert shell("annotate", "aggregate", votes, *by).code == 0
    ran = shell("build", "label", out, labels, "-o", final)
    assert ran.code == 0, ran.err
    assert [row["label"] for row in lines(final)] == [1.0] * (len(shown) - 1)
    assert "not-labelled 1" in ran.err
    assert {row["term"] for row in lines(final)} <= {term}


def write_deck(path: Path, cards: list[tuple[str, str]]) -> None:
    if path.suffix != ".apkg":
        mark = "\t" if path.suffix == ".tsv" else ","
        rows = [mark.join(f'"{side}"' if mark == "," else side for side in card) for card in cards]
        path.write_text("\n".join(rows), encoding="utf-8")
        return
    base = path.with_suffix(".anki2")
    with closing(sqlite3.connect(base)) as connection, connection:
        connection.execute("create table notes (id integer primary key, flds text)")
        connection.executemany(
            "insert into notes (flds) values (?)", [("\x1f".join(card),) for card in cards]
        )
    with zipfile.ZipFile(path, "w") as package:
        package.write(base, "collection.anki2")


def test_labels_without_a_number_are_named(shell: Shell, pairs: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.tsv"
    labels.write_text("item\tlabel\n0\tmaybe\n", encoding="utf-8")
    ran = shell("build", "label", pairs, labels)
    assert ran.code == 1
    assert "a label from 0 to 1" in ran.err


@pytest.mark.parametrize(("metric", "low"), [("paraphrase", 0.1), ("jaccard", 0.2), ("chrf", 20)])
def test_a_metric_scores_by_its_name(
    metric: str, low: float, shell: Shell, pairs: Path, tmp_path: Path
) -> None:
    out = tmp_path / "kept.jsonl"
    step = f"scored:scorer={metric},low={low},name=measure"
    ran = shell("build", "filter", pairs, "--step", step, "-o", out)
    assert ran.code == 0, ran.err
    drops = lines(tmp_path / "kept.jsonl.drops.jsonl")
    assert len(lines(out)) + len(drops) == 10
    assert 0 < len(drops) < 10
    assert {drop["reason"] for drop in drops} == {f"{metric}-low"}
    note = json.loads((tmp_path / "kept.jsonl.work" / "pipeline.json").read_text(encoding="utf-8"))
    assert note[0]["name"] == "measure"
    assert note[0]["settings"]["scorer"].startswith(metric)


def test_stats_and_split(shell: Shell, pairs: Path, tmp_path: Path) -> None:
    ran = shell("build", "stats", pairs)
    assert ran.code == 0, ran.err
    assert "labels: 0 8, 1 2" in ran.out
    assert json.loads(shell("build", "stats", pairs, "--json").out)["pairs"] == 10
    out = tmp_path / "set"
    ran = shell("build", "split", pairs, "-o", out, "--layout", "hub", "--licence", "mit", "--name", "Коты")
    assert ran.code == 0, ran.err
    assert "license: mit" in (out / "README.md").read_text(encoding="utf-8")
    assert len(list((out / "data").glob("*.parquet"))) == 3
    assert shell("build", "split", pairs, "-o", out, "--shares", "train=1,dev").code == 2


def test_mine_finds_neighbours(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def letters(texts: list[str]) -> np.ndarray:
        rows = np.zeros((len(texts), 64), dtype="float32")
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                row[ord(letter) % 64] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    monkeypatch.setattr(loading, "model", lambda kind, name="bundled": letters)
    source, out = tmp_path / "corpus.txt", tmp_path / "mined.jsonl"
    source.write_text(
        "Кот спит на тёплом окне\nНа окне спит тёплый кот\nДождь идёт весь день\n", encoding="utf-8"
    )
    limits = ["--low", "0.9", "--high", "1.1", "--score", "0", "--bands", ".1,.9"]
    ran = shell("build", "mine", source, "--lang", "ru", *limits, "-o", out)
    assert ran.code == 0, ran.err
    assert [(row["a"], row["origin"]) for row in lines(out)] == [("Кот спит на тёплом окне", "neighbours")]
    assert [row["band"] for row in lines(out)] == ["fair"]
    assert shell("build", "mine", source, "--lang", "ru", "--by", "magic").code == 2
    assert "takes 1 --model" in shell("build", "mine", source, "--lang", "ru", "--by", "prompt").err


def test_mine_goes_through_a_pivot_and_through_parallel_text(
    shell: Shell, tmp_path: Path, chat: Callable[[Callable[[dict[str, Any]], str]], None]
) -> None:
    asked: list[str] = []

    def reply(body: dict[str, Any]) -> str:
        asked.append(body["messages"][0]["content"])
        return "قطة" if "Arabic" in asked[-1] else "Кошка дремлет на подоконнике"

    chat(reply)
    source, out = tmp_path / "corpus.txt", tmp_path / "mined.jsonl"
    source.write_text("Кот спит на тёплом окне\n", encoding="utf-8")
    models = ["--model", "endpoint:small", "--model", "endpoint:small"]
    asked = ["build", "mine", source, "--lang", "ru", "--by", "pivot", *models, "-o", out]
    ran = shell(*asked, "--scorer", "none")
    assert ran.code == 0, ran.err
    (row,) = lines(out)
    assert (row["a"], row["b"], row["pivot"]) == (
        "Кот спит на тёплом окне",
        "Кошка дремлет на подоконнике",
        "قطة",
    )
    parallel = tmp_path / "parallel.tsv"
    parallel.write_text("a\tb\nКот спит на тёплом окне\tThe cat sleeps on the sill\n", encoding="utf-8")
    asked = ["build", "mine", parallel, "--lang", "ru", "--by", "parallel", *models[:2], "-o", out]
    ran = shell(*asked, "--scorer", "none")
    assert ran.code == 0, ran.err
    assert [(row["b"], row["origin"]) for row in lines(out)] == [("Кошка дремлет на подоконнике", "parallel")]


def test_mine_refuses_what_it_cannot_do_before_it_begins(shell: Shell, tmp_path: Path) -> None:
    source = tmp_path / "corpus.txt"
    source.write_text("Кот спит на тёплом окне\n", encoding="utf-8")
    ran = shell("build", "mine", source, "--lang", "ru", "--scorer", "magic", "-o", tmp_path / "out.jsonl")
    assert ran.code == 2
    assert "no scorer 'magic'" in ran.err
    assert "spscore" in ran.err
    assert not (tmp_path / "out.jsonl.work").exists()
    ran = shell("build", "mine", source, "--lang", "ru", "--top", "0", "-o", tmp_path / "out.jsonl")
    assert ran.code == 2
    assert "Traceback" not in ran.err
