"""A corpus of suspicious documents: fragments of sources put in the place of sentences of target texts.

Each chosen sentence of a target is replaced by 1 to 10 consecutive sentences of a source; 10 to 80% of the
sentences end up borrowed, from 1 to 19 sources. Documents that lend nothing are distractors. Calibrated on
Russian text so that the shingle baseline lands where it did in the paper: some fragments are too short for
a shingle, changes are as far apart as `distance` says, and texts share turns of speech that prove nothing.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from paraphrast.data import Document, Match, Span
from paraphrast.detect import pan
from paraphrast.detect.generate.paraphrase import paraphrase
from paraphrast.detect.reading import lang_of
from paraphrast.errors import CommandError
from paraphrast.text import Lang, Token, forms, is_stop, sentences
from paraphrast.text.edits import METHODS, Method
from paraphrast.text.languages import find_language

Kind: TypeAlias = Literal["copy", "paraphrase", "mixed"]
LEAST = 5  # words without stop words in a fragment
SHORT = 0.1  # the part of fragments that are one short sentence


class Plan(Struct, frozen=True):
    """What to make: how many documents, of which kind, how much borrowed, from how many sources."""

    kind: Kind = "copy"
    count: int = 100
    methods: tuple[Method, ...] = METHODS
    low: float = 0.1
    high: float = 0.8
    sources: int = 19
    distance: float = 110.0  # characters between changes
    formulas: float = 0.25  # shared turns of speech per fragment, which are no plagiarism
    seed: int = 0


class Piece(NamedTuple):
    """A stretch of a suspicious text; with a source, a borrowed one."""

    text: str
    source: int | None = None
    start: int = 0
    stop: int = 0
    obfuscation: str = ""


class Made(NamedTuple):
    """A suspicious document, its truth, and the phrases that were put into its sources too."""

    document: Document
    truth: list[Match]


def generate(
    targets: Sequence[Document], sources: Sequence[Document], folder: str | Path, *, plan: Plan
) -> list[Match]:
    """Write a corpus in PAN's layout and give its truth; the same seed gives the same corpus."""
    _check(targets, sources, plan)
    draw = np.random.default_rng(plan.seed)
    lenders = [_Lender(document, number) for number, document in enumerate(sources, 1)]
    for lender in lenders:
        lender.add_formulas(draw, plan.formulas)
    made = [
        _suspicious(targets[int(draw.integers(len(targets)))], number, lenders, plan=plan, draw=draw)
        for number in range(1, plan.count + 1)
    ]
    with pan.staged(Path(folder)) as fresh:
        _write(fresh, made, lenders)
    return [match for one in made for match in one.truth]


def _check(targets: Sequence[Document], sources: Sequence[Document], plan: Plan) -> None:
    if not targets or not sources:
        raise CommandError(
            f"{len(targets)} targets and {len(sources)} sources; at least one of each is needed"
        )
    if {document.id for document in targets} & {document.id for document in sources}:
        raise CommandError(
            "a document is both target and source; sources come from outside the target collection"
        )
    if not 0 < plan.low <= plan.high < 1:
        raise CommandError(
            f"the borrowed part goes from {plan.low} to {plan.high}; expected 0 < low <= high < 1"
        )
    if plan.distance <= 0:
        raise CommandError(f"{plan.distance} characters between changes; expected more than 0")


class _Lender:
    """A source document and its sentences."""

    def __init__(self, document: Document, number: int) -> None:
        self.name = f"source-document{number:05d}.txt"
        self.lang = lang_of(document)
        self.text = document.text
        self.formulas: list[str] = []
        self.sentences = sentences(self.text, self.lang)

    def add_formulas(self, draw: np.random.Generator, rate: float) -> None:
        """Put a few turns of speech between the sentences."""
        known = formulas(self.lang)
        if not known or len(self.sentences) < 3 or not rate:
            return
        self.formulas = [known[k] for k in draw.permutation(len(known))[:4].tolist()]
        for phrase in self.formulas:
            place = self.sentences[int(draw.integers(1, len(self.sentences)))].start
            self.text = f"{self.text[:place]}{phrase} {self.text[place:]}"
            self.sentences = sentences(self.text, self.lang)

    def fragment(self, draw: np.random.Generator, taken: Sequence[Piece]) -> Token | None:
        """Choose 1 to 10 consecutive sentences that were not taken yet, sometimes a single short one."""
        short = draw.random() < SHORT
        for _ in range(30):
            first = int(draw.integers(len(self.sentences)))
            count = 1 if short else int(draw.integers(1, 11))
            chosen = self.sentences[first : first + count]
            start, stop = chosen[0].start, chosen[-1].stop
            text = self.text[start:stop]
            letters = sum(map(str.isalnum, text))
            free = all(stop <= piece.start or piece.stop <= start for piece in taken)
            if (
                free
                and short == (letters < 50)
                and weight(text, self.lang) >= LEAST
                and not self._formal(text)
            ):
                return Token(text, start, stop)
        return None

    def _formal(self, text: str) -> bool:
        return any(phrase in text for phrase in self.formulas)


