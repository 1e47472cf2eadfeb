"""A large file comes in by small steps: nobody waits, it is seen whole, and goes on after a crash."""

import gzip
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from paraphrast.annotate import incoming
from paraphrast.annotate.exchange import bring_in, entries, send_out
from paraphrast.annotate.formats import rows
from paraphrast.annotate.results import progress
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.projects import change, item_values
from paraphrast.annotate.workers import workers
from paraphrast.errors import DatabaseError, DataError


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "STEP", 10)


def items_file(tmp_path: Path, count: int = 95, *, wrong: int | None = None, votes: int = 1) -> str:
    path = tmp_path / "items.csv"
    lines = ["id,a,b,worker,label"]
    for vote in range(votes):
        for n in range(count):
            label = "maybe" if n == wrong else "yes"
            lines.append(f"t{n},Кот {n},猫 {n},w{vote},{label}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def left_over(store) -> dict[str, int]:
    """Count what an import that is not over has put in."""
    with store.read() as connection:
        count = sa.select(sa.func.count())
        staged = schema.items.c.role.startswith("in:")
        return {
            "items": connection.execute(count.select_from(schema.items).where(staged)).scalar_one(),
            "imports": connection.execute(count.select_from(schema.imports)).scalar_one(),
            "users": connection.execute(count.select_from(schema.users)).scalar_one(),
            "judgements": connection.execute(count.select_from(schema.judgements)).scalar_one(),
        }


@contextmanager
def cut_off_after(monkeypatch: pytest.MonkeyPatch, steps: int):
    """Have the database fail after some steps, as a full disk would."""
    real, done = incoming._step, []

    def step(*given):
        if len(done) == steps:
            raise DatabaseError("the disk is full")
        done.append(given)
        return real(*given)

    with monkeypatch.context() as patch:
        patch.setattr(incoming, "_step", step)
        yield done


def test_nothing_of_an_import_is_seen_before_all_of_it_is_there(world, tmp_path, monkeypatch) -> None:
    row = world.project(items=3, votes=2)
    user = world.worker(row, "анна")
    with cut_off_after(monkeypatch, 4), pytest.raises(DatabaseError):
        bring_in(world.store, row, items_file(tmp_path))
    assert left_over(world.store)["items"] == 40
    with world.store.read() as connection:
        assert progress(connection, row) == {"items": 3, "complete": 0, "votes": 0, "needed": 6}
        assert [one["name"] for one in workers(connection, row)] == ["анна"]
    assert len(list(entries(world.store, row))) == 3
    assert send_out(world.store, row, str(tmp_path / "out.jsonl")) == 3
    assert len(take(world.store, row, user.id).items) == 3


def test_an_import_that_was_cut_off_goes_on_where_it_stopped(world, tmp_path, monkeypatch) -> None:
    row, path = world.project(items=0, votes=2), items_file(tmp_path, votes=2)
    with cut_off_after(monkeypatch, 7), pytest.raises(DatabaseError):
        bring_in(world.store, row, path)
    with cut_off_after(monkeypatch, 99) as steps:
        assert bring_in(world.store, row, path) == (95, 190)
    assert len(steps) == 12  # 19 in all
    with world.store.read() as connection:
        assert progress(connection, row) == {"items": 95, "complete": 95, "votes": 190, "needed": 190}
    assert left_over(world.store) == {"items": 0, "imports": 0, "users": 2, "judgements": 190}


def test_a_file_that_is_wrong_far_down_leaves_nothing(world, tmp_path) -> None:
    row = world.project(items=2)
    with pytest.raises(DataError, match="item 't88', worker 'w0': question 'label' takes yes, no"):
        bring_in(world.store, row, items_file(tmp_path, wrong=88))
    assert left_over(world.store) == {"items": 0, "imports": 0, "users": 0, "judgements": 0}
    assert bring_in(world.store, row, items_file(tmp_path)).items == 95


def test_who_begins_the_same_file_again_takes_it_over(world, tmp_path, monkeypatch) -> None:
    row, path = world.project(items=0), items_file(tmp_path)
    real, seen = incoming._step, []

    def step(*given):
        real(*given)
        seen.append(given)
        if len(seen) == 3:
            assert bring_in(world.store, row, path).items == 95

    monkeypatch.setattr(incoming, "_step", step)
    with pytest.raises(DataError, match="imported by somebody else"):
        bring_in(world.store, row, path)
    with world.store.read() as connection:
        assert progress(connection, row)["items"] == 95


def test_no_step_holds_the_database_for_more_than_a_part(world, tmp_path) -> None:
    row, path = world.project(items=0), items_file(tmp_path)
    written: list[int] = []
    real = world.store.write

    @contextmanager
    def counted():
        with real() as connection:
            before = _items(connection)
            yield connection
            written.append(_items(connection) - before)

    world.store.write = counted
    bring_in(world.store, row, path)
    world.store.write = real
    assert max(written) == 10
    assert sum(written) == 95


def _items(connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(schema.items)).scalar_one()


def test_votes_raised_during_an_import_hold_for_its_items_too(world, tmp_path, monkeypatch) -> None:
    row, path = world.project(items=1, votes=2), items_file(tmp_path, 30)
    real = incoming._finish

    def finish(*given):
        with world.store.write() as connection:
            change(
                connection, row, type(row.project)(**{**_plain(row.project), "votes": 5}), at=0.0, user=None
            )
        return real(*given)

    monkeypatch.setattr(incoming, "_finish", finish)
    bring_in(world.store, row, path)
    with world.store.read() as connection:
        assert progress(connection, row)["needed"] == 31 * 5


def _plain(project) -> dict:
    return {name: getattr(project, name) for name in project.__struct_fields__}


def test_old_imports_are_given_up_after_a_day(world, tmp_path, monkeypatch) -> None:
    row = world.project(items=0)
    with cut_off_after(monkeypatch, 2), pytest.raises(DatabaseError):
        bring_in(world.store, row, items_file(tmp_path))
    world.clock.now += 25 * 3600
    other = tmp_path / "other.csv"
    other.write_text("id,a,b\nt1,x,y\n", encoding="utf-8")
    assert bring_in(world.store, row, str(other)).items == 1
    assert left_over(world.store) == {"items": 0, "imports": 0, "users": 0, "judgements": 0}


def test_an_archive_that_unpacks_to_a_giant_is_refused(lite_world, tmp_path, monkeypatch) -> None:
    row = lite_world.project(kind="fluency", items=0)
    path = tmp_path / "bomb.jsonl.gz"
    with gzip.open(path, "wb") as stream:
        stream.write(b'{"id": "1", "text": "')
        for _ in range(40):
            stream.write(b"a" * 1024**2)
        stream.write(b'"}\n')
    assert path.stat().st_size < 100_000
    with pytest.raises(DataError, match="a line has more than 16 megabytes"):
        bring_in(lite_world.store, row, str(path))
    monkeypatch.setattr(rows, "LARGEST", 1024**2)
    with gzip.open(path, "wb") as stream:
        for n in range(30_000):
            stream.write(b'{"id": "%d", "text": "%s"}\n' % (n, b"a" * 100))
    with pytest.raises(DataError, match="the unpacked file has more than 1 megabytes"):
        bring_in(lite_world.store, row, str(path))
    assert list(entries(lite_world.store, row)) == []


@pytest.mark.parametrize(
    ("fields", "key", "message"),
    [({"text": "я" * 300_000}, "1", "an item has up to 200000 characters"),
     ({"text": "я"}, "k" * 201, "an id has up to 200 characters"), ({"text": "я"}, "a\x00", "no NUL")],
)  # fmt: skip
def test_items_and_ids_have_a_size(lite_world, fields, key, message) -> None:
    from paraphrast.annotate.store.projects import Item

    row = lite_world.project(kind="fluency", items=0)
    with pytest.raises(DataError, match=message):
        item_values(row, Item(fields, key), votes=None, audience="")


def test_long_names_of_workers_stay_apart(lite_world, tmp_path) -> None:
    row, path = lite_world.project(items=0, votes=2), tmp_path / "x.csv"
    names = ["worker-" * 12 + end for end in ("анна", "王")]
    lines = [f"1,x,y,{name},yes" for name in names]
    path.write_text("\n".join(["id,a,b,worker,label", *lines]) + "\n", encoding="utf-8")
    assert bring_in(lite_world.store, row, str(path)) == (1, 2)
