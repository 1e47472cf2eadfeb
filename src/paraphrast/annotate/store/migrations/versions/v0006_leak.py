"""Controls that got about: how many of those who do not look seem to know them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column."""
    op.add_column("projects", sa.Column("leak", sa.Float, nullable=False, server_default="0.25"))
