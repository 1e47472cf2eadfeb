"""Items and judgements go out and come back the same, in every format and three languages."""

import json
from pathlib import Path

import pytest

from paraphrast.annotate.exchange import bring_in, entries, labelled, send_out
from paraphrast.annotate.formats import ENDINGS, FORMATS, read
from paraphrast.annotate.loading import parse, template
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.projects import create
from paraphrast.annotate.store.submit import submit
from paraphrast.annotate.timeline import seconds_of
from paraphrast.errors import CommandError, DataError

TEXTS = {
    "ru": ("Кошка\tспит", 'Кот, "спит"'),
    "en": ("The cat sleeps", "A cat\nis asleep"),
    "zh": ("猫在睡觉", "猫睡着了"),
}
KINDS = {
    "pair-yes-no": ({"a": "{0}", "b": "{1}"}, {"label": "yes"}),
    "pair-graded": ({"a": "{0}", "b": "{1}"}, {"label": "3"}),
    "text-classification": ({"text": "{0}"}, {"label": "toxic"}),
    "fluency": ({"text": "{0}"}, {"label": "0.5"}),
    "rewrite": ({"text": "{0}"}, {"label": "rewritten", "text": "{1}"}),
    "pick-one": ({"choices": ["{0}", "{1}"]}, {"label": "2"}),
}


def filled(table: dict, texts: tuple[str, str]) -> dict:
    return json.loads(
        json.dumps(table)
        .replace("{0}", json.dumps(texts[0])[1:-1])
        .replace("{1}", json.dumps(texts[1])[1:-1])
    )


def _texts(fields: dict) -> tuple[str, str]:
    """Give the two texts the item was made of."""
    return next(pair for pair in TEXTS.values() if pair[0] in [*fields.values(), *fields.get("choices", [])])


def judged_project(world, kind: str):
    """A project of this kind with a judged item in each language, and one that nobody judged."""
    fields, answer = KINDS[kind]
    with world.store.write() as connection:
        text = f'name = "first"\nkind = "{kind}"\nvotes = 2\nrules.fast_seconds = 0.0\nrules.training = false'
        row = create(connection, parse(text), owner=None, at=0.0)
    path = Path(world.store.engine.url.database).with_name("in.jsonl")
    rows = [{"id": lang, **filled(fields, texts)} for lang, texts in TEXTS.items()]
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows), encoding="utf-8")
    assert bring_in(world.store, row, str(path)).items == 3
    for name in ("анна", "王"):
        user = world.worker(row, name)
        page = take(world.store, row, user.id)
        world.clock.now += 30
        answers = {str(item.id): filled(answer, _texts(item.fields)) for item in page.items}
        submit(world.store, row, page.id, user.id, answers, key=page.id)
    return row


def comparable(found):
    """What must be the same after a journey: the fields the project shows, and what each worker said when."""
    rows = []
    for entry in found:
        said = sorted((one.worker, sorted(one.answer.items()), round(one.at or 0, 2)) for one in entry.said)
        shown = {
            name: value for name, value in entry.fields.items() if name != "text" or len(entry.fields) == 1
        }
        rows.append((entry.key, shown, said))
    return sorted(rows, key=lambda row: row[0])


JOURNEYS = [(kind, name, ENDINGS[name][0]) for kind in KINDS for name in FORMATS]
JOURNEYS += [("pair-yes-no", "table", ending) for ending in ENDINGS["table"][1:]]
JOURNEYS += [("pick-one", "table", ".parquet"), ("rewrite", "table", ".csv")]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("format", "ending"), [(name, ending) for name in FORMATS for ending in ENDINGS[name]]
)
def test_what_goes_out_comes_back(lite_world, tmp_path: Path, kind: str, format: str, ending: str) -> None:
    world = lite_world
    row = judged_project(world, kind)
    path = tmp_path / f"out{ending}"
    assert send_out(world.store, row, str(path), kind=format) >= 3
    with world.store.write() as connection:
        again = create(connection, parse(f'name = "second"\nkind = "{kind}"\nvotes = 2'), owner=None, at=0.0)
    came = bring_in(world.store, again, str(path), kind=format)
    assert (came.items, came.judgements) == (3, 6)
    # doccano's one text stands beside the fields it was made of, and is not compared
    assert comparable(entries(world.store, again)) == comparable(entries(world.store, row))


def test_anonymous_exports_name_nobody_and_keep_workers_apart(lite_world, tmp_path: Path) -> None:
    row = judged_project(lite_world, "fluency")
    path = tmp_path / "out.jsonl"
    send_out(lite_world.store, row, str(path), anonymous=True)
    text = path.read_text(encoding="utf-8")
    assert "анна" not in text
    rows = [json.loads(line) for line in text.splitlines()]
    assert len({one["worker"] for one in rows}) == 2
    assert {one["at"] for one in rows} == {""}
    send_out(lite_world.store, row, str(path), anonymous=True)
    assert path.read_text(encoding="utf-8") == text


