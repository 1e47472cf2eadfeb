"""The table of long work; see `paraphrast.web.jobs`."""

import sqlalchemy as sa

from paraphrast.annotate.store.schema import metadata

# long work: a command of the shell in a folder; whoever holds the lease carries it out, and what a worker
# that died was at waits again. `attempt` tells a worker that lost its lease from the one that has it
jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("name", sa.String(32), nullable=False, unique=True),
    sa.Column("user", sa.Integer, sa.ForeignKey("users.id"), nullable=True),
    sa.Column("verb", sa.String(40), nullable=False),
    sa.Column("args", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False, default="{}"),
    sa.Column("inputs", sa.Text, nullable=False, default="[]"),
    sa.Column("place", sa.Text, nullable=False),
    sa.Column("folder", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, default="waiting"),
    # what the sender calls the request, so that one that is sent again is the same job
    sa.Column("key", sa.String(200), nullable=True, unique=True),
    sa.Column("request", sa.String(64), nullable=False, default=""),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("started", sa.Float, nullable=True),
    sa.Column("ended", sa.Float, nullable=True),
    sa.Column("worker", sa.String(100), nullable=False, default=""),
    sa.Column("attempt", sa.Integer, nullable=False, default=0),
    sa.Column("deaths", sa.Integer, nullable=False, default=0),
    sa.Column("lease", sa.Float, nullable=True),
    sa.Column("beat", sa.Float, nullable=True),
    sa.Column("step", sa.String(100), nullable=False, default=""),
    sa.Column("done", sa.Integer, nullable=False, default=0),
    sa.Column("total", sa.Integer, nullable=True),
    sa.Column("cancelled", sa.Boolean, nullable=False, default=False),
    sa.Column("error", sa.Text, nullable=False, default=""),
    sa.Column("code", sa.Integer, nullable=True),
    sa.Column("maker", sa.Text, nullable=False, default="{}"),
    sa.Column("files", sa.Text, nullable=False, default="[]"),
    sa.Index("jobs_by_state", "state", "user"),
    sa.Index("jobs_of_user", "user", "id"),
)
