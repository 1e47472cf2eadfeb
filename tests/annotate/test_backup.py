"""A backup holds everything, is taken while people work, moves between databases, and is restored whole."""

import hashlib
import shutil
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import zstandard

from databases import open_store, wipe
from paraphrast.annotate.results import progress
from paraphrast.annotate.scheduler import run_rounds
from paraphrast.annotate.store import Store, schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.backup import back_up, check_backup, restore
from paraphrast.annotate.store.people import add_user, open_session, secret, session_user
from paraphrast.annotate.store.projects import Item, add_items, find
from paraphrast.annotate.store.submit import submit
from paraphrast.annotate.store.uploads import Arrived, add_upload, file_path
from paraphrast.errors import CommandError, DatabaseError, DataError

HOSTILE = [
    "=1+1",
    "a\tb\nc\r",
    "'quoted'; DROP TABLE items; --",
    "\x00\x1f",
    "👩 עברית \u202e",
    '{"a": 1}',
    "",
]


def everything(store: Store) -> dict[str, list[tuple]]:
    with store.read() as connection:
        return {
            name: sorted(map(tuple, connection.execute(sa.select(table))), key=str)
            for name, table in schema.metadata.tables.items()
        }


def busy(world):
    """A project with hostile texts and some work done in it."""
    row = world.project(items=4, votes=2, page=3)
    with world.store.write() as connection:
        items = [Item({"a": "Кот", "b": "猫", "more": text}, f"h{n}") for n, text in enumerate(HOSTILE)]
        add_items(connection, row, items, at=1.5)
    for name in ("анна", "王"):
        user = world.worker(row, name)
        page = take(world.store, row, user.id)
        answers = {str(item.id): {"label": "yes"} for item in page.items}
        submit(world.store, row, page.id, user.id, answers, key=page.id)
    secret(world.store)
    return row


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_backup_comes_back_the_same_on_either_database(world, tmp_path: Path, request, target: str) -> None:
    row = busy(world)
    token = open_session(world.store, world.people["анна"].id)
    before = everything(world.store)
    path = tmp_path / "all.backup"
    counts = back_up(world.store, path)
    assert counts["items"] == 11
    assert counts["judgements"] == 6
    assert path.stat().st_mode & 0o777 == 0o600
    if world.store.sqlite or target == "sqlite":
        (tmp_path / "test.db").rename(tmp_path / "gone.db") if world.store.sqlite else None
        other = open_store(target, request, clock=world.clock)
    else:
        other = world.store
    restore(other, path)
    assert everything(other) == before
    assert session_user(other, token).name == "анна"
    # what is added afterwards gets numbers of its own
    with other.write() as connection:
        assert add_items(connection, find(connection, row.slug), [Item({"a": "x", "b": "y"})], at=0.0) == 1
    other.close()


def test_a_backup_is_one_moment_while_others_write(world, tmp_path: Path) -> None:
    row = world.project(items=0)
    over = threading.Event()

    def write() -> None:
        # each transaction adds a pair of items: a backup never has half of one
        number = 0
        while not over.is_set():
            with world.store.write() as connection:
                fields = {"a": "Кот", "b": "猫"}
                items = [Item(fields, f"{number}-{part}") for part in "ab"]
                add_items(connection, row, items, at=0.0)
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        found = [back_up(world.store, tmp_path / f"{n}.backup")["items"] for n in range(5)]
    finally:
        over.set()
        writer.join()
    assert all(count % 2 == 0 for count in found)
    assert found == sorted(found)
    assert found[-1] > 0


