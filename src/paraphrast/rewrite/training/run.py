"""A whole run: pairs made ready, stages, the loop, and a folder that rewrites."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from msgspec import json
from msgspec.structs import replace

from paraphrast.data import Pair, Scorer
from paraphrast.errors import CommandError, DataError
from paraphrast.models import exported
from paraphrast.rewrite.entities import vocabulary
from paraphrast.rewrite.entities.aligned import NUMBERS, Aligned
from paraphrast.rewrite.entities.slots import FORM, KINDS, Disguise, Disguised
from paraphrast.rewrite.training import card as cards
from paraphrast.rewrite.training.card import Card, Data
from paraphrast.rewrite.training.curriculum import part_by_score
from paraphrast.rewrite.training.disguise import VOCABULARY, find_disguise
from paraphrast.rewrite.training.filters import filter_pairs, list_targets, load_judges
from paraphrast.rewrite.training.learners import Example, Seq2Seq, begin_learner
from paraphrast.rewrite.training.loop import CHECKPOINT, Loop, Report, Score
from paraphrast.rewrite.training.settings import Settings


def train(
    settings: Settings,
    corpora: Mapping[str, Sequence[Pair]],
    *,
    score: Scorer | None = None,
    command: str = "",
    report: Report | None = None,
    restart: bool = False,
) -> Card:
    """Train a rewriter and write its folder; go on with a run that was stopped.

    `corpora` are the pairs of each name in `train` and of `dev`; `score` is what `best_by` names.
    """
    settings = _place_base(settings)
    to = Path(settings.out)
    to.mkdir(parents=True, exist_ok=True)
    ready = {name: _prepare_pairs(name, corpora[name], settings) for name in (*settings.train, settings.dev)}
    facts = {name: fact for name, (_, fact) in ready.items()}
    mark = json.encode([settings, [fact.sha256 for fact in facts.values()]]).decode()
    if restart:
        for name in (CHECKPOINT, cards.NAME):
            (to / name).unlink(missing_ok=True)
    if (to / cards.NAME).is_file():
        return _find_finished(cards.read_card(to), mark, to)
    disguise = find_disguise(settings)
    pairs = [pair for name in settings.train for pair in ready[name][0]]
    dev = ready[settings.dev][0]
    torch.manual_seed(settings.seed)
    learner = begin_learner(settings, list_tokens(settings, disguise, pairs))
    worth = dev_score(learner, dev[: settings.samples], disguise=disguise, score=score) if score else None
    gate = settings.curriculum.gate if settings.curriculum else 0.0
    loop = Loop(learner, gate=gate, score=worth, report=report)
    stages = [_cut_examples(learner, band, disguise) for band in _stage_pairs(settings, pairs, score)]
    loop.run(stages, _cut_examples(learner, dev, disguise), checkpoint=to / CHECKPOINT, mark=mark)
    return _save_run(settings, loop, facts, command=command)


def _place_base(settings: Settings) -> Settings:
    """Write the place of a prompt's base in full: the folder goes on needing it."""
    if settings.kind == "prompt" and Path(settings.base).is_dir():
        return replace(settings, base=str(Path(settings.base).resolve()))
    return settings


def _prepare_pairs(name: str, pairs: Sequence[Pair], settings: Settings) -> tuple[list[Pair], Data]:
    """Make the targets of a corpus, clean and filter them; dev is not filtered."""
    made = list(list_targets(pairs, settings.lang, cleaned=settings.clean))
    names = settings.filters if name != settings.dev else ()
    left, dropped = filter_pairs(made, names, load_judges()) if names else (made, {})
    if not left:
        told = ", ".join(f"{reason} {count}" for reason, count in dropped.items()) or "no pair with a target"
        raise DataError(f"{name} leaves nothing to learn from: {told}")
    return left, cards.describe_data(name, left, dict(dropped))


def _find_finished(card: Card, mark: str, to: Path) -> Card:
    """Give the card of a finished run, or refuse to overwrite another one."""
    known = json.encode([card.settings, [each.sha256 for each in (*card.train, card.dev)]]).decode()
    if known != mark:
        raise CommandError(f"{to} holds a rewriter trained otherwise; choose another out or say --restart")
    return card


def list_tokens(settings: Settings, disguise: Disguise | None, pairs: Sequence[Pair]) -> list[str]:
    """List what the tokenizer must know besides its own pieces."""
    if isinstance(disguise, Aligned):
        return disguise.tokens(letter for pair in pairs for letter in pair.a + pair.b if not letter.isspace())
    if disguise is None:
        return []
    return [FORM.format(kind=kind, number=number) for kind in sorted(KINDS) for number in range(NUMBERS)]


def _stage_pairs(settings: Settings, pairs: Sequence[Pair], score: Scorer | None) -> Sequence[Sequence[Pair]]:
    """Give the pairs of each stage: all at once, or three bands by score."""
    if settings.curriculum is None:
        return [pairs]
    if score is None:
        raise CommandError("a curriculum needs a score to sort pairs by")
    told = settings.curriculum
    return part_by_score(pairs, score(pairs), cuts=told.cuts, offsets=told.offsets)


def _cut_examples(learner: Seq2Seq, pairs: Sequence[Pair], disguise: Disguise | None) -> list[Example]:
    """Cut pairs into pieces, in disguise if there is one."""
    if disguise is None:
        return learner.examples([(pair.a, pair.b) for pair in pairs])
    hidden = [disguise.hide(pair.a) for pair in pairs]
    return learner.examples(
        [(one.text, disguise.target(pair.b, one)) for one, pair in zip(hidden, pairs, strict=True)]
    )


def dev_score(learner: Seq2Seq, dev: Sequence[Pair], *, disguise: Disguise | None, score: Scorer) -> Score:
    """Give the function that has the model rewrite dev texts and scores what it wrote."""
    writer = learner.writer
    texts = list(dict.fromkeys(pair.a for pair in dev))

    def worth() -> float:
        made = Disguised(writer(), disguise) if disguise else writer()
        written = made(texts, n=1)
        pairs = [Pair(a, some[0], lang=learner.settings.lang) for a, some in zip(texts, written, strict=True)]
        return sum(score(pairs)) / len(pairs)

    return worth


def _save_run(settings: Settings, loop: Loop, facts: Mapping[str, Data], *, command: str) -> Card:
    """Write model, vocabulary and, last, the card; the checkpoint goes, and graphs of an earlier model."""
    to = Path(settings.out)
    shutil.rmtree(to / exported.FOLDER, ignore_errors=True)
    loop.learner.model.to("cpu")
    loop.learner.module.to("cpu")
    loop.learner.save(to)
    if settings.slots == "aligned":
        vocabulary.write_vocabulary(to / VOCABULARY, vocabulary.read_vocabulary(settings.vocabulary))
    best = max((row for row in loop.rows if row.stage == loop.rows[-1].stage), key=lambda row: row.score)
    card = Card(
        settings=settings,
        train=tuple(facts[name] for name in settings.train), dev=facts[settings.dev],
        scores={name: value for name, value in best._asdict().items() if name != "stage"},
        history=tuple({name: float(value) for name, value in row._asdict().items()} for row in loop.rows),
        parameters=sum(each.numel() for each in loop.parameters), seconds=loop.seconds, command=command,
        versions=cards.list_versions(),
    )  # fmt: skip
    cards.write_card(to, card)
    (to / CHECKPOINT).unlink(missing_ok=True)
    return card
