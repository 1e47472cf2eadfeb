"""What a server has beside its pages: workers for long work, and a process that keeps models."""

import hmac
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paraphrast.cli.model_process import LazyModels, Offer, rewrite

if TYPE_CHECKING:
    from starlette.requests import Request

    from paraphrast.annotate.store import Store
    from paraphrast.web.api.desk import Desk
    from paraphrast.web.jobs.crew import Crew
    from paraphrast.web.service.keeping import Keeper
    from paraphrast.web.service.rewriting import Service


class Work(NamedTuple):
    """How many processes carry long work out, and the folder where it lies."""

    workers: int = 2
    folder: str = ""


class Backstage(NamedTuple):
    """The parts of a server that work; they begin and end with it."""

    desk: "Desk"
    rewriting: "Service"
    crew: "Crew"
    keeper: "Keeper"

    def __enter__(self) -> "Backstage":
        self.crew.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.crew.stop()
        self.keeper.close()


def assemble(store: "Store", work: Work) -> Backstage:
    """Make the parts; models are loaded when they are first asked for, and not where pages are."""
    from paraphrast.annotate.store.folders import jobs_folder
    from paraphrast.web.api.desk import Desk
    from paraphrast.web.api.quick import Models
    from paraphrast.web.jobs.crew import Crew
    from paraphrast.web.service.keeping import Keeper
    from paraphrast.web.service.rewriting import Service

    offer = Offer()
    keeper = Keeper(partial(LazyModels, offer))
    rewriting = Service(offer.makers(), work=partial(rewrite, keeper), admit=admit)
    root = Path(work.folder).absolute() if work.folder else jobs_folder(store)
    return Backstage(Desk(root, Models(keeper)), rewriting, Crew(store, workers=work.workers), keeper)


def admit(request: "Request") -> None:
    """Refuse whoever has neither an account nor a token of one, nor the key of the service."""
    from starlette.exceptions import HTTPException

    from paraphrast.web.rights import bearer_token, find_account, reader

    key = os.environ.get("PARAPHRAST_SERVICE_KEY", "")
    given = bearer_token(request) or ""
    if key and hmac.compare_digest(given.encode(), key.encode()):
        return
    if find_account(request) is None:
        raise HTTPException(401, "sign in first, or send a token as Authorization: Bearer TOKEN")
    reader(request)  # not too fast, and by no token for some projects only
