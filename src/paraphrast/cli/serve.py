"""paraphrast serve: the workbench at http://127.0.0.1:8400, and rewriting behind an address."""

import os
import re
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paraphrast.cli.databases import open_upgraded
from paraphrast.cli.options import Database
from paraphrast.cli.serving import Work, assemble
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.annotate.store import Store
    from paraphrast.web.service.rewriting import Service

app = typer.Typer(
    help="Serve the workbench on this machine.",
    epilog="Examples: paraphrast serve --port 8400\n\n"
    "paraphrast serve --address https://crowd.example.org\n\nparaphrast serve rewrite --port 8401",
)
Host = Annotated[str, typer.Option("--host", help="The address to listen on.")]
Port = Annotated[int, typer.Option("--port", min=1, max=65535, help="The port to listen on.")]
Address = Annotated[
    str | None,
    typer.Option(
        "--address",
        envvar="PARAPHRAST_ADDRESS",
        help="Where people reach it, for links to it; without this, the host and the port.",
    ),
]
Backups = Annotated[
    str,
    typer.Option("--backups", metavar="FOLDER", help="Where backups go; without this, beside the database."),
]
GOODBYE = 5  # seconds that those who follow a job are given when the server stops
SignIn = Annotated[
    bool, typer.Option("--sign-in", help="Ask for name and password on this machine alone too.")
]
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@app.callback(invoke_without_command=True)
def serve(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    database: Database = "sqlite:///paraphrast.db",
    host: Host = "127.0.0.1",
    port: Port = 8400,
    address: Address = None,
    backups: Backups = "",
    workers: Annotated[
        int, typer.Option("--workers", min=0, help="Processes for long work; 0 where others carry it out.")
    ] = 2,
    jobs: Annotated[
        str,
        typer.Option(
            "--jobs",
            metavar="FOLDER",
            envvar="PARAPHRAST_JOBS",
            help="Where long work lies; else beside the database.",
        ),
    ] = "",
    sign_in: SignIn = False,
) -> None:
    """Serve the workbench: to you alone without a sign-in, to others (--host, --address) with one."""
    if ctx.invoked_subcommand is None:
        behind = Work(workers, jobs)
        run(database, host, port, address=address, backups=backups, sign_in=sign_in, work=behind)


