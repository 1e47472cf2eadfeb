"""Items under names that tell nothing: numbers in the order of import would give the hidden controls away.

A name is made of the page and the item with the secret of the server, so it is another on every page, and the
same when a page is opened again.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from paraphrast.annotate.project import Project
from paraphrast.annotate.store.assign import Page


def name_item(secret: bytes, page: str, item: int) -> str:
    """Give the name of an item on a page.

    >>> name_item(b"secret", "page", 1) == name_item(b"secret", "page", 1)
    True
    >>> name_item(b"secret", "page", 1) == name_item(b"secret", "other", 1)
    False
    """
    return hmac.new(secret, f"item:{page}:{item}".encode(), hashlib.sha256).hexdigest()[:16]


def find_items(secret: bytes, page: Page | None, answers: dict[str, Any]) -> dict[str, Any]:
    """Give the answers by the numbers of their items; names that are not on the page are left out."""
    items = page.items if page else []
    known = {name_item(secret, page.id, one.id): str(one.id) for one in items} if page else {}
    return {known[name]: answer for name, answer in answers.items() if name in known}


def hide_items(secret: bytes, page: Page, project: Project) -> dict[str, Any]:
    """Give a page for a program: items by their names, with the texts that the project shows."""
    shown = (*project.fields, *(["text"] if project.kind == "pick-one" else []))
    items = [
        {
            "id": name_item(secret, page.id, one.id),
            "fields": {name: one.fields[name] for name in shown if name in one.fields},
        }
        for one in page.items
    ]
    draft = {name_item(secret, page.id, int(item)): answer for item, answer in page.draft.items()}
    return {**page._asdict(), "items": items, "draft": draft}


def hide_receipt(secret: bytes, page: str, receipt: dict[str, Any]) -> dict[str, Any]:
    """Give a receipt whose explanations name items as the page does."""
    told = [{**one, "item": name_item(secret, page, one["item"])} for one in receipt["feedback"]]
    return {**receipt, "feedback": told}
