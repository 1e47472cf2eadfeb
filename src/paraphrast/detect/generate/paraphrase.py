"""Rewrite a fragment by small changes, spread over it as thinly as the plan says."""

from collections.abc import Sequence

import numpy as np

from paraphrast.text import Lang, Token
from paraphrast.text.edits import Method, edits


def paraphrase(
    text: str, lang: Lang, *, methods: Sequence[Method], distance: float, draw: np.random.Generator
) -> tuple[str, list[Method]]:
    """Change a text about once in every `distance` characters; give it with the methods that were used.

    >>> draw = np.random.default_rng(0)
    >>> paraphrase("Он увидел большой дом.", "ru", methods=["synonyms"], distance=8, draw=draw)[1]
    ['synonyms']
    """
    known = [(change, method) for method in methods for change in edits(text, lang, method)]
    wanted = max(1, round(len(text) / distance))
    chosen: list[tuple[Token, Method]] = []
    for place in draw.permutation(len(known)).tolist():
        change, method = known[place]
        # neighbours keep apart, so that the changes do not crowd where the lists happen to be rich
        clear = distance / 3
        if all(
            change.stop + clear <= other.start or other.stop + clear <= change.start for other, _ in chosen
        ):
            chosen.append((change, method))
        if len(chosen) == wanted:
            break
    pieces, done = [], 0
    for change, _ in sorted(chosen, key=lambda one: one[0].start):
        pieces += [text[done : change.start], change.text]
        done = change.stop
    used = {method for _, method in chosen}
    return "".join([*pieces, text[done:]]), [method for method in methods if method in used]
