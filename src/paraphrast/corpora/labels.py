"""Labels of all kinds onto the one scale from 0 to 1."""

from collections.abc import Callable
from typing import Any, TypeAlias

from paraphrast.corpora.catalogue import Label

Values: TypeAlias = dict[str, Any]


def reader(label: Label | None) -> Callable[[Values], float | None]:
    """Return the function that reads a row's label, raising ValueError or KeyError where it cannot."""
    if label is None:
        return lambda values: None
    if label.constant is not None:
        return lambda values: label.constant
    if label.product:
        return lambda values: product(label, values)
    if label.holds:
        return lambda values: held(label.holds, values[label.column])
    return lambda values: mapped(label, values[label.column])


def held(wanted: str, classes: Any) -> float | None:
    """Say whether the wanted class is among those given; nothing where none was given."""
    if not isinstance(classes, list):
        raise ValueError(f"label {classes!r} is not a list of classes")
    return float(wanted in classes) if classes else None


def product(label: Label, values: Values) -> float:
    """Multiply the columns: the joint score of several judgements, each from 0 to 1."""
    score = 1.0
    for column in label.product:
        score *= _ranged(values[column], 0, 1)
    return round(score, 6)


def mapped(label: Label, value: Any) -> float | None:
    """Look a value up in the card's map, or move it from the card's range onto 0..1."""
    text = str(value).strip()
    if text in label.missing:
        return None
    if label.range:
        return round(_ranged(text, *label.range), 6)
    if text not in label.map:
        raise ValueError(f"label {text!r} is not one of {', '.join(label.map)}")
    return label.map[text]


def _ranged(value: Any, low: float, high: float) -> float:
    """Move a number from low..high onto 0..1.

    >>> _ranged("4.5", 1, 5)
    0.875
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"label {value!r} is not a number") from None
    if not low <= number <= high:
        raise ValueError(f"label {value} is not between {low:g} and {high:g}")
    return (number - low) / (high - low)
