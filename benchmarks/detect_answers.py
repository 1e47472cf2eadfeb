"""How much of short answers is found, by how far they went from their source (answers/README.md)."""

import argparse
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from detect_texts import library

from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.index.manifest import VIEWS
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import load_meaning
from paraphrast.errors import DataError

FOLDER = Path(__file__).parent / "answers"
DEGREES = ("cut", "light", "heavy", "non")


def read_answers(path: Path) -> dict[str, Document]:
    """Read the source and the answers of one question."""
    lang, task = path.name.split(".")[:2]
    parts = [part.partition("\n") for part in f"\n{path.read_text(encoding='utf-8')}".split("\n== ")[1:]]
    found = {
        name.strip(): Document(f"{lang}-{task}-{name.strip()}", text.strip(), lang=lang)  # type: ignore[arg-type]
        for name, _, text in parts
    }
    if set(found) != {"source", *DEGREES}:
        raise DataError(f"expected a source and {', '.join(DEGREES)}; found {', '.join(found)}", path=path)
    return found


def collection(options: argparse.Namespace, lang: str) -> Iterator[Document]:
    """Give documents that nobody copied from a folder of text, where one is named."""
    return islice(library(Path(options.mono), lang, 900), options.indexed) if options.mono else iter(())


def answers(options: argparse.Namespace) -> None:
    """Print the mean share found of each degree, and how many answers have anything found in them."""
    tasks = [read_answers(path) for path in sorted(Path(options.folder).glob("*.*.txt"))]
    models = load_meaning() if options.meaning else None
    print(
        "short answers: mean share found (answers with more than 2% found)\n| | "
        + " | ".join(DEGREES)
        + " |\n"
        + "|---" * (len(DEGREES) + 1)
        + "|"
    )
    for lang in options.langs.split(","):
        own = [task for task in tasks if task["source"].lang == lang]
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "index"
            with Writer(place, views=VIEWS if models is not None else None) as writer:
                writer.add([task["source"] for task in tasks])
                writer.add(collection(options, lang))
            index = Index(place)
            cells = []
            for degree in DEGREES:
                shares = [check(task[degree], index, meaning=models).borrowed for task in own]
                marked = sum(share > 0.02 for share in shares)
                cells.append(f"{np.mean(shares):.3f} ({marked} of {len(shares)})")
        print(f"| {lang} | " + " | ".join(cells) + " |", flush=True)


def add_answers(verbs: Any) -> None:
    """Add the verb `answers` to the command line."""
    one = verbs.add_parser("answers")
    one.add_argument("--folder", default=str(FOLDER), help="files LANG.TASK.txt")
    one.add_argument("--langs", default="ru,en,zh")
    one.add_argument("--meaning", action="store_true", help="find rewritten passages too")
    one.add_argument("--mono", help="a folder of plain text to fill the index with")
    one.add_argument("--indexed", type=int, default=1000, help="documents of a language from it")
    one.set_defaults(run=answers)
