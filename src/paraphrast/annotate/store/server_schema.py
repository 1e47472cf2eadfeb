"""Tables of the server around the projects: tokens, collections, uploads, addresses, who saw what."""

import sqlalchemy as sa

from paraphrast.annotate.store.schema import metadata


def _key() -> "sa.Column[int]":
    return sa.Column("id", sa.Integer, primary_key=True, autoincrement=True)


def _user(name: str = "user", *, null: bool = False, index: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer, sa.ForeignKey("users.id"), nullable=null, index=index)


# what programs send instead of a password; kept as hashes
tokens = sa.Table(
    "tokens",
    metadata,
    _key(),
    _user(index=True),
    sa.Column("token", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(64), nullable=False),
    # a role that it does not go beyond, and the things it is for, if not for all: JSON
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=True),
    sa.Column("revoked", sa.Float, nullable=True),
)

collections = sa.Table(
    "collections",
    metadata,
    _key(),
    _user(index=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

# who else may do what with a thing somebody made (projects have members)
shares = sa.Table(
    "shares",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("thing", sa.String(64), primary_key=True),
    sa.Column("user", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    _user("by", null=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("shares_of_user", "user", "kind"),
)

# a file that somebody uploaded; equal files lie on the disk once, under their digest
uploads = sa.Table(
    "uploads",
    metadata,
    _key(),
    _user(index=True),
    sa.Column("digest", sa.String(64), nullable=False, index=True),
    sa.Column("name", sa.String(255), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("collection", sa.Integer, sa.ForeignKey("collections.id"), nullable=True, index=True),
)

# where the server may send something: webhooks and endpoints of models
addresses = sa.Table(
    "addresses",
    metadata,
    _key(),
    sa.Column("name", sa.String(64), nullable=False, unique=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    _user("by", null=True),
    sa.Column("created", sa.Float, nullable=False),
)

# pages that were shown to somebody, where others can reach the server
views = sa.Table(
    "views",
    metadata,
    _key(),
    sa.Column("at", sa.Float, nullable=False, index=True),
    _user(null=True, index=True),
    sa.Column("token", sa.Integer, sa.ForeignKey("tokens.id"), nullable=True),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("method", sa.String(8), nullable=False),
    sa.Column("path", sa.String(300), nullable=False),
    sa.Column("status", sa.Integer, nullable=False),
)
