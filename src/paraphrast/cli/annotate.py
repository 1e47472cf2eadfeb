"""paraphrast annotate: projects, items and judgements; aggregation and agreement of any votes."""

import sys
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from paraphrast.cli.annotating.accounts import PASSWORD, password, upgrade
from paraphrast.cli.annotating.files import EXPORT, IMPORT, bring_in, send_out
from paraphrast.cli.annotating.reading import COUNT, NEW, SETTLE, count, reading, settle
from paraphrast.cli.annotating.scheduler import RUN, run
from paraphrast.cli.counts import many
from paraphrast.cli.databases import find_project
from paraphrast.cli.groups import default_to
from paraphrast.cli.options import Database
from paraphrast.cli.serve import Address, Backups, SignIn
from paraphrast.errors import CommandError, DataError
from paraphrast.text.languages import FALLBACK

app = typer.Typer(
    no_args_is_help=True,
    help="Have people judge, and make labels of what they say.",
    epilog="Example: paraphrast annotate aggregate votes.csv --by dawid-skene -o labels.jsonl",
)

Votes: TypeAlias = Annotated[
    str, typer.Argument(help="CSV, TSV, JSONL or Parquet with columns item (or task), worker, label.")
]
Columns: TypeAlias = Annotated[
    str,
    typer.Option(
        "--columns", metavar="FIELD=COLUMN,...", help="Where fields come from: item=task,label=answer."
    ),
]
Positive: TypeAlias = Annotated[
    str,
    typer.Option(
        "--positive", metavar="LABEL,...", help="Binarise first: these labels become 1, the others 0."
    ),
]
DATABASE = "sqlite:///paraphrast.db"


def _votes(path: str, columns: str, positive: str) -> Any:
    from paraphrast.annotate import votes

    chosen = dict(part.split("=", 1) for part in columns.split(",") if "=" in part)
    found = votes.read(path, columns=chosen)
    return found.binarised(positive.split(",")) if positive else found


@app.command()
def aggregate(
    votes: Votes,
    by: Annotated[
        str, typer.Option("--by", help="majority, full-agreement, mean, dawid-skene, one-coin or mace.")
    ] = "dawid-skene",
    gold: Annotated[str, typer.Option("--gold", help="A table of item and label that are known.")] = "",
    above: Annotated[
        float | None, typer.Option("--above", help="Keep only labels surer than this, 0.9 say.")
    ] = None,
    unsure: Annotated[
        str, typer.Option("--unsure", help="What happens to the rest: drop, or experts.")
    ] = "drop",
    positive: Positive = "",
    columns: Columns = "",
    out: Annotated[str, typer.Option("--out", "-o", help="Where to write; - is JSONL on stdout.")] = "-",
) -> None:
    """Make one label per item of many votes, with confidence."""
    from paraphrast.annotate.aggregate import GOLDEN, method
    from paraphrast.annotate.formats import rows

    if gold and by not in GOLDEN:
        raise CommandError(f"--gold goes with {' or '.join(sorted(GOLDEN))}, not with {by}")
    if unsure not in ("drop", "experts"):
        raise CommandError(f"--unsure is drop or experts, not {unsure!r}")
    chosen = method(by)
    known = {"gold": {str(row["item"]): str(row["label"]) for _, row in rows.read(gold)}} if gold else {}
    result = chosen(_votes(votes, columns, positive), **known)
    lines = list(result.rows(above=above, unsure=unsure))
    rows.write(out, lines)
    kept = sum(1 for line in lines if "to" not in line)
    counts = [(len(result.votes.items), "item"), (len(result.votes), "vote"), (kept, "label")]
    print(", ".join(many(*each) for each in counts), file=sys.stderr)


