"""Options of the commands that run a behavioural suite, and what their words mean."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from paraphrast.errors import unknown
from paraphrast.text.languages import LANGS, Lang

if TYPE_CHECKING:
    from paraphrast.models.suite import Half
    from paraphrast.models.suite.texts import TextReport

HalfOption: TypeAlias = Annotated[
    str,
    typer.Option("--half", help="open (may teach), deciding (run once on what is finished), or both."),
]
LangsOption: TypeAlias = Annotated[
    str, typer.Option("--lang", metavar="LANG,LANG", help="Which languages: of ru, en, zh.")
]
SuiteOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--suite", metavar="FOLDER", help="A suite of your own, in files named as the shipped ones."
    ),
]
JsonFileOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write everything here as JSON; - is stdout, without table."),
]
WorstOption: TypeAlias = Annotated[
    int, typer.Option("--worst", min=0, help="How many of the worst failures to show of each kind.")
]
ThresholdOption: TypeAlias = Annotated[
    float | None,
    typer.Option("--threshold", help="From which score on it is yes; the model's own by default."),
]


def choose_halves(word: str) -> "tuple[Half, ...]":
    """Give the halves that a word stands for.

    >>> choose_halves("both")
    ('open', 'deciding')
    """
    from paraphrast.models.suite import HALVES

    if word == "both":
        return HALVES
    for half in HALVES:
        if word == half:
            return (half,)
    raise unknown("half", word, [*HALVES, "both"])


def choose_langs(words: str) -> list[Lang]:
    """Give the languages of a list with commas.

    >>> choose_langs("zh,ru")
    ['zh', 'ru']
    """
    chosen: list[Lang] = []
    for word in words.split(","):
        if word.strip() not in LANGS:
            raise unknown("language", word.strip(), LANGS)
        chosen += [lang for lang in LANGS if lang == word.strip() and lang not in chosen]
    return chosen


def print_missing(names: Sequence[str]) -> None:
    """Say on stderr which files of a suite were not there."""
    if names:
        print(f"paraphrast: not in this suite, and left out: {', '.join(names)}", file=sys.stderr)


def write_json(path: str, record: dict[str, Any]) -> None:
    """Write one JSON object to a file or to stdout."""
    from msgspec import json

    from paraphrast.files.opening import writing

    with writing(path) as stream:
        stream.write(json.format(json.encode(record), indent=1) + b"\n")


def write_page(path: Path, page: str) -> None:
    """Write a page to a file."""
    from paraphrast.files.opening import writing

    with writing(path) as stream:
        stream.write(page.encode("utf-8"))


def lay_out_texts(report: "TextReport", *, worst: int = 5) -> str:
    """Give the table of a judge of single texts and, by kind, its worst failures."""
    from paraphrast.identify.evaluation import markdown
    from paraphrast.identify.probe_page import lay_out_cells
    from paraphrast.models.suite.texts import pick_worst_texts

    blocks = [
        f"# {report.model}, offence from {report.threshold:g} on",
        lay_out_cells(report.cells),
        "A cell: of offences the share that was caught, of look-alikes the share that was left alone, "
        "its 95% interval (Wilson), the number of texts.",
    ]
    rows = [
        [f"{answer.score:.3f}", answer.item.kind, answer.item.text.id, answer.item.text.text]
        for answer in pick_worst_texts(report.answers, worst)
    ]
    if rows:
        blocks.append(f"### Worst failures\n\n{markdown(['score', 'kind', 'id', 'text'], rows)}")
    return "\n\n".join(blocks)
