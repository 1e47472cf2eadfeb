"""The small default of a benchmark: what it runs on without arguments, and a line about what that leaves out.

Called without arguments, every benchmark here runs to its end on texts that come with this repository, in a
minute or so. The figures of benchmarks/README.md need the arguments that stand beside them there.
"""

import atexit
import json
import lzma
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from paraphrast import corpora, data
from paraphrast.data import Pair
from paraphrast.errors import ParaphrastError

ROOT = Path(__file__).parents[1]
LANGS = ("ru", "en", "zh")


def default(arguments: str, skipped: str) -> bool:
    """Run with these arguments where none were given, and say so; {mono} is a folder of bundled texts."""
    if len(sys.argv) > 1:
        return False
    if "{mono}" in arguments or "{work}" in arguments:
        folder = Path(tempfile.mkdtemp(prefix="paraphrast-bench-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        arguments = arguments.format(mono=mono(folder), work=folder)
    sys.argv += arguments.split()
    print(f"small: {Path(sys.argv[0]).name} {arguments}".rstrip())
    print(f"skipped: {skipped}", flush=True)
    return True


def prose(lang: str) -> Iterator[str]:
    """Yield paragraphs of prose that come with the repository."""
    for path in sorted((ROOT / "training" / "written").glob(f"prose.{lang}.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield " ".join(str(json.loads(line)["text"]).split())
    for path in sorted(data.sample("library").glob(f"{lang}-*.txt")):
        yield from path.read_text(encoding="utf-8").splitlines()


def mono(folder: Path) -> Path:
    """Write LANG.samples.txt.xz, a paragraph a line, as the larger collections of plain text have them."""
    to = folder / "mono"
    to.mkdir(parents=True)
    for lang in LANGS:
        lines = [line for line in prose(lang) if line.strip()]
        (to / f"{lang}.samples.txt.xz").write_bytes(lzma.compress(("\n".join(lines) + "\n").encode("utf-8")))
    return to


def pairs(lang: str | None = None) -> list[Pair]:
    """Give the bundled pairs, of one language or of all."""
    return [pair for pair in data.read(data.sample("pairs.jsonl")) if lang in (None, pair.lang)]


def rude(lang: str) -> list[Pair]:
    """Give the bundled rude texts with what people made of them."""
    return [pair for pair in data.read(data.sample("rude.jsonl")) if pair.lang == lang]


def load(name: str, split: str, lang: str | None = None) -> list[Pair]:
    """Give the pairs of a corpus or, where there is no local copy, the bundled ones, saying so."""
    try:
        return [pair for pair in corpora.load(name, split) if isinstance(pair, Pair)]
    except ParaphrastError as error:
        found = pairs(lang)
        print(f"skipped: {name}:{split} ({error}); {len(found)} bundled pairs in its place", flush=True)
        return found
