"""Chinese words with rjieba's parts of speech in universal names."""

from collections.abc import Sequence
from functools import cache

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.grammar import kinds_of_names, load

KINDS = {
    "nr": "person",
    "nrt": "person",
    "nrfg": "person",
    "ns": "place",
    "nt": "organisation",
    "eng": "other",
}


@cache
def tags() -> dict[str, str]:
    """Map rjieba's tags to universal ones."""
    return {mark: tag for tag, group in load("zh")["tags"].items() for mark in group.split()}


def read(text: str) -> tuple[Word, ...]:
    """Find the words of a sentence with their tags; names written with a dot are one word."""
    found: list[Word] = []
    start = 0
    for piece, mark in pieces(text):
        stop = start + len(piece)
        if piece.strip():
            found.append(Word(piece, start, stop, tag(piece, mark), piece, kind(piece, mark)))
        start = stop
    return tuple(joined(found))


def pieces(text: str) -> list[tuple[str, str]]:
    """Cut and tag a text; the pieces joined are the text."""
    import rjieba

    try:
        tagged: list[tuple[str, str]] = rjieba.tag(text)
    except UnicodeEncodeError:  # half of a surrogate pair: rjieba takes only what UTF-8 can say
        tagged = [(character, "x") for character in text]
    return tagged


def tag(piece: str, mark: str) -> str:
    """Give the universal part of speech of a word."""
    if piece[0].isdigit():
        return "NUM"
    if (mark == "x" and piece[0].isalpha()) or (mark[0] == "n" and len(piece) > 1 and piece[0] in "和与及"):
        return "X"  # a conjunction was taken into the name
    return tags().get(mark, tags().get(mark[:1], "X"))


def kind(piece: str, mark: str) -> str:
    """Name what a name names."""
    return kinds_of_names("zh").get(piece) or KINDS.get(mark, "")


def joined(found: list[Word]) -> list[Word]:
    """Join the parts of a foreign name: 皮特 · 比尔 is one person, New York one name."""
    made: list[Word] = []
    for word in found:
        dotted = (
            len(made) > 1
            and made[-1].text in "·•"
            and made[-2].kind in ("person", "other")
            and word.tag in ("PROPN", "NOUN", "X")
        )
        latin = (
            bool(made)
            and made[-1].text.isascii()
            and word.text.isascii()
            and made[-1].tag == word.tag == "PROPN"
            and word.start <= made[-1].stop + 1
        )
        if dotted or latin:
            head = made[-2] if dotted else made[-1]
            gap = "" if head.stop == word.start or dotted else " "
            text = head.text + (made[-1].text if dotted else gap) + word.text
            del made[-2 if dotted else -1 :]
            word = Word(text, head.start, word.stop, "PROPN", text, "person" if dotted else "other")
        made.append(word)
    return made


def fit(word: Word, slot: Word) -> str | None:
    """Give the form of a word for another's place: Chinese words have one form."""
    return word.text


def form_of(lemma: str, slot: Word) -> str | None:
    """Give the word of a list for a place."""
    return lemma


def smooth(text: str, source: str) -> str:
    """Give the text itself: no Chinese word depends on the sound after it."""
    return text


def adjust(adjectives: Sequence[Word], noun: Word, slot: Word) -> list[str]:
    """Give the adjectives as they are: they have one form."""
    return [each.text for each in adjectives]


def agree_somehow(left: Word, right: Word) -> bool:
    """Say that an adjective has nothing to agree in."""
    return False


def disagrees(sentence: Sentence, word: Word, lemma: str) -> bool:
    """Say that no word before a noun depends on its gender."""
    return False
