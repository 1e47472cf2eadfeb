"""What a language can be asked for: one file of its folder, one Protocol, each imported when it is asked for.

A language without one of them says why: `Language.absences` has a sentence in the place of the file.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from paraphrast.errors import CommandError
from paraphrast.text.tokens import Token
from paraphrast.text.word_table import WordTable

if TYPE_CHECKING:
    from paraphrast.text.clauses import Change, Edit, Sentence
    from paraphrast.text.clauses import Word as Parsed
    from paraphrast.text.cues import Cue
    from paraphrast.text.entities import Entity
    from paraphrast.text.places import Name
    from paraphrast.text.rules.conditions import Stretch
    from paraphrast.text.rules.matching import Found
    from paraphrast.text.rules.reading import RuleBook, Way
    from paraphrast.text.rules.writing import Word
    from paraphrast.text.stretches import Codes, Inside, Ints

Kind = TypeVar("Kind")
Script: TypeAlias = Literal["cyrillic", "latin", "han"]


class Words(Protocol):
    """Words, numbers and marks of a text; and the lower-cased words alone, the fast way."""

    def split(self, text: str) -> list[Token]: ...
    def forms(self, text: str) -> list[str]: ...


class Sentences(Protocol):
    """Where the sentences of a stretch begin and end; the rough way, only where they end."""

    def split(self, text: str) -> Iterator[tuple[int, int]]: ...
    def rough_ends(self, text: str, first: int, last: int) -> list[int]: ...


class Stems(Protocol):
    """Words cut to what their endings leave."""

    def cut(self, forms: Sequence[str]) -> list[str]: ...


class Lemmas(Protocol):
    """The dictionary form of a word, and all that it may be of."""

    def lemma(self, word: str) -> str: ...
    def bases(self, word: str) -> frozenset[str]: ...


class Tags(Protocol):
    """Universal parts of speech."""

    def tag(self, text: str) -> list[Token]: ...


class Names(Protocol):
    """People, places and organisations, each with its kind."""

    def names(self, text: str) -> Iterator[tuple[str, Token]]: ...


class Patterns(Protocol):
    """Regular expressions of dates, money and the like: one list for each kind."""

    PATTERNS: Mapping[str, Sequence[str]]


class Spelling(Protocol):
    """What may be written in several ways; a dictionary; and whether words are of this language at all."""

    # kind, what is done to a text without moving an offset, whether it is mere typography
    CHANGES: Sequence[tuple[str, Callable[[str], str], bool]]
    LETTERS: str  # its own, as they stand in a class of a regular expression

    def is_known(self, form: str) -> bool: ...
    def belongs(self, forms: Sequence[str]) -> bool: ...
    def is_standard(self, text: str) -> bool: ...


class Cues(Protocol):
    """Words that say whether, how many, how surely, when and in what order."""

    def find(self, text: str) -> "Iterator[Cue]": ...


class Rules(Protocol):
    """How the rules of a file are read, found in a text and written."""

    def items(self, way: str) -> "Way": ...
    def find(self, text: str, book: "RuleBook", closed: "Sequence[Entity]") -> "Iterator[Found]": ...
    def shape(self, there: "Sequence[Word]", at: int, by: str) -> str | None: ...
    def guards(self, kept: "Way", other: "Way", book: "RuleBook") -> bool: ...


class Conditions(Protocol):
    """What a rule may ask of a stretch of a sentence."""

    CONDITIONS: "Mapping[str, Callable[[Stretch], bool]]"


class Stretches(Protocol):
    """Stretches that are read by themselves: where they are, what is in them, what characters stand for."""

    def cut(self, codes: "Codes") -> "tuple[Ints, Ints]": ...
    def read(self, found: Sequence[str]) -> "Inside": ...
    def fold(self, table: "Codes") -> None: ...


class Inflection(Protocol):
    """Forms of words; None where a word has no such form."""

    def inflect(self, word: str, grammemes: frozenset[str]) -> str | None: ...
    def replaced(self, word: str, by: str) -> str | None: ...
    def list_forms(self, word: str) -> list[str]: ...
    def is_form(self, word: str, grammeme: str) -> bool: ...
    def counted(self, word: str, number: int) -> str | None: ...
    def count_class(self, number: int) -> str: ...
    def agree(self, word: str, head: str) -> str | None: ...


class Marks(Protocol):
    """Words that say nothing by themselves: of the passive, of a deed done briefly; colours in one word."""

    PASSIVE: Collection[str]
    BRIEF: Collection[str]
    COLOURS: Collection[str]


class Edits(Protocol):
    """Small changes that leave the meaning as it is, for whoever disguises a text."""

    def synonyms(self, text: str) -> list[Token]: ...
    def chains(self, text: str) -> list[Token]: ...
    def diminutives(self, text: str) -> list[Token]: ...
    def number(self, text: str) -> list[Token]: ...


class Opposites(Protocol):
    """What turns a word round when it is put before it, and how long the rest must be."""

    PREFIXES: Sequence[str]
    LEAST: int


class Clauses(Protocol):
    """A sentence word by word; a word for the place of another; what stands around it, brought into line."""

    def read(self, text: str) -> "tuple[Parsed, ...]": ...
    def fit(self, word: "Parsed", slot: "Parsed") -> str | None: ...
    def form_of(self, lemma: str, slot: "Parsed") -> str | None: ...
    def smooth(self, text: str, source: str) -> str: ...
    def agree_somehow(self, left: "Parsed", right: "Parsed") -> bool: ...
    def disagrees(self, sentence: "Sentence", word: "Parsed", lemma: str) -> bool: ...
    def adjust(self, adjectives: "Sequence[Parsed]", noun: "Parsed", slot: "Parsed") -> list[str] | None: ...


class Order(Protocol):
    """Other orders of a sentence; a phrase of time moved."""

    def reorderings(self, sentence: "Sentence") -> "Iterator[Change]": ...
    def move_time(self, text: str) -> str | None: ...


class Voice(Protocol):
    """Passive for active and back; a deed from the side of its other participant."""

    def turn_voice(self, sentence: "Sentence") -> str | None: ...
    def turn_side(self, sentence: "Sentence") -> str | None: ...


class Negation(Protocol):
    """Where a denial goes, and where it can be taken away."""

    def is_bound(self, sentence: "Sentence") -> bool: ...
    def opens_clause(self, word: "Parsed") -> bool: ...
    def deny(self, sentence: "Sentence", index: int, word: "Parsed") -> "Edit | None": ...
    def affirm(self, sentence: "Sentence", word: "Parsed", after: "Parsed") -> "Edit | None": ...


class Places(Protocol):
    """Where a word or a name stands by itself, so that another can take its place."""

    def is_free(self, sentence: "Sentence", index: int) -> bool: ...
    def has_quality(self, noun: "Parsed") -> bool: ...
    def are_alike(self, first: "Parsed", second: "Parsed") -> bool: ...
    def is_compound(self, sentence: "Sentence", index: int) -> bool: ...
    def is_owned(self, sentence: "Sentence", index: int) -> bool: ...
    def keeps_capital(self, word: "Parsed") -> bool: ...
    def may_invert(self, sentence: "Sentence", subject: "Parsed", *, first: bool) -> bool: ...
    def continues_name(self, left: "Parsed", right: "Parsed") -> bool: ...
    def ends_personal(self, lemma: str) -> bool: ...
    def are_exchangeable(self, first: "Name", second: "Name", sentence: "Sentence") -> bool: ...
    def is_whole(self, name: "Name", sentence: "Sentence") -> bool: ...


class Frames(Protocol):
    """Plain sentences of who did what to whom; whether the second participant may come first."""

    FREE: bool

    def compose(self, first: str, verb: str, second: str, setting: str, *, turned: bool) -> str: ...


class Concord(Protocol):
    """What goes with a word, in the form that another word in its place asks for; None where it may stay."""

    PARTICLES: Sequence[str]  # these stand between a word and what goes with it

    def agree_before(self, word: str, old: str, new: str) -> str | None: ...
    def agree_behind(self, behind: Sequence[str], old: str, new: str) -> dict[int, str]: ...
    def exchange_word(self, text: str, word: Token, new: str, *, kept: Collection[int] = ()) -> str: ...


class Drafts(Protocol):
    """What a draft has lost, beside its source and the source as it is meant: counted, filled, closed.

    `complete_clauses` and `finish` are asked last and look at the source alone; `fit_forms` puts new words,
    and what goes with them, into the forms that their places ask for.
    """

    def complete_clauses(self, draft: str, source: str) -> str: ...
    def fit_forms(self, draft: str, source: str) -> str: ...
    def fill_gaps(self, draft: str, source: str, meant: str, table: WordTable) -> str: ...
    def count_gaps(self, draft: str, source: str, meant: str, table: WordTable) -> int: ...
    def finish(self, draft: str, source: str) -> str: ...


class Predicates(Protocol):
    """What is told of somebody by a noun: whether it is, and how something else is told in its place."""

    def is_told(self, before: Sequence[str], noun: str, table: WordTable) -> bool: ...
    def begins_clause(self, noun: str, after: str) -> bool: ...
    def fit_label(self, label: str, near: Sequence[str]) -> tuple[str, bool]: ...
    def write_told(self, old: str, label: str, table: WordTable, *, one: bool = False) -> str: ...
    def write_fixed(self, old: str, new: str, table: WordTable) -> str: ...
    def complete(self, old: str, new: str, table: WordTable) -> str: ...


class Simplified(Protocol):
    """Two sets of characters for the same words."""

    def simplify(self, text: str) -> str: ...
    def traditional(self, text: str) -> str: ...
    def mostly_traditional(self, text: str) -> bool: ...


class Recast(Protocol):
    """Sentences in another order or construction; a job brings its rules of order."""

    def reorder(self, text: str, order: Callable[[str], str], way: int) -> str: ...
    def lower_start(self, part: str) -> str: ...
    def governs(self, word: str) -> bool: ...


class Part(Generic[Kind]):
    """A file of the folder of a language."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, language: "Language | None", owner: type) -> Kind:
        found: Kind = language.bring(self.name) if language else self  # type: ignore[assignment]
        if language:
            language.__dict__[self.name] = found  # from now on it is found there, and this is not asked
        return found


