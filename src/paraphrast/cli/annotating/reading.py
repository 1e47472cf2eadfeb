"""Blind reading from the shell: make the sheets, have a third settle, count."""

import sys
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from paraphrast.cli.counts import many
from paraphrast.cli.options import Json, Seed
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.annotate.reading.measures import Line

NEW = """Examples: paraphrast annotate new reading texts.txt --draw 40 --inputs-only -o readings/1

paraphrast rewrite readings/1/inputs.jsonl --to neutral -o x.jsonl

paraphrast annotate new reading readings/1/inputs.jsonl -o readings/1 --system x=x.jsonl --system unchanged

paraphrast annotate new reading labelled.jsonl --questions right -o readings/2"""
SETTLE = "Example: paraphrast annotate settle readings/1"
COUNT = """Example: paraphrast annotate count readings/1 --readers "two people who know neither system" \
--judge scores.meaning"""

Folder: TypeAlias = Annotated[str, typer.Argument(help="The folder of a reading.", show_default=False)]
Again: TypeAlias = Annotated[
    bool, typer.Option("--again", help="Read texts that have been read before; the report will say so.")
]


def reading(  # noqa: PLR0913  (one parameter per option of the command)
    inputs: Annotated[
        str, typer.Argument(help="Texts, or what is judged itself: TXT, JSONL, TSV, CSV.", show_default=False)
    ],
    out: Annotated[str, typer.Option("--out", "-o", help="The folder of the reading.", show_default=False)],
    system: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FILE", help="What a system wrote (a, b or id, output); or unchanged."),
    ] = None,
    questions: Annotated[
        str, typer.Option(help="Names: style, meaning, fluency, right, ...; or a TOML file of your own.")
    ] = "style,meaning,fluency",
    draw: Annotated[
        int | None, typer.Option(min=1, help="Draw so many inputs (of each lang that the inputs name).")
    ] = None,
    seed: Seed = 0,
    show: Annotated[
        str, typer.Option(metavar="COLUMN,...", help="Without systems: what readers see of an input.")
    ] = "",
    inputs_only: Annotated[
        bool, typer.Option("--inputs-only", help="Fix the inputs and their hash before any output exists.")
    ] = False,
    again: Again = False,
) -> None:
    """Mix outputs of systems (or take labelled inputs) for two people or programs to read blind.

    Hand the folders reader-1 and reader-2 to the readers, who write yes or no; keep key.jsonl from them.
    """
    from paraphrast.annotate.reading import find_questions, fix_inputs, make_reading

    asked, systems = find_questions(questions), _take_systems(system or [])
    if not systems and not inputs_only and "right" not in asked and not questions.endswith(".toml"):
        raise CommandError(
            "--system says what was written; labelled inputs are asked about by --questions right"
        )
    made = fix_inputs(inputs, out, draw=draw, seed=seed)
    print(f"{many(made.inputs, 'input')}, sha256 {made.inputs_sha256}", file=sys.stderr)
    if inputs_only:
        return
    shown = [name for name in show.split(",") if name]
    made = make_reading(out, asked, systems=systems, show=shown, again=again)
    print(f"{many(made.items, 'item')} to read: {out}/reader-1, {out}/reader-2", file=sys.stderr)


def _take_systems(given: list[str]) -> dict[str, str | None]:
    """Give the file of each system; the baseline that changes nothing has none.

    >>> _take_systems(["new=new.jsonl", "unchanged"])
    {'new': 'new.jsonl', 'unchanged': None}
    """
    from paraphrast.annotate.reading.outputs import UNCHANGED

    found: dict[str, str | None] = {}
    for named in given:
        name, equals, path = named.partition("=")
        if not name or (not path if equals else name != UNCHANGED):
            raise CommandError(f"--system takes NAME=FILE, or {UNCHANGED}; not {named!r}")
        if name in found:
            raise CommandError(f"--system {name!r} came twice")
        found[name] = path or None
    return found


def settle(folder: Folder) -> None:
    """Write the third reader's sheet: what the two readers of a reading disagree on."""
    from paraphrast.annotate.reading import settle_reading

    count = settle_reading(folder)
    told = (
        f"{many(count, 'answer')} to settle: {folder}/reader-3" if count else "the readers agree; count them"
    )
    print(told, file=sys.stderr)


def count(
    folder: Folder,
    readers: Annotated[
        str, typer.Option(help="Who read: people or a model, how many, what they knew.", show_default=False)
    ],
    judge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN|NAME=FILE", help="Scores to measure: a column of the outputs, or id and score."
        ),
    ] = None,
    by: Annotated[str, typer.Option(help="Figures for each value of this column of the inputs, too.")] = "",
    harmless: Annotated[str, typer.Option(metavar="FLAG,...", help="Flags that warn of nothing.")] = "fine",
    again: Again = False,
    json: Json = False,
) -> None:
    """Count a reading, once: rates with Wilson intervals, agreement of the readers, AUC of the judges."""
    from paraphrast.annotate.formats import rows
    from paraphrast.annotate.reading import count_reading
    from paraphrast.annotate.reading.counting import line_to_row

    counted = count_reading(
        folder, readers, judges=judge or [], by=by, harmless=harmless.split(","), again=again
    )
    if json:
        rows.write("-", [{"notes": counted.notes}, *map(line_to_row, counted.lines)])
        return
    print("\n".join(counted.notes))
    _print_lines(counted.lines)


def _print_lines(lines: "list[Line]") -> None:
    """Print the figures as three tables: systems, readers, judges."""
    for title, own in _group_lines(lines).items():
        columns = list(dict.fromkeys(column for row in own.values() for column in row))
        print(f"\n| part | {title} | n | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 3)}")
        for (part, name), row in own.items():
            n = max(line.n for line in row.values())
            cells = [_show_line(row[column], n) if column in row else "" for column in columns]
            print(f"| {' | '.join([part or 'all', name, str(n), *cells])} |")


def _group_lines(lines: "list[Line]") -> "dict[str, dict[tuple[str, str], dict[str, Line]]]":
    """Put the figures of one system, judge or kind of agreement into a row."""
    tables: dict[str, dict[tuple[str, str], dict[str, Line]]] = {}
    for line in lines:
        readers, judge = line.measure in ("agreement", "kappa"), line.measure == "auc"
        title = "readers" if readers else "judge (AUC)" if judge else "system"
        row = tables.setdefault(title, {}).setdefault((line.part, line.measure if readers else line.of), {})
        row[line.question or line.measure] = line
    return tables


def _show_line(line: "Line", n: int) -> str:
    """Give value and interval, and of how many where they are fewer than the row has."""
    if line.value != line.value:  # nan: nothing to divide by, as where all answers are yes
        return "-"
    told = f"{line.value:.2f} [{line.interval.low:.2f}, {line.interval.high:.2f}]"
    return told if line.n == n else f"{told} of {line.n}"
