"""The pieces of a plain Russian clause: names with what belongs to them, prepositions with names, verbs.

Reading is strict: a clause with a word that fits no piece is not read at all. `clauses.py` reads the words of
any sentence, each with the readings that its neighbours leave open, and knows no pieces.
"""

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

from paraphrast.text.languages import find_language
from paraphrast.text.russian.agreement import forms_agree, plain_case
from paraphrast.text.russian.morphology import NAMES, known, parsed
from paraphrast.text.tags import tags
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

# case, number, gender (of one), animacy
Form: TypeAlias = tuple[str, str, str, str]
RARE = 0.02  # readings that are less probable do not count
KINDS = {
    "VERB": ("VERB", "INFN", "PRTS", "GRND", "PRTF"), "AUX": ("VERB", "INFN"), "NOUN": ("NOUN",),
    "PROPN": ("NOUN",), "ADJ": ("ADJF", "PRTF", "ADJS", "PRTS"), "ADV": ("ADVB", "COMP"), "ADP": ("PREP",),
    "PRON": ("NPRO", "ADJF"), "DET": ("ADJF", "NPRO"), "NUM": ("NUMR", "ADJF"), "PART": ("PRCL",),
    "CCONJ": ("CONJ",), "SCONJ": ("CONJ",),
}  # fmt: skip
GOVERNED = {
    case: names.split()
    for case, names in {
        "accs loct": "в во на", "gent ablt": "с со", "datv loct": "по", "accs ablt": "за под",
        "loct accs": "о об", "datv": "к ко благодаря вопреки", "ablt": "над перед между", "loct": "при обо",
        "accs": "про через сквозь",
        "gent": "у от из до без для из-за после около против кроме среди вокруг возле вместо ради близ",
    }.items()
}  # fmt: skip
PREPOSITIONS = {name: frozenset(cases.split()) for cases, names in GOVERNED.items() for name in names}
ABOUT = frozenset(["более", "менее", "свыше", "почти", "примерно", "больше", "меньше"])
DEGREE = frozenset(["наиболее", "наименее"])
OWN = frozenset(["его", "её", "ее", "их"])
ANYTHING: frozenset[Form] = frozenset(  # the forms of a name that is never inflected
    (case, "sing", "", "") for case in ("nomn", "gent", "datv", "accs", "ablt", "loct")
)
COUNTED: Form = ("nomn", "plur", "", "")
PAIRED = ('""', "«»", "“”", "„“")


class Piece(NamedTuple):
    """Some words that stand together: their kind, the first and the one behind, the head and its forms."""

    kind: str
    start: int
    stop: int
    head: int = 0
    forms: frozenset[Form] = frozenset()
    own: int = 0  # the word behind those names that stand in the case of the head; -1 where one is not known

    def cases(self) -> frozenset[str]:
        """Give the cases that the head may have."""
        return frozenset(form[0] for form in self.forms)


class Clause(NamedTuple):
    """A clause word by word, with its pieces from left to right."""

    text: str
    tokens: Sequence[Token]
    pieces: Sequence[Piece]

    def said(self, piece: Piece) -> str:
        """Give the words of a piece."""
        return self.text[self.tokens[piece.start].start : self.tokens[piece.stop - 1].stop]

    def lemmas(self, piece: Piece) -> list[str]:
        """Give the dictionary forms of the words of a piece."""
        some = self.tokens[piece.start : piece.stop]
        return [parsed(token.text.lower())[0].normal_form for token in some]