@app.command(
    epilog="Examples: paraphrast serve rewrite --port 8401\n\n"
    "paraphrast serve rewrite --system llm --model endpoint:NAME -n 5"
)
def rewrite(
    system: Annotated[
        list[str] | None, typer.Option(help="A system that needs a model, to be served beside the others.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="Its model: endpoint:, hub: or a folder.")] = None,
    number: Annotated[int | None, typer.Option("-n", min=1, help="Candidates it is asked for.")] = None,
    most: Annotated[int, typer.Option("--batch-size", min=1, help="How many texts a batch may have.")] = 64,
    wait: Annotated[float, typer.Option(min=0, help="Seconds that a text waits for others.")] = 0.01,
    host: Host = "127.0.0.1",
    port: Port = 8401,
) -> None:
    """Serve POST /rewrite and POST /v1/chat/completions; PARAPHRAST_SERVICE_KEY, if set, is their key."""
    import uvicorn

    given = {"model": model, "n": number}
    free(host, port)
    served = service(host, system or [], given, most=most, wait=wait)
    print(f"rewriting is at http://{host}:{port}/rewrite and /v1; stop it with Ctrl-C", file=sys.stderr)
    uvicorn.run(served.application(), host=host, port=port, log_level="warning")


def free(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before anything is loaded."""
    import socket

    try:
        place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(*place[:3]) as probe:
            if os.name == "posix":  # as the server does: a port that was left a moment ago is free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place[4])
    except OSError as error:
        raise CommandError(
            f"{host}:{port} cannot be listened on ({error.strerror}); name another --port or --host"
        ) from error


def service(host: str, systems: list[str], given: dict[str, Any], **batching: Any) -> "Service":
    """Offer what needs nothing more, and the systems that were named, with what they were given."""
    from paraphrast.cli.model_process import LazyModels, Offer
    from paraphrast.cli.model_process import rewrite as rewrite_by
    from paraphrast.web.service.keeping import Keeper
    from paraphrast.web.service.rewriting import Service

    key = os.environ.get("PARAPHRAST_SERVICE_KEY")
    if host not in LOOPBACK and not key:
        raise CommandError(
            f"{host} can be reached by others; set PARAPHRAST_SERVICE_KEY, which requests must then send"
        )
    offer = Offer(tuple(systems), tuple(given.items()))
    keeper = Keeper(partial(LazyModels, offer))
    for name in systems:
        keeper("check", name)  # what is missing is said before anyone asks
    return Service(offer.makers(), key=key, work=partial(rewrite_by, keeper), **batching)


def run(
    database: str,
    host: str,
    port: int,
    *,
    address: str | None = None,
    backups: str = "",
    work: Work = Work(),  # noqa: B008 - a tuple never changes
    sign_in: bool = False,
) -> None:
    """Open the database, upgraded where it is older, and serve until stopped."""
    import uvicorn

    from paraphrast.web import application

    if address and not re.fullmatch(r"https?://[^\s/?#@]+/?", address):
        raise CommandError(f"--address {address!r} should be like https://crowd.example.org, without a path")
    free(host, port)
    store = open_upgraded(database, backups)
    others = is_reached_by_others(host, address)
    local = not others and not sign_in and not has_passwords(store)
    behind = assemble(store, work)
    made = application(
        store=store, rewriting=behind.rewriting, address=address, backups=backups, local=local, seen=others,
        desk=behind.desk,
    )  # fmt: skip
    made.state.metrics.gauge("workers", "Worker processes that live.", behind.crew.alive)
    place = address.rstrip("/") if address else f"http://{host}:{port}"
    if local:
        print(f"the workbench is at {place}, for you alone; stop it with Ctrl-C", file=sys.stderr)
    else:
        welcome(store, place)
    with behind:
        uvicorn.run(made, host=host, port=port, log_level="warning", timeout_graceful_shutdown=GOODBYE)


def is_reached_by_others(host: str, address: str | None) -> bool:
    """Tell whether more than this machine can come: by the address it listens on, or by one it is known by.

    >>> is_reached_by_others("127.0.0.1", None), is_reached_by_others("127.0.0.1", "https://crowd.example.org")
    (False, True)
    """
    named = re.sub(r"^https?://|(:\d+)?/?$", "", address or "").strip("[]")
    return host not in LOOPBACK or bool(named and named not in LOOPBACK)


def has_passwords(store: "Store") -> bool:
    """Tell whether somebody has an account that signs in: then nobody comes in without."""
    import sqlalchemy as sa

    from paraphrast.annotate.store import schema

    with store.read() as connection:
        query = sa.select(schema.users.c.id).where(schema.users.c.password != "").limit(1)
        return connection.execute(query).first() is not None


def welcome(store: object, address: str) -> None:
    """Say where the workbench is; while nobody owns it, print a link for the one who will."""
    import sqlalchemy as sa

    from paraphrast.annotate.store import Store, schema
    from paraphrast.annotate.store.accounts import make_reset
    from paraphrast.annotate.store.people import invite

    assert isinstance(store, Store)
    users = schema.users
    with store.write() as connection:
        query = sa.select(users.c.id, users.c.name, users.c.password)
        query = query.where(users.c.role == "owner", users.c.closed.is_(None))
        owners = connection.execute(query.order_by(users.c.id)).all()
        owned, alone = any(row.password for row in owners), owners[0] if owners else None
        now = store.clock()
        token = None if owners else invite(connection, "owner", at=now, days=1)
        reset = None if owned or alone is None else make_reset(connection, alone.id, at=now, by=None)
    print(f"the workbench is at {address}; stop it with Ctrl-C", file=sys.stderr)
    if token:
        print(f"nobody owns it yet; join as its owner within a day: {address}/join/{token}", file=sys.stderr)
    if reset and alone:
        print(f"set the password of its owner, {alone.name!r}: {address}/password/{reset}", file=sys.stderr)
