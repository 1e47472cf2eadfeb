"""What every function of this layer returns: an answer and the place it was found."""

from typing import NamedTuple


class Token(NamedTuple):
    """An answer (surface, lemma, tag, ...) and its evidence: `source[start:stop]`."""

    text: str
    start: int
    stop: int
