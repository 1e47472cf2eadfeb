"""Every command of the shell is a job or says why not; commands are written so that nothing slips in."""

from pathlib import Path
from typing import Any

import pytest

from paraphrast.errors import CommandError, DataError
from paraphrast.web.jobs import orders, verbs
from paraphrast.web.jobs.orders import Found, Given, Order


def order(name: str, settings: dict[str, Any] | None = None, **given: list[Given]) -> Order:
    return Order(verbs.find(name), settings or {}, given)


def test_every_command_of_the_shell_is_a_job_or_says_why_not() -> None:
    commands = {name for name, _ in verbs.shell()}
    jobs, others = set(verbs.verbs()), verbs.facts()["shell"]
    assert commands - jobs - set(others) == set(), "say in verbs.toml what this command is to a job"
    assert jobs | set(others) == commands
    assert jobs & set(others) == set()
    assert all(others.values())


def test_what_the_table_says_is_there() -> None:
    for verb in verbs.verbs().values():
        fact, names = verbs.facts()[verb.name], {each.name for each in verb.parameters}
        for kind in ("files", "made", "copied", "free", "hidden"):
            for name in fact.get(kind, ()):
                hidden = kind == "hidden"
                shell = {str(one.name).rstrip("_") for one in verbs.command(verb.name).params}
                assert name in (shell if hidden else names), (verb.name, kind, name)


def test_no_setting_is_a_path_of_the_server() -> None:
    for verb in verbs.verbs().values():
        shown = {str(one.name).rstrip("_"): one.metavar for one in verbs.command(verb.name).params}
        for one in verb.parameters:
            is_path = shown.get(one.name) in ("FILE", "DIR", "FOLDER", "CSV", "TOML")
            assert not (is_path and one.kind in ("setting", "free")), (verb.name, one.name)


@pytest.mark.parametrize("text", ["Он ушёл, чтобы отдохнуть.", "--json", "-x; rm -rf /", "他走了。\n$(id)"])
def test_what_people_send_is_never_an_option(text: str) -> None:
    made = orders.compose(order("rewrite explain", {"text": text, "lang": "ru"}), {})
    assert made == ["rewrite", "explain", "--lang=ru", "--", text]


def test_settings_are_written_as_the_shell_has_them() -> None:
    asked = order(
        "detect check", {"quotations": False, "small": 5, "own": ["моё", "x"], "strictness": "medium"}
    )
    places = {"text": ["in/text/a.txt", "in/text/b.txt"], "index": ["../other/out/index"]}
    assert orders.compose(asked, places) == [
        "detect", "check", "--index=../other/out/index", "--out=out/reports", "--own=моё", "--own=x",
        "--small=5", "--no-quotations", "--", "in/text",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("build filter", {"step": ["os:system"]}),
        ("build filter", {"step": ["mine.py:keep"]}),
        ("build filter", {"step": ["jaccard:high=.8", "subprocess:run:args=id"]}),
        ("identify predict", {"model": "/etc"}),
        ("identify predict", {"model": "hub:evil/model"}),
        ("identify train", {"model": "bow", "set": ["base=../../x"]}),
        ("score", {"options": ["model=endpoint:x"]}),
        ("rewrite texts", {"model": "endpoint:http://10.0.0.1"}),
        ("identify evaluate", {"models": "llm:x"}),
        ("models card", {"name": "..\\x"}),
    ],
)
def test_settings_hold_no_paths_addresses_or_functions(name: str, settings: dict[str, Any]) -> None:
    needed = {
        each.name: [Given(name="p.txt", text="x")] for each in verbs.find(name).parameters if each.required
    }
    with pytest.raises(CommandError, match="takes no paths and no addresses"):
        orders.check(order(name, settings, **{n: g for n, g in needed.items() if n not in settings}))


def test_what_is_harmless_passes() -> None:
    pairs = [Given(name="пары.jsonl", records=[])]
    for steps in (["length:low=3,high=60"], ["scored:scorer=paraphrase,low=.1"]):
        orders.check(order("build filter", {"step": steps, "labels": "0..5"}, source=pairs))
    orders.check(order("build filter", {"out": "отфильтровано 1.jsonl"}, source=pairs))


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "-o", "a\0b", "x" * 101, "a\nb"])
def test_files_have_plain_names(tmp_path: Path, name: str) -> None:
    _, folder = orders.new_folder(tmp_path)
    with pytest.raises(CommandError, match="letters, digits"):
        orders.write_inputs(
            folder, order("build stats", source=[Given(name=name, text="x")]), lambda one: Found(tmp_path, "")
        )
    with pytest.raises(CommandError, match=r"name of a file|NUL|needs"):
        orders.check(order("build filter", {"out": name or "/"}, source=[Given(name="a", text="")]))


@pytest.mark.parametrize("text", ["Привет, мир", "hello", "你好，世界"])
def test_what_comes_in_is_written_as_it_was(tmp_path: Path, text: str) -> None:
    _, folder = orders.new_folder(tmp_path)
    given = [Given(name="т.txt", text=text), Given(name="r.jsonl", records=[{"text": text}])]
    inputs, places = orders.write_inputs(
        folder, order("detect index", sources=given), lambda one: Found(tmp_path, "")
    )
    assert (folder / "in/sources/т.txt").read_text(encoding="utf-8") == text
    assert places["sources"] == ["in/sources/т.txt", "in/sources/r.jsonl"]
    assert inputs[0].size == len(text.encode())
    assert len(inputs[0].sha256) == 64


def test_input_that_cannot_be_is_refused(tmp_path: Path) -> None:
    _, folder = orders.new_folder(tmp_path)
    find = lambda one: Found(tmp_path, "")  # noqa: E731
    with pytest.raises(DataError, match=r"a.bin: what base64 holds"):
        orders.write_inputs(folder, order("build stats", source=[Given(name="a.bin", base64="!")]), find)
    twice = [Given(name="a.txt", text="1"), Given(name="a.txt", text="2")]
    with pytest.raises(CommandError, match=r"two files of sources are called 'a.txt'"):
        orders.write_inputs(folder, order("detect index", sources=twice), find)
    with pytest.raises(CommandError, match=r"source is one file; got 2"):
        orders.check(order("build stats", source=twice))
    with pytest.raises(CommandError, match="build stats needs source"):
        orders.check(order("build stats"))
    mixed = [Given(name="a.txt", text="1"), Given(job="0" * 32, file="x")]
    with pytest.raises(CommandError, match="one result of a job, or several files"):
        orders.check(order("detect check", text=mixed))
    with pytest.raises(CommandError, match="no job 'nothing'; there are"):
        verbs.find("nothing")


def test_an_index_can_begin_as_an_earlier_one(tmp_path: Path) -> None:
    (tmp_path / "earlier").mkdir()
    (tmp_path / "earlier" / "manifest.json").write_text("{}", encoding="utf-8")
    _, folder = orders.new_folder(tmp_path)
    asked = order(
        "detect index", sources=[Given(name="a.txt", text="x")], base=[Given(job="0" * 32, file="index")]
    )
    _, places = orders.write_inputs(folder, asked, lambda one: Found(tmp_path / "earlier", "earlier"))
    assert (folder / "out/index/manifest.json").is_file()
    assert orders.compose(asked, places) == ["detect", "index", "--to=out/index", "--", "in/sources/a.txt"]
