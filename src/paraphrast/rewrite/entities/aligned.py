"""The entity-aligned tokenizer: frequent words whole, slots for entities and long rare words, else letters.

After section 5.2 of the Chinese paraphraser's paper. `hide` gives the tokens of a text with blanks between
them, for any model whose tokenizer splits at blanks; `restore` gives the text back, all but runs of blanks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from paraphrast.rewrite.entities import slots
from paraphrast.rewrite.entities.slots import Hidden, Style
from paraphrast.rewrite.entities.vocabulary import Entry
from paraphrast.text import Lang, words

SPACE, CAPITAL = "▁", "⇧"  # before a token: a blank came before it; the next token begins with a capital
NUMBERS = 4  # slots of each kind that a model knows


class Aligned:
    """Texts -> tokens and back; `least` is the paper's k, the length from which rare words are hidden."""

    def __init__(self, entries: Iterable[Entry], lang: Lang, *, least: int = slots.LEAST) -> None:
        self.entries, self.lang = tuple(entries), lang
        self.words = frozenset(entry.word for entry in self.entries)
        self.style = Style(vocabulary=self.words, least=least)

    def hide(self, text: str) -> Hidden:
        """Give the tokens of a text, blanks between them, and what its slots stand for."""
        return self.cut(slots.hide(text, self.lang, self.style))

    def target(self, text: str, hidden: Hidden) -> str:
        """Give the tokens of a text that says the same, with the slots of the one that is hidden."""
        return self.cut(Hidden(slots.put_slots(text, hidden.table), hidden.table)).text

    def restore(self, text: str, table: Mapping[str, str]) -> str:
        """Put tokens together, and what the slots stand for."""
        return slots.restore(_join_tokens(text.split()), table)

    def cut(self, hidden: Hidden) -> Hidden:
        """Cut what is between the slots into words and characters."""
        found: list[str] = []
        at, space = 0, False
        for match in slots.match_slots(hidden.table).finditer(hidden.text) if hidden.table else ():
            found += self.pieces(hidden.text[at : match.start()], space)
            ends = hidden.text[: match.start()][-1:].isspace()
            found.append(f"{SPACE}{match[0]}" if ends else match[0])
            at, space = match.end(), False
        found += self.pieces(hidden.text[at:], space)
        return Hidden(" ".join(found), hidden.table)

    def pieces(self, text: str, space: bool) -> Iterator[str]:
        """Yield the tokens of a text without slots."""
        at = 0
        for word in words(text, self.lang):
            mark = SPACE if space or text[at : word.start].strip() != text[at : word.start] else ""
            at, space = word.stop, False
            yield from self.word(word.text, mark)

    def word(self, word: str, mark: str) -> Sequence[str]:
        """Give a known word whole, with a sign before it where its capital is unknown; else its letters."""
        if word in self.words:
            return [mark + word]
        low = word[:1].lower() + word[1:]
        if low != word and low in self.words and low[:1].upper() == word[:1]:
            return [mark + CAPITAL, low]
        return [mark + word[0], *word[1:]]

    def tokens(self, characters: Iterable[str]) -> list[str]:
        """List all that a model must know: signs, slots, words and characters, each also after a blank."""
        kinds = sorted([*slots.KINDS, "word"])
        named = [slots.FORM.format(kind=kind, number=number) for kind in kinds for number in range(NUMBERS)]
        plain = dict.fromkeys([CAPITAL, *named, *sorted(self.words), *sorted(set(characters))])
        return [token for one in plain for token in (one, SPACE + one)]


def _join_tokens(tokens: Iterable[str]) -> str:
    """Put tokens together.

    >>> _join_tokens(["⇧", "мама", "▁мыла", "▁⇧", "анну", "."])
    'Мама мыла Анну.'
    """
    text, capital = "", False
    for token in tokens:
        said = token
        if said.startswith(SPACE):
            text, said = f"{text} " if text else text, said[1:]
        if said == CAPITAL:
            capital = True
            continue
        text += said[:1].upper() + said[1:] if capital else said
        capital = False
    return text
