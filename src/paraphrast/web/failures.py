"""What goes wrong, as an answer: a sentence on a page, or `{"error": SENTENCE}` for programs."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.routing import Match
from starlette.types import Scope

from paraphrast.errors import CommandError, DatabaseError, DataError, ParaphrastError
from paraphrast.web.context import go, render
from paraphrast.web.refusals import refusal
from paraphrast.web.security import HEADERS

NO_DATA = "the server cannot reach its data now; nothing was lost, try again in a moment"
DISK_FULL = "the disk of the server is full; nothing of this request was kept, try again later"
FAULT = "a fault of the program; whoever keeps the server finds it in the log"
TOO_LARGE, NO_LENGTH = "the request is too large", "the request does not say how long it is"
NO_PAGE = "there is no such page"
NO_TEXT = "the request has half of a character (a lone surrogate)"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def add_handlers(app: FastAPI) -> None:
    """Have an application say in a sentence whatever goes wrong in it."""
    app.add_exception_handler(StarletteHTTPException, _refused)  # type: ignore[arg-type]
    app.add_exception_handler(DatabaseError, _broken)  # type: ignore[arg-type]
    app.add_exception_handler(ParaphrastError, _wrong)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _misshapen)  # type: ignore[arg-type]
    app.add_exception_handler(OSError, _full)  # type: ignore[arg-type]
    app.add_exception_handler(UnicodeEncodeError, _broken_text)  # type: ignore[arg-type]
    app.add_exception_handler(Exception, _unforeseen)


def shielded(scope: Scope, status: int) -> Response:
    """Answer a request that is refused before it is read."""
    return _answer(Request(scope), status, TOO_LARGE if status == 413 else NO_LENGTH)


def _is_program(request: Request) -> bool:
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", "")


def _answer(request: Request, status: int, message: str) -> Response:
    message = message.encode("utf-8", "replace").decode("utf-8")  # it may quote what cannot be sent
    if _is_program(request):
        return JSONResponse({"error": message}, status_code=status)
    return render(request, "message.html", status=status, code=status, message=refusal(request, message))


async def _refused(request: Request, error: HTTPException) -> Response:
    if error.status_code == 401 and not request.url.path.startswith("/api/") and request.method == "GET":
        return go("/sign-in")
    if error.status_code == 405 and request.method == "GET" and not _is_program(request):
        return go(_page_before(request))
    answer = _answer(
        request, error.status_code, NO_PAGE if error.detail == "Not Found" else str(error.detail)
    )
    answer.headers.update(error.headers or {})
    return answer


def _page_before(request: Request) -> str:
    """Give the page that a form was on, for who asks for the address of the form itself, as by reloading."""
    path = request.url.path
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        scope = {**request.scope, "path": path, "method": "GET"}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes):
            break
    return path


async def _wrong(request: Request, error: ParaphrastError) -> Response:
    status = 422 if isinstance(error, DataError) else 409 if isinstance(error, CommandError) else 500
    return _answer(request, status, str(error))


async def _broken(request: Request, error: DatabaseError) -> Response:
    # where the data lies is for the log, not for visitors
    print(f"paraphrast: {error}", file=sys.stderr)
    return _answer(request, 503, NO_DATA)


async def _full(request: Request, error: OSError) -> Response:
    if error.errno not in FULL:
        raise error
    print(f"paraphrast: {error}", file=sys.stderr)
    return _answer(request, 503, DISK_FULL)


async def _broken_text(request: Request, error: UnicodeEncodeError) -> Response:
    # JSON can say "\\ud800"; nothing that keeps or sends text takes it
    return _answer(request, 422, NO_TEXT)


async def _unforeseen(request: Request, error: Exception) -> Response:
    # answered outside of the shield, so the headers are put on here; the server itself logs the traceback
    answer = _answer(request, 500, FAULT)
    answer.headers.update({name.decode(): value.decode() for name, value in HEADERS})
    return answer


async def _misshapen(request: Request, error: RequestValidationError) -> Response:
    told = nearest([(one["loc"][1:], str(one["msg"])) for one in error.errors()])
    if _is_program(request):
        places = "; ".join(f"{place} ({why})" if place else why for place, why in told.items())
    else:
        places = ", ".join(told)
    return _answer(request, 422, f"the request is not of the right shape: {places}"[:2000])


def nearest(errors: Sequence[tuple[tuple[int | str, ...], str]]) -> dict[str, str]:
    """Give each place that is wrong with its reason; of a field of several kinds, those of the nearest one.

    >>> sent = [(("source", "SentText", "text"), "missing"), (("source", "SentText", "x"), "extra")]
    >>> nearest([*sent, (("source", "OfJob", "job"), "is no name")])
    {'source.job': 'is no name'}
    """
    fields: dict[int | str, dict[str, dict[str, str]]] = {}
    for place, why in errors:
        kind = str(place[1]) if len(place) > 1 and _is_kind(place[1]) else ""
        shown = ".".join(str(part) for part in (place[:1] + place[2:] if kind else place))
        fields.setdefault(place[0] if place else "", {}).setdefault(kind, {}).setdefault(shown, why)
    return {place: why for kinds in fields.values() for place, why in min(kinds.values(), key=len).items()}


def _is_kind(part: int | str) -> bool:
    """Tell whether a part of a place names one of the kinds that a field may be of."""
    return isinstance(part, str) and (part[:1].isupper() or "[" in part)
