"""Where the server may send something: webhooks and endpoints of models, set by its owner alone."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import dump, note, parse
from paraphrast.annotate.store.server_schema import addresses
from paraphrast.errors import CommandError

KINDS = ("webhook", "model")
NAME, RANGES = re.compile(r"[\w-]{1,64}"), "allowed-ranges"
URL = re.compile(r"https?://[^\s/?#@\\]+(/[^\s#\\]*)?")


def list_addresses(connection: sa.Connection, kind: str | None = None) -> list[Any]:
    """List the addresses, by name."""
    query = sa.select(addresses).order_by(addresses.c.name)
    return list(connection.execute(query.where(addresses.c.kind == kind) if kind else query))


def get_address(connection: sa.Connection, name: str) -> Any:
    """Give an address by its name, or say that there is none."""
    found = connection.execute(sa.select(addresses).where(addresses.c.name == name)).first()
    if found is None:
        raise CommandError(f"there is no address {name!r}")
    return found


def add_address(
    connection: sa.Connection, name: str, kind: str, url: str, *, at: float, by: int | None
) -> None:
    """Keep an address under a name; where it leads is looked at each time that something is sent."""
    if not NAME.fullmatch(name):
        raise CommandError("the name of an address has 1 to 64 letters, digits, - or _")
    if kind not in KINDS:
        raise CommandError(f"an address is a {' or a '.join(KINDS)}")
    if not URL.fullmatch(url) or len(url) > 2000:
        raise CommandError("an address is like https://host/path, without a name or a password in it")
    if connection.execute(sa.select(addresses.c.id).where(addresses.c.name == name)).first():
        raise CommandError(f"there is an address {name!r} already; remove it first")
    row = {"name": name, "kind": kind, "url": url, "by": by, "created": at}
    connection.execute(sa.insert(addresses), row)
    note(connection, "address", at=at, user=by, name=name, kind=kind, url=url)


def remove_address(connection: sa.Connection, name: str, *, at: float, by: int | None) -> None:
    """Forget an address."""
    get_address(connection, name)
    connection.execute(sa.delete(addresses).where(addresses.c.name == name))
    note(connection, "address-removed", at=at, user=by, name=name)


def allowed_ranges(connection: sa.Connection) -> tuple[str, ...]:
    """List the private ranges that may be sent to."""
    settings = schema.settings
    found = connection.execute(sa.select(settings.c.value).where(settings.c.name == RANGES)).scalar()
    return tuple(parse(found) or ())


def allow_ranges(
    connection: sa.Connection, ranges: Sequence[str], *, at: float, by: int | None
) -> tuple[str, ...]:
    """Set the private ranges that may be sent to, in place of those before."""
    given = []
    for one in ranges:
        try:
            given.append(str(ipaddress.ip_network(one.strip(), strict=False)))
        except ValueError as error:
            raise CommandError(f"{one!r} is not a range like 10.0.0.0/8 or fd00::/8") from error
    settings = schema.settings
    before = allowed_ranges(connection)
    connection.execute(sa.delete(settings).where(settings.c.name == RANGES))
    connection.execute(sa.insert(settings), {"name": RANGES, "value": dump(given)})
    note(connection, "ranges", at=at, user=by, ranges=given, before=list(before))
    return tuple(given)
