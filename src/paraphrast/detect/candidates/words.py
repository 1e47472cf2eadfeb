"""Documents that have most of the rarest stems of a chunk."""

from collections.abc import Iterator

from paraphrast.detect.candidates.methods import Names, names
from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import Reading
from paraphrast.detect.terms import terms

CHUNK = 30  # words of a chunk
TERMS = 14  # its rarest stems, which are asked for
NAMED = 4  # documents that a chunk may name
OUT = 1.6  # times the score of the last of them: one in ten chunks of somebody's own ranks a document so high


def by_words(reading: Reading, index: Index) -> Names:
    """Let each chunk vote for the documents that have most of it, by how far they stand out."""
    rows: list[tuple[int, int, float, bool]] = []
    if index.words is None:
        return names(rows)
    table = terms(reading.lang)
    for begin, end in chunks(reading):
        values = reading.number[begin:end].tolist()
        stems = index.words.rarest((table.stem(value) for value in values if not value & 1), TERMS)
        hits = index.by_words(stems, limit=NAMED)
        if hits:
            floor = hits[-1][0] * 0.9 if len(hits) == NAMED else 0.0
            top = max(hits[0][0] - floor, 1e-9)
            last = OUT * hits[-1][0] if len(hits) == NAMED else 0.0
            rows += [(begin, number, max(score - floor, 0.0) / top, score > last) for score, number in hits]
    return names(rows)


def chunks(reading: Reading) -> Iterator[tuple[int, int]]:
    """Cut the text at sentence borders into chunks of about CHUNK words: (first word, one past the last)."""
    begin = 0
    for end in reading.first[1:].tolist():
        if end - begin >= CHUNK or end == len(reading.start):
            yield begin, end
            begin = end
