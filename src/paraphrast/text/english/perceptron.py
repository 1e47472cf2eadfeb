"""The averaged perceptron that tags English words (Collins 2002, https://doi.org/10.3115/1118693.1118694).

It is trained by training/tagger.py; its card is tagger.md.
"""

import gzip
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from paraphrast.text.tags import TAGS

__all__ = ["TAGS", "Tagger", "dump", "english", "parse"]

SIGNS = "ABCDEFGHIJKLMNOPQ"
NUMBERS = {sign: number for number, sign in enumerate(SIGNS)}
Weights = dict[str, dict[int, float]]


def shape(word: str) -> str:
    """Say what a word looks like: which kinds of characters it has, and whether it begins with a capital.

    >>> [shape(word) for word in ["Paris", "NATO", "cat", "well-known", "B52", "!"]]
    ['Xx', 'X', 'x', 'x-', 'X0', '.']
    """
    kinds = ("X" if word[:1].isupper() else "") + ("x" if any(map(str.islower, word)) else "")
    kinds += ("0" if any(map(str.isdigit, word)) else "") + ("-" if "-" in word[1:-1] else "")
    return kinds or ("x" if word[:1].isalpha() else ".")


def opening(forms: Sequence[str]) -> int:
    """Say where the first word of a sentence is, after the marks that open it."""
    return next((place for place, form in enumerate(forms) if form[:1].isalnum()), len(forms))


def features(forms: Sequence[str], place: int, *, before: tuple[str, str], first: int) -> list[str]:
    """List what speaks for a tag of the word at a place, with the two tags before it."""
    form = forms[place]
    low = form.lower()
    last = forms[place - 1].lower() if place else "<"
    further = forms[place - 2].lower() if place > 1 else "<"
    following = forms[place + 1].lower() if place + 1 < len(forms) else ">"
    beyond = forms[place + 2].lower() if place + 2 < len(forms) else ">"
    looks = shape(form) + ("^" if place <= first else "")
    older, newer = before
    return [
        "w" + low,
        "1" + low[-1:],
        "2" + low[-2:],
        "3" + low[-3:],
        "4" + low[-4:],
        "p" + low[:3],
        "s" + looks,
        "S" + looks + low[-2:],
        "a" + newer,
        "b" + older + " " + newer,
        "c" + newer + " " + low,
        "d" + last,
        "e" + further,
        "f" + following,
        "g" + beyond,
        "h" + following[-3:],
        "i" + last[-3:],
        "j" + last + " " + low,
        "k" + low + " " + following,
        "l" + newer + " " + following[-2:],
        "m" + newer + " " + low[-3:],
    ]


class Tagger:
    """A tag for each word of a sentence, from left to right."""

    def __init__(self, weights: Weights, certain: dict[str, str]) -> None:
        self.weights = weights
        self.certain = certain

    def __call__(self, forms: Sequence[str]) -> list[str]:
        tags: list[str] = []
        before, first = ("<", "<"), opening(forms)
        for place, form in enumerate(forms):
            tag = (
                self.certain.get(form) or TAGS[self.best(features(forms, place, before=before, first=first))]
            )
            tags.append(tag)
            before = (before[1], tag)
        return tags

    def best(self, seen: Sequence[str]) -> int:
        """Say which tag the features speak for."""
        scores = [0.0] * len(TAGS)
        weights = self.weights
        for feature in seen:
            found = weights.get(feature)
            if found:
                for tag, weight in found.items():
                    scores[tag] += weight
        return max(range(len(TAGS)), key=scores.__getitem__)


def dump(weights: Weights, certain: dict[str, str]) -> bytes:
    """Write a model: words with a certain tag, a blank line, features with their weights."""
    lines = [f"{form}\t{tag}" for form, tag in sorted(certain.items())]
    lines.append("")
    for feature, found in sorted(weights.items()):
        cells = [f"{SIGNS[tag]}{round(weight)}" for tag, weight in sorted(found.items()) if round(weight)]
        if cells:
            lines.append("\t".join([feature, *cells]))
    return gzip.compress("\n".join(lines).encode(), mtime=0)


def parse(data: bytes) -> Tagger:
    """Read what `dump` wrote."""
    sure, _, rest = gzip.decompress(data).decode().partition("\n\n")
    certain = dict(line.split("\t") for line in sure.split("\n") if line)
    weights: Weights = {}
    for line in rest.split("\n"):
        feature, *cells = line.split("\t")
        weights[feature] = {NUMBERS[cell[0]]: float(cell[1:]) for cell in cells}
    return Tagger(weights, certain)


@cache
def english() -> Tagger:
    """Load the English tagger."""
    return parse(files(__package__).joinpath("tagger.gz").read_bytes())