@app.command()
def agreement(
    votes: Votes,
    level: Annotated[str, typer.Option("--level", help="nominal, ordinal or interval.")] = "nominal",
    by: Annotated[
        str, typer.Option("--by", help="The consensus each worker is measured against.")
    ] = "majority",
    positive: Positive = "",
    columns: Columns = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure how far workers agree, all together and each with the consensus, with intervals."""
    from paraphrast.annotate.report import lines

    rows = lines(_votes(votes, columns, positive), level=level, by=by)
    if json:
        import msgspec

        for row in rows:
            print(msgspec.json.encode(row).decode())
        return
    print(f"{'measure':<16} {'worker':<24} {'value':>7}  {'95% interval':<18} n")
    for row in rows:
        interval = f"[{row['low']:.3f}, {row['high']:.3f}]"
        print(f"{row['measure']:<16} {row['worker']:<24} {row['value']:>7.3f}  {interval:<18} {row['n']}")


@app.command()
def reassign(
    votes: Votes,
    positive: Positive = "",
    columns: Columns = "",
    low: Annotated[float, typer.Option("--low", help="Workers under this kappa are careless.")] = 0.4,
    high: Annotated[float, typer.Option("--high", help="Workers over this kappa are good.")] = 0.75,
    best: Annotated[int, typer.Option("--best", help="How many of the good ones judge again.")] = 5,
) -> None:
    """List the items judged by two careless workers, for the best to judge again blindly."""
    from paraphrast.annotate.reassign import reassign as choose

    wanted = [label for label in positive.split(",") if label]
    found = choose(_votes(votes, columns, ""), positive=wanted, low=low, high=high, best=best)
    for item in found.items:
        print(item)
    print(
        f"{many(len(found.items), 'item')} to: {', '.join(found.best) or 'nobody is over the mark'}",
        file=sys.stderr,
    )


@app.command()
def templates(name: Annotated[str, typer.Argument(help="Print this one.")] = "") -> None:
    """List the ready projects, or print one to start from."""
    from importlib.resources import files

    from paraphrast.annotate.loading import template
    from paraphrast.annotate.loading import templates as known
    from paraphrast.annotate.project import say

    if name:
        template(name)
        text = files("paraphrast.annotate").joinpath("templates", f"{name}.toml").read_text(encoding="utf-8")
        print(text, end="")
        return
    for one in known():
        print(f"{one:<20} {say(template(one).title, FALLBACK)}")


making = typer.Typer(
    cls=default_to("project"),
    no_args_is_help=True,
    help="Make a project for the browser (`project` need not be said), or a blind reading of files.",
    epilog="Example: paraphrast annotate new russe-content --items pairs.jsonl",
)
making.command(epilog=NEW)(reading)
app.add_typer(making, name="new")
app.command(epilog=SETTLE)(settle)
app.command(epilog=COUNT)(count)
app.command(epilog=RUN)(run)


@making.command("project")
def new(
    project: Annotated[str, typer.Argument(help="A TOML file, or the name of a template.")],
    items: Annotated[str, typer.Option("--items", help="Import these items at once.")] = "",
    name: Annotated[str, typer.Option("--name", help="Another name than in the file.")] = "",
    lang: Annotated[str, typer.Option("--lang", help="The language of the texts.")] = "",
    votes: Annotated[int, typer.Option("--votes", help="Votes per item.")] = 0,
    database: Database = DATABASE,
) -> None:
    """Make a project."""
    import msgspec

    from paraphrast.annotate.loading import from_dict, in_language, load
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.people import adopt
    from paraphrast.annotate.store.projects import create

    changes = {"name": name, "votes": votes}
    plain = msgspec.to_builtins(load(project)) | {key: value for key, value in changes.items() if value}
    plain = in_language(plain, lang) if lang else plain
    store = Store(database)
    with store.write() as connection:
        row = create(connection, from_dict(plain, path=project), owner=None, at=store.clock())
        adopt(connection, at=store.clock())
    print(row.slug)
    if items:
        bring_in(row.slug, items, database=database)
    print("open it with: paraphrast annotate serve", file=sys.stderr)


app.command("import", epilog=IMPORT)(bring_in)
app.command("export", epilog=EXPORT)(send_out)
app.command(epilog=PASSWORD)(password)
app.command()(upgrade)


@app.command()
def advance(project: str, database: Database = DATABASE) -> None:
    """Send accepted output to the next project of the chain, and doubtful items to the experts."""
    from paraphrast.annotate.rounds import settle

    store, row = find_project(database, project)
    done = settle(store, row)
    print(f"sent on: {done['sent']}; to experts: {done['experts']}", file=sys.stderr)


def _scorer(named: str) -> tuple[str, Any]:
    """Make a scorer of a table of scores that a model wrote, such as `paraphrast identify predict` does."""
    from paraphrast.annotate.formats import rows

    name, equals, path = named.partition("=")
    if not equals:
        raise CommandError(f"--model takes NAME=FILE, not {named!r}")
    scores = {str(row.get("id")): float(row.get("score", "nan")) for _, row in rows.read(path)}

    def look_up(pairs: Any) -> list[float]:
        missing = [pair.id for pair in pairs if pair.id not in scores]
        if missing:
            raise DataError(f"has no score for pair {missing[0]!r} and {len(missing) - 1} others", path=path)
        return [scores[pair.id] for pair in pairs]

    return name, look_up


@app.command()
def study(
    train: Annotated[str, typer.Argument(help="Labelled pairs to be read before.")],
    test: Annotated[str, typer.Argument(help="Labelled pairs to be judged blind.")],
    out: Annotated[
        str, typer.Option("--out", "-o", help="A folder for shown.jsonl and blind.jsonl.")
    ] = "study",
    votes: Annotated[
        str, typer.Option("--votes", help="What the raters said; then scores are printed.")
    ] = "",
    models: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="NAME=FILE", help="A model's table of id and score, beside people."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Where random choices start.")] = 0,
) -> None:
    """Prepare or score a study of people outside the field: 100 labelled examples, then 100 blind pairs."""
    from paraphrast import data
    from paraphrast.annotate import votes as ballots
    from paraphrast.annotate.study import plan, score

    drawn = plan(list(data.read(train)), list(data.read(test)), seed=seed)
    if not votes:
        Path(out).mkdir(parents=True, exist_ok=True)
        data.write(Path(out) / "shown.jsonl", drawn.shown)
        data.write(Path(out) / "blind.jsonl", drawn.blind)
        print(f"{len(drawn.shown)} examples and {len(drawn.blind)} blind pairs in {out}", file=sys.stderr)
        return
    for line in score(drawn.blind, ballots.read(votes), dict(map(_scorer, models or []))):
        accuracy, f1 = f"{line.accuracy:.3f} {line.accuracy_interval}", f"{line.f1:.3f} {line.f1_interval}"
        print(f"{line.name}\taccuracy {accuracy}\tf1 {f1}\tn {line.n}")


@app.command()
def serve(
    database: Database = DATABASE,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port to listen on.")] = 8400,
    address: Address = None,
    backups: Backups = "",
    sign_in: SignIn = False,
) -> None:
    """Serve the pages: to you alone without a sign-in, to others (--host, --address) with one."""
    from paraphrast.cli.serve import run as serve_until_stopped

    serve_until_stopped(database, host, port, address=address, backups=backups, sign_in=sign_in)
