"""Documents with a sentence that means nearly the same as a sentence of the text."""

from paraphrast.detect.align.meaning import Encoder
from paraphrast.detect.candidates import Names, names
from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import Reading

LEAST = 4  # words of a sentence that has enough meaning
NAMED = 4  # documents that a sentence may name


def by_vectors(reading: Reading, index: Index, encoder: Encoder | None) -> Names:
    """Let each sentence vote for the documents whose sentences are nearest to it."""
    rows: list[tuple[int, int, float, bool]] = []
    if encoder is None or "vectors" not in index.manifest.views:
        return names(rows)
    begin = reading.first[:-1].tolist()
    numbers = [n for n in range(len(begin)) if reading.first[n + 1] - reading.first[n] >= LEAST]
    if not numbers:
        return names(rows)
    found = index.by_vectors(encoder([reading.sentence(n) for n in numbers]), limit=NAMED)
    for place, hits in zip(numbers, found, strict=True):
        if hits:
            floor = hits[-1][0] - 1e-3
            top = hits[0][0] - floor
            rows += [(begin[place], number, 0.5 * (cosine - floor) / top, False) for cosine, number in hits]
    return names(rows)
