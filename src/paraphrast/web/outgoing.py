"""Requests that the server sends: to listed addresses only, and never where only it can reach.

The name is resolved once; what it leads to is checked, and the connection goes to that very address, so that
a name cannot lead elsewhere a moment later. Redirects are not followed, and proxies of the environment are
not used.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

import httpcore
import httpx
import msgspec

from paraphrast import __version__
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.addresses import allowed_ranges, get_address, list_addresses
from paraphrast.annotate.timeline import iso
from paraphrast.errors import CommandError, DataError
from paraphrast.models.endpoint import Endpoint

Place: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve: TypeAlias = Callable[[str, int], Iterable[str]]
SECONDS, LARGEST_ANSWER = 10.0, 1 << 20
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# IPv6 that the internet routes; what lies outside, and what is set aside in it, older Pythons call global
ROUTED = ipaddress.ip_network("2000::/3")
SET_ASIDE = [ipaddress.ip_network(one) for one in ("3fff::/20", "192.88.99.0/24")]
LISTED = "{host} leads to {place}, which is private; its owner can list it: paraphrast address allow {place}"


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: bytes


def look_up(host: str, port: int) -> list[str]:
    """Give every address that a name leads to."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise DataError(f"{host} cannot be found") from error
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def meant(address: str) -> list[Place]:
    """Give what an address means, with the IPv4 that is wrapped in it: mapped, 6to4, Teredo, NAT64, ISATAP.

    >>> [str(one) for one in meant("::ffff:127.0.0.1")], [str(one) for one in meant("64:ff9b::7f00:1")]
    (['127.0.0.1'], ['64:ff9b::7f00:1', '127.0.0.1'])
    """
    place = ipaddress.ip_address(address.partition("%")[0])
    if not isinstance(place, ipaddress.IPv6Address):
        return [place]
    if place.ipv4_mapped is not None:
        return [place.ipv4_mapped]
    number = int(place)
    found: list[Place] = [place, *(place.teredo or ())]
    if place.sixtofour is not None:
        found.append(place.sixtofour)
    isatap = number >> 32 & 0xFDFFFFFF == 0x5EFE
    if place in NAT64 or isatap or 0xFFFF < number <= 0xFFFFFFFF:
        found.append(ipaddress.IPv4Address(number & 0xFFFFFFFF))
    return found


def is_allowed(address: str, allowed: Sequence[str]) -> bool:
    """Tell whether an address is on the public internet, or in a range that is listed.

    >>> is_allowed("127.0.0.1", []), is_allowed("10.1.2.3", ["10.0.0.0/8"]), is_allowed("1.1.1.1", [])
    (False, True, True)
    """
    ranges = [ipaddress.ip_network(one) for one in allowed]
    return all(_is_public(place) or any(place in one for one in ranges) for place in meant(address))


def _is_public(place: Place) -> bool:
    """Tell whether an address is one of the public internet."""
    routed = place.version == 4 or place in ROUTED or place in NAT64
    aside = place.is_multicast or any(place in one for one in SET_ASIDE)
    return routed and place.is_global and not aside


class CheckedNetwork(httpcore.NetworkBackend):
    """Connects to names by the addresses that were checked, and to nothing else."""

    def __init__(self, allowed: Sequence[str], resolve: Resolve = look_up) -> None:
        self.allowed, self.resolve = allowed, resolve
        self.inner = httpcore.SyncBackend()

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.NetworkStream:  # fmt: skip
        """Resolve, check every address, connect to the first."""
        places = list(self.resolve(host, port))
        for place in places:
            if not is_allowed(place, self.allowed):
                raise CommandError(LISTED.format(host=host, place=place))
        if not places:
            raise DataError(f"{host} cannot be found")
        return self.inner.connect_tcp(places[0], port, timeout=timeout, socket_options=socket_options)

    def connect_unix_socket(self, path: str, *given: Any, **options: Any) -> httpcore.NetworkStream:
        """Refuse sockets of this machine."""
        raise CommandError("nothing is sent to sockets of this machine")


