"""Where the shell's pairs come from: files, stdin, or a public corpus as NAME:SPLIT."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from paraphrast.data import Pair, read
from paraphrast.errors import CommandError
from paraphrast.models.conventions import Convention
from paraphrast.text.languages import Lang


def pairs(
    source: str, *, columns: str | None = None, labels: str | None = None, lang: Lang | None = None
) -> Iterator[Pair]:
    """Stream the pairs of a file, of `-`, or of a corpus such as parade:train."""
    stream = read(source, columns=columns, labels=labels) if is_file(source) else corpus(source)
    for pair in stream:
        yield replace(pair, lang=lang) if lang and not pair.lang else pair


def is_file(source: str) -> bool:
    """Say whether a source is a file (or should be one) rather than a corpus."""
    return source == "-" or Path(source).exists() or ":" not in source or "/" in source


def corpus(source: str) -> Iterator[Pair]:
    """Stream one split of a corpus from its local copy."""
    from paraphrast.corpora.loading import load

    name, _, split = source.partition(":")
    for record in load(name, split):
        if not isinstance(record, Pair):
            raise CommandError(f"{name} is a corpus of {type(record).__name__.lower()}s, not of pairs")
        yield record


def convention(source: str) -> Convention | None:
    """Give what a corpus calls a paraphrase, as its card says; a file says nothing."""
    if is_file(source):
        return None
    from paraphrast.corpora.catalogue import card

    return card(source.partition(":")[0]).convention


def names(sources: list[str]) -> dict[str, str]:
    """Give each source a short name for a table: the file's own, or all of it where two would be alike.

    >>> names(["a/dev.tsv", "b/dev.tsv", "parade:dev"])
    {'a/dev.tsv': 'a/dev.tsv', 'b/dev.tsv': 'b/dev.tsv', 'parade:dev': 'parade:dev'}
    """
    short = {source: Path(source).name if is_file(source) else source for source in sources}
    alike = len(set(short.values())) < len(short)
    return {source: source if alike else name for source, name in short.items()}
