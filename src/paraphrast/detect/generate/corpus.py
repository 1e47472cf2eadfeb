"""A corpus of suspicious documents: fragments of sources put in the place of sentences of target texts.

Each chosen sentence of a target is replaced by 1 to 10 consecutive sentences of a source; 10 to 80% of the
sentences end up borrowed, from 1 to 19 sources. Documents that lend nothing are distractors. Calibrated on
Russian text so that the shingle baseline lands where it did in the paper: some fragments are too short for
a shingle, changes are as far apart as `distance` says, and texts share turns of speech that prove nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from paraphrast.data import Document, Match, Span
from paraphrast.detect import pan
from paraphrast.detect.generate.paraphrase import paraphrase
from paraphrast.detect.generate.sources import Source, Sources, prepare_source
from paraphrast.detect.reading import lang_of
from paraphrast.errors import CommandError
from paraphrast.text import Lang, sentences
from paraphrast.text.edits import METHODS, Method
from paraphrast.text.languages import find_language

Kind: TypeAlias = Literal["copy", "paraphrase", "mixed"]
TARGETS, SOURCES, DOCUMENTS = range(3)  # what has streams of chance of its own


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

    def draw(self, *place: int) -> np.random.Generator:
        """Begin the stream of chance of one thing, which depends on nothing that was drawn elsewhere."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=place))


class Task(Struct, frozen=True):
    """A suspicious document that is to be made: its number, and the text that borrows."""

    number: int
    target: Document


class Piece(NamedTuple):
    """A stretch of a suspicious text; with a source, a borrowed one."""

    text: str
    source: int | None = None
    start: int = 0
    stop: int = 0
    obfuscation: str = ""


class Made(NamedTuple):
    """A suspicious document, and its truth."""

    document: Document
    truth: list[Match]


def generate(
    targets: Sequence[Document], sources: Sequence[Document], folder: str | Path, *, plan: Plan
) -> list[Match]:
    """Write a corpus in PAN's layout and give its truth; the same seed gives the same corpus."""
    check(targets, sources, plan)
    lenders = Sources(prepare_sources(sources, plan))
    made = (make_document(task, lenders, plan) for task in plan_tasks(targets, plan))
    return [match for truth in write_corpus(Path(folder), made, lenders.known) for match in truth]


def check(targets: Sequence[Document], sources: Sequence[Document], plan: Plan) -> None:
    """Refuse what no corpus can be made of."""
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


def prepare_sources(documents: Sequence[Document], plan: Plan) -> list[Source]:
    """Make every source ready to lend."""
    return [
        prepare_source(document, number, plan.draw(SOURCES, number), plan.formulas)
        for number, document in enumerate(documents, 1)
    ]


def plan_tasks(targets: Sequence[Document], plan: Plan) -> Iterator[Task]:
    """Draw the target of each suspicious document."""
    draw = plan.draw(TARGETS)
    for number in range(1, plan.count + 1):
        yield Task(number, targets[int(draw.integers(len(targets)))])


def make_document(task: Task, lenders: Sources, plan: Plan) -> Made:
    """Replace sentences of the target until enough of the text is borrowed."""
    target, draw = task.target, plan.draw(DOCUMENTS, task.number)
    lang = lang_of(target)
    own = [sentence.text for sentence in sentences(target.text, lang)]
    able = lenders.able.get(lang)
    if able is None or not own:
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
        taken = [(piece.start, piece.stop) for piece in pieces if piece.source == lender]
        token = lenders[lender].fragment(draw, taken)
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
    return _assemble(pieces, f"suspicious-document{task.number:05d}.txt", lenders, lang)


def _disguised(text: str, lang: Lang, plan: Plan, draw: np.random.Generator) -> tuple[str, str]:
    """Copy or paraphrase a fragment, and name what was done."""
    copied = plan.kind == "copy" or (plan.kind == "mixed" and draw.random() < 0.5)
    if copied:
        return text, "none"
    new, used = paraphrase(text, lang, methods=plan.methods, distance=plan.distance, draw=draw)
    return new, ", ".join(used) or "none"


def _interlard(pieces: list[Piece], lenders: Sources, plan: Plan, draw: np.random.Generator) -> None:
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


def _assemble(pieces: Sequence[Piece], name: str, lenders: Sources, lang: Lang) -> Made:
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


def write_corpus(folder: Path, made: Iterable[Made], sources: Iterable[Source]) -> Iterator[list[Match]]:
    """Write documents as they come, yield the truth about each, and at the end put all in its place."""
    with pan.staged(folder) as fresh:
        for name in ("src", "susp", "truth"):
            (fresh / name).mkdir()
        for source in sources:
            (fresh / "src" / source.name).write_text(source.text, encoding="utf-8", newline="")
        with open(fresh / "pairs", "w", encoding="utf-8") as pairs:
            for document, truth in made:
                (fresh / "susp" / document.id).write_text(document.text, encoding="utf-8", newline="")
                pan.write(fresh / "truth", truth, name="plagiarism")
                for this, lender in dict.fromkeys((one.suspicious.doc, one.source.doc) for one in truth):
                    pairs.write(f"{this} {lender}\n")
                yield truth
