"""What the addresses of rewriting take and answer, as OpenAPI, read from the types that read the requests."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from paraphrast.web.service.questions import Chat, Question

HOME = "#/components/schemas/{name}"
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "code"],
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "code": {"type": "integer"},
            },
        }
    },
}
OUTPUT = {
    "type": "object",
    "required": ["text", "output", "lang"],
    "properties": {"output": {"type": "string"}},
}
OUTPUTS = {
    "type": "object",
    "required": ["system", "outputs"],
    "properties": {"system": {"type": "string"}, "outputs": {"type": "array", "items": OUTPUT}},
}
COMPLETION = {
    "type": "object",
    "required": ["id", "object", "created", "model", "choices", "usage"],
    "properties": {"choices": {"type": "array", "items": {"type": "object"}}},
}
LIST = {
    "type": "object",
    "required": ["object", "data"],
    "properties": {"data": {"type": "array", "items": {"type": "object", "required": ["id"]}}},
}
REFUSED = {
    400: "The request cannot be carried out as it was made.",
    401: "No token was sent.",
    403: "It comes from another site.",
    404: "There is no such system.",
    411: "The request does not say how long it is.",
    413: "The request is too large.",
    415: "The request is not JSON.",
    422: "The data is wrong.",
    429: "Too much at once.",
    503: "Too many texts wait; try again.",
}


@cache
def describe_rewriting() -> tuple[dict[str, Any], dict[str, Any]]:
    """Give the paths and the schemas of rewriting."""
    bodies, schemas = msgspec.json.schema_components([Question, Chat], ref_template=HOME)
    plain, chat = bodies
    paths = {
        "/rewrite": {"post": _operation("rewrite_at_once", "Rewrite texts at once.", OUTPUTS, plain)},
        "/v1/chat/completions": {
            "post": _operation("chat", "Rewrite the last message, for OpenAI's clients.", COMPLETION, chat)
        },
        "/v1/models": {"get": _operation("systems", "List the systems, for OpenAI's clients.", LIST)},
    }
    return paths, schemas


def _operation(name: str, about: str, answer: Any, body: Any = None) -> dict[str, Any]:
    told: dict[str, Any] = {"operationId": name, "summary": about, "tags": ["at once"]}
    if body is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    answers = {str(status): _answer(why, ERROR) for status, why in REFUSED.items()}
    return told | {"responses": {"200": _answer("What came of it.", answer), **answers}}


def _answer(about: str, schema: Any) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": schema}}}
