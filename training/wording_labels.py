"""Pairs of a rude and a neutral text as labels: what became of each word of the source."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache

from paraphrast.models.bundled import box
from paraphrast.models.bundled.words import groups
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.wording import (
    AS_IS,
    DELETE,
    KEEP,
    LIKE,
    LISTED,
    OTHER,
    base_form,
    has_letters,
    plain_form,
    write_label,
)
from paraphrast.text import Lang, replaced, tags

LONGEST = 3  # words that a label puts


def spoken(text: str) -> list[str]:
    """List the words of a text as the bundled tagger cuts it."""
    given = box.tokenizer().encode(text, add_special_tokens=False)
    spans = [
        (given.offsets[group.start][0], given.offsets[group.stop - 1][1]) for group in groups(given.tokens)
    ]
    return [text[start:stop].strip() for start, stop in spans]


def labels(source: Sequence[str], target: Sequence[str], lang: Lang) -> list[str]:
    """Say what became of each word of the source; a word in another form counts as kept.

    >>> labels("Эти уроды врут ,".split(), "Эти люди врут".split(), "ru")
    ['keep', '~', 'keep', 'delete']
    """
    found = [KEEP] * len(source)
    left, right = ([base_form(plain_form(word), lang) for word in some] for some in (source, target))
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind in ("delete", "replace"):
            found[a:b] = [DELETE] * (b - a)
        if kind == "replace":
            old = [at for at in range(a, b) if has_letters(source[at])]
            for at, label in told(source, old, [word for word in target[c:d] if has_letters(word)], lang):
                found[at] = label
    return found


def told(source: Sequence[str], old: Sequence[int], new: Sequence[str], lang: Lang) -> list[tuple[int, str]]:
    """Spread what came over the words that went: one for one, or all of it for the word most like it."""
    if not old or not new:
        return []
    if len(old) == len(new):
        return [(at, label(source[at], [word], lang)) for at, word in zip(old, new, strict=True)]
    if len(new) > LONGEST:
        return [(at, OTHER) for at in old]
    kind = tag(new[-1], lang)
    like = next((at for at in reversed(old) if tag(source[at], lang) == kind), old[-1])
    return [(like, label(source[like], new, lang))]


def label(old: str, new: Sequence[str], lang: Lang) -> str:
    """Name a replacement: by lemmas where the last word has the form of the old one, else as it is.

    >>> label("урода", ["плохого", "человека"], "ru"), label("хули", ["почему"], "ru")
    ('~плохой человек', '~')
    """
    *before, head = [plain_form(word) for word in new]
    if lexicon.meant(plain_form(old), lang) and plain_form(write_label(old, LISTED, lang)) == " ".join(
        [*before, head]
    ):
        return LISTED
    by = base_form(head, lang)
    described = all(tag(word, lang) == "ADJ" for word in before)
    if len(before) < 2 and described and plain_form(replaced(plain_form(old), by, lang) or "") == head:
        return LIKE + " ".join([*(base_form(word, lang) for word in before), by])
    return AS_IS + " ".join([*before, head])


@cache
def tag(word: str, lang: Lang) -> str:
    """Give the part of speech of a word by itself."""
    found = tags(word, lang)
    return found[0].text if found else ""
