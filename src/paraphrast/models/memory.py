"""A memory of what models answered: it belongs to whoever makes it, and ends with its owner."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

NEW = object()
MOST = 20_000  # answers that are held; the oldest go first


class Remembering:
    """A function of texts (or other keys) that answers again, without asking, what it was asked lately.

    Whoever rewrites and scores asks the same models about the same texts again and again. What a bundled
    judge answers does not depend on what it is asked beside, so nothing ever has to be forgotten.

    >>> asked = []
    >>> lengths = Remembering(lambda texts: [asked.append(t) or len(t) for t in texts])
    >>> lengths(["a", "bb"]), lengths(["bb", "ccc"]), asked
    ([1, 2], [2, 3], ['a', 'bb', 'ccc'])
    """

    def __init__(self, function: Callable[[Sequence[Any]], Sequence[Any]], most: int = MOST) -> None:
        self.function = function
        self.most = most
        self._held: OrderedDict[Hashable, Any] = OrderedDict()

    def __call__(self, keys: Sequence[Hashable]) -> list[Any]:
        known = {key: self._held.get(key, NEW) for key in dict.fromkeys(keys)}
        new = [key for key, answer in known.items() if answer is NEW]
        fresh = dict(zip(new, self.function(new), strict=True)) if new else {}
        self._held.update(fresh)
        while len(self._held) > self.most:
            self._held.popitem(last=False)
        known |= fresh
        return [known[key] for key in keys]


def ask_alone(function: Callable[[Sequence[str]], Any]) -> Callable[[Sequence[str]], list[Any]]:
    """Give a function that asks about each text alone, as the encoder answers otherwise in other company.

    >>> ask_alone(lambda texts: [len(texts)] * len(texts))(["a", "b"])
    [1, 1]
    """
    return lambda texts: [function([text])[0] for text in texts]
