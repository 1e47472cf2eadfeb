"""Passages found by meaning: false alarms on clean texts, heavy paraphrases and translations, what it costs.

The library is cut from all plain-text files but those of CLEAN, from which the clean texts are taken; the
borders of `detect/meaning` were fitted on texts of the other files (each against a library without its own
file). `heavy` adds the documents that hold the sources of benchmarks/readings/heavy.*.jsonl: paraphrases and
translations that were written for this alone by somebody who did not know the detector, each put between two
pieces of a clean text.
"""

import argparse
import csv
import hashlib
import json
import lzma
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from detect_texts import cpu, in_turn

from paraphrast.data import Document, Match
from paraphrast.detect.check import Check, check
from paraphrast.detect.index.nearest import Codes, Near, pick
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import Meaning, load_meaning
from paraphrast.detect.meaning.places import NEAR, cut_windows
from paraphrast.detect.reading import lang_of, read
from paraphrast.stats.intervals import wilson

CLEAN = {"ru": ("ru.drama",), "en": ("en.openstax",), "zh": ("zh.laws", "zh.cctv_news")}
SIZE = {"ru": 1500, "en": 1500, "zh": 600}  # characters of a document
READINGS = Path(__file__).parent / "readings"
DEVELOPMENT = (
    1  # texts with such numbers, modulo 2, are for fitting (training/proof.py), the others for measuring
)
AT_ONCE = 48  # texts whose windows are looked for together


class Numbered(NamedTuple):
    """A document and the lines of its file that it is made of: first, and one past the last, from 1 on."""

    document: Document
    first: int
    last: int


def cut(path: Path) -> Iterator[Numbered]:
    """Make documents of the lines of a file, whole lines each; what is left at the end is the last one."""
    lang, name = path.name[:2], path.name.split(".txt")[0]
    some: list[str] = []
    first, count = 1, 0
    with (
        lzma.open(path, "rt", encoding="utf-8")
        if path.suffix == ".xz"
        else open(path, encoding="utf-8") as file
    ):
        for number, line in enumerate(file, 1):
            some.append(line.rstrip("\n"))
            if sum(map(len, some)) >= SIZE[lang]:
                yield _numbered(f"{name}-{count}", some, first)
                some, first, count = [], number + 1, count + 1
    if some:
        yield _numbered(f"{name}-{count}", some, first)


def _numbered(name: str, some: list[str], first: int) -> Numbered:
    return Numbered(Document(name, "\n".join(some), lang=name[:2]), first, first + len(some))  # type: ignore[arg-type]


def files(mono: Path, *, clean: bool) -> list[Path]:
    """List the files of the library, or those of the clean texts."""
    kept = [name for names in CLEAN.values() for name in names]
    found = sorted(mono.glob("*.txt*"))
    return [path for path in found if path.name.startswith(tuple(kept)) == clean]


def library(mono: Path) -> Iterator[Document]:
    """Take documents of all files but those of the clean texts in turn."""
    return in_turn((one.document for one in cut(path)) for path in files(mono, clean=False))


def build(options: argparse.Namespace) -> Path:
    """Build the index, unless it is there."""
    place = Path(options.index or tempfile.mkdtemp()) / "index"
    if not place.exists():
        begin, wall = time.process_time(), time.time()
        with Writer(place, views=["words", "prints", "vectors"]) as writer:
            writer.add(islice(library(Path(options.mono)), options.indexed))
        spent = time.process_time() - begin
        count = len(Index(place))
        print(
            f"index: {count} documents, {spent / count * 1000:.2f} CPU ms a document "
            f"({time.time() - wall:.0f} s on the clock)",
            flush=True,
        )
    return place


