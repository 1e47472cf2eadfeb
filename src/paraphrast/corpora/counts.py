"""What a split holds, and what is odd about it."""

from pathlib import Path

from msgspec import Struct

from paraphrast.corpora.loading import load
from paraphrast.data import Pair
from paraphrast.engine import progress

NEGATIVE, POSITIVE = 1, 2


class Counts(Struct, frozen=True):
    """Figures of one split; a label of .5 or more counts as positive."""

    records: int
    positive: int
    negative: int
    unlabelled: int
    groups: int
    references: int
    identical: int
    identical_negative: int
    repeated: int
    contradictory: int


def stats(name: str, split: str = "train", *, data: str | Path | None = None) -> Counts:
    """Count a split's records, and among its pairs the identical, repeated (in any order) and contradictory.

    Such records are kept by `load`; whoever trains or tests on them should know. Memory holds one number for
    each different pair.
    """
    import xxhash

    total: dict[str, int] = dict.fromkeys(Counts.__struct_fields__, 0)
    seen: dict[int, int] = {}
    groups: set[int] = set()
    for record in progress(load(name, split, data=data), f"{name} {split}"):
        label = getattr(record, "label", None)
        total["records"] += 1
        total["unlabelled" if label is None else "positive" if label >= 0.5 else "negative"] += 1
        if group := getattr(record, "group", ""):
            groups.add(xxhash.xxh3_64_intdigest(group.encode()))
        if isinstance(record, Pair):
            total["references"] += len(record.refs)
            total["identical"] += record.a == record.b
            total["identical_negative"] += record.a == record.b and label is not None and label < 0.5
            key = xxhash.xxh3_64_intdigest("\0".join(sorted((record.a, record.b))).encode())
            total["repeated"] += key in seen
            side = 0 if label is None else POSITIVE if label >= 0.5 else NEGATIVE
            seen[key] = seen.get(key, 0) | side
    total["groups"] = len(groups)
    total["contradictory"] = sum(sides == NEGATIVE | POSITIVE for sides in seen.values())
    return Counts(**total)