def test_a_server_that_runs_goes_on_with_what_was_restored(world, tmp_path: Path) -> None:
    row = busy(world)
    path, before = tmp_path / "all.backup", everything(world.store)
    back_up(world.store, path)
    with world.store.read() as looking:
        assert find(looking, row.slug)
    world.worker(row, "late")
    with closing(Store(world.store.engine.url.render_as_string(hide_password=False))) as other:
        restore(other, path)
    assert everything(world.store) == before
    assert take(world.store, row, world.people["анна"].id).items


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda data: data[: len(data) // 2], "cut off|cannot be read"),
        (lambda data: b"nonsense", "cannot be read as a backup"),
        (lambda data: zstandard.compress(b'{"kind": "other"}\n'), "not a whole backup"),
        (lambda data: zstandard.compress(unpack(data).replace(b"\xd0\x9a", b"\xd0\x9c", 1)), "is damaged"),
        (lambda data: zstandard.compress(unpack(data).rsplit(b"\n", 2)[0] + b"\n"), "not a whole backup"),
        (lambda data: zstandard.compress(unpack(data).replace(b'"format":1', b'"format":9')), "not a whole"),
    ],
)
def test_a_damaged_backup_changes_nothing(lite_world, tmp_path: Path, harm, message: str) -> None:
    busy(lite_world)
    path = tmp_path / "all.backup"
    back_up(lite_world.store, path)
    path.write_bytes(harm(path.read_bytes()))
    before = everything(lite_world.store)
    with pytest.raises(DataError, match=message):
        restore(lite_world.store, path)
    assert everything(lite_world.store) == before


def unpack(data: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompressobj().decompress(data)


def test_a_backup_of_a_newer_version_is_refused(lite_world, tmp_path: Path) -> None:
    import hashlib

    path = tmp_path / "all.backup"
    back_up(lite_world.store, path)
    lines = unpack(path.read_bytes()).replace(b'"revision":"', b'"revision":"9', 1).splitlines(keepends=True)
    total = hashlib.sha256(b"".join(lines[:-1])).hexdigest().encode()
    last = lines[-1].split(b'"sha256":"')[0] + b'"sha256":"' + total + b'"}\n'
    path.write_bytes(zstandard.compress(b"".join(lines[:-1]) + last))
    with pytest.raises(DatabaseError, match="newer paraphrast"):
        check_backup(path)


def test_places_that_cannot_hold_a_backup_are_refused(lite_world, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "x.backup"):
        with pytest.raises(CommandError, match="not a place for a file"):
            back_up(lite_world.store, path)
    with pytest.raises(CommandError, match="there is no file"):
        check_backup(tmp_path / "nothing")


def test_backup_and_restore_from_the_shell(shell, lite_world, tmp_path: Path) -> None:
    busy(lite_world)
    here, there = f"sqlite:///{tmp_path}/test.db", f"sqlite:///{tmp_path}/there.db"
    ran = shell("backup", "--database", here)
    assert ran.code == 0, ran.err
    saved = Path(ran.out.strip())
    assert saved.parent == tmp_path / "test-backups"
    assert saved.parent.stat().st_mode & 0o077 == 0
    assert shell("backup", tmp_path / "x.backup", "--database", here).err.endswith("tables\n")
    assert shell("restore", saved, "--database", there).code == 0
    assert (tmp_path / "there.db").stat().st_mode & 0o777 == 0o600
    again = shell("restore", saved, "--database", there)
    assert (again.code, "--replace" in again.err) == (2, True)
    assert "what was there is in" in shell("restore", saved, "--database", there, "--replace").err
    store = Store(there)
    assert everything(store) == everything(lite_world.store)
    store.close()
    lost = shell("backup", "--database", f"sqlite:///{tmp_path}/lost.db")
    assert (lost.code, "there is no database" in lost.err) == (2, True)
    assert not (tmp_path / "lost.db").exists()


def test_a_plain_copy_of_a_live_file_is_behind_by_a_round_and_not_empty(lite_world, tmp_path: Path) -> None:
    row, live = busy(lite_world), lite_world.store
    run_rounds(live)
    copy = Store(f"sqlite:///{shutil.copy(live.engine.url.database, tmp_path / 'copy.db')}")
    assert everything(copy) == everything(live)
    with copy.read() as connection:
        assert progress(connection, row)["votes"] == 6
    copy.close()


def test_the_files_of_a_database_are_private(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/mine.db")
    with store.write() as connection:
        connection.execute(sa.insert(schema.settings), {"name": "x", "value": "y"})
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {"mine.db": 0o600, "mine.db-wal": 0o600, "mine.db-shm": 0o600}
    store.close()
    (tmp_path / "mine.db").chmod(0o664)
    Store(f"sqlite:///{tmp_path}/mine.db").close()
    assert (tmp_path / "mine.db").stat().st_mode & 0o777 == 0o660


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b"this is not a database at all, but a text of some length" * 99),
         "is not a SQLite database"),
        (lambda path: path.mkdir(), "cannot be opened"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_database_ends_in_a_sentence(shell, tmp_path: Path, make, message: str) -> None:
    make(tmp_path / "odd.db")
    ran = shell("annotate", "export", "x", "--database", f"sqlite:///{tmp_path}/odd.db")
    assert ran.code == 1
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_a_damaged_database_ends_in_a_sentence(shell, lite_world, tmp_path: Path) -> None:
    busy(lite_world)
    lite_world.store.close()
    data = bytearray((tmp_path / "test.db").read_bytes())
    data[4096:] = b"\x5a" * (len(data) - 4096)
    (tmp_path / "odd.db").write_bytes(data)
    ran = shell("annotate", "export", "same", "--database", f"sqlite:///{tmp_path}/odd.db")
    assert ran.code == 1
    assert "is damaged" in ran.err


@pytest.mark.parametrize(
    "url", ["postgresql://me:hidden@127.0.0.1:9/crowd", "postgresql://me:hidden@/crowd?host=/nowhere"]
)
def test_a_missing_server_ends_in_a_sentence_without_its_password(shell, url: str) -> None:
    pytest.importorskip("psycopg")
    ran = shell("annotate", "export", "x", "--database", url)
    assert ran.code == 1
    assert "no PostgreSQL answers there" in ran.err
    assert "hidden" not in ran.err


def test_a_full_disk_ends_in_a_sentence_and_loses_nothing(lite_world) -> None:
    row = busy(lite_world)
    before = everything(lite_world.store)
    with lite_world.store.write() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    def fill() -> None:
        with lite_world.store.write() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 2}")
            items = (Item({"a": "Кот" * 500, "b": "猫"}, f"f{n}") for n in range(300))
            add_items(connection, row, items, at=0.0)

    with pytest.raises(DatabaseError, match="the disk is full"):
        fill()
    assert everything(lite_world.store) == before


