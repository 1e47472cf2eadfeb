"""Links to set a password, imports in steps, and no captcha any more."""

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

GONE = ("captcha_every", "captcha_wrong")


def upgrade() -> None:
    """Add the tables and the column, and take the captcha out of tables and settings."""
    op.create_table(
        "resets",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("by", sa.Integer, sa.ForeignKey("users.id"), nullable=True),
    )
    op.create_table(
        "imports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("judgements", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Index("imports_of_project", "project", "state"),
    )
    op.add_column("items", sa.Column("batch", sa.Integer, nullable=True))
    op.create_index("ix_items_batch", "items", ["batch"])
    for name in ("captcha", "captcha_wrong", "captcha_page"):
        op.drop_column("members", name)
    _change_settings()


def _change_settings() -> None:
    projects = sa.table("projects", sa.column("id"), sa.column("settings"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(projects)).all():
        settings = msgspec.json.decode(row.settings)
        rules = settings.get("rules", {})
        settings["rules"] = {name: value for name, value in rules.items() if name not in GONE}
        changed = sa.update(projects).where(projects.c.id == row.id)
        connection.execute(changed.values(settings=msgspec.json.encode(settings).decode()))
