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
    try:
        tree: Any = msgspec.json.decode(member.stream.read())
    except msgspec.DecodeError as error:
        raise member.wrong(f"not JSON ({error})") from error
    objects = [dict(zip(pairs, item, strict=True)) for item in tree.items()] if pairs else tree
    for number, outer in enumerate(objects, start=1):
        if not each:
            yield Row(number, outer)
            continue
        if each not in outer:
            raise member.wrong(f"object {number} has no {each!r}")
        for inner in outer[each]:
            yield Row(number, {**outer, **inner, "object": str(number)})