def test_a_backup_goes_through_a_pipe(lite_world, tmp_path: Path) -> None:
    busy(lite_world)
    command = [
        sys.executable,
        "-m",
        "paraphrast",
        "backup",
        "-",
        "--database",
        f"sqlite:///{tmp_path}/test.db",
    ]
    ran = subprocess.run(command, capture_output=True, check=True)
    (tmp_path / "piped.backup").write_bytes(ran.stdout)
    assert check_backup(tmp_path / "piped.backup").rows["items"] == 11


def test_wiped_postgres_is_made_again(postgres_url: str) -> None:
    wipe(postgres_url)
    store = Store(postgres_url)
    assert everything(store)["users"] == []
    store.close()


def test_a_backup_without_the_files_of_people_is_not_made_in_silence(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    """As when the shell is not told where the server lets them lie."""
    store = open_store("sqlite", request)
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(tmp_path / "диск"))
    with store.write() as connection:
        user = add_user(connection, "анна", "", at=0.0)
        for text in ("кот", "猫"):
            part = tmp_path / "part"
            part.write_text(text, encoding="utf-8")
            digest = hashlib.sha256(text.encode()).hexdigest()
            came = Arrived(part, digest, part.stat().st_size, "txt", f"{text}.txt")
            add_upload(connection, tmp_path / "диск", came, user.id, collection=None, at=0.0)
    monkeypatch.delenv("PARAPHRAST_UPLOADS")
    with pytest.raises(CommandError, match=r"none of the 2 files .* is in .*PARAPHRAST_UPLOADS"):
        back_up(store, tmp_path / "all.backup")
    assert not (tmp_path / "all.backup").exists()
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(tmp_path / "диск"))
    back_up(store, tmp_path / "all.backup")
    assert capfd.readouterr().err == ""
    file_path(tmp_path / "диск", digest).unlink()
    back_up(store, tmp_path / "less.backup")
    assert "1 files are not in" in capfd.readouterr().err
    store.close()
