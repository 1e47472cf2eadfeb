"""The addresses: POST /rewrite, POST /v1/chat/completions, GET /v1/models.

They need no account: they are for programs on this machine, or for whoever has the key. A browser's page of
another site cannot use them: it would have to send JSON from its own origin.
"""

import hmac
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from paraphrast.data import Pair
from paraphrast.errors import DataError, ParaphrastError, unknown
from paraphrast.rewrite.checks.checked import Checked
from paraphrast.rewrite.task import Goal
from paraphrast.text import LANGS, Lang, language
from paraphrast.text.languages import FALLBACK
from paraphrast.web.security import Shield
from paraphrast.web.service.batching import Batcher, Busy
from paraphrast.web.service.questions import Chat, Question, checked, counted, misread, named

Make = Callable[[Lang, Goal | None], Checked]
Score = Callable[[list[Pair], str | None], list[dict[str, float]]]
Admit = Callable[[Request], object]


class Refusal(Exception):
    """A request that cannot be served, with its status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Key(NamedTuple):
    """What texts must have in common to share a batch."""

    system: str
    goal: Goal | None
    lang: Lang | None
    change: tuple[float, float]
    scores: bool = False


Work = Callable[[Key, list[str]], list[Pair]]


class Rewriters:
    """Rewrites batches by what is offered; each rewriter is made when it is first asked for."""

    def __init__(self, offers: Mapping[str, Make], score: Score | None = None) -> None:
        self.offers, self.score = dict(offers), score
        self.made: dict[tuple[str, Lang, Goal | None], Checked] = {}

    def __call__(self, key: Key, texts: list[str]) -> list[Pair]:
        """Rewrite a batch."""
        at = (key.system, key.lang or FALLBACK, key.goal)
        if at not in self.made:
            self.made[at] = self.offers[key.system](at[1], key.goal)
        found = self.made[at]
        bound = Checked(found.name, found.system, found.task._replace(change=key.change))
        records = bound.records(texts) if key.lang else bound.leave_foreign(texts)
        if key.scores and self.score:
            for record, scores in zip(records, self.score(records, bound.task.goal), strict=True):
                record.meta["scores"] = scores
        return records


class Service:
    """The rewriters that are offered, behind one batcher.

    The batcher's thread rewrites, unless `work` does it elsewhere. Whoever has the key is admitted, unless
    `admit` decides.
    """

    def __init__(
        self,
        offers: Mapping[str, Make],
        *,
        key: str | None = None,
        score: Score | None = None,
        work: Work | None = None,
        admit: Admit | None = None,
        **batching: Any,
    ) -> None:
        self.offers, self.key, self.admit = dict(offers), key, admit
        self.batcher: Batcher[Key, Pair] = Batcher(work or Rewriters(offers, score), **batching)

    async def rewritten(
        self,
        system: str,
        texts: list[str],
        *,
        lang: Lang | None,
        goal: Goal | None = None,
        change: tuple[float, float] = (0.0, 1.0),
        scores: bool = False,
    ) -> list[Pair]:
        """Have texts rewritten, each in its language; a language that we do not know is left as it is."""
        if system not in self.offers:
            raise unknown("system", system, self.offers)
        if lang and lang not in LANGS:
            raise unknown("language", lang, LANGS)
        checked(texts, change)
        langs = [lang or language(text) for text in texts]
        found: dict[int, Pair] = {}
        for each in dict.fromkeys(langs):
            places = [at for at, one in enumerate(langs) if one == each]
            own = [texts[at] for at in places]
            known = next((one for one in LANGS if one == each), None)
            records = await self.batcher(Key(system, goal, known, change, scores), own)
            found |= dict(zip(places, records, strict=True))
        return [found[at] for at in range(len(texts))]

    async def plain(self, request: Request) -> Response:
        """Answer POST /rewrite."""
        asked = await self.body(request, Question)
        counted(asked.n)
        system = asked.system or ("paraphrase" if asked.to == "paraphrase" else "detox")
        records = await self.rewritten(
            system, asked.texts, lang=asked.lang, goal=asked.to, change=asked.change, scores=asked.scores
        )
        return JSONResponse({"system": system, "outputs": [output(one, asked.n) for one in records]})

    async def chat(self, request: Request) -> Response:
        """Answer POST /v1/chat/completions: the choices are the output and, if asked for, others."""
        asked = await self.body(request, Chat)
        if asked.stream:
            raise Refusal(400, "answers are not streamed; leave stream out")
        counted(asked.n)
        system, lang = named(asked.model)
        (record,) = await self.rewritten(system, [asked.text], lang=lang)
        said = [record.b, *record.meta.get("others", [])][: asked.n]
        return JSONResponse(completion(asked, record, said))

    async def models(self, request: Request) -> Response:
        """Answer GET /v1/models: the systems by name; after a colon a name may say the language."""
        self.admitted(request)
        rows = [{"id": name, "object": "model", "owned_by": "paraphrast"} for name in self.offers]
        return JSONResponse({"object": "list", "data": rows})

    async def body(self, request: Request, kind: type[Any]) -> Any:
        """Read the request, or say what is wrong with it."""
        self.admitted(request)
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refusal(415, "the request must say content-type: application/json")
        try:
            return msgspec.json.decode(await request.body(), type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Refusal(400, misread(error)) from error

    def admitted(self, request: Request) -> None:
        """Refuse pages of other sites, and whoever does not have the key."""
        origin = request.headers.get("origin")
        if origin and origin.split("://", 1)[-1] != request.headers.get("host"):
            raise Refusal(403, "this request comes from another site")
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.admit is not None:
            self.admit(request)
        elif self.key and not hmac.compare_digest(given.encode(), self.key.encode()):
            raise Refusal(401, "this service has a key; send it as Authorization: Bearer KEY")

    def routes(self) -> list[Route]:
        """Give the addresses, for an application of its own or inside the workbench."""
        return [
            Route("/rewrite", told(self.plain), methods=["POST"]),
            Route("/v1/chat/completions", told(self.chat), methods=["POST"]),
            Route("/v1/models", told(self.models), methods=["GET"]),
        ]

    def application(self) -> Starlette:
        """Make an application of the addresses alone."""
        shield = Middleware(Shield, refuse=_shielded)
        return Starlette(
            routes=self.routes(), middleware=[shield], exception_handlers={HTTPException: _misplaced}
        )


def output(record: Pair, most: int | None = None) -> dict[str, Any]:
    """Lay a record out for plain JSON, with so many outputs at the most."""
    told = {"text": record.a, "output": record.b, "lang": record.lang, **record.meta}
    others = record.meta.get("others", [])[: None if most is None else most - 1]
    return {name: value for name, value in told.items() if name != "others"} | (
        {"others": others} if others else {}
    )


def completion(asked: Chat, record: Pair, said: list[str]) -> dict[str, Any]:
    """Lay an answer out as OpenAI's clients expect it; tokens are counted as characters."""
    told = {name: value for name, value in record.meta.items() if name != "others"}
    choices = [
        {"index": at, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for at, text in enumerate(said)
    ]
    used = {"prompt_tokens": len(record.a), "completion_tokens": sum(map(len, said))}
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": asked.model,
        "choices": choices,
        "usage": {**used, "total_tokens": sum(used.values())},
        "paraphrast": told,
    }


def told(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Turn what goes wrong into an answer that says so, in OpenAI's form."""

    async def safely(request: Request) -> Response:
        try:
            return await answer(request)
        except Refusal as error:
            return refused(error.status, str(error))
        except HTTPException as error:
            return refused(error.status_code, str(error.detail))
        except Busy:
            return refused(503, "too many texts are waiting; try again in a moment", {"retry-after": "1"})
        except DataError as error:
            return refused(422, str(error))
        except ParaphrastError as error:
            return refused(404 if str(error).startswith("no system") else 400, str(error))

    return safely


def refused(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """Say no."""
    kind = "server_error" if status >= 500 else "invalid_request_error"
    body = {"error": {"message": message, "type": kind, "code": status}}
    return JSONResponse(body, status_code=status, headers=headers)


async def _misplaced(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    there = "there are POST /rewrite, POST /v1/chat/completions and GET /v1/models"
    return refused(status, f"{request.method} {request.url.path} is not served; {there}")


def _shielded(scope: Scope, status: int) -> Response:
    return refused(status, "the request is too large" if status == 413 else "the request must say its length")
