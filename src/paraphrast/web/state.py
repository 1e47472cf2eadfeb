"""What the application holds for all requests."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from fastapi import Request

from paraphrast.annotate.store import Store
from paraphrast.web.security import Buckets, Limits
from paraphrast.web.uploads import Uploads


class State(NamedTuple):
    """What the application holds for all requests; `local` is who uses it without signing in, if anyone."""

    store: Store
    secret: bytes
    limits: Limits
    buckets: Buckets
    uploads: Uploads
    address: str = ""
    backups: Path = Path("paraphrast-backups")
    local: int | None = None


def state(request: Request) -> State:
    """Give what the application holds."""
    return request.app.state.paraphrast  # type: ignore[no-any-return]
