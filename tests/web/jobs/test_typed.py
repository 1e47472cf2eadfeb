"""A job that began in the shell says of itself what one says that began anywhere else, and is as much use."""

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from paraphrast.annotate.store.folders import jobs_folder
from paraphrast.cli.job_places import Local, verb_of
from paraphrast.errors import CommandError
from paraphrast.web.jobs.orders import Input
from paraphrast.web.jobs.typed import measure_inputs, read_typed
from programs import PAIRS, Program, work
from workbench import Bench


@pytest.fixture
def owner(place: Bench) -> Program:
    return Program(place, "хозяйка", "owner")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of somebody who types."""
    made = tmp_path / "стол"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


def write_pairs(path: Path, pairs: list[dict[str, Any]]) -> str:
    path.write_bytes(b"".join(json.encode(pair) + b"\n" for pair in pairs))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(place: Bench, command: str) -> str:
    with_database = Local(str(place.store.engine.url))
    try:
        return with_database.run(command.split())
    finally:
        with_database.close()


@pytest.mark.parametrize(
    ("command", "settings", "reads"),
    [
        ("rewrite оскорбления.txt --to neutral -o мягко.jsonl", {"to": "neutral", "out": "мягко.jsonl"},
         {"source": ["оскорбления.txt"]}),
        ("rewrite texts rude.txt --lang en -o o.jsonl", {"lang": "en", "out": "o.jsonl"},
         {"source": ["rude.txt"]}),
        ("build filter 句子.jsonl --step identical --step length:low=3 --settings s.toml --skip-bad b.jsonl",
         {"step": ["identical", "length:low=3"], "skip_bad": "b.jsonl"},
         {"source": ["句子.jsonl"], "settings": ["s.toml"]}),
        ("detect check essays --index my.index --own a --own b --no-quotations --small 5",
         {"own": ["a", "b"], "quotations": False, "small": 5}, {"text": ["essays"], "index": ["my.index"]}),
        ("identify predict parade:test -m bundled", {}, {"source": ["parade:test"], "model": ["bundled"]}),
        ("score a.txt b.txt -m chrf --refs 1.txt --refs 2.txt", {"metrics": "chrf"},
         {"systems": ["a.txt", "b.txt"], "refs": ["1.txt", "2.txt"]}),
    ],
)  # fmt: skip
def test_a_command_is_read_as_the_shell_reads_it(
    folder: Path, command: str, settings: dict[str, Any], reads: dict[str, list[str]]
) -> None:
    args = command.split()
    typed = read_typed(verb_of(args), args)
    assert typed.settings == settings
    told: dict[str, list[str]] = {}
    for one in typed.inputs:
        told.setdefault(one.parameter, []).append(one.path)
    assert told == reads
    assert list(folder.iterdir()) == [], "reading a command writes nothing"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("build stats пары.jsonl --nope", "No such option: --nope"),
        ("build stats one.jsonl two.jsonl", "does not take 'two.jsonl'"),
        ("build split 句子.jsonl", "Missing option '--out'"),
        ("build filter a.jsonl --step identical --workers x", "Invalid value for '--workers'"),
        ("build stats -", "a job has no stdin"),
        ("build stats --help", "ask the command itself"),
    ],
)
def test_what_the_shell_would_refuse_is_not_queued(
    place: Bench, owner: Program, folder: Path, command: str, said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        run(place, command)
    assert owner.get("jobs").json()["jobs"] == []


def test_a_job_of_the_shell_says_what_it_read_and_made(place: Bench, owner: Program, folder: Path) -> None:
    write_pairs(folder / "пары.jsonl", PAIRS)
    name = run(place, "build filter пары.jsonl --step identical -o вышло.jsonl")
    waiting = owner.get(f"jobs/{name}").json()
    assert waiting["settings"] == {"step": ["identical"], "out": "вышло.jsonl"}
    assert [one["path"] for one in waiting["inputs"]] == ["пары.jsonl"]
    (folder / "вышло.jsonl.old").write_text("of another day", encoding="utf-8")
    os.utime(folder / "вышло.jsonl.old", (1.0, 1.0))
    read = write_pairs(folder / "пары.jsonl", PAIRS[:2])  # as it is when the job begins
    work(place)
    job = owner.get(f"jobs/{name}").json()
    assert (job["state"], job["error"]) == ("done", "")
    assert [one["sha256"] for one in job["inputs"]] == [read]
    assert [one["path"] for one in job["files"]] == ["вышло.jsonl", "вышло.jsonl.drops.jsonl"]
    about = json.decode((jobs_folder(place.store) / name / "job.json").read_bytes())
    assert about["results"] == job["files"]
    assert about["settings"] == job["settings"]
    assert [one["sha256"] for one in about["inputs"]] == [read]


def test_what_lay_there_before_is_no_result_of_a_job_that_failed(
    place: Bench, owner: Program, folder: Path
) -> None:
    (folder / "вышло.jsonl").write_text("of another day", encoding="utf-8")
    os.utime(folder / "вышло.jsonl", (1.0, 1.0))
    (folder / "плохо.tsv").write_text("a\tb\tlabel\nода\tодна\t4\n", encoding="utf-8")
    name = run(place, "build filter плохо.tsv --step identical -o вышло.jsonl")
    work(place)
    job = owner.get(f"jobs/{name}").json()
    assert (job["state"], job["files"]) == ("failed", [])
    assert owner.client.get(f"/api/v1/jobs/{name}/files/вышло.jsonl").status_code == 404


def test_what_a_job_of_the_shell_made_is_read_fetched_and_outlives_it(
    place: Bench, owner: Program, folder: Path
) -> None:
    library = folder / "library"
    library.mkdir()
    text = "The bees find their way home by the sun and by the smell of their own hive. "
    (library / "пчёлы.txt").write_text(text * 3, encoding="utf-8")
    name = run(place, "detect index library --to my.index")
    work(place)
    made = [one["path"] for one in owner.get(f"jobs/{name}").json()["files"]]
    assert any(path.startswith("my.index/") for path in made), made
    file = next(path for path in made if path.startswith("my.index/"))
    assert owner.client.get(f"/api/v1/jobs/{name}/files/{file}").content == (folder / file).read_bytes()
    asked = {
        "text": {"name": "эссе.txt", "text": f"I think so. {text} Indeed."},
        "index": {"job": name, "file": "my.index"},
        "out": "report.json",
    }
    check = owner.post("detect/check", asked).json()["name"]
    work(place)
    assert "пчёлы.txt" in str(owner.get(f"jobs/{check}/files/report.json").json())
    (folder / "secret.txt").write_text("secret", encoding="utf-8")
    for path in ("secret.txt", "library/пчёлы.txt", "../test.db"):
        assert owner.client.get(f"/api/v1/jobs/{name}/files/{path}").status_code == 404, path
    bo = Program(place, "bo", "owner")
    assert bo.client.get(f"/api/v1/jobs/{name}/files/{file}").status_code == 404
    assert owner.client.delete(f"/api/v1/jobs/{name}").status_code == 204
    assert (folder / file).is_file(), "what was made where somebody works is theirs"


def test_folders_have_the_hash_of_all_in_them_and_names_have_none(tmp_path: Path) -> None:
    inside = tmp_path / "тексты"
    inside.mkdir()
    (inside / "猫.txt").write_text("猫", encoding="utf-8")
    given = [Input("source", "тексты"), Input("model", "bundled"), Input("source", "нет.txt")]
    first = measure_inputs(tmp_path, given)
    assert [bool(one.sha256) for one in first] == [True, False, False]
    assert (first[0].size, first[1:]) == (3, given[1:])
    (inside / "猫.txt").rename(inside / "кот.txt")
    assert measure_inputs(tmp_path, given)[0].sha256 != first[0].sha256