def weight(text: str, lang: Lang) -> int:
    """Count the words that are not stop words."""
    return sum(not is_stop(form, lang) for form in forms(text, lang))


@cache
def formulas(lang: Lang) -> list[str]:
    """Read the turns of speech of a language; Chinese has none so long and so empty."""
    place = files(__package__).joinpath(f"formulas.{lang}.txt")
    if not place.is_file():
        return []
    return [
        line for line in place.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]


def _suspicious(
    target: Document, number: int, lenders: Sequence[_Lender], *, plan: Plan, draw: np.random.Generator
) -> Made:
    """Replace sentences of the target until enough of the text is borrowed."""
    lang = lang_of(target)
    own = [sentence.text for sentence in sentences(target.text, lang)]
    able = [k for k, lender in enumerate(lenders) if lender.lang == lang and len(lender.sentences) > 2]
    if not able or not own:
        raise CommandError(
            f"{target.id} ({lang}) cannot be filled: no source in this language has three sentences"
        )
    few = min(plan.sources, len(able), int(draw.geometric(0.33)))
    chosen = draw.choice(able, size=few, replace=False).tolist()
    goal = draw.uniform(plan.low, plan.high)
    pieces: list[Piece] = [Piece(text) for text in own]
    order = draw.permutation(len(own)).tolist()
    borrowed, count = 0, len(own)
    while order and (borrowed == 0 or borrowed / count < goal):
        lender = int(chosen[int(draw.integers(few))])
        token = lenders[lender].fragment(draw, [piece for piece in pieces if piece.source == lender])
        place = order.pop()
        if token is None:
            continue
        inside = len(sentences(token.text, lang))
        if borrowed and (borrowed + inside) / (count + inside - 1) > plan.high:
            continue
        borrowed, count = borrowed + inside, count + inside - 1
        text, named = _disguised(token.text, lang, plan, draw)
        pieces[place] = Piece(text, lender, token.start, token.stop, named)
    _interlard(pieces, lenders, plan, draw)
    return _assemble(pieces, f"suspicious-document{number:05d}.txt", lenders, lang)


def _disguised(text: str, lang: Lang, plan: Plan, draw: np.random.Generator) -> tuple[str, str]:
    """Copy or paraphrase a fragment, and name what was done."""
    copied = plan.kind == "copy" or (plan.kind == "mixed" and draw.random() < 0.5)
    if copied:
        return text, "none"
    new, used = paraphrase(text, lang, methods=plan.methods, distance=plan.distance, draw=draw)
    return new, ", ".join(used) or "none"


def _interlard(
    pieces: list[Piece], lenders: Sequence[_Lender], plan: Plan, draw: np.random.Generator
) -> None:
    """Put turns of speech that a source has into the text's own part."""
    taken = [piece for piece in pieces if piece.source is not None]
    own = [place for place, piece in enumerate(pieces) if piece.source is None]
    for piece in taken:
        assert piece.source is not None
        known = lenders[piece.source].formulas
        if own and known and draw.random() < plan.formulas:
            place = own.pop(int(draw.integers(len(own))))
            phrase = known[int(draw.integers(len(known)))]
            pieces[place] = Piece(f"{pieces[place].text} {phrase}")


def _assemble(pieces: Sequence[Piece], name: str, lenders: Sequence[_Lender], lang: Lang) -> Made:
    """Join the pieces and note where the borrowed ones are."""
    truth, texts, place = [], [], 0
    joint = find_language(lang).joint
    for piece in pieces:
        if piece.source is not None:
            truth.append(
                Match(
                    Span(name, place, place + len(piece.text)),
                    Span(lenders[piece.source].name, piece.start, piece.stop),
                    "verbatim" if piece.obfuscation == "none" else "paraphrase",
                    meta={"obfuscation": piece.obfuscation},
                )
            )
        texts.append(piece.text)
        place += len(piece.text) + len(joint)
    return Made(Document(name, joint.join(texts), lang=lang), truth)


def _write(folder: Path, made: Sequence[Made], lenders: Sequence[_Lender]) -> None:
    for name in ("src", "susp", "truth"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for lender in lenders:
        (folder / "src" / lender.name).write_text(lender.text, encoding="utf-8", newline="")
    pairs: dict[tuple[str, str], None] = {}
    for one in made:
        (folder / "susp" / one.document.id).write_text(one.document.text, encoding="utf-8", newline="")
        pairs |= dict.fromkeys((match.suspicious.doc, match.source.doc) for match in one.truth)
        pan.write(folder / "truth", one.truth, name="plagiarism")
    lines = "".join(f"{this} {source}\n" for this, source in pairs)
    (folder / "pairs").write_text(lines, encoding="utf-8")
