"""Leak-free splits: what belongs together, by group or by a shared text, never stands on both sides."""

from collections.abc import Iterable, Mapping, Sequence

from xxhash import xxh3_64_intdigest

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.text import normal

SHARES = {"train": 0.8, "dev": 0.1, "test": 0.1}


def split(
    pairs: Iterable[Pair], shares: Mapping[str, float] | None = None, *, seed: int = 0
) -> dict[str, list[Pair]]:
    """Divide pairs by shares, keeping each connected set of groups and texts in one part.

    A set is put where most is missing, the largest sets first, so that the shares come out nearly right.
    """
    wanted = dict(shares or SHARES)
    if not wanted or min(wanted.values()) < 0 or not 0.999 < sum(wanted.values()) < 1.001:
        raise CommandError(f"shares must add up to 1; got {', '.join(f'{k}={v}' for k, v in wanted.items())}")
    rows = list(pairs)
    sets = connected(rows)
    order = sorted(sets, key=lambda members: (-len(members), chance(rows[members[0]], seed)))
    parts: dict[str, list[int]] = {name: [] for name in wanted}
    for members in order:
        name = max(wanted, key=lambda each: wanted[each] * len(rows) - len(parts[each]))
        parts[name] += members
    return {name: [rows[index] for index in sorted(members)] for name, members in parts.items()}


def chance(pair: Pair, seed: int) -> int:
    """Give a number that looks random and is always the same for a pair."""
    return xxh3_64_intdigest(f"{pair.group}\n{pair.a}".encode("utf-8", "surrogatepass"), seed)


def keys(pair: Pair) -> list[str]:
    """Name all that a pair must not share with another part: its group and its two texts."""
    texts = [f"text {' '.join(normal(text, pair.lang).text.lower().split())}" for text in (pair.a, pair.b)]
    return [*([f"group {pair.group}"] if pair.group else []), *texts]


def connected(pairs: Sequence[Pair]) -> list[list[int]]:
    """List the sets of pairs that hang together, by indices."""
    root = list(range(len(pairs)))

    def find(index: int) -> int:
        while root[index] != index:
            root[index] = root[root[index]]
            index = root[index]
        return index

    first: dict[str, int] = {}
    for index, pair in enumerate(pairs):
        for key in keys(pair):
            root[find(index)] = find(first.setdefault(key, index))
    sets: dict[int, list[int]] = {}
    for index in range(len(pairs)):
        sets.setdefault(find(index), []).append(index)
    return list(sets.values())


def check(parts: Mapping[str, Sequence[Pair]]) -> None:
    """Refuse a split with a group or a text in two parts, naming the first."""
    place: dict[str, str] = {}
    for name, pairs in parts.items():
        for pair in pairs:
            for key in keys(pair):
                other = place.setdefault(key, name)
                if other != name:
                    raise DataError(f"{key!r} is in both {other} and {name}; split again by group")
