"""Quality control that lasts and chains with branches: what is known of members, items and projects."""

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

def upgrade() -> None:
    """Add the columns, and make a chain of one branch a list of branches."""
    # written out, because alembic does not add references to tables of SQLite
    op.execute("ALTER TABLE members ADD COLUMN invitation INTEGER REFERENCES invitations (id)")
    op.execute("ALTER TABLE items ADD COLUMN author INTEGER REFERENCES users (id)")
    op.execute("ALTER TABLE items ADD COLUMN grown INTEGER REFERENCES items (id)")
    for column in (
        sa.Column("address", sa.String(64), nullable=False, server_default=""),
        sa.Column("evidence", sa.Float, nullable=False, server_default="0"),
        sa.Column("spam", sa.Float, nullable=False, server_default="0.2"),
        sa.Column("hasty", sa.Integer, nullable=False, server_default="0"),
        sa.Column("trusted", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("members", column)
    for column in (
        sa.Column("root", sa.String(64), nullable=False, server_default=""),
        sa.Column("difficulty", sa.Float, nullable=True),
        sa.Column("vetoed", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("items", column)
    op.create_index("ix_items_grown", "items", ["grown"])
    op.create_index("ix_items_root", "items", ["root"])
    op.add_column("projects", sa.Column("warnings", sa.Text, nullable=False, server_default="[]"))
    _branch_chains()


def _branch_chains() -> None:
    projects = sa.table("projects", sa.column("id"), sa.column("settings"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(projects.c.id, projects.c.settings)).all():
        settings = msgspec.json.decode(row.settings)
        if isinstance(settings.get("chain"), dict):
            settings["chain"] = [settings["chain"]]
            changed = sa.update(projects).where(projects.c.id == row.id)
            connection.execute(changed.values(settings=msgspec.json.encode(settings).decode()))
