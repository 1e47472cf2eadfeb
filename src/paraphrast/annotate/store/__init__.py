"""Where projects, people and judgements are kept: SQLite by default, PostgreSQL by URL."""

from paraphrast.annotate.store.database import Store

__all__ = ["Store"]
