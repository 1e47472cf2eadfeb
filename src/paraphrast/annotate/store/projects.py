"""Projects and their items in the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
import sqlalchemy as sa

from paraphrast.annotate.answers import check_answer, check_fields
from paraphrast.annotate.project import Project
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import dump, note, parse
from paraphrast.annotate.store.people import add_member
from paraphrast.errors import CommandError, DataError, unknown

BATCH = 2_000
LONGEST_KEY, LONGEST_ITEM = 200, 200_000
ROLES = ("task", "training", "exam", "control")


class Row(NamedTuple):
    """A project as the database keeps it."""

    id: int
    slug: str
    state: str
    project: Project


class Item(NamedTuple):
    """An item on its way in: its fields, and for known ones the answer and the explanation."""

    fields: dict[str, Any]
    key: str = ""
    role: str = "task"
    gold: dict[str, Any] | None = None
    why: Any = ""
    source: str = ""
    author: int | None = None
    root: str = ""
    grown: int | None = None
    difficulty: float | None = None


def create(connection: sa.Connection, project: Project, *, owner: int | None, at: float) -> Row:
    """Make a project with its known examples; its owner becomes a member."""
    table = schema.projects
    if connection.execute(sa.select(table.c.id).where(table.c.slug == project.name)).first():
        raise CommandError(f"there is a project {project.name!r} already; give this one another name")
    _check_chain(connection, project)
    row = {"slug": project.name, "settings": dump(project), "state": "open", "created": at}
    key = connection.execute(sa.insert(table).returning(table.c.id), row).scalar_one()
    made = Row(key, project.name, "open", project)
    if owner is not None:
        add_member(connection, key, owner, "owner", at=at)
    note(connection, "create", at=at, project=key, user=owner, kind=project.kind)
    examples = (
        Item(example.fields, f"example-{number}", use, dict(example.answer), example.why)
        for use in ROLES[1:]
        for number, example in enumerate(project.known(use), 1)  # type: ignore[arg-type]
    )
    add_items(connection, made, examples, at=at, user=owner)
    return made


def _check_chain(connection: sa.Connection, project: Project) -> None:
    """Refuse a chain that cannot work: a project that is not there or shows other texts, or a circle."""
    given = set(project.fields) | {"a", "b", "text"} if project.kind == "rewrite" else set(project.fields)
    given |= {"text"} if "b" in given else set()
    for branch in project.chain:
        following = find(connection, branch.next)
        if following is None:
            raise CommandError(f"the next project {branch.next!r} of the chain is not there; make it first")
        lacking = set(following.project.fields) - given
        if lacking:
            raise CommandError(
                f"the next project {branch.next!r} of the chain shows {', '.join(sorted(lacking))}, "
                f"which {project.kind} does not give; it gives {', '.join(sorted(given))}"
            )
        if project.name in _reachable(connection, following):
            raise CommandError(f"the chain leads from {branch.next!r} back to {project.name!r}")


def _reachable(connection: sa.Connection, row: Row) -> set[str]:
    """Name the projects that items of this one come to, itself among them."""
    found, left = set[str](), [row]
    while left:
        here = left.pop()
        if here.slug not in found:
            found.add(here.slug)
            left += [there for branch in here.project.chain if (there := find(connection, branch.next))]
    return found


def find(connection: sa.Connection, slug: str) -> Row | None:
    """Give the project of this name."""
    table = schema.projects
    row = connection.execute(sa.select(table).where(table.c.slug == slug)).first()
    return _row(row) if row else None


def get(connection: sa.Connection, slug: str) -> Row:
    """Give the project of this name, or say which there are."""
    found = find(connection, slug)
    if found is None:
        known = connection.execute(sa.select(schema.projects.c.slug)).scalars().all()
        raise (
            unknown("project", slug, known)
            if known
            else CommandError("there are no projects yet; make one with: paraphrast annotate new")
        )
    return found


def by_id(connection: sa.Connection, key: int) -> Row:
    """Give the project with this number."""
    return _row(connection.execute(sa.select(schema.projects).where(schema.projects.c.id == key)).one())


def _row(row: sa.Row[Any]) -> Row:
    settings = msgspec.json.decode(row.settings)
    if isinstance(settings.get("chain"), dict):  # as it was kept when a chain had one branch
        settings["chain"] = [settings["chain"]]
    return Row(row.id, row.slug, row.state, msgspec.convert(settings, Project))


def of_user(connection: sa.Connection, user: int) -> list[tuple[Row, str]]:
    """List the projects a person is in, and as what."""
    table, members = schema.projects, schema.members
    query = sa.select(table, members.c.role).join(members, members.c.project == table.c.id)
    rows = connection.execute(query.where(members.c.user == user).order_by(table.c.created.desc()))
    return [(_row(row), row.role) for row in rows]


def set_state(connection: sa.Connection, row: Row, state: str, *, at: float, user: int | None) -> None:
    """Open or pause the project."""
    connection.execute(sa.update(schema.projects).where(schema.projects.c.id == row.id).values(state=state))
    note(connection, "state", at=at, project=row.id, user=user, state=state)


def change(connection: sa.Connection, row: Row, project: Project, *, at: float, user: int | None) -> Row:
    """Change the settings; the name and the kind stay, and old settings stay in the audit trail."""
    if (project.name, project.kind) != (row.slug, row.project.kind):
        raise CommandError("the name and the kind of a project cannot change; make a new one")
    _check_chain(connection, project)
    if project.votes != row.project.votes:
        difference = project.votes - row.project.votes
        if difference < 0:
            raise CommandError("votes per item can be raised but not lowered: some items have them already")
        table = schema.items
        mine = (table.c.project == row.id, table.c.role == "task", table.c.audience == "")
        wanted = {"needed": table.c.needed + difference, "missing": table.c.missing + difference}
        connection.execute(sa.update(table).where(*mine).values(wanted))
    connection.execute(
        sa.update(schema.projects).where(schema.projects.c.id == row.id).values(settings=dump(project))
    )
    note(connection, "settings", at=at, project=row.id, user=user, before=msgspec.to_builtins(row.project))
    return row._replace(project=project)


def add_items(
    connection: sa.Connection,
    row: Row,
    items: Iterable[Item],
    *,
    at: float,
    user: int | None = None,
    audience: str = "",
    votes: int | None = None,
    skip_known: bool = False,
) -> int:
    """Put items in, checked, in batches; a key that is there already is refused, or skipped when asked."""
    count, source = 0, _numbered(items, _next_number(connection, row.id))
    while batch := list(islice(source, BATCH)):
        if skip_known:
            batch = _unknown(connection, row.id, batch, audience)
        rows = [item_values(row, item, votes=votes, audience=audience) for item in batch]
        try:
            if rows:
                connection.execute(sa.insert(schema.items), rows)
        except sa.exc.IntegrityError:
            raise DataError(_double(connection, row.id, batch)) from None
        count += len(rows)
    if count:
        note(connection, "import", at=at, project=row.id, user=user, items=count, audience=audience)
    return count


def _numbered(items: Iterable[Item], first: int) -> Iterator[Item]:
    for number, item in enumerate(items, first):
        yield item if item.key else item._replace(key=str(number))


def _next_number(connection: sa.Connection, project: int) -> int:
    query = sa.select(sa.func.count()).select_from(schema.items).where(schema.items.c.project == project)
    return int(connection.execute(query).scalar_one()) + 1


def _unknown(connection: sa.Connection, project: int, batch: list[Item], audience: str) -> list[Item]:
    table = schema.items
    keys = [item.key for item in batch]
    query = sa.select(table.c.key).where(
        table.c.project == project, table.c.audience == audience, table.c.key.in_(keys)
    )
    known = set(connection.execute(query).scalars())
    return [item for item in batch if item.key not in known]


def _double(connection: sa.Connection, project: int, batch: list[Item]) -> str:
    seen: set[str] = set()
    twice = next((item.key for item in batch if item.key in seen or seen.add(item.key)), None)  # type: ignore[func-returns-value]
    return (
        f"item {twice!r} comes twice"
        if twice
        else "an item with the same id is there already; ids must differ"
    )


def item_values(row: Row, item: Item, *, votes: int | None, audience: str) -> dict[str, Any]:
    """Give an item as the database keeps it, or say what is wrong with it."""
    if item.role not in ROLES:
        raise unknown("role of an item", item.role, ROLES)
    try:
        check_fields(row.project, item.fields)
        gold = check_answer(row.project, item.fields, item.gold) if item.gold is not None else None
        if item.role != "task" and gold is None:
            raise DataError(f"an item for {item.role} needs its answer")
        if len(item.key) > LONGEST_KEY or "\0" in item.key:
            raise DataError(f"an id has up to {LONGEST_KEY} characters, and no NUL")
        fields = dump(item.fields)
        if len(fields) > LONGEST_ITEM:
            raise DataError(f"an item has up to {LONGEST_ITEM} characters")
    except DataError as error:
        raise DataError(f"item {item.key[:LONGEST_KEY]!r}: {error}") from error
    shuffle = crc32(f"{row.id} {item.key}".encode()) / 2**32  # an order that has nothing to do with theirs
    first = row.project.overlap.least if row.project.overlap else row.project.votes
    needed = (first if votes is None else votes) if item.role == "task" else 0
    return {
        "project": row.id,
        "key": item.key,
        "role": item.role,
        "audience": audience,
        "fields": fields,
        "gold": dump(gold) if gold is not None else None,
        "why": dump(item.why) if item.why else "",
        "needed": needed,
        "missing": needed,
        "shuffle": shuffle,
        "source": item.source,
        "author": item.author,
        "root": item.root,
        "grown": item.grown,
        "difficulty": item.difficulty,
    }


def export_items(connection: sa.Connection, row: Row, *, role: str = "task") -> Iterator[dict[str, Any]]:
    """Yield each item as it came in, with its key."""
    table = schema.items
    mine = (table.c.project == row.id, table.c.role == role, table.c.audience == "")
    for found in connection.execute(sa.select(table.c.key, table.c.fields).where(*mine).order_by(table.c.id)):
        yield {**parse(found.fields), "id": found.key}