class CheckedTransport(httpx.HTTPTransport):
    """Sends what a client of models asks by checked addresses alone, past proxies of the environment."""

    def __init__(self, allowed: Sequence[str]) -> None:
        super().__init__(trust_env=False)
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(trust_env=False), network_backend=CheckedNetwork(allowed)
        )


@contextmanager
def model_address(store: Store, name: str) -> Iterator[None]:
    """Have models be asked at a listed address, as the list is now, and nowhere else."""
    with store.read() as connection:
        row, allowed = get_address(connection, name), allowed_ranges(connection)
    before = os.environ.get("PARAPHRAST_URL")
    os.environ["PARAPHRAST_URL"], Endpoint.transport = row.url, CheckedTransport(allowed)
    try:
        yield
    finally:
        Endpoint.transport = None
        os.environ.pop("PARAPHRAST_URL")
        os.environ.update({"PARAPHRAST_URL": before} if before is not None else {})


def send(
    url: str, body: Any, *, allowed: Sequence[str], headers: Sequence[tuple[str, str]] = (),
    resolve: Resolve = look_up,
) -> Answer:  # fmt: skip
    """Send a value as JSON, and give what came back; a redirect is refused."""
    sent = [
        ("content-type", "application/json"),
        ("user-agent", f"paraphrast/{__version__}"),
        ("host", url.split("://", 1)[-1].partition("/")[0]),
        ("connection", "close"),
        *headers,
    ]
    waits = dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)
    content = msgspec.json.encode(body)
    try:
        with (
            httpcore.ConnectionPool(network_backend=CheckedNetwork(allowed, resolve)) as pool,
            pool.stream("POST", url, headers=sent, content=content, extensions={"timeout": waits}) as got,
        ):
            if 300 <= got.status < 400:
                raise DataError(f"{url} answers with a redirect, and these are not followed")
            return Answer(got.status, _bounded(got.iter_stream(), url))
    except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
        raise DataError(f"{url} cannot be reached: {error or type(error).__name__}") from error
    except (httpcore.UnsupportedProtocol, UnicodeError, ValueError) as error:
        if isinstance(error, CommandError | DataError):
            raise
        raise CommandError(f"{url} is not an address to send to") from error


def _bounded(stream: Iterable[bytes], url: str) -> bytes:
    found = b""
    for block in stream:
        found += block
        if len(found) > LARGEST_ANSWER:
            raise DataError(f"{url} answers with more than {LARGEST_ANSWER >> 20} MB")
    return found


def try_address(store: Store, name: str) -> Answer:
    """Send a word to an address, to see that it works."""
    with store.read() as connection:
        row, allowed = get_address(connection, name), allowed_ranges(connection)
    return send(row.url, {"event": "try", "at": iso(store.clock())}, allowed=allowed)


def announce(store: Store, event: str, **detail: Any) -> threading.Thread | None:
    """Tell every webhook of an event, in a thread of its own; one that fails is noted in the audit trail."""
    with store.read() as connection:
        rows, allowed = list_addresses(connection, "webhook"), allowed_ranges(connection)
    if not rows:
        return None
    body = {"event": event, "at": iso(store.clock()), **detail}
    thread = threading.Thread(target=_tell, args=(store, rows, body, allowed), daemon=True)
    thread.start()
    return thread


def _tell(store: Store, rows: Sequence[Any], body: dict[str, Any], allowed: Sequence[str]) -> None:
    from paraphrast.annotate.store.database import note

    for row in rows:
        try:
            answer = send(row.url, body, allowed=allowed)
            problem = "" if answer.status < 400 else f"status {answer.status}"
        except (CommandError, DataError) as error:
            problem = str(error)
        if problem:
            with store.write() as connection:
                note(connection, "webhook-failed", at=store.clock(), name=row.name, problem=problem[:300])
