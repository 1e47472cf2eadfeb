"""Check an essay and turn it into PAN's files: `src/`, `susp/`, `pairs` and the truth as XML."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct, structs

from paraphrast.data import Document, Match, Span
from paraphrast.detect import pan
from paraphrast.detect.essays import sheet
from paraphrast.detect.essays.pages import same_file, texts
from paraphrast.detect.essays.sheet import CODES, Row
from paraphrast.errors import DataError

LEAST_FRAGMENTS, LEAST_SOURCES = 100, 5
ALIKE = 85.0  # how far a sentence may differ from the saved page, from 0 to 100


class Problem(Struct, frozen=True):
    """Something the annotator should look at; errors leave a fragment out of the truth."""

    level: Literal["error", "warning"]
    message: str
    row: int | None = None

    def __str__(self) -> str:
        return f"row {self.row}: {self.message}" if self.row else self.message


class Essay(NamedTuple):
    """An essay with its sources and its truth, and what is wrong with it."""

    suspicious: Document
    sources: list[Document]
    truth: list[Match]
    problems: list[Problem]
    shares: dict[str, float]


class Letters:
    """A text without all but letters and digits, lower-cased, and the way back."""

    def __init__(self, text: str) -> None:
        kept = [
            (place, lower)
            for place, letter in enumerate(text)
            if letter.isalnum()
            for lower in letter.lower()
        ]
        self.full, self.places = text, [place for place, _ in kept]
        self.text = "".join(letter for _, letter in kept)

    def find(self, sentence: str) -> tuple[int, int] | None:
        """Find a sentence, or something very like it, and give its place in the full text."""
        from rapidfuzz import fuzz

        wanted = Letters(sentence).text
        if not wanted or not self.text:
            return None
        start, stop = self.text.find(wanted), -1
        if start >= 0:
            stop = start + len(wanted)
        elif len(wanted) <= len(self.text):
            near = fuzz.partial_ratio_alignment(wanted, self.text, score_cutoff=ALIKE)
            if near is None or near.dest_end <= near.dest_start:
                return None
            start, stop = near.dest_start, near.dest_end
        else:
            return None
        return self.places[start], self._closed(self.places[stop - 1] + 1, sentence)

    def _closed(self, stop: int, sentence: str) -> int:
        """Take in the mark that closes the sentence, where the full text has it too."""
        mark = sentence.rstrip()[-1:]
        return stop + 1 if not mark.isalnum() and self.full[stop : stop + 1] == mark else stop


def load(folder: str | Path) -> Essay:
    """Read an essay's folder: one xlsx sheet and `sources/` with the saved pages."""
    place = Path(folder)
    books = sorted(p for p in place.glob("*.xlsx") if not p.name.startswith("~"))
    if len(books) != 1:
        raise DataError(f"{len(books)} xlsx files, expected one with the fragments", path=place)
    rows = sheet.read(books[0])
    pages = texts(place / "sources" if (place / "sources").is_dir() else place)
    names = {same_file(name): name for name in pages}
    letters = {name: Letters(text) for name, text in pages.items()}
    problems: list[Problem] = []
    truth: list[Match] = []
    essay = f"{place.name}.txt"
    offset, parts = 0, []
    for row in rows:
        parts.append(row.fragment)
        name = names.get(same_file(row.source)) if row.source else None
        problems.extend(_about(row, name))
        if name is not None:
            span = Span(essay, offset, offset + len(row.fragment))
            truth.extend(_cases(row, span, (name, letters[name]), problems))
        offset += len(row.fragment) + 1
    problems.extend(_whole(rows, names))
    return Essay(
        Document(essay, " ".join(parts)),
        [Document(_plain(name), text) for name, text in pages.items()],
        truth,
        problems,
        _shares(rows),
    )


def _plain(name: str) -> str:
    return f"{Path(name).stem if Path(name).suffix else name}.txt"


def _about(row: Row, name: str | None) -> list[Problem]:
    """Check one row: its source, its originals, its codes."""
    found = []
    if row.source and name is None:
        found.append(Problem("error", f"there is no source {row.source!r} among the saved pages", row.row))
    if row.source and not row.originals:
        found.append(Problem("error", "a source is named but no original sentence is given", row.row))
    if row.originals and not row.source:
        found.append(Problem("error", "an original sentence is given but no source is named", row.row))
    if row.source and not row.types:
        found.append(Problem("warning", "no obfuscation type is given", row.row))
    unknown = [code for code in row.types if code not in CODES]
    if unknown:
        found.append(
            Problem(
                "warning", f"unknown type {', '.join(unknown)}; there are {', '.join(sorted(CODES))}", row.row
            )
        )
    return found


