"""Find out which columns records use before the first is written, in bounded memory."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from paraphrast.files.shape import row

Row: TypeAlias = dict[str, Any]
Used: TypeAlias = dict[str, set[type]]

IN_MEMORY = 1 << 24
BATCH = 2000


@contextmanager
def spooled(records: Iterable[Struct]) -> Iterator[tuple[Used, Iterator[Row]]]:
    """Give the columns that any record uses, with the types met in each, and then the rows again.

    A table has one header, and a field that only the last record has would otherwise be lost; so the rows
    wait in a temporary file.
    """
    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder()
    fields: tuple[str, ...] = ()
    used: Used = {}
    iterator = iter(records)
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as spool:
        while batch := list(islice(iterator, BATCH)):
            fields = fields or batch[0].__struct_fields__
            rows = [row(record) for record in batch]
            for values in rows:
                for name, value in values.items():
                    used.setdefault(name, set()).add(type(value))
            spool.write(encoder.encode(rows) + b"\n")
        spool.seek(0)
        ordered = {name: used[name] for name in fields if name in used} | used
        yield ordered, (values for line in spool for values in decoder.decode(line))
