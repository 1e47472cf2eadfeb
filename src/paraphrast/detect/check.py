"""Check one text against an index: retrieve, align, leave out what does not count, and add it up."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, structs

from paraphrast.data import Document, Match
from paraphrast.detect.evidence import Strictness
from paraphrast.detect.exclude import QUOTED, Rules, bibliography, marked, union
from paraphrast.detect.index.manifest import VIEWS
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import Meaning
from paraphrast.detect.quotations import Quotation, find_quotations
from paraphrast.detect.reading import read
from paraphrast.detect.retrieve import Found, search
from paraphrast.detect.shares import divide, share
from paraphrast.engine import progress
from paraphrast.files.documents.marks import HIDDEN, find_marks

RULES = Rules()


class Settings(Struct, frozen=True):
    """How sure a check must be of a source, and how many documents it may compare with one text at most."""

    strictness: Strictness = "medium"
    limit: int | None = None


SETTINGS = Settings()


class Source(Struct, frozen=True):
    """A document that lent something: the part of the checked text that comes from it."""

    id: str
    title: str
    share: float
    fragments: int
    text: str
    duplicates: tuple[str, ...] = ()
    meta: dict[str, Any] = {}


class Disguise(Struct, frozen=True):
    """A trick in the checked text: look-alike letters, hidden characters, text that nobody sees."""

    kind: str
    start: int
    stop: int


class Reach(Struct, frozen=True):
    """How far a check went: documents that share something, those compared, and what a limit left out.

    `unseen` are places of the text that were not compared with every document named there.
    """

    named: int
    compared: int
    limit: int | None = None
    unseen: tuple[tuple[int, int], ...] = ()


class Check(Struct, frozen=True):
    """What a check says: parts borrowed, quoted and original (they add up to 1), sources, matches, tricks.

    `unreferenced` is the part of what is quoted that has no reference.
    """

    document: Document
    borrowed: float
    quoted: float
    original: float
    sources: list[Source]
    matches: list[Match]
    disguises: list[Disguise]
    quotations: list[Quotation]
    bibliography: list[tuple[int, int]]
    reach: Reach | None = None
    unreferenced: float = 0.0


def check(
    document: Document,
    index: Index,
    *,
    meaning: Meaning | None = None,
    rules: Rules = RULES,
    template: Document | None = None,
    settings: Settings = SETTINGS,
) -> Check:
    """Check a text against an index."""
    found = search(document, index, meaning=meaning, strictness=settings.strictness, limit=settings.limit)
    every = [*found.sources, *map(_left_out, found.common)]
    sources = {one.document.id: one.document for one in every}
    matches = marked(
        document,
        [m for one in every for m in one.matches],
        rules=rules,
        template=template,
        sources=sources,
    )
    same = {one.document.id: one.candidate.duplicates for one in every}
    result = summed(document, sources, matches, same=same)
    reach = Reach(found.named, found.compared, settings.limit, tuple(found.unseen))
    return structs.replace(result, reach=reach)


def _left_out(one: Found) -> Found:
    """Leave passages that too many documents have out of the count."""
    kept = [structs.replace(match, meta={**match.meta, "excluded": "common"}) for match in one.matches]
    return one._replace(matches=kept)


def summed(
    document: Document,
    sources: Mapping[str, Document],
    matches: Sequence[Match],
    *,
    same: Mapping[str, tuple[str, ...]] | None = None,
) -> Check:
    """Add up matches into a check: the parts of the text, and the part of each source."""
    ordered = sorted(matches, key=lambda m: (m.suspicious.start, m.suspicious.stop, m.source.doc))
    borrowed, quoted, unreferenced, original = _proportions(document, ordered)
    shares = [
        _source(document, source, [m for m in ordered if m.source.doc == name], (same or {}).get(name, ()))
        for name, source in sources.items()
    ]
    shares.sort(key=lambda source: (-source.share, source.id))
    tricks = [Disguise(u.kind, u.start, u.stop) for u in read(document).normal.disguises]
    tricks += [Disguise(*mark) for mark in find_marks(document, HIDDEN)]
    return Check(
        document,
        borrowed,
        quoted,
        original,
        shares,
        ordered,
        tricks,
        find_quotations(document),
        bibliography(document.text),
        unreferenced=unreferenced,
    )


def _proportions(document: Document, matches: Sequence[Match]) -> tuple[float, float, float, float]:
    """Give the parts that are borrowed, quoted, quoted without a reference, and original."""
    length = len(document.text)
    places: dict[str, list[tuple[int, int]]] = {}
    for match, place in zip(matches, _places(matches), strict=True):
        places.setdefault(match.meta.get("excluded") or "", []).append(place)
    taken = union(places.get("", []), length)
    bare = union(places.get("unreferenced", []), length)
    cited = union([place for name in QUOTED - {"unreferenced"} for place in places.get(name, [])], length)
    counts = taken.sum(), ((cited | bare) & ~taken).sum(), (bare & ~cited & ~taken).sum()
    return divide(int(counts[0]), int(counts[1]), int(counts[2]), length)


def _places(matches: Sequence[Match]) -> list[tuple[int, int]]:
    return [(match.suspicious.start, match.suspicious.stop) for match in matches]


def _source(document: Document, source: Document, matches: Sequence[Match], same: tuple[str, ...]) -> Source:
    counted = [match for match in matches if not match.meta.get("excluded")]
    part = share(int(union(_places(counted), len(document.text)).sum()), len(document.text))
    # the parts that quotation marks cut out of a passage are one fragment
    wholes = {
        (m.source, tuple(m.meta.get("whole", (m.suspicious.start, m.suspicious.stop)))) for m in matches
    }
    return Source(source.id, source.title, part, len(wholes), source.text, same, source.meta)


def check_all(
    documents: Sequence[Document],
    index: Index,
    *,
    meaning: Meaning | None = None,
    rules: Rules = RULES,
    template: Document | None = None,
    settings: Settings = SETTINGS,
) -> Iterator[Check]:
    """Check many texts against one index."""
    for document in progress(documents, "checking"):
        yield check(document, index, meaning=meaning, rules=rules, template=template, settings=settings)


def check_each_other(
    documents: Sequence[Document],
    *,
    meaning: Meaning | None = None,
    rules: Rules = RULES,
    template: Document | None = None,
    settings: Settings = SETTINGS,
) -> Iterator[Check]:
    """Check every text against all the others; by their meaning too, where models are given."""
    views = VIEWS if meaning is not None else None
    with TemporaryDirectory() as folder:
        with Writer(Path(folder) / "index", views=views) as writer:
            writer.add(documents)
        index = Index(Path(folder) / "index")
        yield from check_all(
            documents, index, meaning=meaning, rules=rules, template=template, settings=settings
        )