@dataclass(frozen=True)
class Language:
    """A language: what it is, where its files are, and why it lacks what it lacks."""

    code: str
    title: str  # in English
    place: str  # the package with its files
    script: Script
    tokenizer: str = "13a"  # sacrebleu's, for BLEU
    ascii: bool = False  # whether the letters of ASCII write it
    endings: bool = True  # whether words have endings that say what they do in a sentence
    absences: Mapping[str, str] = field(default_factory=dict)

    words = Part[Words]()
    sentences = Part[Sentences]()
    stems = Part[Stems]()
    lemmas = Part[Lemmas]()
    tags = Part[Tags]()
    names = Part[Names]()
    patterns = Part[Patterns]()
    spelling = Part[Spelling]()
    inflection = Part[Inflection]()
    marks = Part[Marks]()
    edits = Part[Edits]()
    opposites = Part[Opposites]()
    cues = Part[Cues]()
    rules = Part[Rules]()
    conditions = Part[Conditions]()
    stretches = Part[Stretches]()
    neural_names = Part[Names]()
    clauses = Part[Clauses]()
    order = Part[Order]()
    voice = Part[Voice]()
    negation = Part[Negation]()
    frames = Part[Frames]()
    places = Part[Places]()
    recast = Part[Recast]()
    concord = Part[Concord]()
    drafts = Part[Drafts]()
    predicates = Part[Predicates]()
    simplified = Part[Simplified]()

    @property
    def spaced(self) -> bool:
        """Say whether blanks stand between words."""
        return self.script != "han"

    @property
    def joint(self) -> str:
        """Give what stands between two sentences, or two words."""
        return " " if self.spaced else ""

    def has(self, capability: str) -> bool:
        """Say whether the language can be asked for something."""
        return capability not in self.absences

    def bring(self, capability: str) -> Any:
        """Import the file of a capability, or say why there is none."""
        if capability in self.absences:
            raise LanguageLacks(f"{self.title} has no {capability}: {self.absences[capability]}")
        return import_module(f"{self.place}.{capability}")

    def list_file(self, name: str) -> Traversable:
        """Say where one of the lists of the language is; there may be none."""
        return files(self.place).joinpath("lists", name)


class LanguageLacks(CommandError):
    """A language was asked for what it does not have."""
