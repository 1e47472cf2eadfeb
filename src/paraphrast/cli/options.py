"""Options that several verbs share: one name, one help line, one meaning.

def verb(pairs: Pairs, columns: Columns = None, seed: Seed = 0) -> None: ...
"""

from typing import Annotated, Literal, TypeAlias

import typer

from paraphrast.models.conventions import Convention as Conventions
from paraphrast.text.languages import Lang as Language

In: TypeAlias = Annotated[
    str,
    typer.Argument(help="JSONL, TSV, CSV, xlsx or Parquet, packed or not; - is stdin.", show_default=False),
]
Out: TypeAlias = Annotated[
    str, typer.Option("--out", "-o", help="Where to write, by the name's ending; - is JSONL on stdout.")
]
Lang: TypeAlias = Annotated[
    Language | None, typer.Option("--lang", help="The language of the texts; guessed when not given.")
]
Columns: TypeAlias = Annotated[
    str | None,
    typer.Option("--columns", metavar="FIELD=COLUMN,...", help="Where fields come from: a=text1,b=text2."),
]
Labels: TypeAlias = Annotated[
    str | None,
    typer.Option("--labels", metavar="NAME=NUMBER,...", help="How labels become 0 to 1: yes=1,no=0 or 0..5."),
]
Convention: TypeAlias = Annotated[
    Conventions | None,
    typer.Option(
        "--convention",
        help="What the bundled model calls a paraphrase: strict (nothing added or lost), usual, or loose.",
    ),
]
Seed: TypeAlias = Annotated[int, typer.Option("--seed", help="Where random choices start.")]
Workers: TypeAlias = Annotated[
    int, typer.Option("--workers", min=1, help="How many processes share the work.")
]
Batch: TypeAlias = Annotated[int, typer.Option("--batch-size", min=1, help="How many records a step takes.")]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Database: TypeAlias = Annotated[
    str, typer.Option("--database", envvar="PARAPHRAST_DATABASE", help="sqlite:///file or postgresql://...")
]
Format: TypeAlias = Annotated[
    Literal["text", "markdown", "latex", "html"], typer.Option("--format", help="How the table is written.")
]
