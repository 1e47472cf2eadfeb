"""Quality control that lasts, and chains: where workers came from, how they do, and what items come of."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# written out, as SQLite adds a reference only together with its column
REFERENCES = (
    "ALTER TABLE members ADD COLUMN invitation INTEGER REFERENCES invitations (id)",
    "ALTER TABLE items ADD COLUMN author INTEGER REFERENCES users (id)",
    "ALTER TABLE items ADD COLUMN grown INTEGER REFERENCES items (id)",
)


def upgrade() -> None:
    """Add the columns; those that must have a value begin with that of a newcomer."""
    for statement in REFERENCES:
        op.execute(statement)
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
    op.add_column("projects", sa.Column("warnings", sa.Text, nullable=False, server_default="[]"))
    op.create_index("ix_items_grown", "items", ["grown"])
    op.create_index("ix_items_root", "items", ["root"])
