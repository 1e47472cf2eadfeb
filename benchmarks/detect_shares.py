"""Is the share true? Half of a text from many sources, single sentences, and texts that took nothing.

The library of a language is cut from its files into documents of about 900 characters. Of every 32 stretches
of 4,500 characters the first eight are held out: clean texts, and the own part of texts that borrow.
"""

import argparse
import csv
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from detect_shuffled import shuffled_edits
from detect_texts import cpu, library

from paraphrast.data import Document, Match, Span
from paraphrast.detect.check import Check, Settings, check
from paraphrast.detect.exclude import union
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.shingles import letters
from paraphrast.text import Lang, forms, sentences

STRETCH, PIECE = 4_500, 900  # characters of a stretch and of a document
HELD, AMONG = 8, 32  # so many stretches of so many are held out, side by side: neighbours tell one story
REPEATING = "laws", "cctv"
PASSAGE = 200, 700  # characters of a borrowed passage
LENGTHS = ((8, 9), (10, 14), (15, 20), (21, 30))  # words of a single sentence
CHARACTERS = ((14, 17), (18, 24), (25, 34), (35, 50))  # the same in Chinese
MARKED = 0.02  # a clean text is marked when more than this is called borrowed
GENUINE = {"ru": 50, "en": 50, "zh": 20}  # letters in a row that two texts do not share by chance

READ = Path(__file__).parent / "readings" / "shared.tsv"

Checker = Callable[[Document], Check]


class Shelf(NamedTuple):
    """The documents of one language that are indexed, and the stretches that are not."""

    lang: Lang
    indexed: list[Document]
    held: list[Document]

    def own(self) -> list[Document]:
        """List the stretches that can be somebody's own text: laws and the evening news repeat themselves."""
        return [one for one in self.held if not any(name in one.id for name in REPEATING)]


class Planted(NamedTuple):
    """A passage that was put into a text: where it begins and ends, and where it is from."""

    start: int
    stop: int
    source: str


def shelf(options: argparse.Namespace, lang: Lang) -> Shelf:
    """Cut the files of a language; dialogues, which tell the same jokes, are indexed but never held out."""
    indexed: list[Document] = []
    held: list[Document] = []
    for stretch in library(Path(options.mono), lang, STRETCH):
        number = int(stretch.id.rpartition("-")[2])
        if (number - options.first) % AMONG < HELD and "dialogues" not in stretch.id:
            held.append(stretch)
        else:
            indexed.extend(_pieces(stretch))
        if len(indexed) >= options.indexed:
            break
    return Shelf(lang, indexed[: options.indexed], held)


def _pieces(stretch: Document) -> Iterator[Document]:
    """Cut a stretch at its lines into documents."""
    some: list[str] = []
    number = 0
    for line in stretch.text.split("\n"):
        some.append(line)
        if sum(map(len, some)) >= PIECE:
            yield Document(f"{stretch.id}.{number}", "\n".join(some), lang=stretch.lang)
            some, number = [], number + 1
    if some:
        yield Document(f"{stretch.id}.{number}", "\n".join(some), lang=stretch.lang)


def borrowed_text(shelf: Shelf, sources: int, draw: np.random.Generator) -> tuple[Document, list[Planted]]:
    """Put passages of so many documents between as much text of somebody's own."""
    parts, planted, place = [], [], 0
    own = _own_lines(shelf, draw)
    for lender in (shelf.indexed[k] for k in draw.permutation(len(shelf.indexed)).tolist()):
        passage = _passage(lender, draw) if "dialogues" not in lender.id else ""
        if not passage:
            continue
        planted.append(Planted(place, place + len(passage), lender.id))
        filler = ""
        while len(filler) < len(passage):
            filler += next(own) + "\n"
        parts += [passage + "\n", filler]
        place += len(passage) + 1 + len(filler)
        if len(planted) == sources:
            break
    return Document(f"borrowed from {sources}", "".join(parts), lang=shelf.lang), planted


def _own_lines(shelf: Shelf, draw: np.random.Generator) -> Iterator[str]:
    own = shelf.own()
    for k in draw.permutation(len(own)).tolist():
        yield from (line for line in own[k].text.split("\n") if len(line) > 30)


