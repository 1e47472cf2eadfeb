"""Fit the probability that a chain of sentences is borrowed, and its borders, for today's encoder and pair model.

    python training/proof.py MONO INDEX -o src/paraphrast/detect/meaning/proof.json

INDEX is the one that `benchmarks/detect.py heavy MONO --indexed 100000 --index FOLDER --sets heavy,heavy-3` leaves in
FOLDER/index. On one side are the heavy paraphrases and translations of some sets of benchmarks/readings, each with
its source; on the other the chains that clean texts have with documents of other files: texts of the library itself,
and every second text of the files that the library leaves out (the benchmark is about the others). Both sides weigh
as much in the regression; the border of medium strictness is the one that MARKED of the clean texts pass.
Chains in two languages have weights of their own: with --abroad only these are fitted, and their bias is lowered
until MARKED of the clean texts pass the border that the card has.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from detect_meaning import AT_ONCE, DEVELOPMENT, Prepared, cut, files, readings, sources
from detect_texts import in_turn

from paraphrast.data import Document
from paraphrast.detect.index.reader import Index
from paraphrast.detect.meaning.models import Meaning, load_meaning, remembering
from paraphrast.detect.meaning.proof import (
    BORDERS,
    WEIGHTS,
    Observed,
    Weights,
    log_odds,
    measures,
    probability,
)
from paraphrast.detect.meaning.search import by_document, compare
from paraphrast.detect.reading import read

Floats: TypeAlias = npt.NDArray[np.float64]
MARKED = 0.004  # of the clean texts, by whatever kind
RIDGE = 0.005
SIGNS = np.array([0, 1, 1, 1, 1, 1, 1, 1, -1])  # which way bias and measures may speak: what lacks, against
NONE = Observed(*[0] * len(Observed._fields))  # of a text without any chain


class Row(NamedTuple):
    """A chain: the text it is of, whether it is borrowed, and what was observed."""

    text: str
    borrowed: bool
    observed: Observed


def chains(
    document: Document, index: Index, meaning: Meaning, *, origin: str | None, abroad: bool
) -> Iterator[tuple[str, Observed]]:
    """Give every chain of a text with the document on its other side, or those with one document."""
    reading = read(document)
    for names, sides, looks in by_document(reading, index, {document.id}):
        source = sides.there
        wanted = origin is None or origin in names
        for look in looks if wanted and not (abroad and source.lang == reading.lang) else []:
            if found := compare(sides, look, meaning):
                yield origin or source.document.id, found.observed


class Task(NamedTuple):
    """A text to observe: what it is called, and the one document it is borrowed from, if any."""

    name: str
    document: Document
    source: str | None


def passages(mono: Path, lang: str, sets: list[str], *, abroad: bool) -> Iterator[Task]:
    """Give every paraphrase and translation with its source, or the translations alone."""
    rows = readings(lang, sets)
    truth = sources(mono, rows)
    for row in rows:
        for kind in ("translation",) if abroad else ("translation", "paraphrase"):
            here = row["translation_lang"] if kind == "translation" else lang
            passage = Document("passage", row[kind], lang=here)  # type: ignore[arg-type]
            yield Task(f"{lang} {row['id']} {kind}", passage, truth[row["id"]].id)


def clean(mono: Path, lang: str, count: int) -> Iterator[Task]:
    """Give clean texts of all files of a language in turn."""
    paths = [path for path in (*files(mono, clean=True), *files(mono, clean=False)) if path.name[:2] == lang]
    streams = []
    for path in paths:
        texts = [one.document for number, one in enumerate(cut(path)) if number % 2 == DEVELOPMENT]
        streams.append(iter(texts[:: max(1, len(texts) // count)][:count]))
    return (Task(text.id, text, None) for text in in_turn(streams))


def look(task: Task, index: Index, meaning: Meaning, *, abroad: bool) -> Iterator[Row]:
    """Observe the best chain of a passage with its source, or all of a clean text with other files."""
    found = list(chains(task.document, index, meaning, origin=task.source, abroad=abroad))
    if task.source is not None:
        own = [observed for _, observed in found]
        yield Row(task.name, True, max(own, key=lambda one: one.worth) if own else NONE)
        return
    file = task.name.rpartition("-")[0] + "-"
    yield Row(task.name, False, NONE)
    yield from (Row(task.name, False, observed) for name, observed in found if not name.startswith(file))


def observe(options: argparse.Namespace, lang: str) -> list[Row]:
    """Observe one language; what was observed before is not looked at again."""
    path = options.observed / f"{lang}.jsonl"
    path.touch()
    known = {row.text for row in load(path)}
    if not options.fit_only:
        index, meaning = Prepared(options.index), remembering(load_meaning())
        both = [
            passages(options.mono, lang, options.sets.split(","), abroad=options.abroad),
            clean(options.mono, lang, options.clean),
        ]
        tasks = (task for task in in_turn(both) if task.name not in known)
        with open(path, "a", encoding="utf-8") as file:
            while some := list(islice(tasks, AT_ONCE)):
                index.prepare([task.document for task in some])
                for task in some:
                    rows = list(look(task, index, meaning, abroad=options.abroad))
                    file.writelines(json.dumps(row) + "\n" for row in rows)
                    file.flush()
    return load(path)


def load(path: Path) -> list[Row]:
    """Read what was observed."""
    with open(path, encoding="utf-8") as file:
        return [Row(text, yes, Observed(*seen)) for text, yes, seen in map(json.loads, file)]


def fit(rows: list[Row]) -> Weights:
    """Fit by Newton's method; both sides weigh as much. A measure that would speak the wrong way is left out."""
    some = [row for row in rows if row.observed.links]
    table = np.array([[1.0, *measures(row.observed)] for row in some])
    label = np.array([row.borrowed for row in some], dtype=float)
    used = np.ones(table.shape[1], dtype=bool)
    answer = np.zeros(table.shape[1])
    while True:
        answer[:] = 0
        answer[used] = _newton(table[:, used], label)
        wrong = (answer * SIGNS < 0) & used
        if not wrong.any():
            return Weights(*(round(float(one), 3) for one in answer))
        used &= ~wrong


