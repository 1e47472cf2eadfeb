"""Long work: a table of jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("name", sa.String(32), nullable=False, unique=True),
        sa.Column("user", sa.Integer, sa.ForeignKey("users.id"), nullable=True),
        sa.Column("verb", sa.String(40), nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("args", "settings", "inputs")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("place", "folder")),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("key", sa.String(200), nullable=True, unique=True),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        *(sa.Column(name, sa.Float, nullable=True) for name in ("started", "ended")),
        sa.Column("worker", sa.String(100), nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("attempt", "deaths")),
        *(sa.Column(name, sa.Float, nullable=True) for name in ("lease", "beat")),
        sa.Column("step", sa.String(100), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=True),
        sa.Column("cancelled", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("code", sa.Integer, nullable=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("maker", "files")),
    )
    op.create_index("jobs_by_state", "jobs", ["state", "user"])
    op.create_index("jobs_of_user", "jobs", ["user", "id"])
