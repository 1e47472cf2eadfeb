"""Check one text against an index: retrieve, align, leave out what does not count, and add it up."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from paraphrast.data import Document, Match, Scorer
from paraphrast.detect.align.meaning import Encoder
from paraphrast.detect.exclude import Rules, bibliography, marked, quotations, union
from paraphrast.detect.index.manifest import VIEWS
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.reading import read
from paraphrast.detect.retrieve import retrieve
from paraphrast.engine import progress

RULES = Rules()


class Source(Struct, frozen=True):
    """A document that lent something: the part of the checked text that comes from it."""

    id: str
    title: str
    share: float
    fragments: int
    text: str
    duplicates: tuple[str, ...] = ()


class Disguise(Struct, frozen=True):
    """A trick in the checked text: look-alike letters, hidden characters."""

    kind: str
    start: int
    stop: int


class Check(Struct, frozen=True):
    """What a check says: parts borrowed, quoted and original (they add up to 1), sources, matches, tricks."""

    document: Document
    borrowed: float
    quoted: float
    original: float
    sources: list[Source]
    matches: list[Match]
    disguises: list[Disguise]
    quotations: list[tuple[int, int]]
    bibliography: list[tuple[int, int]]


def check(
    document: Document,
    index: Index,
    *,
    encoder: Encoder | None = None,
    pair: Scorer | None = None,
    rules: Rules = RULES,
    template: Document | None = None,
) -> Check:
    """Check a text against an index."""
    found = retrieve(document, index, encoder=encoder, pair=pair)
    matches = marked(document, [m for one in found for m in one.matches], rules=rules, template=template)
    same = {one.document.id: one.candidate.duplicates for one in found}
    return summed(document, {one.document.id: one.document for one in found}, matches, same=same)


def summed(
    document: Document,
    sources: Mapping[str, Document],
    matches: Sequence[Match],
    *,
    same: Mapping[str, tuple[str, ...]] | None = None,
) -> Check:
    """Add up matches into a check: the parts of the text, and the part of each source."""
    ordered = sorted(matches, key=lambda m: (m.suspicious.start, m.suspicious.stop, m.source.doc))
    borrowed, quoted, original = proportions(document, ordered)
    shares = [
        _source(document, source, [m for m in ordered if m.source.doc == name], (same or {}).get(name, ()))
        for name, source in sources.items()
    ]
    shares.sort(key=lambda source: (-source.share, source.id))
    tricks = [Disguise(u.kind, u.start, u.stop) for u in read(document).normal.disguises]
    return Check(
        document,
        borrowed,
        quoted,
        original,
        shares,
        ordered,
        tricks,
        quotations(document.text),
        bibliography(document.text),
    )


def proportions(document: Document, matches: Sequence[Match]) -> tuple[float, float, float]:
    """Say which parts of the text are borrowed, quoted (borrowed, but marked as somebody's) and original."""
    length = len(document.text)
    taken = union(_places([m for m in matches if not m.meta.get("excluded")]), length)
    cited = union(
        _places([m for m in matches if m.meta.get("excluded") in ("quotation", "bibliography")]), length
    )
    borrowed = float(taken.mean()) if length else 0.0
    quoted = float((cited & ~taken).mean()) if length else 0.0
    return round(borrowed, 4), round(quoted, 4), round(1 - borrowed - quoted, 4)


def _places(matches: Sequence[Match]) -> list[tuple[int, int]]:
    return [(match.suspicious.start, match.suspicious.stop) for match in matches]


def _source(document: Document, source: Document, matches: Sequence[Match], same: tuple[str, ...]) -> Source:
    counted = [match for match in matches if not match.meta.get("excluded")]
    length = len(document.text)
    share = float(union(_places(counted), length).mean()) if length else 0.0
    return Source(source.id, source.title, round(share, 4), len(matches), source.text, same)


def check_all(
    documents: Sequence[Document],
    index: Index,
    *,
    encoder: Encoder | None = None,
    pair: Scorer | None = None,
    rules: Rules = RULES,
    template: Document | None = None,
) -> Iterator[Check]:
    """Check many texts against one index."""
    for document in progress(documents, "checking"):
        yield check(document, index, encoder=encoder, pair=pair, rules=rules, template=template)


def check_each_other(
    documents: Sequence[Document],
    *,
    encoder: Encoder | None = None,
    pair: Scorer | None = None,
    rules: Rules = RULES,
    template: Document | None = None,
) -> Iterator[Check]:
    """Check every text against all the others; with an encoder, by their meaning too."""
    views = VIEWS if encoder is not None else None
    with TemporaryDirectory() as folder:
        with Writer(Path(folder) / "index", views=views, encoder=encoder) as writer:
            writer.add(documents)
        index = Index(Path(folder) / "index")
        yield from check_all(documents, index, encoder=encoder, pair=pair, rules=rules, template=template)
