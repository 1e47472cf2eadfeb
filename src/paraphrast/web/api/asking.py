"""A route for every job: POST /api/v1/VERB with the parameters of its command; the answer is the job."""

# no postponed annotations here: the body of each route is another model
from typing import Annotated

from fastapi import APIRouter, Depends, Header, HTTPException, Request, Response

from paraphrast.web import rights
from paraphrast.web.api.bodies import model, order_of
from paraphrast.web.api.desk import desk, find_address, find_result, find_upload
from paraphrast.web.api.views import REFUSALS, JobView, VerbView, view
from paraphrast.web.jobs import orders, queue
from paraphrast.web.jobs.orders import Found, Given, Order
from paraphrast.web.jobs.queue import Entry, Job
from paraphrast.web.jobs.verbs import Verb, verbs
from paraphrast.web.rights import Account
from paraphrast.web.state import state

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[\w.:-]{1,100}$",
        description="A name of your own for this request: sent again, it gives the same job.",
    ),
]


def routes() -> APIRouter:
    """Make the routes of all jobs."""
    made = APIRouter(prefix="/api/v1", tags=["asking for jobs"])

    @made.get("/verbs", responses=REFUSALS)
    def list_verbs(account: Annotated[Account, Depends(rights.reader)]) -> list[VerbView]:
        """List the jobs that can be asked for."""
        return [
            VerbView(name=one.name, path=one.path, about=one.about, role=one.role) for one in verbs().values()
        ]

    for verb in verbs().values():
        _add(made, verb)
    return made


def _add(router: APIRouter, verb: Verb) -> None:
    body = model(verb)
    allowed = getattr(rights, verb.role)

    def ask(
        request: Request,
        response: Response,
        order: body,  # type: ignore[valid-type]
        account: Annotated[Account, Depends(allowed)],
        key: Key = None,
    ) -> JobView:
        job = submit(request, account, order_of(verb, order), key)
        response.headers["location"] = f"/api/v1/jobs/{job.name}"
        return view(job)

    ask.__name__ = verb.name.replace(" ", "_")
    router.add_api_route(
        f"/{verb.path}",
        ask,
        methods=["POST"],
        status_code=202,
        responses=REFUSALS,
        summary=verb.about,
        operation_id=ask.__name__,
    )


def submit(request: Request, account: Account, order: Order, key: str | None) -> Job:
    """Write a job down, folder first; it is acknowledged when its row is on the disk."""
    store, digest = state(request).store, order.digest()
    if key and (known := queue.earlier(store, account.id, key, digest)):
        return known
    orders.check(order)

    def find(one: Given) -> Found:
        if one.upload is not None:
            return find_upload(request, one, account)
        if one.address is not None:
            return find_address(store, one)
        return find_result(store, one, account)

    name, folder = orders.new_folder(desk(request).root)
    try:
        inputs, places = orders.write_inputs(folder, order, find)
        entry = Entry(
            name, order.verb.name, orders.compose(order, places), str(folder), str(folder), order.settings,
            inputs, account.id, key, digest,
        )  # fmt: skip
        job, new = queue.add(store, entry)
    except queue.QueueFull as error:
        orders.discard(folder)
        raise HTTPException(429, str(error), {"retry-after": "10"}) from error
    except BaseException:
        orders.discard(folder)
        raise
    if not new:
        orders.discard(folder)
    return job
