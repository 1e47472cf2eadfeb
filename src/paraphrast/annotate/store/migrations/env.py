"""How alembic runs our revisions: in the transaction of the connection it is handed."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
