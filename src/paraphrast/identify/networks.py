"""From settings to a network: the module, and the reader that feeds it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.identify import find
from paraphrast.identify.inputs import BagReader, Reader, Row, WordReader, sides
from paraphrast.identify.settings import Settings
from paraphrast.identify.vectors import Table, source


class Network(NamedTuple):
    """A torch module, its reader, what its vectors are, and two rows to show it for export."""

    module: Any
    reader: Reader
    vectors: str
    sample: list[Row]


def build(settings: Settings, pairs: Sequence[Pair]) -> Network:
    """Make an untrained network for these settings; seed torch before."""
    kind = find(settings.model)
    if settings.model == "cross":
        module, reader, base = kind.build(settings)
        return network(module, reader, base, pairs)
    sizes = _known_sizes(kind)
    if settings.size not in sizes:
        raise CommandError(f"{settings.model} has no size '{settings.size}'; there are {', '.join(sizes)}")
    if kind.reads == "bag":
        bag = BagReader.learn(pairs, limit=settings.limit)
        return network(network_of(settings, bag), bag, "learned", pairs)
    texts = [words for pair in pairs for words in sides(pair, settings.limit)]
    table = Table(settings.vectors, source(settings.vectors, texts=texts))
    table.learn(word for words in texts for word in words)
    reader = WordReader(table, limit=settings.limit)
    return network(network_of(settings, reader), reader, f"{settings.vectors}, {table.dim} wide", pairs)


def network_of(settings: Settings, reader: BagReader | WordReader) -> Any:
    """Make the untrained module that fits a reader."""
    inputs = len(reader.known) + 1 if isinstance(reader, BagReader) else reader.table.dim
    return find(settings.model)(inputs, size=settings.size)


def network(module: Any, reader: Reader, vectors: str, pairs: Sequence[Pair]) -> Network:
    """Join the parts, with the first two pairs as the sample."""
    return Network(module, reader, vectors, reader.rows([*pairs[:2], *pairs[:1]][:2]))


def _known_sizes(kind: Any) -> list[str]:
    """List the sizes that the model's file offers."""
    from importlib import import_module

    return list(import_module(kind.__module__).SIZES)
