"""The tables. Times are seconds since 1970; answers, settings and evidence are JSON text.

A change here needs a revision in `migrations`; a test compares the two.
"""

import sqlalchemy as sa

metadata = sa.MetaData()


def _key() -> "sa.Column[int]":
    return sa.Column("id", sa.Integer, primary_key=True, autoincrement=True)


def _to(name: str, target: str, *, null: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer, sa.ForeignKey(target), nullable=null)


settings = sa.Table(
    "settings", metadata, sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.Text)
)

users = sa.Table(
    "users",
    metadata,
    _key(),
    sa.Column("name", sa.String(64), nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),
    # what they may do on the workbench, by the list in `roles`; projects and collections have their own
    sa.Column("role", sa.String(16), nullable=False, default="annotator", server_default="annotator"),
    sa.Column("native", sa.String(64), nullable=False, default=""),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("closed", sa.Float, nullable=True),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    _to("user", "users.id"),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float, nullable=False, index=True),
)

projects = sa.Table(
    "projects",
    metadata,
    _key(),
    sa.Column("slug", sa.String(64), nullable=False, unique=True),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, default="open"),
    sa.Column("created", sa.Float, nullable=False),
)

# links by which somebody who forgot a password sets another; kept as hashes, used once
resets = sa.Table(
    "resets",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    _to("user", "users.id"),
    sa.Column("expires", sa.Float, nullable=False),
    _to("by", "users.id", null=True),
)

