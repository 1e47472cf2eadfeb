"""Where a word or a name stands by itself, so that another can take its place: not in compounds and names."""

from typing import NamedTuple

from paraphrast.text.clauses import Sentence, Word

NAMING = ("NOUN", "PROPN", "X")
JOINTS = frozenset("-–·•/&")
NOBODY = Word("", 0, 0, "", "")


class Name(NamedTuple):
    """A run of words that names one thing."""

    words: tuple[Word, ...]
    kind: str

    @property
    def start(self) -> int:
        """Tell where the name begins."""
        return self.words[0].start

    @property
    def stop(self) -> int:
        """Tell where the name ends."""
        return self.words[-1].stop


def beside(sentence: Sentence, index: int) -> tuple[Word, Word]:
    """Give the words before and after a word; nobody at the edges."""
    words = sentence.words
    before = words[index - 1] if index else NOBODY
    return before, words[index + 1] if index + 1 < len(words) else NOBODY


def is_torn(sentence: Sentence, index: int) -> bool:
    """Tell whether a word would be torn out of a compound, a title or a sentence that has it twice."""
    word = sentence.words[index]
    around = sentence.text[max(0, word.start - 1) : word.start] + sentence.text[word.stop : word.stop + 1]
    twice = word.tag in ("ADJ", "ADV") and sum(each.lemma == word.lemma for each in sentence.words) > 1
    opens = word.text[:1].isupper() or beside(sentence, index)[0].tag == "PUNCT"
    return bool(JOINTS & set(around)) or twice or (word.tag == "NUM" and index > 0 and opens)


def has_names_beside(sentence: Sentence, index: int) -> bool:
    """Tell whether a noun has a noun or a name right beside it, of which it is a part."""
    return any(word.tag in NAMING for word in beside(sentence, index))