class Reader:
    """Cuts the words of a clause into pieces."""

    def __init__(self, text: str) -> None:
        self.tokens = words(text, "ru")
        found = zip(self.tokens, tags(text, "ru"), strict=True)
        self.tags = ["PROPN" if one.text == "Том" else tag.text for one, tag in found]  # a name, not `о том`
        self.low = [one.text.lower() for one in self.tokens]

    def pieces(self) -> list[Piece] | None:
        """Give all pieces, or None where a word fits none."""
        found: list[Piece] = []
        at = 0
        while at < len(self.tokens):
            one = self.verb(at) or self.prepositional(at) or self.name(at) or self.adverb(at)
            if one is None:
                return None
            found.append(one)
            at = one.stop
        return found

    def readings(self, at: int) -> list[Any]:
        """List what a word may be, as the tagger sees it if the dictionary agrees."""
        return list(list_readings(self.low[at], self.tags[at])) if at < len(self.low) else []

    def is_part(self, at: int, *parts: str) -> bool:
        """Say whether the likeliest reading of a word is one of these parts of speech."""
        some = self.readings(at)
        return bool(some) and str(some[0].POS) in parts

    def verb(self, at: int) -> Piece | None:
        """Read a verb with `не` and what it needs: a form of быть, a participle, infinitives."""
        start = at
        while at < len(self.low) and self.low[at] in ("не", "уже", "ещё", "еще"):
            at += 1
        if not self.is_part(at, "VERB", "PRTS", "ADJS") or "impr" in self.readings(at)[0]:
            return None
        head, at = at, at + 1
        auxiliary = _base_of(self.low[head]) == "быть"
        while at < len(self.low):
            if auxiliary and self.is_part(at, "PRTS", "ADJS"):
                head, auxiliary = at, False
            elif not (self.is_part(at, "INFN") or (self.low[at] == "не" and self.is_part(at + 1, "INFN"))):
                break
            at += 1
        return Piece("verb", start, at, head)

    def prepositional(self, at: int) -> Piece | None:
        """Read a preposition with its name."""
        cases = PREPOSITIONS.get(self.low[at])
        if cases is None or not self.is_part(at, "PREP"):
            return None
        found = self.name(at + 1, cases)
        return found._replace(kind="prepositional", start=at) if found else None

    def name(self, at: int, cases: frozenset[str] | None = None) -> Piece | None:
        """Read a noun with adjectives, numbers and what it governs, or a pronoun; several joined by `и`."""
        found = self.pronoun(at) or self.noun(at)
        if found and cases:
            forms = frozenset(form for form in found.forms if form[0] in cases)
            found = found._replace(forms=forms) if forms else None
        if found is None or found.kind == "pronoun":
            return found
        if found.stop < len(self.low) and self.low[found.stop] == "и":
            other = self.noun(found.stop + 1)
            common = found.cases() & other.cases() if other else frozenset()
            if other is None or not common or self.may_act(found.stop + 1):
                return None
            forms = frozenset((case, "plur", "", "") for case in common)
            return Piece("names", at, other.stop, found.head, forms)
        return found

    def may_act(self, at: int) -> bool:
        """Say whether a word may be one more verb of who did what stands before: `повернулась и села`."""
        own = {(one.tag.tense, one.tag.number, one.tag.gender) for one in parsed(self.low[at])}
        before = [tag for place in range(at) for tag in self.readings(place)[:1] if tag.POS == "VERB"]
        return any((tag.tense, tag.number, tag.gender) in own for tag in before)

    def pronoun(self, at: int) -> Piece | None:
        """Read a pronoun that stands alone."""
        some = [one for one in self.readings(at) if one.POS == "NPRO"]
        if (
            not some
            or not self.is_part(at, "NPRO")
            or (self.low[at] in read_list("stress") and self.low[at] != "это")
        ):
            return None
        if self.low[at] in OWN and self.is_part(at + 1, "NOUN", "ADJF"):
            return None
        return Piece("pronoun", at, at + 1, at, frozenset(map(_read_form, some)))

    def noun(self, at: int) -> Piece | None:
        """Read a noun with what stands before it and behind it, or a title in quotes."""
        start, limits, number = at, list[set[Form]](), False
        while at < len(self.low) and (self.low[at] not in read_list("stress") or self.low[at] in ABOUT):
            if self.low[at] in ABOUT and not (self.is_part(at + 1, "NUMR") or self.counts(at + 1)):
                break
            if self.low[at] in ABOUT or _is_number(self.low[at]) or self.is_part(at, "NUMR"):
                number = True
            elif self.low[at] not in OWN and (some := self.adjective(at)):
                limits.append(some)
            elif not (self.low[at] in OWN and self.is_part(at + 1, "ADJF", "NOUN")) and not (
                self.low[at] in DEGREE and self.is_part(at + 1, "ADJF", "PRTF")
            ):
                break
            at += 1
        head = self.head(at)
        if head is None and limits and self.stands_alone(at, limits[-1]):
            head = Piece("noun", at - 1, at, at - 1, frozenset(limits.pop()))
        if head is None:
            return None
        forms = {
            one
            for one in head.forms
            if number or all(any(forms_agree(other, one) for other in some) for some in limits)
        }
        if number:
            forms = self.counted(range(start, at), forms)
        if not forms and limits and self.stands_alone(at, limits[-1]):
            return Piece("noun", start, at, at - 1, frozenset(limits[-1]))
        kind = "number" if number else "noun"
        return self.behind(head._replace(kind=kind, start=start, forms=frozenset(forms))) if forms else None

    def counted(self, numbers: range, forms: set[Form]) -> set[Form]:
        """Give the forms of a noun with its number: several, in the cases that the number may have."""
        some = {COUNTED, ("accs", *COUNTED[1:])} | {one for one in forms if one[0] != "nomn"}
        told = [one for at in numbers if self.is_part(at, "NUMR") for one in self.readings(at)]
        cases = {plain_case(one.case) for one in told if one.POS == "NUMR" and one.case}
        return {one for one in some if not cases or one[0] in cases}

    def stands_alone(self, at: int, forms: set[Form]) -> bool:
        """Say whether the adjective before this place stands for a noun, or tells what one is taken for."""
        noun = (at == len(self.low) or self.verb(at)) and self.tags[at - 1] != "ADJ"
        return bool(noun) or {one[0] for one in forms if one[1] == "sing"} == {"ablt"}

    def counts(self, at: int) -> bool:
        """Say whether a number in digits stands here."""
        return at < len(self.low) and _is_number(self.low[at])

    def adjective(self, at: int) -> set[Form]:
        """List the forms of an adjective; what may be a noun too is one if the next word goes with it."""
        sure = self.is_part(at, "ADJF", "PRTF")
        some = self.readings(at) if sure else list_readings(self.low[at], "ADJ")
        forms = {_read_form(one) for one in some if one.POS in ("ADJF", "PRTF")}
        after = (
            [_read_form(one) for one in self.readings(at + 1) if one.POS == "NOUN"]
            if forms and not sure
            else []
        )
        return forms if sure or any(forms_agree(other, one) for one in after for other in forms) else set()

    def head(self, at: int) -> Piece | None:
        """Read a noun alone."""
        if at >= len(self.low) or self.low[at] in read_list("stress"):
            return None
        if stop := self.quoted(at):
            return Piece("noun", at, stop, at, ANYTHING)
        if _is_latin(self.low[at]):
            return Piece("noun", at, at + 1, at, ANYTHING)
        if not self.is_part(at, "NOUN"):
            return None
        return Piece(
            "noun", at, at + 1, at, frozenset(_read_form(o) for o in self.readings(at) if o.POS == "NOUN")
        )

    def behind(self, found: Piece) -> Piece:
        """Add what belongs to a noun and follows it: names in its case, titles in quotes, genitives."""
        owning = False
        while found.stop < len(self.low):
            at = found.stop
            if stop := self.quoted(at):
                found = found._replace(stop=stop)
            elif _is_latin(self.low[at]) or self.dated(at):
                found = found._replace(stop=at + 1 + self.dated(at))
            elif (beside := self.beside(found, at)) is not None:
                found = beside
            elif not owning and (owned := self.noun(at)) and owned.kind == "noun" and "gent" in owned.cases():
                found = found._replace(stop=owned.stop, own=found.own or found.head + 1)
                owning = True
            else:
                break
        return found

    def dated(self, at: int) -> bool:
        """Say whether the year of a date stands here."""
        return self.low[at].isdigit() and self.low[at + 1 : at + 2] == ["года"]

    def beside(self, found: Piece, at: int) -> Piece | None:
        """Add a proper name in the case of the noun before it."""
        if not self.tokens[at].text[:1].isupper() or not self.is_part(at, "NOUN"):
            return None
        if _base_of(self.low[at - 1]) in read_list("places"):
            return found._replace(stop=at + 1, own=found.own or found.head + 1)
        if not known(self.low[at]) or any("Fixd" in one for one in self.readings(at)):
            return found._replace(stop=at + 1, own=-1)
        own = {one.case for one in self.readings(at) if one.POS == "NOUN" and one.number == "sing"}
        own = {plain_case(case) for case in own}
        if "nomn" in found.cases() and "nomn" not in own:
            return None
        forms = frozenset(one for one in found.forms if one[0] in own and one[1] == "sing")
        return (
            found._replace(stop=at + 1, forms=forms, own=-1 if found.own and found.own < at else at + 1)
            if forms
            else None
        )

    def quoted(self, at: int) -> int:
        """Give the word behind a title in quotes, or 0."""
        closing = next((pair[1] for pair in PAIRED if pair[0] == self.low[at]), None)
        if closing is None or closing not in self.low[at + 1 :]:
            return 0
        stop = self.low.index(closing, at + 1) + 1
        return 0 if stop > at + 3 and self.tokens[at + 1].text[:1].islower() else stop

    def adverb(self, at: int) -> Piece | None:
        """Read an adverb that stresses nothing."""
        plain = self.is_part(at, "ADVB") and self.low[at] not in read_list("stress")
        return Piece("adverb", at, at + 1, at) if plain else None


