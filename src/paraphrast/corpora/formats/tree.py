"""JSON arrays and objects: small files, read whole."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from paraphrast.corpora.formats.row import Row
from paraphrast.corpora.places import Member


def rows(member: Member, *, each: str = "", pairs: Sequence[str] = ()) -> Iterator[Row]:
    """Read a JSON array of objects, or with `pairs` one object as rows of (key, value).

    `each` names a list inside every object: then each item of it is a row, with the outer object's values.
    The `line` of a row is the number of its object, since JSON has no lines of its own.
    """
    number = 0
    try:
        if pairs:
            items = msgspec.json.decode(member.stream.read(), type=dict[str, Any]).items()
            objects = [dict(zip(pairs, item, strict=True)) for item in items]
        else:
            objects = msgspec.json.decode(member.stream.read(), type=list[dict[str, Any]])
        for number, outer in enumerate(objects, start=1):
            if not each:
                yield Row(number, outer)
                continue
            for inner in msgspec.convert(outer.get(each), list[dict[str, Any]]):
                yield Row(number, {**outer, **inner, "object": str(number)})
    except (msgspec.DecodeError, RecursionError) as error:
        where = f" in {each!r} of object {number}" if number else ""
        raise member.wrong(f"not the JSON that was expected{where} ({error})") from error