def test_the_audit_trail_is_exported_whole(lite_world, tmp_path: Path) -> None:
    row = judged_project(lite_world, "fluency")
    path = tmp_path / "trail.jsonl"
    send_out(lite_world.store, row, str(path), what="trail")
    actions = [json.loads(line)["action"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert actions == ["create", "import", "begin", "submit", "begin", "submit", "export"]


def test_full_agreement_must_hold_on_both_criteria(lite_world, tmp_path: Path) -> None:
    with lite_world.store.write() as connection:
        row = create(connection, template("rupaws"), owner=None, at=0.0)
    path = tmp_path / "votes.csv"
    lines = ["id,a,b,worker,label,correct"]
    for key, said in {
        "1": ("yes,yes", "yes,yes"),
        "2": ("yes,yes", "yes,no"),
        "3": ("no,yes", "yes,yes"),
    }.items():
        lines += [f"{key},а,б,{worker},{one}" for worker, one in zip("xy", said, strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    bring_in(lite_world.store, row, str(path))
    assert [(one["id"], one["label"], one["correct"]) for one in labelled(lite_world.store, row)] == [
        ("1", "yes", "yes")
    ]


LABEL_STUDIO = [
    {
        "id": 7,
        "data": {"text": "Ну ты и дурак"},
        "annotations": [
            {"completed_by": 3, "created_at": "2024-05-01T10:00:00.000Z", "lead_time": 4.5,
             "result": [{"from_name": "label", "type": "choices", "value": {"choices": ["toxic"]}}]},
            {"completed_by": {"email": "a@example.org"}, "was_cancelled": True, "result": []},
        ],
    }
]  # fmt: skip


def test_files_of_other_tools_are_read_as_those_write_them(tmp_path: Path) -> None:
    project = parse('name = "x"\nkind = "text-classification"')
    path = tmp_path / "ls.json"
    path.write_text(json.dumps(LABEL_STUDIO), encoding="utf-8")
    entry = next(read(str(path), project, kind="label-studio"))
    assert (entry.key, entry.said[0].worker, entry.said[0].answer) == ("7", "3", {"label": "toxic"})
    assert len(entry.said) == 1
    assert entry.said[0].at == seconds_of("2024-05-01T10:00:00+00:00")
    path = tmp_path / "doccano.jsonl"
    path.write_text('{"id": 1, "text": "你好", "label": ["neutral"], "Comments": []}\n', encoding="utf-8")
    assert next(read(str(path), project, kind="doccano")).said[0].answer == {"label": "neutral"}
    path = tmp_path / "toloka.tsv"
    head = "INPUT:text\tOUTPUT:label\tGOLDEN:label\tHINT:text\tASSIGNMENT:worker_id\tASSIGNMENT:status\n"
    path.write_text(
        head + "Привет\tneutral\t\t\tw1\tAPPROVED\nДурак\t\ttoxic\tоскорбление\t\t\n", encoding="utf-8"
    )
    task, lesson = read(str(path), project, kind="toloka")
    assert (task.said[0].worker, task.role) == ("w1", "task")
    assert (lesson.role, lesson.gold, lesson.why) == ("training", {"label": "toxic"}, "оскорбление")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.jsonl", '{"text": "a"}\n{broken\n', "line 2: not a JSON object"),
        ("x.csv", "text,text\na,b\n", "line 1: the header names the column 'text' twice"),
        ("x.csv", "id,text\n1,a,b\n", "line 2: 3 cells, but the header has 2"),
        ("x.csv", "id,body\n1,a\n", "item '1': an item needs the text 'text'"),
        ("x.csv", "id,text\n1,a\n1,b\n", "item '1' comes twice"),
        ("x.csv", "id,text,role\n1,a,exam\n", "an item for exam needs its answer"),
        ("x.csv", "id,text,worker,label\n1,a,w,maybe\n", "item '1', worker 'w': question 'label' takes"),
        ("x.csv", "id,text,worker,label,seconds\n1,a,w,1,inf\n", "seconds of a judgement are .* not 'inf'"),
        ("x.csv", "id,text,worker,label,seconds\n1,a,w,1,-3\n", "seconds of a judgement are .* not '-3'"),
        ("x.csv", "id,text,worker,label,seconds\n1,a,w,1,soon\n", "seconds of a judgement are .* not 'soon'"),
        ("x.parquet", "nonsense", "broken Parquet file"),
    ],
)
def test_wrong_files_are_refused_whole(
    lite_world, tmp_path: Path, name: str, text: str, message: str
) -> None:
    row = lite_world.project(kind="fluency", items=0)
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        bring_in(lite_world.store, row, str(path))
    assert list(entries(lite_world.store, row)) == []


def test_unknown_formats_and_endings_are_refused(lite_world) -> None:
    row = lite_world.project(kind="fluency", items=0)
    with pytest.raises(CommandError, match="no format 'excel'; there are doccano"):
        bring_in(lite_world.store, row, "x.csv", kind="excel")
    with pytest.raises(CommandError, match="should end in"):
        bring_in(lite_world.store, row, "x.docx")
