"""A vocabulary of frequent words for each part of speech, from a corpus that is tagged on the way.

After section 5.1 of the Chinese paraphraser's paper: what is replaced is mostly frequent words; rare ones,
mostly names, are better kept whole. So as many words of each part of speech are taken as cover a share of its
uses.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from paraphrast.errors import DataError
from paraphrast.files.opening import PathLike, lines, reading, writing
from paraphrast.text import Lang, is_word, tags, words

# The share of uses that is covered: of names few, since they are hidden; of what can be replaced nearly all.
COVERED = {"PROPN": 0.5, "NOUN": 0.95, "X": 0.5, "NUM": 0.9}
REST = 0.99
LEAST = 2  # uses of a word that is taken
HEAD = "word\ttag\tcount"


class Entry(NamedTuple):
    """A word with its part of speech and how often it was met so."""

    word: str
    tag: str
    uses: int


class Line(NamedTuple):
    """What the report says of a part of speech: an example, words met, words taken."""

    tag: str
    example: str
    met: int
    taken: int

    def __str__(self) -> str:
        share = self.taken / self.met if self.met else 0.0
        return f"{self.tag}\t{self.example}\t{self.met}\t{self.taken}\t{share:.2f}"


def count_words(texts: Iterable[str], lang: Lang) -> dict[str, Counter[str]]:
    """Count the words of a corpus by their part of speech; a capital at a sentence's start is forgotten."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for place, (word, tag) in enumerate(zip(words(text, lang), tags(text, lang), strict=True)):
            if is_word(word.text) and not any(map(str.isdecimal, word.text)):
                said = word.text if place or tag.text == "PROPN" else word.text.lower()
                found[tag.text][said] += 1
    return dict(found)


def choose_frequent(
    found: Mapping[str, Counter[str]], covered: Mapping[str, float] | None = None, *, least: int = LEAST
) -> list[Entry]:
    """Take the most frequent words of each part of speech until they cover its share of uses.

    >>> choose_frequent({"NOUN": Counter("aaaaaaaaab")}, {"NOUN": 0.9})
    [Entry(word='a', tag='NOUN', uses=9)]
    """
    shares = COVERED | dict(covered or {})
    taken: list[Entry] = []
    for tag, counts in sorted(found.items()):
        wanted, have = shares.get(tag, REST) * counts.total(), 0
        for word, count in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
            if have >= wanted or count < least:
                break
            taken.append(Entry(word, tag, count))
            have += count
    return taken


def report_coverage(found: Mapping[str, Counter[str]], taken: Iterable[Entry]) -> list[Line]:
    """Say for each part of speech how many words were met and how many were taken, the largest first."""
    by = Counter(entry.tag for entry in taken)
    rows = [Line(tag, counts.most_common(1)[0][0], len(counts), by[tag]) for tag, counts in found.items()]
    rows.sort(key=lambda line: (-line.taken, line.tag))
    return [*rows, Line("ALL", "", sum(line.met for line in rows), sum(line.taken for line in rows))]


def write_vocabulary(path: PathLike, entries: Iterable[Entry]) -> None:
    """Write a vocabulary as a table."""
    with writing(path) as stream:
        stream.write(f"{HEAD}\n".encode())
        stream.writelines(f"{entry.word}\t{entry.tag}\t{entry.uses}\n".encode() for entry in entries)


def read_vocabulary(path: PathLike) -> list[Entry]:
    """Read what `write` wrote."""
    entries: list[Entry] = []
    with reading(path) as stream:
        for number, line in enumerate(lines(stream, path), 1):
            cells = line.rstrip("\r\n").split("\t")
            if number == 1 and line.strip() == HEAD:
                continue
            if number == 1 or len(cells) != 3 or not cells[2].isdecimal():
                raise DataError("not a vocabulary: word, tag, count expected", path=path, line=number)
            entries.append(Entry(cells[0], cells[1], int(cells[2])))
    return entries
