"""paraphrast annotate import, export: what a project holds, in from files and out to them."""

import sys
from typing import Annotated, TypeAlias

import typer

from paraphrast.cli.counts import many
from paraphrast.cli.databases import find_project
from paraphrast.cli.options import Database
from paraphrast.errors import CommandError

IMPORT = (
    "Examples: paraphrast annotate import same votes.csv --columns a=text1,b=text2 --labels 1=yes,0=no"
    "\n\nparaphrast annotate import same export.json --format label-studio --preview"
)
EXPORT = "Example: paraphrast annotate export same -o judgements.csv"
DATABASE = "sqlite:///paraphrast.db"
Kind: TypeAlias = Annotated[str, typer.Option("--format", help="table, label-studio, doccano or toloka.")]
Named: TypeAlias = Annotated[
    str,
    typer.Option(
        "--columns",
        metavar="FIELD=COLUMN,...",
        help="Columns or controls of other names: a=text1,label=answer.",
    ),
]
Labels: TypeAlias = Annotated[
    str, typer.Option("--labels", metavar="THEIRS=OURS,...", help="Labels of other names: 1=yes,0=no.")
]


def _pairs_of(text: str, option: str) -> dict[str, str]:
    """Read NAME=VALUE,... as people write it after an option."""
    found = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise CommandError(f"{option} takes NAME=VALUE,..., not {part!r}")
        found[name.strip()] = value.strip()
    return found


def bring_in(
    project: str,
    file: str,
    kind: Kind = "table",
    columns: Named = "",
    labels: Labels = "",
    preview: Annotated[
        bool,
        typer.Option("--preview", help="Show the first items as they would come in, and import nothing."),
    ] = False,
    database: Database = DATABASE,
) -> None:
    """Put items, with or without judgements, into a project; what was cut off goes on where it stopped."""
    from paraphrast.annotate.exchange import bring_in as bring
    from paraphrast.annotate.formats import Naming

    naming = Naming(_pairs_of(columns, "--columns"), _pairs_of(labels, "--labels"))
    store, row = find_project(database, project)
    try:
        if preview:
            _show(file, row.project, kind, naming)
            return
        came = bring(store, row, file, kind=kind, naming=naming)
    finally:
        store.close()
    print(f"{many(came.items, 'item')}, {many(came.judgements, 'judgement')}", file=sys.stderr)


def _show(file: str, project: object, kind: str, naming: object) -> None:
    import msgspec

    from paraphrast.annotate.formats import Naming
    from paraphrast.annotate.preview import guess_naming
    from paraphrast.annotate.preview import preview as look
    from paraphrast.annotate.project import Project
    from paraphrast.errors import DataError

    assert isinstance(project, Project)
    assert isinstance(naming, Naming)
    seen = look(file, project, kind=kind, naming=naming)
    for entry in seen.entries:
        print(
            msgspec.json.encode(entry._asdict() | {"said": [said._asdict() for said in entry.said]}).decode()
        )
    if seen.columns:
        likely = ",".join(f"{ours}={theirs}" for ours, theirs in guess_naming(project, seen.columns).items())
        print(f"columns: {', '.join(seen.columns)}; probably --columns {likely}", file=sys.stderr)
    if seen.problem:
        raise DataError(seen.problem)


def send_out(
    project: str,
    out: Annotated[str, typer.Option("--out", "-o", help="Where to write; - is JSONL on stdout.")] = "-",
    what: Annotated[
        str, typer.Option("--what", help="judgements, labels, items, controls or trail.")
    ] = "judgements",
    kind: Kind = "table",
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Workers become codes, moments are left out.")
    ] = False,
    database: Database = DATABASE,
) -> None:
    """Write what a project holds."""
    from paraphrast.annotate.exchange import send_out as send

    store, row = find_project(database, project)
    count = send(store, row, out, what=what, kind=kind, anonymous=anonymous)
    store.close()
    print(f"{count} rows", file=sys.stderr)


bring_in.__name__, send_out.__name__ = "import", "export"