def _cases(row: Row, span: Span, source: tuple[str, Letters], problems: list[Problem]) -> list[Match]:
    """Find the originals in the source; sentences that stand together are one case."""
    name, letters = source
    places = []
    for original in row.originals:
        place = letters.find(original)
        if place is None:
            problems.append(Problem("error", f"not found in {name}: {original[:60]!r}", row.row))
        else:
            places.append(place)
    return [
        Match(
            span,
            Span(_plain(name), start, stop),
            "verbatim" if row.types == ("CPY",) else "paraphrase",
            meta={"obfuscation": ", ".join(row.types), "row": row.row},
        )
        for start, stop in joined(places)
    ]


def joined(places: list[tuple[int, int]], gap: int = 5) -> list[tuple[int, int]]:
    """Join stretches that touch or nearly touch.

    >>> joined([(20, 30), (0, 18), (50, 60)])
    [(0, 30), (50, 60)]
    """
    answer: list[tuple[int, int]] = []
    for start, stop in sorted(places):
        if answer and start - answer[-1][1] <= gap:
            answer[-1] = answer[-1][0], max(stop, answer[-1][1])
        else:
            answer.append((start, stop))
    return answer


def _whole(rows: list[Row], names: dict[str, str]) -> list[Problem]:
    """Check the essay as a whole: enough fragments, enough sources, none unused."""
    taken = [row for row in rows if row.source]
    used = {same_file(row.source) for row in taken}
    found = []
    if len(taken) < LEAST_FRAGMENTS:
        found.append(
            Problem("warning", f"{len(taken)} paraphrased fragments, expected {LEAST_FRAGMENTS} or more")
        )
    if len(used) < LEAST_SOURCES:
        found.append(Problem("warning", f"{len(used)} sources, expected {LEAST_SOURCES} or more"))
    unused = sorted(name for key, name in names.items() if key not in used)
    if unused:
        found.append(Problem("warning", f"sources from which nothing was taken: {', '.join(unused)}"))
    return found


def _shares(rows: list[Row]) -> dict[str, float]:
    """Say which part of the borrowed fragments each type has."""
    taken = [row for row in rows if row.source]
    codes = sorted({code for row in taken for code in row.types})
    return {code: sum(code in row.types for row in taken) / len(taken) for code in codes}


def write(essays: Sequence[Essay], folder: str | Path) -> None:
    """Write essays into PAN's folders, beside others that may be there already: all of them, or none."""
    place = Path(folder)
    listed = pan.read_pairs(place / "pairs") if (place / "pairs").exists() else []
    with pan.staged(place) as fresh:
        for name in ("src", "susp", "truth"):
            (fresh / name).mkdir()
        for essay in essays:
            pairs = _write(essay, fresh)
            listed = [pair for pair in listed if pair[0] != pairs[0][0]] + pairs
        lines = [f"{this}\t{source}" for this, source in listed]
        (fresh / "pairs").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write(essay: Essay, place: Path) -> list[tuple[str, str]]:
    """Write one essay and give its pairs."""
    prefix = essay.suspicious.id.removesuffix(".txt")
    this = pan.file_name(prefix, ".txt")
    (place / "susp" / this).write_text(essay.suspicious.text, encoding="utf-8")
    renamed = {
        source.id: pan.file_name(f"{prefix} - {source.id.removesuffix('.txt')}", ".txt")
        for source in essay.sources
    }
    for source in essay.sources:
        (place / "src" / renamed[source.id]).write_text(source.text, encoding="utf-8")
    pairs = [(this, renamed[source.id]) for source in essay.sources]
    truth = [
        structs.replace(
            match,
            suspicious=structs.replace(match.suspicious, doc=this),
            source=structs.replace(match.source, doc=renamed[match.source.doc]),
        )
        for match in essay.truth
    ]
    pan.write(place / "truth", truth, name="plagiarism", pairs=pairs)
    return pairs
