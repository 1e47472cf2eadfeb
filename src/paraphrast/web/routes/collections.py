"""Collections of files: make one, see it, share it, remove it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import Response

from paraphrast.annotate.store.directory import find_user
from paraphrast.annotate.store.folders import uploads_folder
from paraphrast.annotate.store.uploads import (
    list_shares,
    make_collection,
    remove_collection,
    share_collection,
    unshare_collection,
)
from paraphrast.web.context import go, render, state
from paraphrast.web.rights import Account, at_least, editor
from paraphrast.web.routes.files import After, collection_of, page_of

router = APIRouter()
Reader = Annotated[Account, Depends(at_least("reader", bound=True))]
Editor = Annotated[Account, Depends(editor)]


@router.post("/collections")
def make(request: Request, account: Editor, name: Annotated[str, Form()]) -> Response:
    """Make an empty collection."""
    store = state(request).store
    with store.write() as connection:
        key = make_collection(connection, account.id, name, at=store.clock())
    return go(f"/collections/{key}")


@router.get("/collections/{collection}")
def collection_page(request: Request, account: Reader, collection: int, after: After = None) -> Response:
    """Show the files of a collection, and to its maker with whom it is shared."""
    found, role = collection_of(request, account, collection, "reader")
    with state(request).store.read() as connection:
        files, more = page_of(connection, account, collection, after)
        shared = list_shares(connection, collection) if role == "owner" else []
    values: dict[str, Any] = {"found": found, "role": role, "files": files, "shared": shared}
    return render(request, "collection.html", more=more, **values)


@router.post("/collections/{collection}/share")
def share(
    request: Request,
    account: Editor,
    collection: int,
    name: Annotated[str, Form()],
    role: Annotated[str, Form()] = "reader",
) -> Response:
    """Let somebody else read the collection, or change it."""
    collection_of(request, account, collection, "owner")
    store = state(request).store
    with store.write() as connection:
        other = find_user(connection, name).id
        share_collection(connection, collection, other, role, at=store.clock(), by=account.id)
    return go(f"/collections/{collection}")


@router.post("/collections/{collection}/unshare")
def unshare(request: Request, account: Editor, collection: int, other: Annotated[int, Form()]) -> Response:
    """Take the collection away from somebody again."""
    collection_of(request, account, collection, "owner")
    store = state(request).store
    with store.write() as connection:
        unshare_collection(connection, collection, other, at=store.clock(), by=account.id)
    return go(f"/collections/{collection}")


@router.post("/collections/{collection}/remove")
def remove(request: Request, account: Editor, collection: int) -> Response:
    """Remove the collection with its files."""
    collection_of(request, account, collection, "owner")
    store = state(request).store
    with store.write() as connection:
        remove_collection(connection, uploads_folder(store), collection, at=store.clock(), by=account.id)
    return go("/files")
