"""Entities behind typed slots, so that a model moves them whole and cannot misspell them.

After the entity-aligned tokenizer of the Chinese paraphraser: dates, titles, numbers, quotes, names become
`<date0>`, `<title0>`...; rare long words may become `<word0>`. Restoring gives the very characters back.

    hidden = hide("他买了《红楼梦》。", "zh")        text and table
    restore(model(hidden.text), hidden.table)
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from paraphrast.models.types import Generator
from paraphrast.rewrite.words import lexicon
from paraphrast.text import Entity, Lang, entities, is_word, words

FORM = "<{kind}{number}>"
LEAST = 3  # characters (k) from which a rare word becomes a slot; shorter ones are left to be split
WHOLE = 0.5  # a quote that is more than this of its text is looked into, not hidden
NAMES = frozenset({"person", "place", "organisation"})
KINDS = frozenset(
    {"date", "time", "number", "money", "percent", "quote", "title", "parenthesis", "email", "url"} | NAMES
)


class Hidden(NamedTuple):
    """A text with slots, and what each slot stands for."""

    text: str
    table: dict[str, str]


class Style(NamedTuple):
    """What becomes a slot: kinds of entities, and long words that a vocabulary does not have."""

    kinds: frozenset[str] = KINDS
    form: str = FORM
    vocabulary: Container[str] | None = None
    least: int = LEAST


ALL = Style()


def hide(text: str, lang: Lang, style: Style = ALL) -> Hidden:
    """Put typed slots for the entities of a text; equal ones share a slot.

    >>> hide("5月3日他读了《家》。", "zh")
    Hidden(text='<date0>他读了<title0>。', table={'<date0>': '5月3日', '<title0>': '《家》'})
    """
    table: dict[str, str] = {}
    parts, at = [], 0
    for one in _choose_entities(text, lang, style):
        parts += [text[at : one.start], _choose_slot(one, text, table, form=style.form)]
        at = one.stop
    return Hidden("".join([*parts, text[at:]]), table)


def restore(text: str, table: Mapping[str, str]) -> str:
    """Put back what the slots stand for; a slot that the table does not know is left.

    >>> restore("< title0 > was read on <date0>", {"<date0>": "3 May", "<title0>": "Emma"})
    'Emma was read on 3 May'
    """
    return match_slots(table).sub(lambda match: table[_write_bare(match[0])], text) if table else text


def has_all_slots(output: str, hidden: Hidden) -> bool:
    """Say whether an output has each slot as often as the text that went in.

    >>> hidden = Hidden("on <date0>", {"<date0>": "3 May"})
    >>> has_all_slots("<date0>: yes", hidden), has_all_slots("yes", hidden)
    (True, False)
    """
    return _count_slots(output, hidden.table) == _count_slots(hidden.text, hidden.table)


def _count_slots(text: str, table: Mapping[str, str]) -> Counter[str]:
    """Count the slots of a text."""
    return (
        Counter(_write_bare(found[0]) for found in match_slots(table).finditer(text)) if table else Counter()
    )


def put_slots(text: str, table: Mapping[str, str]) -> str:
    """Put the slots of one text into another that says the same: the target of a pair to learn from.

    >>> put_slots("He read “Emma” in 1816.", {"<date0>": "1816", "<title0>": "“Emma”"})
    'He read <title0> in <date0>.'
    """
    for name, said in sorted(table.items(), key=lambda one: -len(one[1])):
        edges = (r"(?<![\w<])" if said[0].isalnum() else "", r"(?![\w>])" if said[-1].isalnum() else "")
        ideographs = any("\u3400" <= letter <= "\u9fff" for letter in said)
        form = re.escape(said) if ideographs else f"{edges[0]}{re.escape(said)}{edges[1]}"
        text = re.sub(form, name, text)
    return text


def match_slots(table: Mapping[str, str]) -> re.Pattern[str]:
    """Match any slot of a table, whatever spaces a tokenizer has put inside."""
    forms = (r"\s*".join(map(re.escape, re.findall(r"\w+|\S", name))) for name in table)
    return re.compile("|".join(sorted(forms, key=len, reverse=True)))


def _write_bare(name: str) -> str:
    """Write a slot without spaces."""
    return "".join(name.split())


def _choose_slot(one: Entity, text: str, table: dict[str, str], *, form: str) -> str:
    """Give the slot of an entity: the one that stands for the same already, or a new one."""
    kind = one.kind
    for name, said in table.items():
        if said == one.text and name.startswith(form.partition("{number}")[0].format(kind=kind)):
            return name
    number = 0
    while (name := form.format(kind=kind, number=number)) in table or name in text:
        number += 1
    table[name] = one.text
    return name


def _choose_entities(text: str, lang: Lang, style: Style) -> Iterator[Entity]:
    """Yield what is hidden, from left to right and apart: the outermost, but never what offends."""
    rude = lexicon.find_rude(text, lang, mild=True)
    found = [one for one in entities(text, lang) if one.kind in style.kinds and _leaves_enough(one, text)]
    rare = _find_rare_words(text, lang, style)
    at = 0
    for one in sorted([*found, *rare], key=lambda one: (one.start, -one.stop, one.kind == "word")):
        offends = any(word.start < one.stop and one.start < word.stop for word in rude)
        if one.start >= at and not offends:
            yield one
            at = one.stop


def _leaves_enough(one: Entity, text: str) -> bool:
    """Say whether an entity leaves enough of the text to rewrite; only quotes and the like may not."""
    return one.kind not in ("quote", "parenthesis") or len(one.text) <= WHOLE * len(text)


def _find_rare_words(text: str, lang: Lang, style: Style) -> list[Entity]:
    """List the words that the vocabulary does not have and that are too long to be split."""
    if style.vocabulary is None:
        return []
    known = style.vocabulary
    return [
        Entity(*one, "word")
        for one in words(text, lang)
        if is_word(one.text)
        and len(one.text) >= style.least
        and one.text not in known
        and one.text.lower() not in known
    ]


class Disguise(Protocol):
    """What a text is turned into before a writer sees it, and back; `target` is for a text to learn from."""

    def hide(self, text: str) -> Hidden: ...

    def target(self, text: str, hidden: Hidden) -> str: ...

    def restore(self, text: str, table: Mapping[str, str]) -> str: ...


class Entities:
    """The disguise that hides entities and leaves the rest as it is."""

    def __init__(self, lang: Lang, style: Style = ALL) -> None:
        self.lang, self.style = lang, style

    def hide(self, text: str) -> Hidden:
        return hide(text, self.lang, self.style)

    def target(self, text: str, hidden: Hidden) -> str:
        return put_slots(text, hidden.table)

    def restore(self, text: str, table: Mapping[str, str]) -> str:
        return restore(text, table)


class Disguised:
    """A writer that sees texts in disguise; candidates that lose or repeat a slot go if there are others."""

    def __init__(self, writer: Generator, disguise: Disguise) -> None:
        self.writer, self.disguise = writer, disguise
        self.name = f"{writer.name} with slots"

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        hidden = [self.disguise.hide(text) for text in texts]
        written = self.writer([one.text for one in hidden], n=n)
        return [
            [self.disguise.restore(text, one.table) for text in _keep_complete(some, one)]
            for one, some in zip(hidden, written, strict=True)
        ]


def _keep_complete(some: Sequence[str], hidden: Hidden) -> Sequence[str]:
    """Give the candidates with all slots, or all where none has."""
    return [text for text in some if has_all_slots(text, hidden)] or some


class Slotted(Disguised):
    """Any writer behind slots for entities."""

    def __init__(self, writer: Generator, lang: Lang, style: Style = ALL) -> None:
        super().__init__(writer, Entities(lang, style))
