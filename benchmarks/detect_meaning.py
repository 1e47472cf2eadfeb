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
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from detect_texts import cpu, in_turn

from paraphrast.data import Document, Match
from paraphrast.detect.check import Check, check
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import Meaning, load_meaning
from paraphrast.detect.reading import lang_of

CLEAN = {"ru": ("ru.drama",), "en": ("en.openstax",), "zh": ("zh.laws", "zh.cctv_news")}
SIZE = {"ru": 1500, "en": 1500, "zh": 600}  # characters of a document
READINGS = Path(__file__).parent / "readings"
DEVELOPMENT = (
    1  # texts with such numbers, modulo 2, are for fitting (training/proof.py), the others for measuring
)
MARKED = 0.02  # the part of a clean text that makes it marked


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


def by_meaning(result: Check) -> list[Match]:
    return [match for match in result.matches if match.meta.get("by") == "meaning"]


def meaning(options: argparse.Namespace) -> None:
    """Count the clean texts that are marked by meaning, in one language and across."""
    index, models = Index(build(options)), load_meaning()
    for lang in options.langs.split(","):
        texts = [one for one in clean_texts(Path(options.mono), lang, options.clean) if not index.has(one.id)]
        marked = {"paraphrase": 0, "translated": 0}
        spent = 0.0
        for text in texts:
            begin = time.process_time()
            found = by_meaning(check(text, index, meaning=models))
            spent += time.process_time() - begin
            for kind in {match.kind for match in found}:
                marked[kind] += 1
            for match in found:
                _show(text, index, match)
        size = sum(len(text.text) for text in texts) / len(texts)
        print(
            f"| {lang} | {len(texts)} texts of {size:.0f} characters | {len(index)} documents "
            f"| marked in one language {marked['paraphrase']}, across {marked['translated']} "
            f"| {spent / len(texts):.2f} CPU s a check |",
            flush=True,
        )


def _show(text: Document, index: Index, match: Match) -> None:
    here, there = match.suspicious, match.source
    print(
        f"  {match.score:.3f} {match.kind} {text.id}: {text.text[here.start : here.stop]!r}\n"
        f"    {there.doc}: {index.get(there.doc).text[there.start : there.stop]!r}",
        flush=True,
    )


def readings(lang: str) -> list[dict[str, str]]:
    with open(READINGS / f"heavy.{lang}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


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
        rows = {lang: readings(lang) for lang in langs}
        truth = {lang: sources(mono, some) for lang, some in rows.items()}
    wanted = {one.id: one for some in truth.values() for one in some.values()}
    index = Index(place)
    if not all(index.has(name) for name in wanted):
        with Writer(place) as writer:
            writer.add(wanted.values())
        index = Index(place)
    hosts = {lang: [text for text in clean_texts(mono, lang, 40) if not index.has(text.id)] for lang in CLEAN}
    for lang, some in rows.items():
        for kind in ("paraphrase", "translation"):
            _find(index, models, (some, truth[lang], kind), hosts, f"{lang} {kind}")


def _find(
    index: Index,
    models: Meaning,
    what: tuple[list[dict[str, str]], dict[str, Document], str],
    hosts: dict[str, list[Document]],
    name: str,
) -> None:
    rows, truth, kind = what
    found = beside = 0
    missed, spent = [], 0.0
    for number, row in enumerate(rows):
        lang = row["translation_lang"] if kind == "translation" else row["lang"]
        host = hosts[lang][number % len(hosts[lang])].text
        before = host[: SIZE[lang] // 3] + "\n"
        text = before + row[kind] + "\n" + host[-(SIZE[lang] // 3) :]
        document = Document("checked", text, lang=lang)  # type: ignore[arg-type]
        begin = time.process_time()
        matches = check(document, index, meaning=models).matches
        spent += time.process_time() - begin
        inside = [m for m in matches if _overlap(m, len(before), len(before) + len(row[kind])) >= 0.5]
        right = [m for m in inside if m.source.doc == truth[row["id"]].id]
        found += bool(right)
        beside += any(m.source.doc != truth[row["id"]].id for m in inside)
        missed += [] if right else [row["id"]]
    print(
        f"| {name} | {len(index)} documents | found {found} of {len(rows)} | another source beside {beside} "
        f"| {spent / len(rows):.2f} CPU s a check | missed {' '.join(missed)} |",
        flush=True,
    )


def _overlap(match: Match, start: int, stop: int) -> float:
    """Say which part of start..stop a match covers."""
    return (min(match.suspicious.stop, stop) - max(match.suspicious.start, start)) / (stop - start)


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
        one.add_argument("--passages", help="heavy: a folder with heavy.LANG.tsv in place of the readings")
        one.add_argument("--clean", type=int, default=20, help="clean texts of a language")
        one.add_argument("--langs", default="ru,en,zh")
        one.set_defaults(run=verb)
