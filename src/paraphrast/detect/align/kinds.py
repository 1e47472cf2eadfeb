"""What kind of borrowing a passage is, and whether somebody tried to hide it."""

from rapidfuzz.distance import Indel

from paraphrast.data import MatchKind
from paraphrast.detect.reading import Reading

NEAR = 0.8  # the part of the letters, in order, that a near-copy keeps
LONGEST = 5_000  # letters by which a long passage is judged


def kind(here: Reading, there: Reading, texts: tuple[str, str]) -> MatchKind:
    """Name the kind: verbatim texts are equal but for blanks and hidden characters (PlagEvalRus 2017)."""
    if here.lang != there.lang:
        return "translated"
    left, right = (letters(text) for text in texts)
    if left == right:
        return "verbatim"
    near = Indel.normalized_similarity(left[:LONGEST], right[:LONGEST])
    return "near-copy" if near >= NEAR else "paraphrase"


def letters(text: str) -> str:
    """Drop all but letters and digits, and case."""
    return "".join(filter(str.isalnum, text)).casefold()


def disguises(reading: Reading, start: int, stop: int) -> list[str]:
    """Name the tricks inside start..stop of the original text: look-alike letters, hidden characters."""
    found = {
        undone.kind for undone in reading.normal.disguises if undone.start < stop and start < undone.stop
    }
    return sorted(found)
