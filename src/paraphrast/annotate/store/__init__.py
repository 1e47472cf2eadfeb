"""Where projects, people and judgements are kept: SQLite by default, PostgreSQL by URL."""

from paraphrast.errors import naming_extras

with naming_extras():
    from paraphrast.annotate.store.database import Store

__all__ = ["Store"]
