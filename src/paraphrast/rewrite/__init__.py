"""Rewriting: a system proposes, and every output is tidied, checked and recorded before it leaves.

    rewriter("detox", lang="ru")(texts)             texts -> texts, by the default system in the box
    rewriter("paraphrase", lang="zh")(texts)
    rewriter("delete", lang="ru").records(texts)    the same as Pairs, with what changed, flags and P(toxic)
    rewriter("models/detox")(texts)                 by a folder of `rewrite train`, in its language

`best-of` and `adversarial` need a `score`, pairs -> floats, from whoever calls.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paraphrast.errors import CommandError, unknown
from paraphrast.text.languages import LANGS, Lang

if TYPE_CHECKING:
    from paraphrast.data import Scorer
    from paraphrast.rewrite.checks.checked import Checked
    from paraphrast.rewrite.task import Goal, Judge, System, Task
    from paraphrast.rewrite.training.settings import Settings

__all__ = [
    "DEFAULTS",
    "NEEDY",
    "PARAPHRASERS",
    "SYSTEMS",
    "find_system",
    "make_system",
    "rewriter",
]

SYSTEMS = {
    "duplicate": "paraphrast.rewrite.systems.duplicate:Duplicate",
    "delete": "paraphrast.rewrite.systems.delete:Delete",
    "replace": "paraphrast.rewrite.systems.replace:Replace",
    "edit": "paraphrast.rewrite.systems.edit:Edit",
    "seq2seq": "paraphrast.rewrite.systems.seq2seq:Seq2Seq",
    "consensus": "paraphrast.rewrite.systems.consensus:Consensus",
    "causal": "paraphrast.rewrite.systems.trained:Trained",
    "prompt": "paraphrast.rewrite.systems.trained:Trained",
    "llm": "paraphrast.rewrite.systems.llm:Asked",
    "best-of": "paraphrast.rewrite.systems.best_of:BestOf",
    "adversarial": "paraphrast.rewrite.systems.adversarial:Adversarial",
    "copy": "paraphrast.rewrite.systems.duplicate:Duplicate",
    "rephrase": "paraphrast.rewrite.systems.rephrase:Rephrase",
    "synonym": "paraphrast.rewrite.systems.synonym:Synonym",
    "back-translation": "paraphrast.rewrite.systems.back_translation:BackTranslation",
}
DEFAULTS: "dict[str, tuple[Goal, str]]" = {
    "detox": ("neutral", "consensus"),
    "paraphrase": ("paraphrase", "rephrase"),
}
PARAPHRASERS = frozenset(
    {"copy", "rephrase", "synonym", "back-translation"}
)  # these never make a text neutral
KINDS = ("seq2seq", "causal", "prompt")  # what `rewrite train` makes
# these need a model or a score
NEEDY = frozenset({"seq2seq", "causal", "prompt", "llm", "back-translation", "best-of", "adversarial"})


def rewriter(
    name: str,
    lang: Lang | None = None,
    *,
    to: "Goal | None" = None,
    toxicity: "Judge | None" = None,
    fluency: "Judge | None" = None,
    score: "Scorer | None" = None,
    pair: "Scorer | None" = None,
    change: tuple[float, float] = (0.0, 1.0),
    **settings: Any,
) -> "Checked":
    """Give a system by name, the default of a goal (detox, paraphrase) or a trained folder, behind checks.

    A folder knows its language and its goal; a system has to be told the language. `toxicity`, `fluency` and
    `pair` are the bundled judges unless others are given; an output that changes a smaller or larger share of
    words than `change` is refused. A `JudgeCache` given as `toxicity` is shared with whoever else has it.
    """
    from paraphrast import models
    from paraphrast.rewrite.checks.checked import Checked
    from paraphrast.rewrite.task import GOALS, JudgeCache, PairCache, Task

    if card := read_card(name):
        if lang and lang != card.lang:
            raise CommandError(f"{name} was trained for {card.lang!r}, not for {lang!r}")
        name, lang, to, settings = card.kind, card.lang, to or card.goal, {"model": name, **settings}
    if lang not in LANGS:
        raise unknown("language", lang or "", LANGS)
    goal, chosen = DEFAULTS.get(name, (None, name))
    to = to or goal or ("paraphrase" if chosen in PARAPHRASERS else "neutral")
    if to not in GOALS:
        raise unknown("goal", to, GOALS)
    if not 0 <= change[0] <= change[1] <= 1:
        raise CommandError(f"the change asked for is {change}; two shares from 0 to 1 are needed")
    if to == "paraphrase" and pair is None:
        pair = models.pair()
    known = PairCache(pair) if pair else None
    if isinstance(toxicity, JudgeCache):
        judge = toxicity
    else:
        beside = fluency or (None if toxicity else models.fluency())
        judge = JudgeCache(toxicity or models.toxicity(), beside=beside)
    task = Task(lang, judge, score, known, to, change)
    return Checked(chosen, make_system(chosen, task, settings), task)


def read_card(model: object) -> "Settings | None":
    """Give the settings that a folder was trained with, or None where it is no such folder."""
    from paraphrast.rewrite.training import card

    folder = Path(model) if isinstance(model, str) and model else None
    return card.read_card(folder).settings if folder and (folder / card.NAME).is_file() else None


def make_system(name: str, task: "Task", settings: dict[str, Any]) -> "System":
    """Make a system, having checked that a trained folder is of its kind."""
    make = find_system(name)
    card = read_card(settings.get("model")) if name in KINDS else None
    if card and card.kind != name:
        raise CommandError(
            f"{settings['model']} was trained as {card.kind}; the system is {card.kind}, not {name}"
        )
    made: System = make(task, **settings)
    return made


def find_system(name: str) -> Any:
    """Find the class of a system."""
    if name not in SYSTEMS:
        raise unknown("rewriter", name, [*SYSTEMS, *DEFAULTS])
    module, _, made = SYSTEMS[name].partition(":")
    return getattr(import_module(module), made)
