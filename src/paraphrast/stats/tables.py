"""One table of systems by measures, for everything that compares systems: text, Markdown, LaTeX or HTML.

Each cell is a number with its interval. In each column the best system is marked, and every system that does
not differ from it (paired approximate randomisation on the same items); notes stand below.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from paraphrast.errors import DataError, unknown
from paraphrast.stats import paired
from paraphrast.stats.intervals import Array, Interval, Total

Format: TypeAlias = Literal["text", "markdown", "latex", "html"]
FORMATS: tuple[Format, ...] = get_args(Format)
Better: TypeAlias = Literal["higher", "lower"]
LEVEL = 0.05
LARGE = 1.5  # what runs from 0 to 100 is seldom under this, and what runs from 0 to 1 never over it
SPECIAL = {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"} | {
    letter: f"\\{letter}" for letter in "_%&#${}"
}


class Result(NamedTuple):
    """What one system got by one measure, and the rows of statistics by which it can be tested."""

    value: float
    interval: Interval | None = None
    rows: Array | None = None
    total: Total | None = None
    counts: Array | None = None
    better: Better = "higher"


class Cell(NamedTuple):
    """A number, its interval, whether it is the best of its column or like it, and its decimals."""

    value: float
    interval: Interval | None
    best: bool
    decimals: int

    def __str__(self) -> str:
        value = f"{self.value:.{self.decimals}f}"
        if self.interval is None:
            return value
        low, high = (f"{bound:.{self.decimals}f}" for bound in self.interval)
        return f"{value} [{low}, {high}]"


class Row(NamedTuple):
    """One system: what names it, and its cells."""

    labels: tuple[str, ...]
    cells: tuple[Cell | None, ...]


class Table(NamedTuple):
    """Systems by measures; `heads` name the labels, `columns` the measures."""

    heads: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def tabulate(
    systems: Mapping[str, Mapping[str, Result]],
    *,
    notes: Sequence[str] = (),
    head: str = "system",
    unmarked: Sequence[str] = (),
    samples: int = 1000,
    seed: int = 0,
) -> Table:
    """Lay systems out by their measures and mark the best; those `unmarked` do not compete.

    >>> table = tabulate({"ours": {"f1": Result(0.8)}, "theirs": {"f1": Result(0.7)}})
    >>> print(render(table))
    system  f1
    ours    0.800 *
    theirs  0.700
    <BLANKLINE>
    * the best of its column
    """
    if not systems:
        raise DataError("there is nothing to compare: no systems came")
    columns = tuple(dict.fromkeys(name for measures in systems.values() for name in measures))
    real = [name for name in systems if name not in unmarked]
    best = {column: _find_best(systems, real, column, samples, seed) for column in columns}
    decimals = {column: _decimals_of(systems, column) for column in columns}
    rows = [
        Row(
            (name,),
            tuple(
                _make_cell(measures.get(column), name in best[column], decimals[column]) for column in columns
            ),
        )
        for name, measures in systems.items()
    ]
    lower = [name for name in columns if _some(systems, name).better == "lower"]
    told = [*notes, *([f"lower is better: {', '.join(lower)}"] if lower else [])]
    if len(real) > 1:
        tested = any(len(names) > 1 or _some(systems, name).rows is not None for name, names in best.items())
        told.insert(0, _mark_note(samples, seed) if tested else "* the best of its column")
    return Table((head,), columns, tuple(rows), tuple(told))


def _find_best(
    systems: Mapping[str, Mapping[str, Result]], real: Sequence[str], column: str, samples: int, seed: int
) -> list[str]:
    """Name the best system of a column and all that do not differ from it; none where one stands alone."""
    known = {name: systems[name][column] for name in real if column in systems[name]}
    known = {name: result for name, result in known.items() if np.isfinite(result.value)}
    if len(known) < 2:
        return []
    sign = -1 if next(iter(known.values())).better == "lower" else 1
    best = max(known, key=lambda name: sign * known[name].value)
    return [
        name
        for name, result in known.items()
        if name == best or not _is_different(known[best], result, samples, seed)
    ]


def _is_different(first: Result, second: Result, samples: int, seed: int) -> bool:
    """Test two results on the same items; what cannot be tested differs if its value does."""
    if first.rows is None or second.rows is None or first.total is None:
        return first.value != second.value
    if first.rows.shape != second.rows.shape:
        return first.value != second.value
    found = paired.randomisation(
        first.rows, second.rows, first.total, counts=first.counts, samples=samples, seed=seed
    )
    return found.p < LEVEL


def _make_cell(result: Result | None, best: bool, decimals: int) -> Cell | None:
    """Keep of a result what a table shows."""
    return None if result is None else Cell(result.value, result.interval, best, decimals)


def _decimals_of(systems: Mapping[str, Mapping[str, Result]], column: str) -> int:
    """Say how many decimals a column deserves: two where it runs to 100, else three."""
    values = [abs(measures[column].value) for measures in systems.values() if column in measures]
    return 2 if max(values) > LARGE else 3


def _mark_note(samples: int, seed: int) -> str:
    """Say what the mark means."""
    return (
        f"* the best of its column, and what does not differ from it (paired randomisation, p >= {LEVEL:g}, "
        f"{samples} samples, seed {seed})"
    )


def join(tables: Mapping[str, Table], *, head: str = "corpus") -> Table:
    """Put tables under each other, each with its name before its systems; columns are those of all."""
    each = list(tables.values())
    columns = tuple(dict.fromkeys(column for table in each for column in table.columns))
    rows = []
    for name, table in tables.items():
        for row in table.rows:
            known = dict(zip(table.columns, row.cells, strict=True))
            rows.append(Row((name, *row.labels), tuple(known.get(column) for column in columns)))
    notes = dict.fromkeys(note for table in each for note in table.notes)
    return Table((head, *each[0].heads), columns, tuple(rows), tuple(notes))


def render(table: Table, form: Format = "text") -> str:
    """Write a table in one of the formats."""
    if form not in WRITERS:
        raise unknown("format", form, WRITERS)
    return WRITERS[form](table)


def write_text(table: Table) -> str:
    """Align columns by the width at which a terminal shows them; the best has a star."""
    lines = [
        [*table.heads, *table.columns],
        *([*row.labels, *(_starred(cell) for cell in row.cells)] for row in table.rows),
    ]
    widths = [max(_width_of(line[place]) for line in lines) for place in range(len(lines[0]))]
    text = [
        "  ".join(
            cell + " " * (wide - _width_of(cell)) for cell, wide in zip(line, widths, strict=True)
        ).rstrip()
        for line in lines
    ]
    return "\n".join([*text, *([""] if table.notes else []), *table.notes])


def _write_markdown(table: Table) -> str:
    """Write pipes; the best is bold.

    >>> print(render(tabulate({"a|b": {"f1": Result(0.8)}}), "markdown"))
    | system | f1 |
    |---|---|
    | a\\|b | 0.800 |
    """
    lines = [[*table.heads, *table.columns]]
    lines += [[*row.labels, *(_marked(cell, "**{}**".format) for cell in row.cells)] for row in table.rows]
    text = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    text.insert(1, "|---" * len(lines[0]) + "|")
    notes = [part for note in table.notes for part in ("", note.replace("* ", "bold: ", 1))]
    return "\n".join(text + notes)


def _write_latex(table: Table) -> str:
    """Write a tabular of booktabs; the best is bold, notes are comments of the source."""
    lines = [
        [_escape_latex(cell) for cell in row.labels]
        + [_marked(cell, "\\textbf{{{}}}".format) for cell in row.cells]
        for row in table.rows
    ]
    head = map(_escape_latex, [*table.heads, *table.columns])
    return "\n".join(
        [
            f"\\begin{{tabular}}{{{'l' * len(table.heads)}{'r' * len(table.columns)}}}",
            "\\toprule",
            " & ".join(head) + " \\\\",
            "\\midrule",
            *(" & ".join(line) + " \\\\" for line in lines),
            "\\bottomrule",
            "\\end{tabular}",
            *(f"% {note.replace('* ', 'bold: ', 1)}" for note in table.notes),
        ]
    )


def _write_html(table: Table) -> str:
    """Write a table element; the best is bold, notes are paragraphs."""
    head = "".join(f"<th>{escape(name)}</th>" for name in [*table.heads, *table.columns])
    rows = [
        "".join(f"<th>{escape(label)}</th>" for label in row.labels)
        + "".join(f"<td>{_marked(cell, '<b>{}</b>'.format)}</td>" for cell in row.cells)
        for row in table.rows
    ]
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    notes = "\n".join(f"<p>{escape(note.replace('* ', 'bold: ', 1))}</p>" for note in table.notes)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n{notes}".rstrip()


WRITERS: dict[str, Callable[[Table], str]] = {
    "text": write_text,
    "markdown": _write_markdown,
    "latex": _write_latex,
    "html": _write_html,
}


def digits(value: float) -> str:
    """Write a number with as many digits as its scale deserves.

    >>> digits(58.2111), digits(0.58211)
    ('58.21', '0.582')
    """
    return f"{value:.2f}" if abs(value) > LARGE else f"{value:.3f}"


def _width_of(text: str) -> int:
    """Count the columns of a terminal that a text takes; Chinese characters take two.

    >>> _width_of("BLEU"), _width_of("系统")
    (4, 4)
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _escape_latex(text: str) -> str:
    """Make LaTeX print a text as it is."""
    return "".join(SPECIAL.get(letter, letter) for letter in text)


def _some(systems: Mapping[str, Mapping[str, Result]], column: str) -> Result:
    return next(measures[column] for measures in systems.values() if column in measures)


def _starred(cell: Cell | None) -> str:
    return _marked(cell, "{} *".format)


def _marked(cell: Cell | None, mark: Callable[[str], str]) -> str:
    if cell is None:
        return ""
    return mark(str(cell)) if cell.best else str(cell)
