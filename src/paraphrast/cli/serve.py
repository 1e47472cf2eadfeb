"""paraphrast serve: the workbench at http://127.0.0.1:8400."""

import sys
from typing import Annotated

import typer

app = typer.Typer(help="Serve the workbench on this machine.")


@app.command(epilog="Example: paraphrast serve --port 8400")
def serve(
    database: Annotated[
        str,
        typer.Option("--database", envvar="PARAPHRAST_DATABASE", help="sqlite:///file or postgresql://..."),
    ] = "sqlite:///paraphrast.db",
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port to listen on.")] = 8400,
) -> None:
    """Serve the workbench; the first start prints a link by which the owner joins."""
    run(database, host, port)


def run(database: str, host: str, port: int) -> None:
    """Open the database and serve until stopped."""
    import uvicorn

    from paraphrast.annotate.store import Store
    from paraphrast.web import application

    store = Store(database)
    welcome(store, f"http://{host}:{port}")
    uvicorn.run(application(store=store), host=host, port=port, log_level="warning")


def welcome(store: object, address: str) -> None:
    """Say where the workbench is; while nobody owns it, print a link for the one who will."""
    import sqlalchemy as sa

    from paraphrast.annotate.store import Store, schema
    from paraphrast.annotate.store.people import invite

    assert isinstance(store, Store)
    with store.write() as connection:
        owned = connection.execute(sa.select(schema.users.c.id).where(schema.users.c.owner)).first()
        token = None if owned else invite(connection, "owner", at=store.clock(), days=1)
    print(f"the workbench is at {address}; stop it with Ctrl-C", file=sys.stderr)
    if token:
        print(f"nobody owns it yet; join as its owner within a day: {address}/join/{token}", file=sys.stderr)
