"""What a rule puts: words in the forms of the old ones, with capitals and articles as the text has them."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from paraphrast.text import english_forms
from paraphrast.text.inflection import replaced
from paraphrast.text.languages import Lang
from paraphrast.text.morphology import gender, inflected, parsed, part, surely
from paraphrast.text.putting import put
from paraphrast.text.rules.reading import ANY, FORM, Way
from paraphrast.text.tokens import Token

THIRD = {"go": "goes", "do": "does", "have": "has"}
HELPERS = frozenset(
    ["have", "has", "had", "having", "'ve", "be", "been", "being", "is", "are", "was", "were", "am"]
)  # a participle follows
BARE = frozenset(  # a bare verb follows
    ["to", "will", "would", "can", "could", "may", "might", "must", "should", "do", "does", "did", "'ll",
     "please"]
)  # fmt: skip


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
        text = put(text, Token(old, one.start, one.stop + beside), new)
        article = len(text) - size
    return text


def written(
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
            after = there[at + 1].token.text if at + 1 < len(there) else ""
            word = there[at].token.text.lower()
            if lang == "en":
                new = in_place(there, at, item[1:])
            else:
                new = shaped_like(word, item[1:], lang, after=after.lower())
            if new is None:
                return None
            out.append(new)
            shaped += 1
        else:
            out.append(item.removeprefix(FORM))
    return re.sub(r" (?=,|['’]s\b)", "", " ".join(out))


def in_place(there: Sequence[Word], at: int, by: str) -> str | None:
    """Give an English verb the form that what comes before asks for; None where the old may be several."""
    word = there[at]
    if word.tag == "VERB" and by in THIRD and word.form.endswith("s") and word.form != word.lemma:
        return THIRD[by]
    parts = english_forms.irregular().get(word.lemma)
    if word.tag != "VERB" or not (word.form.endswith("ed") or (parts and word.form in parts[1:])):
        return shaped_like(word.token.text.lower(), by, "en")
    before = at - 1
    while before > 0 and (there[before].tag == "ADV" or there[before].form in ("not", "n't")):
        before -= 1
    helper, tag = (there[before].form, there[before].tag) if before >= 0 else ("to", "")
    if helper in HELPERS:
        return english_forms.participle(by)
    if parts is None or word.form != parts.past or word.form != word.lemma or helper in BARE:
        return shaped_like(word.token.text.lower(), by, "en")
    alone = helper in ("he", "she", "it") or (tag in ("NOUN", "PROPN") and not helper.endswith("s"))
    return english_forms.past(by) if alone else None  # he cut, but they cut now or then


def shaped_like(old: str, by: str, lang: Lang, *, after: str = "") -> str | None:
    """Put a word into the form of another; in Russian only where that form is sure, and of the same gender.

    >>> shaped_like("врачом", "доктор", "ru"), shaped_like("машине", "автомобиль", "ru")
    ('доктором', None)
    >>> shaped_like("большой", "крупный", "ru"), shaped_like("большой", "крупный", "ru", after="реки")
    ('крупный', 'крупной')
    """
    if lang != "ru":
        return replaced(old, by, lang)
    if old.endswith("ой") and part(old) == "ADJF" and after and parsed(after)[0].tag.gender == "femn":
        return inflected(by, frozenset({"ADJF", "femn", "gent"}))
    new = surely(old, by)
    return new if new and gender(old) == gender(new) else None


def plain(word: str) -> str:
    """Give what words are compared by."""
    return word.lower().replace("ё", "е")
