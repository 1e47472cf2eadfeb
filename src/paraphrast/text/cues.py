"""Words that say whether, how many, how surely, when and in what order."""

import tomllib
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Literal, NamedTuple, TypeAlias, get_args

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.lemmas import lemmas
from paraphrast.text.words import words

CueKind: TypeAlias = Literal["negation", "quantifier", "modality", "order", "calendar"]
CUE_KINDS: tuple[CueKind, ...] = get_args(CueKind)
LONGEST = 4  # words of a phrase


class Cue(NamedTuple):
    """A cue in its dictionary form, of which kind it is, and where it stands."""

    kind: CueKind
    text: str
    start: int
    stop: int


def find_cues(text: str, lang: Lang) -> list[Cue]:
    """List the cues of a text; of several that fit at a place the longest is taken.

    >>> [(cue.kind, cue.text) for cue in find_cues("At least ten of them must not go.", "en")]
    [('quantifier', 'at least'), ('modality', 'must'), ('negation', 'not')]
    >>> [cue.kind for cue in find_cues("他不但没有来，也没有打电话。", "zh")]
    ['negation', 'negation']
    """
    return list(find_language(lang).cues.find(text))


def find_phrases(text: str, lang: Lang) -> Iterator[Cue]:
    """Yield the cues of a text that is written with spaces."""
    lemma = {token.start: token.text.lower() for token in lemmas(text, lang)}
    tokens = words(text, lang)
    # as it is written before small letters: May is not may
    readings = [(token.text, token.text.lower(), lemma.get(token.start, "")) for token in tokens]
    known, at = load_cues(lang), 0
    while at < len(tokens):
        phrase = _match_phrase(readings[at : at + LONGEST], known)
        size = len(phrase) or 1
        if kind := known.get(phrase):
            yield Cue(kind, " ".join(phrase), tokens[at].start, tokens[at + size - 1].stop)
        at += size


def _match_phrase(readings: Sequence[tuple[str, ...]], known: Container[tuple[str, ...]]) -> tuple[str, ...]:
    """Give the longest known phrase that begins here, each word in one of its readings, or nothing."""
    for size in range(len(readings), 0, -1):
        for phrase in product(*readings[:size]):
            if phrase in known:
                return phrase
    return ()


@cache
def load_cues(lang: Lang) -> dict[tuple[str, ...], CueKind | None]:
    """Read the list of a language: phrases, and their kinds; None where there is no cue but seems one."""
    read = find_language(lang).list_file("cues.toml").read_text(encoding="utf-8")
    listed: dict[str, str] = tomllib.loads(read)
    found: dict[tuple[str, ...], CueKind | None] = {}
    for kind in CUE_KINDS:
        found |= {tuple(phrase.split("_")): kind for phrase in listed[kind].split()}
    return found | {tuple(phrase.split("_")): None for phrase in listed["nothing"].split()}