invitations = sa.Table(
    "invitations",
    metadata,
    _key(),
    sa.Column("token", sa.String(64), nullable=False, unique=True),
    _to("project", "projects.id", null=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("uses", sa.Integer, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
    _to("by", "users.id", null=True),
    sa.Column("created", sa.Float, nullable=False, default=0.0, server_default="0"),
    sa.Column("revoked", sa.Float, nullable=True),
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), primary_key=True),
    sa.Column("user", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("stage", sa.String(16), nullable=False, default="instructions"),
    sa.Column("state", sa.String(16), nullable=False, default="active"),
    sa.Column("best", sa.Boolean, nullable=False, default=False),
    sa.Column("attempts", sa.Integer, nullable=False, default=0),
    sa.Column("pages", sa.Integer, nullable=False, default=0),
    sa.Column("skipped", sa.Integer, nullable=False, default=0),
    sa.Column("fast", sa.Integer, nullable=False, default=0),
    sa.Column("joined", sa.Float, nullable=False),
)

# a file on its way in, step by step: its items have a role that begins with `in:` until the last is there
imports = sa.Table(
    "imports",
    metadata,
    _key(),
    _to("project", "projects.id"),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("state", sa.String(16), nullable=False, default="running"),
    # who works on it: another who begins the same file takes it over
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("entries", sa.Integer, nullable=False, default=0),
    sa.Column("judgements", sa.Integer, nullable=False, default=0),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("imports_of_project", "project", "state"),
)

items = sa.Table(
    "items",
    metadata,
    _key(),
    _to("project", "projects.id"),
    sa.Column("key", sa.String(200), nullable=False),
    sa.Column("role", sa.String(16), nullable=False, default="task"),
    # whose it is: everyone's (''), the experts', or the best workers' in a second round
    sa.Column("audience", sa.String(16), nullable=False, default=""),
    sa.Column("fields", sa.Text, nullable=False),
    sa.Column("gold", sa.Text, nullable=True),
    sa.Column("why", sa.Text, nullable=False, default=""),
    sa.Column("needed", sa.Integer, nullable=False, default=0),
    # votes neither given nor promised yet: the one number that assignment looks at
    sa.Column("missing", sa.Integer, nullable=False, default=0),
    sa.Column("shuffle", sa.Float, nullable=False),
    sa.Column("source", sa.String(200), nullable=False, default=""),
    sa.Column("sent", sa.Boolean, nullable=False, default=False),
    # the import that is bringing it in, while it does
    sa.Column("batch", sa.Integer, nullable=True, index=True),
    sa.UniqueConstraint("project", "key", "role", "audience"),
    sa.Index("items_wanted", "project", "role", "audience", "missing", "shuffle"),
)

pages = sa.Table(
    "pages",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    _to("project", "projects.id"),
    _to("user", "users.id"),
    sa.Column("stage", sa.String(16), nullable=False),
    sa.Column("state", sa.String(16), nullable=False, default="open"),
    sa.Column("given", sa.Float, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
    sa.Column("done", sa.Float, nullable=True),
    sa.Column("key", sa.String(64), nullable=False, default=""),
    sa.Column("draft", sa.Text, nullable=False, default="{}"),
    sa.Column("receipt", sa.Text, nullable=False, default=""),
    sa.Index("pages_of_user", "project", "user", "state"),
    sa.Index("pages_to_expire", "project", "state", "expires"),
)

assignments = sa.Table(
    "assignments",
    metadata,
    _key(),
    sa.Column("page", sa.String(32), sa.ForeignKey("pages.id"), nullable=False, index=True),
    _to("item", "items.id"),
    _to("user", "users.id"),
    # 0 for tasks, so that nobody gets an item twice; counts up where training or an exam is repeated
    sa.Column("attempt", sa.Integer, nullable=False, default=0),
    sa.Column("state", sa.String(16), nullable=False, default="held"),
    sa.Column("place", sa.Integer, nullable=False),
    sa.UniqueConstraint("item", "user", "attempt"),
)

judgements = sa.Table(
    "judgements",
    metadata,
    _key(),
    _to("project", "projects.id"),
    _to("item", "items.id"),
    _to("user", "users.id"),
    sa.Column("page", sa.String(32), sa.ForeignKey("pages.id"), nullable=True, index=True),
    sa.Column("attempt", sa.Integer, nullable=False, default=0),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("label", sa.String(200), nullable=False),
    sa.Column("right", sa.Boolean, nullable=True),
    sa.Column("seconds", sa.Float, nullable=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, default="valid"),
    sa.Index("judgements_of_user", "project", "user", "state"),
    sa.Index(
        "judged_once",
        "item",
        "user",
        "attempt",
        unique=True,
        sqlite_where=sa.text("state = 'valid'"),
        postgresql_where=sa.text("state = 'valid'"),
    ),
)

decisions = sa.Table(
    "decisions",
    metadata,
    _key(),
    _to("project", "projects.id"),
    _to("user", "users.id"),
    sa.Column("rule", sa.String(32), nullable=False),
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("evidence", sa.Text, nullable=False, default="{}"),
    _to("by", "users.id", null=True),
    sa.Column("at", sa.Float, nullable=False),
    _to("reverted_by", "users.id", null=True),
    sa.Column("reverted", sa.Float, nullable=True),
)

# Quality control that lasts, and chains. On members: where the worker came from, and the last look at the
# crowd (evidence of not looking as a logarithm, its probability, hasty pages, whether trusted). On items: who
# wrote them, the first item of their chain, the task a control was grown from, its difficulty, the owner's
# veto. On projects: what their owner should know.
members.append_column(_to("invitation", "invitations.id", null=True))
for column in (
    sa.Column("address", sa.String(64), nullable=False, default="", server_default=""),
    sa.Column("evidence", sa.Float, nullable=False, default=0.0, server_default="0"),
    sa.Column("spam", sa.Float, nullable=False, default=0.2, server_default="0.2"),
    sa.Column("hasty", sa.Integer, nullable=False, default=0, server_default="0"),
    sa.Column("trusted", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
):
    members.append_column(column)
items.append_column(_to("author", "users.id", null=True))
items.append_column(sa.Column("grown", sa.Integer, sa.ForeignKey("items.id"), nullable=True, index=True))
for column in (
    sa.Column("root", sa.String(64), nullable=False, default="", server_default="", index=True),
    sa.Column("difficulty", sa.Float, nullable=True),
    sa.Column("vetoed", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
):
    items.append_column(column)
projects.append_column(sa.Column("warnings", sa.Text, nullable=False, default="[]", server_default="[]"))
# how many of those who do not look seem to know the owner's controls
projects.append_column(sa.Column("leak", sa.Float, nullable=False, default=0.25, server_default="0.25"))

audit = sa.Table(
    "audit",
    metadata,
    _key(),
    sa.Column("at", sa.Float, nullable=False),
    _to("project", "projects.id", null=True),
    _to("user", "users.id", null=True),
    sa.Column("action", sa.String(32), nullable=False),
    sa.Column("detail", sa.Text, nullable=False, default="{}"),
    sa.Index("audit_of_project", "project", "id"),
)