@lru_cache(20_000)
def list_readings(word: str, tag: str) -> tuple[Any, ...]:
    """List the tags of the dictionary that a word may have, those the tagger allows if there are some."""
    name = tag == "PROPN"
    some = [one.tag for one in parsed(word) if one.score >= RARE or (name and NAMES & one.tag.grammemes)]
    return tuple([one for one in some if str(one.POS) in KINDS.get(tag, ())] or some)


def _base_of(word: str) -> str:
    """Give the dictionary form of a word."""
    return str(parsed(word)[0].normal_form)


def _read_form(tag: Any) -> Form:
    """Give case, number, gender and animacy of a reading."""
    case, one = plain_case(tag.case), tag.number != "plur"
    return case, "sing" if one else "plur", str(tag.gender or "") if one else "", str(tag.animacy or "")


def _is_latin(word: str) -> bool:
    """Say whether a word is written in Latin letters."""
    return word.isascii() and word.isalpha()


def _is_number(word: str) -> bool:
    """Say whether a word is written in digits."""
    return word.replace(",", "").replace(".", "").isdigit()


@lru_cache(1_000)
def read_clause(text: str) -> Clause | None:
    """Read a clause, or say None where it is not plain.

    >>> clause = read_clause("полиция Москвы задержала водителя")
    >>> [(one.kind, clause.said(one)) for one in clause.pieces]
    [('noun', 'полиция Москвы'), ('verb', 'задержала'), ('noun', 'водителя')]
    """
    reader = Reader(text)
    pieces = reader.pieces() if reader.tokens else None
    return Clause(text, reader.tokens, pieces) if pieces else None


@cache
def read_list(name: str) -> frozenset[str]:
    """Read one of the lists of words."""
    place = find_language("ru").list_file("clauses.toml")
    return frozenset(tomllib.loads(place.read_text(encoding="utf-8"))[name].split())
