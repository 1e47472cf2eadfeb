"""Splitting so that nothing leaks: all pairs of one entity stay on one side."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError


class Split(NamedTuple):
    """Three parts with no group in common."""

    train: list[Pair]
    dev: list[Pair]
    test: list[Pair]


def grouped(pairs: Iterable[Pair], by: str) -> list[Pair]:
    """Put into `group` what must not be split: the pair's own group or a field of its meta, in any case.

    >>> grouped([Pair("a", "b", meta={"entity": "stack"})], "entity")[0].group
    'stack'
    """
    found = []
    for place, pair in enumerate(pairs, start=1):
        fields = {name.lower(): value for name, value in pair.meta.items()}
        value = pair.group if by == "group" else str(fields.get(by.lower(), ""))
        if not value and by == "entity":  # the catalogue's corpora keep entities in `group`
            value = pair.group
        if not value:
            raise DataError(f"pair {place} has no {by}; --group takes 'group' or a field that every pair has")
        found.append(replace(pair, group=value))
    return found


def split(pairs: Sequence[Pair], *, dev: float = 0.125, test: float = 0.125, seed: int = 0) -> Split:
    """Deal whole groups out at random until dev and test have their share; a pair without a group is one."""
    if not 0 < dev + test < 1 or dev < 0 or test < 0:
        raise CommandError(
            f"dev and test take shares of {dev} and {test}; together they must leave some training"
        )
    members = _by_group(pairs)
    names = sorted(members)
    parts: tuple[list[Pair], list[Pair], list[Pair]] = ([], [], [])
    wanted = (1.0, test * len(pairs), dev * len(pairs))
    for place in np.random.default_rng(seed).permutation(len(names)):
        part = 1 if len(parts[1]) < wanted[1] else 2 if len(parts[2]) < wanted[2] else 0
        parts[part].extend(members[names[place]])
    return Split(parts[0], parts[2], parts[1])


def _by_group(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """Gather the pairs of each group; a pair without a group is one."""
    members: dict[str, list[Pair]] = {}
    for place, pair in enumerate(pairs):
        members.setdefault(pair.group or f"\0{place}", []).append(pair)
    return members


def cut_folds(pairs: Sequence[Pair], count: int, *, seed: int = 0) -> list[list[Pair]]:
    """Deal whole groups out at random to so many folds, the next always to the smallest.

    >>> [len(fold) for fold in cut_folds([Pair("a", str(n)) for n in range(10)], 3)]
    [4, 3, 3]
    """
    members = _by_group(pairs)
    if not 2 <= count <= len(members):
        raise CommandError(
            f"{count} folds of {len(members)} groups; between 2 and as many as groups are needed"
        )
    names = sorted(members)
    parts: list[list[Pair]] = [[] for _ in range(count)]
    for place in np.random.default_rng(seed).permutation(len(names)):
        min(parts, key=len).extend(members[names[place]])
    return parts


def leaks(train: Iterable[Pair], other: Iterable[Pair]) -> list[str]:
    """List the groups, and the pairs of texts, that stand on both sides of a split.

    >>> leaks([Pair("a", "b", group="stack")], [Pair("c", "d", group="stack"), Pair("b", "a")])
    ['stack', 'a / b']
    """
    groups: set[str] = set()
    texts: set[tuple[str, str]] = set()
    for pair in train:
        groups.add(pair.group)
        texts.add(both(pair))
    seen: dict[str, None] = {}
    for pair in other:
        if pair.group and pair.group in groups:
            seen[pair.group] = None
        if both(pair) in texts:
            seen[" / ".join(both(pair))] = None
    return list(seen)


def both(pair: Pair) -> tuple[str, str]:
    """Give the two texts in an order that does not depend on which is first."""
    return (pair.a, pair.b) if pair.a <= pair.b else (pair.b, pair.a)
