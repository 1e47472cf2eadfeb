"""To annotation and back: what raters are shown, and what stays when all of them agree."""

from collections.abc import Iterable, Iterator, Mapping

from paraphrast.build.steps import Verdict
from paraphrast.data import Judgement, Pair
from paraphrast.errors import DataError


def items(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs as raters see them: an id and two texts, neither the label nor what made them."""
    for number, pair in enumerate(pairs):
        yield Pair(pair.a, pair.b, lang=pair.lang, id=pair.id or str(number))


def agreed(
    pairs: Iterable[Pair], same: Iterable[Judgement], correct: Iterable[Judgement], *, raters: int = 2
) -> Iterator[tuple[Pair, Verdict]]:
    """Yield each pair with the raters' label, and the reason when it must go.

    RuPAWS keeps a pair when both raters call both sentences correct and say the same about the meaning: 87%
    of what was annotated.
    """
    meaning, form = votes(same), votes(correct)
    for number, pair in enumerate(pairs):
        name = pair.id or str(number)
        said, well = meaning.get(name, []), form.get(name, [])
        if len(said) < raters or len(well) < raters:
            yield pair, Verdict("not-annotated", float(min(len(said), len(well))))
        elif not all(well):
            yield pair, Verdict("not-well-formed", sum(well) / len(well))
        elif len(set(said)) > 1:
            yield pair, Verdict("raters-disagree", sum(said) / len(said))
        else:
            yield (
                Pair(pair.a, pair.b, float(said[0]), pair.lang, name, pair.group, meta=pair.meta),
                Verdict(None, 1.0),
            )


def labelled(pairs: Iterable[Pair], labels: Mapping[str, float]) -> Iterator[tuple[Pair, Verdict]]:
    """Yield each pair with the label that its raters came to, and the reason when they came to none."""
    for number, pair in enumerate(pairs):
        name = pair.id or str(number)
        if name in labels:
            told = Pair(pair.a, pair.b, labels[name], pair.lang, name, pair.group, pair.refs, pair.meta)
            yield told, Verdict(None, labels[name])
        else:
            yield pair, Verdict("not-labelled")


def votes(judgements: Iterable[Judgement]) -> dict[str, list[bool]]:
    """Gather what was said of each item as yes or no."""
    found: dict[str, list[bool]] = {}
    for each in judgements:
        found.setdefault(each.item, []).append(yes(each.label))
    return found


def yes(label: str | float) -> bool:
    """Read a vote.

    >>> yes("yes"), yes(0)
    (True, False)
    """
    known = {"yes": True, "no": False, "1": True, "0": False, "1.0": True, "0.0": False}
    found = known.get(str(label).strip().lower())
    if found is None:
        raise DataError(f"vote {label!r} is neither yes nor no")
    return found
