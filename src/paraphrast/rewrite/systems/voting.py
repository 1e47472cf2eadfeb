"""Choosing among candidates without references: the one most like all the others (minimum Bayes risk)."""

from collections import Counter
from collections.abc import Callable, Sequence

ORDERS = 6  # the longest run of characters that is compared
BETA = 2.0  # recall counts twice as much, as in chrF
ROUNDS = 3  # how many candidates of a text may be judged before the first is taken
Refuses = Callable[[Sequence[str]], list[bool]]
Minds = Callable[[Sequence[str]], list[float]]


def order_by_votes(candidates: Sequence[Sequence[str]], minds: Minds) -> list[list[str]]:
    """Put the candidates of each text in order, by their mean likeness to the others less what `minds` says.

    Nobody is asked about a candidate that could not win even if nothing were minded: judging costs more than
    comparing. Those come after the best in the order of their likeness.

    >>> order_by_votes([["dogs", "a cat sat", "a cat sat"]], lambda texts: [0.0 for _ in texts])
    [['a cat sat', 'dogs']]
    >>> drafts = [["bad cat", "a cat", "bad cats"]]
    >>> order_by_votes(drafts, lambda texts: [0.9 * ("bad" in text) for text in texts])
    [['a cat', 'bad cats', 'bad cat']]
    """
    waiting = [_count_votes(some) for some in candidates]
    judged: list[list[tuple[float, str]]] = [[] for _ in candidates]
    left = [at for at, some in enumerate(waiting) if some]
    while left:
        told = minds([waiting[at][0][1] for at in left])
        for at, minded in zip(left, told, strict=True):
            worth, text = waiting[at].pop(0)
            judged[at].append((worth - minded, text))
        left = [at for at in left if waiting[at] and waiting[at][0][0] > max(judged[at])[0]]
    return [
        [text for _, text in [*sorted(some, key=lambda one: -one[0]), *rest]]
        for some, rest in zip(judged, waiting, strict=True)
    ]


def defer_refused(
    candidates: Sequence[Sequence[str]], refuses: Refuses | None, rounds: int = ROUNDS
) -> list[list[str]]:
    """Put refused candidates last, and leave the order of the others."""
    out = [list(some) for some in candidates]
    if refuses is None:
        return out
    left = [at for at, some in enumerate(out) if some]
    for turn in range(rounds):
        told = refuses([out[at][0] for at in left]) if left else []
        bad = [at for at, refused in zip(left, told, strict=True) if refused]
        for at in bad:
            out[at].append(out[at].pop(0))
        left = [at for at in bad if turn + 1 < len(out[at])]
    return out


def _count_votes(some: Sequence[str]) -> list[tuple[float, str]]:
    """Give each candidate once with its mean likeness to the others, the largest first; repeats are votes."""
    votes = Counter(some)
    if len(votes) < 2:
        return [(1.0, text) for text in votes]
    grams = {text: count_runs(text) for text in votes}
    total = votes.total() - 1
    found = [
        (
            sum(
                (votes[other] - (other == text)) * measure_likeness(grams[text], grams[other])
                for other in votes
            )
            / total,
            text,
        )
        for text in votes
    ]
    return sorted(found, key=lambda one: -one[0])


def count_runs(text: str) -> list[Counter[str]]:
    """Count the runs of 1 to 6 characters, without blanks."""
    plain = "".join(text.split())
    return [
        Counter(plain[at : at + size] for at in range(len(plain) - size + 1)) for size in range(1, ORDERS + 1)
    ]


def measure_likeness(said: Sequence[Counter[str]], other: Sequence[Counter[str]]) -> float:
    """ChrF of a text against another, 0 to 1.

    >>> measure_likeness(count_runs("abc"), count_runs("abc"))
    1.0
    >>> measure_likeness(count_runs("abc"), count_runs("xyz"))
    0.0
    """
    precision, recall, orders = 0.0, 0.0, 0
    for ours, theirs in zip(said, other, strict=True):
        left, right = ours.total(), theirs.total()
        if left and right:
            shared = sum(min(count, theirs[gram]) for gram, count in ours.items() if gram in theirs)
            precision, recall, orders = precision + shared / left, recall + shared / right, orders + 1
    if not precision or not recall:
        return 0.0
    precision, recall = precision / orders, recall / orders
    return (1 + BETA**2) * precision * recall / (BETA**2 * precision + recall)
