"""What people put for a rude word: a small network over the word and its neighbours.

It names a label for each word: keep it, take it out, or put this instead; `training/wording.py` made it.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled import box
from paraphrast.models.catalogue import card
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.table import word_table
from paraphrast.text import Lang, agree, lemma, replaced
from paraphrast.text.capitals import like
from paraphrast.text.languages import find_language

KEEP, DELETE, OTHER = "keep", "delete", "other"  # the first labels; other: something that is seldom put
LIKE, AS_IS = "~", "="  # put a word in the form of the old one, or a phrase as it is
LISTED = LIKE  # the label without a word: put what our table of polite words says
RUNS = (3, 4, 5)  # letters of a word that are looked at together
PLAIN = 3  # labels that put nothing
SIGN = 0.8  # a punctuation mark is taken out from here on
RATHER = {LIKE: 8, AS_IS: 2}  # a word is put unless taking it out is so many times as likely
LEAST = 0.05  # what is less likely is never put


class Put(NamedTuple):
    """What comes instead of a word, how likely, and whether in its form; and how likely the word goes."""

    text: str
    sure: float
    inflected: bool = False
    goes: float = 1.0


class Wording:
    """The words of a text -> what to put for each, should it go."""

    def __init__(self, lang: Lang, given: "Network | None" = None) -> None:
        self.lang, self.network = lang, given or load_network(lang)
        weight = [RATHER[label[0]] for label in self.network.labels[PLAIN:]]
        self.weight = np.array(weight, dtype=np.float32)
        self.listed = [at for at, label in enumerate(self.network.labels) if label == LISTED]

    def __call__(self, words: Sequence[str]) -> list[Put]:
        """Give what comes instead of each word; nothing where people would take it out."""
        found = self.network(list_features(words, self.lang))
        unlisted = [at for at, word in enumerate(words) if not lexicon.meant(plain_form(word), self.lang)]
        found[np.ix_(unlisted, self.listed)] = 0
        best = (found[:, PLAIN:] * self.weight).argmax(axis=1).tolist()
        return [
            self.one(word, row, at)._replace(goes=1 - float(row[0]))
            for word, row, at in zip(words, found, best, strict=True)
        ]

    def one(self, word: str, row: NDArray[np.float32], at: int) -> Put:
        """Choose between nothing and the best replacement; a sign goes only where that is all but sure."""
        gone, other = float(row[1]), float(row[PLAIN + at])
        if not has_letters(word):
            return Put("" if gone > SIGN else word, 0.0)
        if other < LEAST or self.weight[at] * other < gone:
            return Put("", gone)
        label = self.network.labels[PLAIN + at]
        return Put(write_label(word, label, self.lang), other, inflected=label[0] == LIKE)


class Network(NamedTuple):
    """One hidden layer: a row of the table for each feature that is there."""

    labels: list[str]
    rows: Mapping[str, int]
    table: NDArray[np.int8]
    scale: NDArray[np.float32]
    bias: NDArray[np.float32]
    out: NDArray[np.float32]

    def __call__(self, seen: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        """Give the probability of each label for each word."""
        hidden = np.tile(self.bias, (len(seen), 1))
        for number, some in enumerate(seen):
            rows = [self.rows[one] for one in some if one in self.rows]
            hidden[number] += self.scale[rows] @ self.table[rows].astype(np.float32)
        hidden = np.concatenate([np.maximum(hidden, 0), np.ones((len(hidden), 1), np.float32)], axis=1)
        logits = hidden @ self.out
        logits = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(logits / logits.sum(axis=1, keepdims=True), dtype=np.float32)


def is_worded(lang: Lang) -> bool:
    """Say whether there is a network of a language: it takes many pairs by people to learn one.

    >>> is_worded("ru"), is_worded("zh")
    (True, False)
    """
    return f"rewriter-wording-{lang}.npz" in card("rewriter")["files"]


@cache
def load_network(lang: Lang) -> Network:
    """Load the network of a language."""
    stored = np.load(box.file(f"rewriter-wording-{lang}.npz"))
    told = json.loads(bytes(stored["names"]).decode("utf-8"))
    rows = {name: number for number, name in enumerate(told["features"])}
    scale, bias, out = (stored[name].astype(np.float32) for name in ("scale", "bias", "out"))
    return Network(told["labels"], rows, stored["table"], scale, bias, out)


def list_features(words: Sequence[str], lang: Lang) -> list[list[str]]:
    """List what is looked at of each word: its form, lemma and letters, and its neighbours.

    >>> list_features(["Вот", "дурак", "!"], "ru")[1][:6]
    ['wдурак', 'lдурак', 'aвот', 'b!', 'Aвот', 'B!']
    """
    forms = [plain_form(word) for word in words]
    bases = [base_form(form, lang) for form in forms]
    around, based = ["<>", *forms, "<>"], ["<>", *bases, "<>"]
    found = []
    for at, (form, lemma_) in enumerate(zip(forms, bases, strict=True)):
        before, after = around[at], around[at + 2]
        marked = f"<{form}>"
        found.append([
            f"w{form}", f"l{lemma_}", f"a{before}", f"b{after}", f"A{based[at]}", f"B{based[at + 2]}",
            f"c{before}_{form}", f"d{form}_{after}", f"x{at == 0:d}{at == len(forms) - 1:d}",
            *_name_listed(form, lang),
            *(f"n{marked[i : i + size]}" for size in RUNS for i in range(len(marked) - size + 1)),
        ])  # fmt: skip
    return found


def _name_listed(form: str, lang: Lang) -> list[str]:
    """Name what our table says of a word, and that it says something."""
    said = lexicon.meant(form, lang)
    return [f"t{said}", "t"] if said else []


def has_letters(word: str) -> bool:
    """Say whether a word has a letter or a digit."""
    return any(map(str.isalnum, word))


def plain_form(word: str) -> str:
    """Give what words are compared by."""
    return word.lower().replace("ё", "е")


@lru_cache(100_000)
def base_form(form: str, lang: Lang) -> str:
    """Give the lemma of a plain word."""
    return plain_form(lemma(form, lang)) if form.isalpha() else form


def write_label(word: str, label: str, lang: Lang) -> str:
    """Write what a label asks for in place of a word.

    >>> write_label("Уродами", "~человек", "ru")
    'Людьми'
    >>> write_label("урода", "~плохой человек", "ru")
    'плохого человека'
    >>> write_label("хули", "=почему", "ru")
    'почему'
    >>> write_label("Башкой", "~", "ru"), write_label("похер", "~", "ru")
    ('Головой', 'все равно')
    >>> write_label("дура", "=он", "ru")
    'она'
    >>> write_label("дурак", "=он", "ru")
    'он'
    >>> write_label("moron", "~bad", "en")
    'bad person'
    """
    table, predicates = word_table(lang), find_language(lang).predicates
    if label == LISTED:
        said = lexicon.meant(plain_form(word), lang) or ""
        label = said if said.startswith(AS_IS) else LIKE + said
    kind, said = label[0], label[1:]
    if kind == AS_IS:
        return like(word, predicates.write_fixed(word, said, table))
    *before, head = said.split()
    new = replaced(word.lower(), head, lang) or head
    new = new if "ё" in word else new.replace("ё", "е")
    new = " ".join([*(agree(one, new, lang) or one for one in before), new])
    return like(word, new + predicates.complete(word, new, table))