def clean_texts(mono: Path, lang: str, count: int) -> Iterator[Document]:
    """Take texts of the clean files of a language, spread over them."""
    streams = []
    for path in files(mono, clean=True):
        if path.name.startswith(lang):
            whole = [one.document for number, one in enumerate(cut(path)) if number % 2 != DEVELOPMENT]
            streams.append(iter(whole[:: max(1, len(whole) // count)]))
    return islice(in_turn(streams), count)


class Prepared(Index):
    """An index that looks for what is near to many texts at once: the same answers, sooner."""

    near: dict[bytes, Near]

    def prepare(self, texts: Sequence[Document]) -> None:
        codes = [cut_windows(read(text))[1].codes for text in texts]
        whole = super().by_vectors(np.concatenate(codes), limit=NEAR)
        self.near, begin = {}, 0
        for some in codes:
            mine = pick(whole, (whole.query >= begin) & (whole.query < begin + len(some)))
            self.near[some.tobytes()] = mine._replace(query=mine.query - begin)
            begin += len(some)

    def by_vectors(self, codes: Codes, *, limit: int) -> Near:
        assert limit == NEAR
        return self.near[codes.tobytes()]


def checks(index: Prepared, texts: Iterable[Document], models: Meaning) -> Iterator[tuple[Document, Check]]:
    """Check texts, some of them at a time."""
    stream = iter(texts)
    while some := list(islice(stream, AT_ONCE)):
        index.prepare(some)
        yield from ((text, check(text, index, meaning=models)) for text in some)


def by_meaning(result: Check) -> list[Match]:
    return [match for match in result.matches if match.meta.get("by") == "meaning"]


def meaning(options: argparse.Namespace) -> None:
    """Count the clean texts that are marked by meaning, in one language and across."""
    index, models = Prepared(build(options)), load_meaning()
    for lang in options.langs.split(","):
        texts = [one for one in clean_texts(Path(options.mono), lang, options.clean) if not index.has(one.id)]
        marked: dict[str, set[str]] = {"paraphrase": set(), "translated": set()}
        for text, result in checks(index, texts, models):
            for match in by_meaning(result):
                marked[match.kind].add(text.id)
                _show(text, index, match)
        size = sum(len(text.text) for text in texts) / len(texts)
        every = marked["paraphrase"] | marked["translated"]
        print(
            f"| {lang} | {len(texts)} texts of {size:.0f} characters | {len(index)} documents "
            f"| marked in one language {len(marked['paraphrase'])}, across {len(marked['translated'])} "
            f"| either {len(every)}: {wilson(len(every), len(texts))} |",
            flush=True,
        )
        files = sorted({text.id.rpartition("-")[0] for text in texts})
        for file in files:
            size = sum(text.id.startswith(f"{file}-") for text in texts)
            print(f"  {file}: {sum(name.startswith(f'{file}-') for name in every)} of {size}", flush=True)


def _show(text: Document, index: Index, match: Match) -> None:
    here, there = match.suspicious, match.source
    print(
        f"  {match.score:.3f} {match.kind} {text.id}: {text.text[here.start : here.stop]!r}\n"
        f"    {there.doc}: {index.get(there.doc).text[there.start : there.stop]!r}",
        flush=True,
    )


def readings(lang: str, sets: Sequence[str]) -> list[dict[str, str]]:
    """Read the passages of some sets; those of each are numbered anew, so the set comes before the number."""
    found = []
    for name in sets:
        with open(READINGS / f"{name}.{lang}.jsonl", encoding="utf-8") as file:
            found += [{**row, "id": f"{name}:{row['id']}"} for row in map(json.loads, file)]
    return found


def sources(mono: Path, rows: list[dict[str, str]]) -> dict[str, Document]:
    """Find the document that holds the source of each reading, by file, line and checksum."""
    found: dict[str, Document] = {}
    for name in sorted({row["file"] for row in rows}):
        [path] = mono.glob(f"{name}.*txt*")
        wanted: dict[int, list[dict[str, str]]] = {}
        for row in (row for row in rows if row["file"] == name):
            wanted.setdefault(int(row["line"]), []).append(row)
        for document, first, last in cut(path):
            for line in range(first, last):
                for row in wanted.get(line, []):
                    text = document.text.split("\n")[line - first].strip()
                    if hashlib.sha256(text.encode("utf-8")).hexdigest() != row["sha256"]:
                        raise SystemExit(f"{name}, line {line} is not the text that was read")
                    found[row["id"]] = document
    return found


def passages(mono: Path, folder: Path, lang: str) -> tuple[list[dict[str, str]], dict[str, Document]]:
    """Read passages that are a table: by file and line of MONO, or with a source that is its own document.

    The columns are id, paraphrase, translation, translation_lang, file, line and sha256; or id, source, heavy
    and translated.
    """
    with open(folder / f"heavy.{lang}.tsv", encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t"))
    if "file" in table[0]:
        return table, sources(mono, table)
    rows, truth = [], {}
    for cells in table:
        other = lang_of(Document("", cells["translated"]))
        texts = {"paraphrase": cells["heavy"], "translation": cells["translated"]}
        rows.append({"id": cells["id"], "lang": lang, "translation_lang": other, **texts})
        truth[cells["id"]] = Document(f"passage {cells['id']}", cells["source"], lang=lang)  # type: ignore[arg-type]
    return rows, truth


def heavy(options: argparse.Namespace) -> None:
    """Count the heavy paraphrases and the translations that are found with their source."""
    mono, place, models = Path(options.mono), build(options), load_meaning()
    langs = options.langs.split(",")
    if options.passages:
        both = {lang: passages(mono, Path(options.passages), lang) for lang in langs}
        rows, truth = ({lang: one[side] for lang, one in both.items()} for side in (0, 1))
    else:
        rows = {lang: readings(lang, options.sets.split(",")) for lang in langs}
        truth = {lang: sources(mono, some) for lang, some in rows.items()}
    wanted = {one.id: one for some in truth.values() for one in some.values()}
    index = Prepared(place)
    if not all(index.has(name) for name in wanted):
        with Writer(place) as writer:
            writer.add(wanted.values())
        index = Prepared(place)
    hosts = {lang: [text for text in clean_texts(mono, lang, 40) if not index.has(text.id)] for lang in CLEAN}
    for lang, some in rows.items():
        for kind in ("paraphrase", "translation"):
            tasks = [_hidden(row, kind, hosts, number) for number, row in enumerate(some)]
            right = {name: source.id for name, source in truth[lang].items()}
            _find(index, models, (tasks, right), f"{lang} {kind}")


class Hidden(NamedTuple):
    """A passage between two pieces of a clean text, and where it stands there."""

    name: str
    document: Document
    start: int
    stop: int


def _hidden(row: dict[str, str], kind: str, hosts: dict[str, list[Document]], number: int) -> Hidden:
    lang = row["translation_lang"] if kind == "translation" else row["lang"]
    host = hosts[lang][number % len(hosts[lang])].text
    before = host[: SIZE[lang] // 3] + "\n"
    text = before + row[kind] + "\n" + host[-(SIZE[lang] // 3) :]
    document = Document(f"checked {number}", text, lang=lang)  # type: ignore[arg-type]
    return Hidden(row["id"], document, len(before), len(before) + len(row[kind]))


def _find(index: Prepared, models: Meaning, what: tuple[Sequence[Hidden], dict[str, str]], name: str) -> None:
    tasks, truth = what
    found = beside = 0
    missed = []
    every = checks(index, (task.document for task in tasks), models)
    for task, (_, result) in zip(tasks, every, strict=True):
        inside = [m for m in result.matches if _overlap(m, task.start, task.stop) >= 0.5]
        right = any(m.source.doc == truth[task.name] for m in inside)
        found += right
        beside += any(m.source.doc != truth[task.name] for m in inside)
        missed += [] if right else [task.name]
    print(
        f"| {name} | {len(index)} documents | found {found} of {len(tasks)}: {wilson(found, len(tasks))} "
        f"| another source beside {beside} | missed {' '.join(missed)} |",
        flush=True,
    )


def _overlap(match: Match, start: int, stop: int) -> float:
    """Say which part of start..stop a match covers, with all that quotation marks cut off it."""
    first, last = match.meta.get("whole", (match.suspicious.start, match.suspicious.stop))
    return float(min(last, stop) - max(first, start)) / (stop - start)


def cost(options: argparse.Namespace) -> None:
    """Time the check of a text of 2,000 words with and without meaning."""
    index, models = Index(build(options)), load_meaning()
    for lang in options.langs.split(","):
        texts = list(clean_texts(Path(options.mono), lang, 40))
        length = 2 * sum(SIZE.values()) if lang == "zh" else 13_000
        text = Document("long", "\n".join(one.text for one in texts)[:length], lang=lang)  # type: ignore[arg-type]
        check(text, index)
        words = cpu(lambda text=text: check(text, index))
        both = cpu(lambda text=text: check(text, index, meaning=models))
        print(
            f"| {lang} | {len(text.text)} characters | {len(index)} documents "
            f"| words {words:.2f} CPU s | with meaning {both:.2f} |",
            flush=True,
        )


def add_meaning(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    for verb in (meaning, heavy, cost):
        one = verbs.add_parser(verb.__name__)
        one.add_argument("mono")
        one.add_argument("--indexed", type=int, default=2_000)
        one.add_argument("--index", help="a folder for the index, which is kept")
        one.add_argument("--sets", default="heavy-4", help="heavy: sets of benchmarks/readings")
        one.add_argument("--passages", help="heavy: a folder with heavy.LANG.tsv in place of the readings")
        one.add_argument("--clean", type=int, default=20, help="clean texts of a language")
        one.add_argument("--langs", default="ru,en,zh")
        one.set_defaults(run=verb)
