"""PAN's files: XML with one <feature> per passage, the list of pairs, and the folders src/ and susp/."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, Literal

import xxhash
from lxml import etree

from paraphrast.data import Match, MatchKind, Span
from paraphrast.errors import CommandError, DataError

Name = Literal["plagiarism", "detected-plagiarism"]
NAMES = ("plagiarism", "artificial-plagiarism", "detected-plagiarism")
PLACES = ("this_offset", "this_length", "source_offset", "source_length")
DIGITS = 12  # of a number of characters: no text has a trillion
LONGEST = 200  # bytes of a file name: systems take 255, and something may be put before it
KINDS: dict[str, MatchKind] = {"verbatim": "verbatim", "near-copy": "near-copy", "translated": "translated"}


def read(path: str | Path, *, lengths: dict[str, int] | None = None) -> list[Match]:
    """Read the passages of one XML file, or of every XML file under a folder.

    `lengths` (characters per document) makes a passage that ends after its document an error.
    """
    return [match for file in list_files(path) for match in read_file(file, lengths or {})]


def list_files(path: str | Path) -> list[Path]:
    """List the XML files of a folder, or the one that is named."""
    place = Path(path)
    if not place.exists():
        raise DataError("there is no such file or folder", path=place)
    files = sorted(place.rglob("*.xml")) if place.is_dir() else [place]
    if not files:
        raise DataError(
            "no XML files here; expected <document reference=...> with <feature> elements", path=place
        )
    return files


def read_file(path: Path, lengths: dict[str, int]) -> Iterator[Match]:
    """Yield the passages of one XML file."""
    try:
        root: Any = etree.fromstring(path.read_bytes().lstrip(b"\xef\xbb\xbf"), _parser())
    except etree.XMLSyntaxError as error:
        raise DataError(f"not well-formed XML: {error.msg}", path=path, line=error.lineno) from error
    if root.tag != "document":
        raise DataError(
            f"the root element is <{root.tag}>, expected <document>", path=path, line=root.sourceline
        )
    reference = root.get("reference")
    if not reference:
        raise DataError("<document> has no attribute 'reference'", path=path, line=root.sourceline)
    for number, feature in enumerate(root.iter("feature"), 1):
        if feature.get("name") in NAMES:
            yield _match(feature, reference, _Place(path, number, feature.sourceline, lengths))


def _parser() -> etree.XMLParser:
    # entities stay unresolved: a submitted file must not reach other files or blow up in memory
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)


class _Place:
    """Where a feature stands, for messages."""

    def __init__(self, path: Path, number: int, line: int | None, lengths: dict[str, int]) -> None:
        self.path, self.number, self.line, self.lengths = path, number, line, lengths

    def wrong(self, message: str) -> DataError:
        return DataError(f"feature {self.number}: {message}", path=self.path, line=self.line)

    def span(self, doc: str, start: int, length: int, side: str) -> Span:
        if length < 1:
            raise self.wrong(f"{side}_length is {length}, expected at least 1")
        known = self.lengths.get(doc)
        if known is not None and start + length > known:
            raise self.wrong(f"{side} ends at {start + length}, but {doc} has {known} characters")
        return Span(doc, start, start + length)


def _match(feature: Any, reference: str, place: _Place) -> Match:
    numbers = {}
    for name in PLACES:
        value = feature.get(name)
        if value is None:
            raise place.wrong(f"no attribute '{name}'")
        if not value.strip().isdecimal() or len(value.strip()) > DIGITS:
            raise place.wrong(f"{name} {value[:40]!r} is not a whole number of characters")
        numbers[name] = int(value)
    source = feature.get("source_reference")
    if not source:
        raise place.wrong("no attribute 'source_reference'")
    return Match(
        place.span(reference, numbers["this_offset"], numbers["this_length"], "this"),
        place.span(source, numbers["source_offset"], numbers["source_length"], "source"),
        _kind(feature),
        _score(feature, place),
        _meta(feature),
    )


def _kind(feature: Any) -> MatchKind:
    if feature.get("kind") in KINDS:
        return KINDS[feature.get("kind")]
    named = (feature.get("obfuscation") or feature.get("type") or "").casefold()
    if named in ("none", "cpy", "copy"):
        return "verbatim"
    return "translated" if "translat" in named else "paraphrase"


def _score(feature: Any, place: _Place) -> float:
    value = feature.get("score", "1")
    try:
        return float(value)
    except ValueError as error:
        raise place.wrong(f"score {value!r} is not a number") from error


def _meta(feature: Any) -> dict[str, Any]:
    named = feature.get("obfuscation") or feature.get("type")
    flags = feature.get("disguises")
    return {
        **({"obfuscation": named} if named else {}),
        **({"disguises": flags.split(",")} if flags else {}),
    }


def document(reference: str, matches: Iterable[Match], *, name: Name = "detected-plagiarism") -> bytes:
    """Write the passages of one suspicious document as PAN XML."""
    root = etree.Element("document", reference=reference)
    for match in matches:
        this, source = match.suspicious, match.source
        feature = etree.SubElement(root, "feature", name=name)
        feature.set("this_offset", str(this.start))
        feature.set("this_length", str(this.stop - this.start))
        feature.set("source_reference", source.doc)
        feature.set("source_offset", str(source.start))
        feature.set("source_length", str(source.stop - source.start))
        if name == "plagiarism":
            feature.set("obfuscation", str(match.meta.get("obfuscation", match.kind)))
        else:
            feature.set("kind", match.kind)
            feature.set("score", f"{match.score:.4f}")
        if match.meta.get("disguises"):
            feature.set("disguises", ",".join(match.meta["disguises"]))
    return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True, pretty_print=True))


def write(
    folder: str | Path,
    matches: Iterable[Match],
    *,
    name: Name = "detected-plagiarism",
    pairs: Sequence[tuple[str, str]] = (),
) -> int:
    """Write one XML file per document pair (also for `pairs` without a passage); say how many files."""
    place = Path(folder)
    require_folder(place)
    place.mkdir(parents=True, exist_ok=True)
    groups: dict[tuple[str, str], list[Match]] = {pair: [] for pair in pairs}
    for match in matches:
        groups.setdefault((match.suspicious.doc, match.source.doc), []).append(match)
    for (this, source), some in groups.items():
        file = place / file_name(f"{stem(this)}-{stem(source)}", ".xml")
        file.write_bytes(document(this, some, name=name))
    return len(groups)


def stem(name: str) -> str:
    """Drop the ending .txt and make the rest safe as a file name."""
    return name.removesuffix(".txt").replace("/", "_").replace("\\", "_")


def file_name(name: str, ending: str) -> str:
    """Give a file name that every system takes: one that is too long is cut and marked by its hash.

    >>> file_name("essay", ".xml"), len(file_name("эссе" * 100, ".xml").encode())
    ('essay.xml', 199)
    """
    if len(name.encode("utf-8", "replace")) + len(ending) <= LONGEST:
        return name + ending
    mark = f"-{xxhash.xxh3_64_hexdigest(name.encode('utf-8', 'replace'))}"
    kept = name.encode("utf-8", "replace")[: LONGEST - len(mark) - len(ending)].decode("utf-8", "ignore")
    return kept + mark + ending


def file_names(names: Sequence[str], ending: str) -> list[str]:
    """Name a file for each document, with its own ending only where two would have one name.

    >>> file_names(["a.docx", "b.html", "a.txt", "c"], ".html")
    ['a.docx.html', 'b.html', 'a.txt.html', 'c.html']
    """
    plain = [name.replace("/", "_").replace("\\", "_") for name in names]
    bare = [PurePath(name).stem if len(PurePath(name).suffix) in range(2, 7) else name for name in plain]
    count = Counter(name.casefold() for name in bare)
    return [
        file_name(short if count[short.casefold()] == 1 else full, ending)
        for short, full in zip(bare, plain, strict=True)
    ]


def require_folder(folder: Path) -> None:
    """Refuse a place for a folder where something else stands."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{folder} is a file; name a folder")


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """Give a folder to write into, which moves to its place when all of it is there, or goes."""
    require_folder(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".new-", dir=folder.parent) as place:
        yield Path(place)
        found = sorted(path for path in Path(place).rglob("*") if path.is_file())
        # the list of pairs comes last: what it does not name does not belong to the corpus yet
        for path in sorted(found, key=lambda path: path.name == "pairs"):
            target = folder / path.relative_to(place)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(path, target)


def read_pairs(path: str | Path) -> list[tuple[str, str]]:
    """Read PAN's list of pairs: a suspicious and a source document per line, split at a blank or a tab."""
    pairs = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        parts = line.split("\t") if "\t" in line else line.split()
        if not line.strip():
            continue
        if len(parts) != 2:
            raise DataError(
                f"{len(parts)} names, expected a suspicious and a source document", path=path, line=number
            )
        pairs.append((parts[0], parts[1]))
    return pairs
