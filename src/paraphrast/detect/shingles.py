"""PAN's baseline: shingles of 50 letters, drawn out to the right as far as both texts go on alike."""

from paraphrast.data import Document, Match, Span


def letters(text: str) -> tuple[str, list[int]]:
    """Drop marks and blanks and lower-case the rest, keeping the place of every letter."""
    kept = [
        (lower, place) for place, letter in enumerate(text) if letter.isalnum() for lower in letter.lower()
    ]
    return "".join(letter for letter, _ in kept), [place for _, place in kept]


def shingles(suspicious: Document, source: Document, *, length: int = 50) -> list[Match]:
    """Find runs of at least `length` equal letters: the baseline of PAN 2012 and PlagEvalRus 2017.

    >>> text = "Раз, два, три, четыре, пять, шесть, семь, восемь, девять, десять, одиннадцать!"
    >>> [match.suspicious for match in shingles(Document("a", f"Вот: {text}"), Document("b", text.upper()))]
    [Span(doc='a', start=5, stop=82)]
    """
    here, places = letters(suspicious.text)
    there, targets = letters(source.text)
    known: dict[str, list[int]] = {}
    for place in range(len(here) - length + 1):
        known.setdefault(here[place : place + length], []).append(place)
    found, place = [], 0
    while place + length <= len(there):
        starts = known.get(there[place : place + length])
        if not starts:
            place += 1
            continue
        start, size = max(((s, _reach(here, there, s, place)) for s in starts), key=lambda run: run[1])
        found.append(
            Match(
                Span(suspicious.id, places[start], places[start + size - 1] + 1),
                Span(source.id, targets[place], targets[place + size - 1] + 1),
                "verbatim",
            )
        )
        place += size
    return found


def _reach(here: str, there: str, start: int, place: int) -> int:
    """Count how many letters go on alike."""
    size = 0
    while (
        start + size < len(here) and place + size < len(there) and here[start + size] == there[place + size]
    ):
        size += 1
    return size
