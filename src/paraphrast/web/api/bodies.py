"""The bodies of requests: for each job a model with the parameters of its command, read from the command."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Union

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, create_model

from paraphrast.web.jobs.orders import Given, Order
from paraphrast.web.jobs.verbs import Parameter, Verb

LONGEST = 2_000  # characters of a setting
MOST = 1_000  # files of a request, values of a setting
Name = Annotated[
    str,
    StringConstraints(
        pattern=r"^[A-Za-z0-9_\u0400-\u04ff\u4e00-\u9fff][A-Za-z0-9_ .()+\u0400-\u04ff\u4e00-\u9fff-]{0,99}$"
    ),
]
Setting = Annotated[str, StringConstraints(max_length=LONGEST)]


def _writable(value: Any) -> Any:
    """Give back what can be written as UTF-8; half a character of UTF-16 cannot."""
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError as error:
        raise ValueError("half a character cannot be written to a file") from error
    return value


class Strict(BaseModel):
    """What says nothing that is not known."""

    model_config = ConfigDict(extra="forbid")


class SentText(Strict):
    """A file of text, sent with the request."""

    name: Name = Field(description="What the file is called; its ending says what it is.")
    text: Annotated[str, AfterValidator(_writable)]


class SentRecords(Strict):
    """Records, one JSON object each: pairs, texts, votes."""

    name: Name = "records.jsonl"
    records: Annotated[list[dict[str, Any]], AfterValidator(_writable)]


class SentBytes(Strict):
    """A file of any kind, as base64."""

    name: Name = Field(description="What the file is called; its ending says what it is.")
    base64: str = Field(pattern="^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$")


class OfJob(Strict):
    """What an earlier job made."""

    job: str = Field(pattern="^[0-9a-f]{32}$")
    file: str = Field(min_length=1, max_length=500, description="A file, or a folder such as an index.")


class OfUpload(Strict):
    """A file that was uploaded before, by its number (POST /api/v1/files)."""

    upload: int = Field(ge=1, le=2**31 - 1)


class OfCorpus(Strict):
    """A public corpus of which the server has a copy."""

    corpus: str = Field(pattern=r"^[a-z0-9-]{1,40}(:[a-z0-9_-]{1,40})?$")


class OfAddress(Strict):
    """A model behind an address that the owner of the server has listed."""

    address: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="The address, by its name.")
    model: str = Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_./:@-]{0,199}$", description="What it calls the model."
    )


Sent = Union[SentText, SentRecords, SentBytes, OfJob, OfUpload]  # noqa: UP007 - made at run time
TYPES: dict[str, Any] = {
    "file": Sent,
    "files": Sent,
    "corpus": Union[Sent, OfCorpus],  # noqa: UP007
    "result": OfJob,
    "copied": OfJob,
    "model": Union[Setting, OfJob, OfAddress],  # noqa: UP007
    "made": Name,
}


@cache
def model(verb: Verb) -> type[BaseModel]:
    """Give the model of the body of a job."""
    title = "".join(part.capitalize() for part in verb.name.split()) + "Order"
    fields = {f"field_{each.name}": _field(each) for each in verb.parameters}
    config = ConfigDict(extra="forbid", title=title, json_schema_extra={"description": verb.about})
    return create_model(title, __config__=config, **fields)  # type: ignore[call-overload, no-any-return]


def _field(parameter: Parameter) -> tuple[Any, Any]:
    bounds = {"ge": parameter.least, "le": parameter.most} if _is_number(parameter.type) else {}
    given: dict[str, Any] = {"alias": parameter.name, "description": parameter.help} | bounds
    kind = _type(parameter)
    if parameter.required:
        return kind, Field(**given)
    default = None if parameter.kind in TYPES or parameter.several else parameter.default
    return Union[kind, None], Field(default, **given)  # noqa: UP007


def _type(parameter: Parameter) -> Any:
    """Give the type of a field: files as they can be sent, settings as the shell has them."""
    found = TYPES.get(parameter.kind)
    if found is None:
        found = {str: Setting, list[str]: list[Setting]}.get(parameter.type, parameter.type)
    elif parameter.several or parameter.kind == "files":
        found = Union[found, Annotated[list[found], Field(min_length=1, max_length=MOST)]]  # type: ignore[valid-type]  # noqa: UP007
    if parameter.several and parameter.kind in ("setting", "free"):
        return Annotated[found, Field(max_length=MOST)]
    return found


def _is_number(kind: Any) -> bool:
    return kind in (int, float)


def order_of(verb: Verb, body: BaseModel) -> Order:
    """Part what was sent into settings and inputs."""
    settings: dict[str, Any] = {}
    given: dict[str, list[Given]] = {}
    for parameter in verb.parameters:
        value = getattr(body, f"field_{parameter.name}")
        several = value if isinstance(value, list) else [value]
        files = [Given(**one.model_dump()) for one in several if isinstance(one, BaseModel)]
        if files:
            given[parameter.name] = files
        plain = [one for one in several if not isinstance(one, BaseModel) and one is not None]
        if plain:
            settings[parameter.name] = plain if isinstance(value, list) else plain[0]
    return Order(verb, settings, given)
