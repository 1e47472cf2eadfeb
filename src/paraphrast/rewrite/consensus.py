"""Choosing among candidates without references: the one most like all the others (minimum Bayes risk)."""

from collections import Counter
from collections.abc import Callable, Sequence

ORDERS = 6  # the longest run of characters that is compared
BETA = 2.0  # recall counts twice as much, as in chrF
ROUNDS = 3  # how many candidates of a text may be judged before the best by likeness is taken
Refuses = Callable[[Sequence[str]], list[bool]]


def ranked(
    candidates: Sequence[Sequence[str]], refuses: Refuses | None = None, rounds: int = ROUNDS
) -> list[list[str]]:
    """Put the candidates of each text in order, most like the others first; refused ones go last.

    Only the first of a text is judged, and the next where it is refused: judging costs more than comparing.

    >>> ranked([["dogs", "a cat sat", "a cat sat"]])
    [['a cat sat', 'dogs']]
    >>> ranked([["bad cat", "a cat", "the cat"]], lambda texts: ["bad" in text for text in texts])
    [['a cat', 'the cat', 'bad cat']]
    """
    return deferred([ordered(some) for some in candidates], refuses, rounds)


def deferred(
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


def ordered(some: Sequence[str]) -> list[str]:
    """Order by mean likeness to the others; repeats count as votes, and come once."""
    votes = Counter(some)
    if len(votes) < 2:
        return list(votes)
    grams = {text: counted(text) for text in votes}
    mean = {
        text: sum(votes[other] * likeness(grams[text], grams[other]) for other in votes if other != text)
        + votes[text]
        - 1
        for text in votes
    }
    return sorted(votes, key=lambda text: -mean[text])


def counted(text: str) -> list[Counter[str]]:
    """Count the runs of 1 to 6 characters, without blanks."""
    plain = "".join(text.split())
    return [
        Counter(plain[at : at + size] for at in range(len(plain) - size + 1)) for size in range(1, ORDERS + 1)
    ]


def likeness(said: Sequence[Counter[str]], other: Sequence[Counter[str]]) -> float:
    """ChrF of a text against another, 0 to 1.

    >>> likeness(counted("abc"), counted("abc")), likeness(counted("abc"), counted("xyz"))
    (1.0, 0.0)
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
