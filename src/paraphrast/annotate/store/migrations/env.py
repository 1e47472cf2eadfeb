"""How alembic runs our revisions: in the transaction of the connection it is handed."""

from alembic import context

# the file is a script to alembic; to whoever merely imports it there is nothing to do
if config := getattr(context, "config", None):
    context.configure(connection=config.attributes["connection"])
    context.run_migrations()
