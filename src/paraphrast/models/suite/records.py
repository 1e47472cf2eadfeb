"""What a suite is made of, and which share of right answers is wanted of a model."""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from paraphrast.data import Pair, Text

Half: TypeAlias = Literal["open", "deciding"]
HALVES: tuple[Half, ...] = get_args(Half)
Family: TypeAlias = Literal[
    "written", "identity", "near", "changed", "unrelated", "adjacent", "half-replaced", "noise", "tiny"
]

# Of every behaviour of a family, and of all behaviours of a family together.
WANTED: dict[str, float] = {
    "written": 0.80,
    "identity": 0.995,
    "near": 0.98,
    "changed": 0.90,
    "unrelated": 0.98,
    "adjacent": 0.98,
    "half-replaced": 0.95,
    "noise": 0.98,
    "tiny": 0.95,
}
WANTED_TOGETHER: dict[str, float] = {**WANTED, "written": 0.90}

# The order of the tables; behaviours of a suite of one's own come after these. First those of other meaning.
BEHAVIOURS = (
    *("role-swap", "name-change", "place-change", "number-change", "date-change", "negation", "quantifier"),
    *("modality", "antonym", "time-order", "converse-wrong", "detail-added", "detail-lost", "same-topic"),
    *("converse", "voice", "order", "cleft", "synonym", "split", "negated-opposite", "paraphrase"),
    *("identity-10-60", "identity-61-120", "identity-121-250"),
    *("identity-251-500", "identity-501-1000", "identity-1001-2000"),
    *("near-synonym", "near-comma", "near-typo", "changed-name", "changed-number", "changed-negation"),
    *("unrelated", "adjacent", "half-replaced"),
    *("noise-capitals", "noise-lower-case", "noise-emoji", "noise-typo", "noise-punctuation", "noise-spaces"),
    *("noise-yo", "noise-traditional", "noise-width", "tiny-same", "tiny-other"),
)

OFFENCES = ("insult", "obscenity", "threat", "harm-wish", "group-contempt")
LOOK_ALIKES = ("quoted", "mentioned", "medical", "technical", "zoological", "criticism")


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of prose, and small edits of it by name: what to find, once, and what to put there."""

    id: str
    text: str
    edits: dict[str, tuple[str, str]]


class Item(Struct, frozen=True):
    """One question about a pair; where noise was added, `plain` is the pair without it."""

    family: Family
    behaviour: str
    half: Half
    pair: Pair
    plain: Pair | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """Give the place of the item's family and behaviour in the tables."""
        known = self.behaviour in BEHAVIOURS
        place = BEHAVIOURS.index(self.behaviour) if known else len(BEHAVIOURS)
        return list(WANTED).index(self.family), place


class TextItem(Struct, frozen=True):
    """One question about a single text: of which kind of offence or look-alike it is."""

    kind: str
    half: Half
    text: Text

    @property
    def offends(self) -> bool:
        """Say whether the text is an offence and not a look-alike."""
        return self.kind in OFFENCES
