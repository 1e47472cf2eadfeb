"""Looks on: counts every answer, and has it written who asked for what."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paraphrast.annotate.store.views import View
from paraphrast.web.metrics import Metrics
from paraphrast.web.viewlog import ViewLog


class Witness:
    """Stands before the application; pictures and styles are nobody's secret, and are not written down."""

    def __init__(self, app: ASGIApp, metrics: Metrics, log: ViewLog | None = None) -> None:
        self.app, self.metrics, self.log = app, metrics, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500
        scope.setdefault("state", {})

        async def looked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, looked)
        finally:
            self.metrics.count(scope["method"], status, time.perf_counter() - begun)
            self._write(scope, status)

    def _write(self, scope: Scope, status: int) -> None:
        account = scope["state"].get("account")
        if self.log is None or account is None or scope["path"].startswith("/static/"):
            return
        client = scope.get("client")
        host = str(client[0])[:64] if client else ""
        query = scope["query_string"].decode("latin-1")
        path = f"{scope['path']}?{query}" if query else scope["path"]
        view = View(time.time(), account.id, account.token, host, scope["method"], path, status)
        self.log.add(view)
