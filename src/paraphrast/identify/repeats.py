"""The same training several times, with other seeds or other folds: mean and deviation, not one lucky run."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, stdev
from typing import NamedTuple

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.identify.evaluation import SHOWN, Line, results_of
from paraphrast.identify.splits import cut_folds, split
from paraphrast.stats.tables import Result, Table, join, tabulate

Corpora = Mapping[str, list[Pair]]


class Run(NamedTuple):
    """One training: its name and seed, what it learns from, what chooses its epoch, and what judges it."""

    name: str
    seed: int
    train: dict[str, list[Pair]]
    dev: list[Pair]
    tests: dict[str, list[Pair]]


def plan_runs(
    corpora: Corpora,
    dev: list[Pair],
    tests: Corpora,
    *,
    seeds: Sequence[int],
    folds: int | None = None,
    share: float = 0.1,
) -> list[Run]:
    """List the runs: every seed on the tests, or on every fold in turn, held out whole groups at a time.

    Folds and the share that is set apart where there is no dev are the same for every seed.
    """
    if len(seeds) * (folds or 1) < 2:
        raise CommandError("one run has no deviation: give several seeds (--seeds 0,1,2), or --folds 5")
    if len(set(seeds)) < len(seeds):
        raise CommandError(f"a seed came twice in {', '.join(map(str, seeds))}")
    if (folds is None) == (not tests):
        raise CommandError(
            "say what judges the runs: --test FILE, or --folds N to hold each fold out in turn"
        )
    return [
        Run("-".join([*part, f"seed-{seed}"]), seed, train, chosen, judged)
        for part, train, chosen, judged in _plan_parts(corpora, dev, tests, folds=folds, share=share)
        for seed in seeds
    ]


def _plan_parts(
    corpora: Corpora, dev: list[Pair], tests: Corpora, *, folds: int | None, share: float
) -> Iterator[tuple[list[str], dict[str, list[Pair]], list[Pair], dict[str, list[Pair]]]]:
    """Yield the parts of a run that do not depend on the seed: its name, train, dev and tests."""
    if folds is None:
        train, held = _set_apart(corpora, dev, share)
        yield [], train, held, dict(tests)
        return
    dealt = {name: cut_folds(pairs, folds) for name, pairs in corpora.items()}
    for number in range(folds):
        rest = {
            name: [pair for place, part in enumerate(parts) if place != number for pair in part]
            for name, parts in dealt.items()
        }
        train, held = _set_apart(rest, dev, share)
        judged = [pair for parts in dealt.values() for pair in parts[number]]
        yield [f"fold-{number + 1}"], train, held, {"held out": judged}


def _set_apart(corpora: Corpora, dev: list[Pair], share: float) -> tuple[dict[str, list[Pair]], list[Pair]]:
    """Give train and dev: as they are, or a share of each corpus where no dev was given."""
    if dev:
        return dict(corpora), dev
    parts = {name: split(pairs, dev=share, test=0) for name, pairs in corpora.items()}
    held = [pair for part in parts.values() for pair in part.dev]
    return {name: part.train for name, part in parts.items()}, held


def summarise(lines: Mapping[str, Sequence[Line]], *, notes: Sequence[str] = ()) -> Table:
    """Lay runs out by measures, corpus under corpus, with the mean and the deviation (of samples) below."""
    corpora = dict.fromkeys(line.corpus for some in lines.values() for line in some)
    tables = {}
    for corpus in corpora:
        own = {run: [line for line in some if line.corpus == corpus] for run, some in lines.items()}
        runs = {run: results_of(some[0]) for run, some in own.items() if some}
        rows = {**runs, **_spread_of(runs)}
        tables[corpus] = tabulate(rows, notes=notes, head="run", unmarked=list(rows))
    return join(tables)


def _spread_of(runs: Mapping[str, Mapping[str, Result]]) -> dict[str, dict[str, Result]]:
    """Give mean and deviation of every measure that all runs have."""
    names = [name for name in SHOWN if all(name in measures for measures in runs.values())]
    values = {name: [measures[name].value for measures in runs.values()] for name in names}
    return {
        "mean": {name: Result(mean(known)) for name, known in values.items()},
        "deviation": {name: Result(stdev(known)) for name, known in values.items()},
    }
