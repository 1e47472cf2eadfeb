"""What a rule puts: words in the forms of the old ones, with capitals and articles as the text has them."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.rules.reading import ANY, FORM, Way
from paraphrast.text.substitution import replace_word
from paraphrast.text.tokens import Token


class Stretch(Protocol):
    """A stretch of a text and what may come instead."""

    @property
    def start(self) -> int: ...
    @property
    def stop(self) -> int: ...
    @property
    def said(self) -> tuple[str, ...]: ...


class Word(NamedTuple):
    """A word of a text with what rules are looked up by."""

    token: Token
    form: str
    lemma: str
    tag: str


def say(text: str, there: Sequence[Stretch], way: int) -> str:
    """Put the way of this number for each stretch that was found in a text."""
    article = 0  # by how much the article at the end of the stretch before has grown
    for one, after in zip(reversed(there), [None, *reversed(there)], strict=False):
        beside = article if after and one.stop + 1 == after.start else 0
        old, new = text[one.start : one.stop + beside], one.said[way % len(one.said)]
        if beside:
            new = re.sub(r"\ban?$", "an" if beside > 0 else "a", new)
        capital = old[:1].isupper() and not old.split()[0][1:].isupper()  # not for TV and the like
        new = new[:1].upper() + new[1:] if capital else new
        size = len(text) - len(old) + len(new)
        text = replace_word(text, Token(old, one.start, one.stop + beside), new)
        article = len(text) - size
    return text


def write_way(
    old: Way, way: Way, spans: Sequence[range], there: Sequence[Word], *, text: str, lang: Lang
) -> str | None:
    """Write one way, its words in the forms of the old ones; None where one has no such form."""
    kept = [span for item, span in zip(old, spans, strict=True) if item == ANY]
    heads = [span.start for item, span in zip(old, spans, strict=True) if item.startswith(FORM)]
    out, stays, shaped = [], iter(kept), 0
    for item in way:
        if item == ANY:
            span = next(stays)
            out.append(text[there[span.start].token.start : there[span.stop - 1].token.stop])
        elif item.startswith(FORM) and heads:
            at = heads[min(shaped, len(heads) - 1)]
            new = find_language(lang).rules.shape(there, at, item[1:])
            if new is None:
                return None
            out.append(new)
            shaped += 1
        else:
            out.append(item.removeprefix(FORM))
    return re.sub(r" (?=,|['’]s\b)", "", " ".join(out))


def fold_word(word: str) -> str:
    """Give what words are compared by."""
    return word.lower().replace("ё", "е")