def _newton(table: Floats, label: Floats) -> Floats:
    """Fit a logistic regression whose first column is all ones."""
    weight = np.where(label > 0, 0.5 / label.sum(), 0.5 / (1 - label).sum()) * len(label)
    answer = np.zeros(table.shape[1])
    prior = RIDGE * len(label) * np.diag([0.0, *table[:, 1:].var(axis=0)])
    for _ in range(50):
        sure = 1 / (1 + np.exp(-np.clip(table @ answer, -30, 30)))
        slope = table.T @ (weight * (label - sure)) - prior @ answer
        curve = (table * (weight * sure * (1 - sure))[:, None]).T @ table + prior
        answer = answer + np.linalg.solve(curve, slope)
    return answer


def border(rows: list[Row], weights: Weights) -> float:
    """Find the probability that MARKED of the clean texts exceed."""
    best: dict[str, float] = {}
    for row in rows:
        if not row.borrowed:
            sure = probability(row.observed, weights) if row.observed.links else 0.0
            best[row.text] = max(best.get(row.text, 0.0), sure)
    ordered = sorted(best.values(), reverse=True)
    return round(ordered[int(MARKED * len(ordered))] + 0.005, 3)


def fit_kind(rows: list[Row], *, abroad: bool, medium: float) -> Weights:
    """Fit the chains of one kind, so that MARKED of the clean texts pass the border of medium strictness."""
    kind = [row for row in rows if not row.observed.links or row.observed.foreign == abroad]
    weights = fit(kind)
    passed = border(kind, weights)
    if passed > medium:
        weights = weights._replace(bias=round(weights.bias - log_odds(passed) + log_odds(medium), 3))
    return weights


def tell(rows: list[Row], langs: list[str], weights: dict[str, Weights], medium: float) -> None:
    """Print how many of the passages have a chain, and how many of these pass the border."""
    for lang in langs:
        for kind, name in (("paraphrase", "weights"), ("translation", "abroad")):
            mine = [
                row for row in rows if row.borrowed and row.text.startswith(lang) and row.text.endswith(kind)
            ]
            found = [row for row in mine if row.observed.links]
            over = sum(probability(row.observed, weights[name]) >= medium for row in found)
            print(f"{lang} {kind}: {len(mine)} passages, chains {len(found)}, over the border {over}")
    clean = {row.text for row in rows if not row.borrowed}
    marked = {
        row.text
        for row in rows
        if not row.borrowed
        and row.observed.links
        and probability(row.observed, weights["abroad" if row.observed.foreign else "weights"]) >= medium
    }
    print(f"{len(clean)} clean texts, marked {len(marked)}: {' '.join(sorted(marked))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mono", type=Path)
    parser.add_argument("index", type=Path)
    parser.add_argument("--clean", type=int, default=60, help="clean texts of a file")
    parser.add_argument("--sets", default="heavy,heavy-3", help="of benchmarks/readings")
    parser.add_argument("--langs", default="ru,en,zh")
    parser.add_argument("--abroad", action="store_true", help="only chains in two languages")
    parser.add_argument(
        "--observed", type=Path, default=Path("scratch/proof"), help="what was observed is kept here"
    )
    parser.add_argument("--fit-only", action="store_true", help="with what was observed so far")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    options.observed.mkdir(parents=True, exist_ok=True)
    langs = options.langs.split(",")
    rows = [row for lang in langs for row in observe(options, lang)]
    medium = BORDERS["medium"]
    weights = dict(WEIGHTS)
    for name in ("abroad",) if options.abroad else ("weights", "abroad"):
        weights[name] = fit_kind(rows, abroad=name == "abroad", medium=medium)
        print(f"{name}: {weights[name]}")
    tell(rows, langs, weights, medium)
    if options.output:
        card = {"borders": BORDERS, **{name: one._asdict() for name, one in weights.items()}}
        options.output.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