def _passage(lender: Document, draw: np.random.Generator) -> str:
    """Take consecutive sentences of a document, of 200 to 700 characters together, or nothing."""
    found = sentences(lender.text, lender.lang or "en")
    wanted = int(draw.integers(*PASSAGE))
    first = int(draw.integers(max(len(found) // 2, 1)))
    for last in range(first, len(found)):
        size = found[last].stop - found[first].start
        if size > PASSAGE[1]:
            return ""
        if size >= wanted:
            return lender.text[found[first].start : found[last].stop]
    return ""


def share_errors(shelf: Shelf, run: Checker, options: argparse.Namespace) -> None:
    for sources in map(int, options.counts.split(",")):
        errors, kinds, stretched, seconds = [], [], [], 0.0
        for number in range(options.texts):
            text, planted = borrowed_text(
                shelf, sources, np.random.default_rng([options.seed, sources, number])
            )
            result: list[Check] = []
            seconds += cpu(lambda text=text, result=result: result.append(run(text)))
            truth = sum(one.stop - one.start for one in planted) / len(text.text)
            errors.append(result[0].borrowed - truth)
            for one in planted:
                kind, stretch = _kind_of(result[0].matches, one)
                kinds += [kind] if kind else []
                stretched += [stretch] if kind else []
        print(
            f"| {shelf.lang} | {sources} | {np.mean(np.abs(errors)):.3f} | {max(errors, key=abs):+.3f} "
            f"| {len(kinds) / (sources * options.texts):.3f} "
            f"| {kinds.count('verbatim') / max(len(kinds), 1):.3f} "
            f"| {np.mean(stretched or [0]):.2f} | {seconds / options.texts:.2f} |",
            flush=True,
        )


def _kind_of(matches: Sequence[Match], planted: Planted) -> tuple[str, float]:
    """Name the kind that most of a passage is called, and how much longer its source side is than it."""
    called: dict[str, int] = {}
    here, there = 0, Span(planted.source, 10**9, 0)
    for match in (match for match in matches if match.source.doc == planted.source):
        covered = min(match.suspicious.stop, planted.stop) - max(match.suspicious.start, planted.start)
        if covered <= 0:
            continue
        # the hull, because a quotation inside cuts a match, and each part has the whole source side
        there = Span(planted.source, min(there.start, match.source.start), max(there.stop, match.source.stop))
        here += covered
        for run in match.runs or [match]:
            start, stop = (
                (run.start, run.stop) if match.runs else (match.suspicious.start, match.suspicious.stop)
            )
            inside = min(stop, planted.stop) - max(start, planted.start)
            called[run.kind] = called.get(run.kind, 0) + max(inside, 0)
    if not called:
        return "", 0.0
    return max(called, key=lambda kind: called[kind]), (there.stop - there.start) / max(here, 1)


def single_sentences(shelf: Shelf, run: Checker, options: argparse.Namespace) -> None:
    """Put one sentence that only one document has into a clean text, and see whether its source is named."""
    buckets = CHARACTERS if shelf.lang == "zh" else LENGTHS
    draw = np.random.default_rng([options.seed, 7])
    found: dict[tuple[int, int], list[bool]] = {bucket: [] for bucket in buckets}
    whole = "\n".join(letters(document.text)[0] for document in shelf.indexed)
    for k in draw.permutation(len(shelf.indexed)).tolist():
        lender = shelf.indexed[k]
        bucket, sentence = find_bucket(lender, shelf.lang, buckets, draw)
        if bucket is None or len(found[bucket]) >= options.sentences or "dialogues" in lender.id:
            continue
        if whole.count(letters(sentence)[0]) != 1:
            continue
        host = shelf.held[int(draw.integers(len(shelf.held)))].text.split("\n")
        middle = len(host) // 2
        start = len("\n".join(host[:middle])) + 1 if middle else 0
        text = Document(
            "one sentence", "\n".join([*host[:middle], sentence, *host[middle:]]), lang=shelf.lang
        )
        found[bucket].append(is_named(run(text), Planted(start, start + len(sentence), lender.id)))
        if all(len(some) >= options.sentences for some in found.values()):
            break
    cells = " | ".join(f"{sum(some)} of {len(some)}" for some in found.values())
    every = [one for some in found.values() for one in some]
    print(f"| {shelf.lang} | {cells} | {np.mean(every):.3f} |", flush=True)


def find_bucket(
    lender: Document, lang: Lang, buckets: Sequence[tuple[int, int]], draw: np.random.Generator
) -> tuple[tuple[int, int] | None, str]:
    some = sentences(lender.text, lang)
    text = some[int(draw.integers(len(some)))].text.strip() if some else ""
    size = sum(map(str.isalnum, text)) if lang == "zh" else len(forms(text, lang))
    return next(((low, high) for low, high in buckets if low <= size <= high), None), text


def is_named(result: Check, planted: Planted) -> bool:
    """Tell whether 70% of a passage is counted as taken from its source, or quoted."""
    covered = sum(
        max(min(m.suspicious.stop, planted.stop) - max(m.suspicious.start, planted.start), 0)
        for m in result.matches
        if m.source.doc == planted.source and m.meta.get("excluded") in (None, "quotation", "unreferenced")
    )
    return covered >= 0.7 * (planted.stop - planted.start)


def clean_texts(shelf: Shelf, run: Checker, options: argparse.Namespace) -> None:
    """Count clean texts that are marked: by anything, without shared runs, and without what was read."""
    whole = left = wrong = count = 0
    shared = read_as_shared()
    for text in islice(shelf.held, options.clean):
        result = run(text)
        count += 1
        if result.borrowed <= MARKED:
            continue
        whole += 1
        doubtful = [match for match in _counted(result) if not _is_genuine(result, match)]
        marked = _part(text, doubtful) > MARKED
        left += marked
        unread = [match for match in doubtful if (text.id, match.source.doc) not in shared]
        wrong += _part(text, unread) > MARKED
        if options.listed:
            _list(Path(options.listed), result, doubtful, marked)
    part = max(count, 1)
    print(
        f"| {shelf.lang} | {count} | {whole} ({whole / part:.1%}) | {left} ({left / part:.1%}) "
        f"| {wrong} ({wrong / part:.1%}) |",
        flush=True,
    )


def read_as_shared() -> set[tuple[str, str]]:
    """Give the pairs (text, source) whose passages one reader found in both texts: no formula, no chance."""
    with open(READ, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {(row["text"], row["source"]) for row in rows if row["verdict"] == "shared"}


def _counted(result: Check) -> list[Match]:
    return [match for match in result.matches if not match.meta.get("excluded")]


def _part(text: Document, matches: Sequence[Match]) -> float:
    places = [(match.suspicious.start, match.suspicious.stop) for match in matches]
    return float(union(places, len(text.text)).mean())


def _is_genuine(result: Check, match: Match) -> bool:
    """Tell whether so many letters in a row of a passage stand in its source, letter for letter."""
    text = result.document.text[match.suspicious.start : match.suspicious.stop]
    [source] = [source.text for source in result.sources if source.id == match.source.doc]
    here, there = letters(text)[0], letters(source)[0]
    size = GENUINE[result.document.lang or "en"]
    return any(here[k : k + size] in there for k in range(len(here) - size + 1))


def _list(path: Path, result: Check, doubtful: Sequence[Match], marked: bool) -> None:
    """Write the passages of a marked text to a file, so that they can be read."""
    with open(path, "a", encoding="utf-8") as file:
        for match in _counted(result):
            why = "genuine" if match not in doubtful else "marked" if marked else "too little"
            span, there = match.suspicious, match.source
            [source] = [source.text for source in result.sources if source.id == there.doc]
            cells = (
                why,
                result.document.id,
                there.doc,
                match.kind,
                result.document.text[span.start : span.stop],
            )
            file.write("\t".join(map(repr, (*cells, source[there.start : there.stop]))) + "\n")


PARTS = {
    "sources": (
        share_errors,
        "half of a text is borrowed\n"
        "| | sources | mean error | worst | passages found | called verbatim | source side to text side "
        "| CPU s a text |",
    ),
    "sentences": (
        single_sentences,
        "one sentence that one document has\n| | by length, shortest first | | | | all |",
    ),
    "shuffled": (
        shuffled_edits,
        "sentences in another order, one word of seven changed\n"
        "| | texts | plagdet | precision | recall | granularity |",
    ),
    "clean": (
        clean_texts,
        "nothing is borrowed\n| | texts | marked | so without runs of 50 letters (zh 20) that both have |",
    ),
}


def shares(options: argparse.Namespace) -> None:
    shelves = [shelf(options, lang) for lang in options.langs.split(",")]
    places = [Path(tempfile.mkdtemp()) for _ in shelves]
    for one, place in zip(shelves, places, strict=True):
        with Writer(place) as writer:
            writer.add(one.indexed)
        print(
            f"{one.lang}: {len(one.indexed)} documents indexed, {len(one.held)} stretches held out",
            flush=True,
        )
    settings = Settings(options.strictness)
    for part in options.parts.split(","):
        work, heading = PARTS[part]
        print(f"\n{heading}\n" + "|---" * (heading.split("\n")[1].count("|") - 1) + "|", flush=True)
        for one, place in zip(shelves, places, strict=True):
            index = Index(place)
            work(one, lambda text, index=index: check(text, index, settings=settings), options)
    for place in places:
        shutil.rmtree(place)


def add_shares(verbs: Any) -> None:
    """Add the verb `shares` to the command line."""
    one = verbs.add_parser("shares")
    one.add_argument("mono")
    one.add_argument("--langs", default="ru,en,zh")
    one.add_argument("--parts", default=",".join(PARTS), help="which of " + ", ".join(PARTS))
    one.add_argument("--indexed", type=int, default=10_000, help="documents of a language")
    one.add_argument("--counts", default="1,10,40,100,200", help="sources of a text")
    one.add_argument("--texts", type=int, default=5, help="texts of a cell")
    one.add_argument("--sentences", type=int, default=20, help="sentences of a cell")
    one.add_argument("--clean", type=int, default=200, help="clean texts of a language")
    one.add_argument("--first", type=int, default=0, help="of 32 stretches the first that is held out")
    one.add_argument("--strictness", default="medium", help="as in `detect check`")
    one.add_argument("--listed", help="write the passages of marked clean texts to this file")
    one.add_argument("--seed", type=int, default=0)
    one.set_defaults(run=shares)
