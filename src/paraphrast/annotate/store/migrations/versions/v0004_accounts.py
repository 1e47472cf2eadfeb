"""One list of roles for accounts, closed accounts, invitations taken back; tokens, collections, uploads."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def _key() -> "sa.Column[int]":
    return sa.Column("id", sa.Integer, primary_key=True, autoincrement=True)


def _to(name: str, target: str, *, null: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer, sa.ForeignKey(target), nullable=null)


def upgrade() -> None:
    """The first owner stays the owner; others could make projects, which is an organiser's work."""
    users = [
        sa.Column("role", sa.String(16), nullable=False, server_default="annotator"),
        sa.Column("closed", sa.Float, nullable=True),
    ]
    for column in users:
        op.add_column("users", column)
    connection = op.get_bind()
    known = sa.table("users", sa.column("id"), sa.column("owner", sa.Boolean), sa.column("role"))
    first = connection.execute(sa.select(sa.func.min(known.c.id)).where(known.c.owner)).scalar()
    connection.execute(sa.update(known).where(known.c.owner).values(role="organiser"))
    connection.execute(sa.update(known).where(known.c.id == first).values(role="owner"))
    op.drop_column("users", "owner")
    op.add_column("invitations", sa.Column("created", sa.Float, nullable=False, server_default="0"))
    op.add_column("invitations", sa.Column("revoked", sa.Float, nullable=True))
    _make_tokens()
    _make_files()
    _make_addresses()


def _make_tokens() -> None:
    op.create_table(
        "tokens",
        _key(),
        _to("user", "users.id"),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=True),
        sa.Column("revoked", sa.Float, nullable=True),
    )
    op.create_index("ix_tokens_user", "tokens", ["user"])


def _make_files() -> None:
    op.create_table(
        "collections",
        _key(),
        _to("user", "users.id"),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "shares",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("thing", sa.String(64), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        _to("by", "users.id", null=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Index("shares_of_user", "user", "kind"),
    )
    op.create_table(
        "uploads",
        _key(),
        _to("user", "users.id"),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        _to("collection", "collections.id", null=True),
    )
    op.create_index("ix_collections_user", "collections", ["user"])
    for name in ("user", "digest", "collection"):
        op.create_index(f"ix_uploads_{name}", "uploads", [name])


def _make_addresses() -> None:
    op.create_table(
        "addresses",
        _key(),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        _to("by", "users.id", null=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "views",
        _key(),
        sa.Column("at", sa.Float, nullable=False),
        _to("user", "users.id", null=True),
        _to("token", "tokens.id", null=True),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("method", sa.String(8), nullable=False),
        sa.Column("path", sa.String(300), nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
    )
    for name in ("at", "user"):
        op.create_index(f"ix_views_{name}", "views", [name])
