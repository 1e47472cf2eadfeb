"""What keeps strangers out: headers, tokens against forged requests, and limits on speed."""

from __future__ import annotations

import hashlib
import hmac
import threading
import time
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
LARGEST_REQUEST, LARGEST_UPLOAD = 2 * 1024**2, 512 * 1024**2


class Shield:
    """Puts the security headers on every answer, and refuses requests that are too large to be meant well."""

    def __init__(self, app: ASGIApp, refuse: Callable[[Scope, int], ASGIApp]) -> None:
        self.app, self.refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        cached = scope["path"].startswith("/static/")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = HEADERS if cached else [*HEADERS, (b"cache-control", b"no-store")]
                secure = (
                    [(b"strict-transport-security", b"max-age=31536000")]
                    if scope["scheme"] == "https"
                    else []
                )
                message["headers"] = [*message.get("headers", []), *extra, *secure]
            await send(message)

        if refusal := _refusal(scope):
            await self.refuse(scope, refusal)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


def _refusal(scope: Scope) -> int | None:
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return None
    length = dict(scope["headers"]).get(b"content-length")
    if length is None and scope["method"] == "DELETE" and b"transfer-encoding" not in dict(scope["headers"]):
        return None  # it has no body
    if length is None or not length.isdigit():
        return 411
    most = LARGEST_UPLOAD if is_upload(scope) else LARGEST_REQUEST
    return 413 if int(length) > most else None


def is_upload(scope: MutableMapping[str, Any]) -> bool:
    """Tell whether this is the one kind of request that may be large."""
    path = str(scope["path"])
    return path in ("/files", "/api/v1/files") or (path.startswith("/projects/") and path.endswith("/import"))


LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
SIMPLE = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain", "")


def is_local_request(scope: MutableMapping[str, Any]) -> bool:
    """Tell whether a request came to this machine's own address, past no proxy.

    Its name is looked at because a page elsewhere can have its own name lead here (DNS rebinding).
    """
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1").lower()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    forwarded = (b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"forwarded", b"via")
    return name in LOOPBACK and not any(header in headers for header in forwarded)


def is_from_program(method: str, headers: Mapping[str, str]) -> bool:
    """Tell whether a request is of a kind that no page of another site can send unasked.

    >>> is_from_program("POST", {"content-type": "text/plain"}), is_from_program("DELETE", {})
    (False, True)
    """
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return method != "POST" or kind not in SIMPLE or "x-requested-with" in headers


def token(secret: bytes, visit: str) -> str:
    """Give the token that a form of this visit must send back.

    >>> token(b"secret", "visit") == token(b"secret", "other")
    False
    """
    return hmac.new(secret, f"form:{visit}".encode(), hashlib.sha256).hexdigest()


def is_token(secret: bytes, visit: str, given: str) -> bool:
    """Tell whether the token belongs to the visit, in the same time whatever it is."""
    return bool(visit) and hmac.compare_digest(token(secret, visit).encode(), given.encode())


class Limit(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    rate: float


class Limits(NamedTuple):
    """How fast one address may try passwords, one person may write, and one account may be tried."""

    sign_in: Limit = Limit(200, 1.0)
    write: Limit = Limit(120, 10)
    account: Limit = Limit(10, 0.05)


class Buckets:
    """Counts what each caller has left; kept in this process, so every process counts for itself."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._left: dict[tuple[str, str], tuple[float, float]] = {}
        self._turn = threading.Lock()

    def allow(self, name: str, who: str, limit: Limit) -> bool:
        """Take one from the caller's bucket; False when it is empty.

        >>> buckets = Buckets(clock=lambda: 0.0)
        >>> [buckets.allow("sign-in", "here", Limit(2, 1)) for _ in range(3)]
        [True, True, False]
        """
        now = self.clock()
        with self._turn:
            if len(self._left) > 50_000:
                self._left.clear()
            left, then = self._left.get((name, who), (limit.burst, now))
            left = min(limit.burst, left + (now - then) * limit.rate)
            self._left[name, who] = (left - 1 if left >= 1 else left, now)
            return left >= 1


def local_path(target: Any) -> str:
    """Give the path if it stays on this site, else the start page.

    >>> local_path("/projects/x"), local_path("//evil.example"), local_path("https://evil.example")
    ('/projects/x', '/', '/')
    """
    text = str(target or "")
    safe = text.startswith("/") and not text.startswith("//") and "\\" not in text and text.isprintable()
    return text if safe else "/"
