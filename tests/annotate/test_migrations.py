"""A database of the first version is upgraded whole, with everything in it, on both databases."""

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from databases import wipe
from paraphrast.annotate.exchange import entries
from paraphrast.annotate.results import progress
from paraphrast.annotate.store import Store, migrations, schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.backup import check_backup, restore, upgrade_store
from paraphrast.annotate.store.people import check_password
from paraphrast.annotate.store.projects import Item, add_items, find
from paraphrast.annotate.store.submit import submit
from paraphrast.errors import DatabaseError

DATA = Path(__file__).parent / "data"


@pytest.fixture(params=["sqlite", "postgres"])
def old(request: pytest.FixtureRequest, tmp_path: Path):
    """The address of a database that the first version made, with people and judgements in it."""
    text = (DATA / f"first.{request.param}.sql").read_text(encoding="utf-8")
    if request.param == "sqlite":
        with sqlite3.connect(tmp_path / "old.db") as connection:
            connection.executescript(text)
        connection.close()
        yield f"sqlite:///{tmp_path}/old.db"
        return
    url = request.getfixturevalue("postgres_url")
    wipe(url)
    engine = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        connection.connection.dbapi_connection.execute(text)
    engine.dispose()
    yield url
    wipe(url)


def counts(store: Store) -> dict[str, int]:
    with store.read() as connection:
        return {
            name: connection.execute(sa.text(f'SELECT count(*) FROM "{name}"')).scalar_one()
            for name in ("users", "projects", "items", "judgements", "assignments", "pages", "audit")
        }


def test_an_old_database_is_refused_until_it_is_upgraded(old: str) -> None:
    with pytest.raises(DatabaseError, match=r"older paraphrast .*paraphrast serve"):
        Store(old)


def test_an_upgrade_keeps_everything_and_makes_a_backup_first(old: str, tmp_path: Path) -> None:
    raw = Store(old, prepared=False, clock=lambda: 1_700_000_500.0)
    before = counts(raw)
    assert before["judgements"] == 10
    saved = upgrade_store(raw, tmp_path / "backups")
    assert check_backup(saved).revision == migrations.FIRST
    assert saved.stat().st_mode & 0o077 == 0
    assert upgrade_store(raw, tmp_path / "backups") is None
    raw.close()
    store = Store(old, clock=lambda: 1_700_000_500.0)
    assert counts(store) == before
    with store.read() as connection:
        row = find(connection, "same")
        assert row.project.rules.native == "ru"
        assert progress(connection, row)["votes"] == 9
        who = connection.execute(sa.select(schema.users.c.id).where(schema.users.c.name == "анна")).scalar()
    page = take(store, row, who)
    assert list(page.draft.values()) == [{"label": "no"}]
    answers = {str(item.id): {"label": "yes"} for item in page.items}
    assert submit(store, row, page.id, who, answers, key="k")["saved"] == len(page.items)
    with store.write() as connection:
        assert add_items(connection, row, [Item({"a": "x", "b": "y"}, "new")], at=0.0) == 1
    assert check_password(store, "хозяйка", "correct horse").role == "owner"
    texts = {entry.key: entry.fields for entry in entries(store, find_row(store, "pen"))}
    assert texts == {"w1": {"text": "You fool, 'stop' \"it\";\nnow"}}
    store.close()


def find_row(store: Store, slug: str):
    with store.read() as connection:
        return find(connection, slug)


def test_a_backup_of_the_old_version_can_still_be_restored(old: str, tmp_path: Path) -> None:
    raw = Store(old, prepared=False)
    before, saved = counts(raw), upgrade_store(raw, tmp_path)
    raw.close()
    other = Store(f"sqlite:///{tmp_path}/other.db")
    restore(other, saved)
    assert counts(other) == before
    other.close()


def test_upgraded_tables_are_those_of_the_schema(old: str, tmp_path: Path) -> None:
    raw = Store(old, prepared=False)
    upgrade_store(raw, tmp_path)
    with raw.read() as connection:
        found = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    raw.close()
    assert found == [], "schema.py has changed: write a revision in store/migrations/versions"


def test_the_last_revision_is_the_one_that_is_stamped(tmp_path: Path) -> None:
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert script.get_heads() == [migrations.HEAD]
    assert migrations.revisions()[-1] == migrations.HEAD
    store = Store(f"sqlite:///{tmp_path}/new.db")
    with store.read() as connection:
        assert migrations.version(connection) == migrations.HEAD
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    store.close()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/new.db")
    with store.write() as connection:
        connection.execute(sa.update(migrations.VERSION).values(version_num="9999"))
    store.close()
    with pytest.raises(DatabaseError, match=r"newer paraphrast \(9999"):
        Store(f"sqlite:///{tmp_path}/new.db")


def test_the_first_owner_stays_one_and_later_owners_organise(old: str, tmp_path: Path) -> None:
    raw = Store(old, prepared=False)
    with raw.write() as connection:
        connection.execute(
            sa.text(
                "INSERT INTO users (name, password, owner, native, created) "
                "VALUES ('second', 'x', true, 'zh', 0)"
            )
        )
    upgrade_store(raw, tmp_path)
    raw.close()
    store = Store(old)
    with store.read() as connection:
        roles = dict(connection.execute(sa.select(schema.users.c.name, schema.users.c.role)).all())
    assert roles["хозяйка"] == "owner"
    assert roles["second"] == "organiser"
    assert {role for name, role in roles.items() if name not in ("хозяйка", "second")} == {"annotator"}
    store.close()
