"""A project: what is shown, what is asked, and by which rules people are admitted and judged.

A project is a short TOML file; what it leaves out comes from its kind (see `kinds.toml`). Texts for people
are one string, or a table of ru, en and zh.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from paraphrast.errors import unknown
from paraphrast.text.languages import FALLBACK, Lang

Words = str | dict[str, str]
Kind = Literal["pair-yes-no", "pair-graded", "text-classification", "fluency", "rewrite", "pick-one"]
Use = Literal["shown", "training", "exam", "control"]


class Option(Struct, frozen=True, omit_defaults=True):
    """One answer that can be given: its value in the data, its words on the screen, and when to give it."""

    value: str
    say: Words
    when: Words = ""


class Question(Struct, frozen=True, omit_defaults=True):
    """One question about an item; `positive` are the values that count as 1 when labels are binarised."""

    name: str = "label"
    kind: Literal["choice", "text", "ticks"] = "choice"
    ask: Words = ""
    options: tuple[Option, ...] = ()
    positive: tuple[str, ...] = ()
    required: bool = True


class Example(Struct, frozen=True, omit_defaults=True):
    """An item whose answer is known: shown in the instructions, taught, examined, or hidden among tasks."""

    fields: dict[str, Any]
    answer: dict[str, str]
    why: Words = ""
    use: Use = "shown"
    lang: Lang | None = None


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Quality control; None or 0 turns a rule off. Shares are of right answers, times in seconds.

    `fast_seconds` are for a full page; a shorter one has as many fewer as it has fewer items. `skill` says
    how workers are followed after admission: by a sequential test on controls and agreement (an honest worker
    is ever banned with a chance of `wrong_ban`), or by the share of controls they know, as in the papers.
    `haste` is the share of others' pace under which an answer is hasty. `fresh_eyes` keeps an item from who
    has seen it in an earlier step; what one has written oneself one never judges.
    """

    training: bool = True
    exam: float | None = 0.8
    exam_attempts: int = 1
    control: float | None = 0.7
    control_every: int = 10
    control_least: int = 5
    fast_seconds: float | None = 15.0
    fast_pages: int = 1
    skipped_pages: int = 5
    repeat_training_every: int = 0
    native: Lang | None = None
    discard_banned: bool = False
    skill: Literal["sequential", "share", "off"] = "sequential"
    wrong_ban: float = 0.005
    wait: float | None = 0.7
    doubt: float | None = 0.12
    haste: float | None = 0.25
    haste_pages: int = 3
    pay_void: bool = True
    fresh_eyes: bool = True


class Aggregation(Struct, frozen=True, forbid_unknown_fields=True):
    """How votes become labels; a label not surer than `above` is dropped or sent to experts."""

    by: str = "dawid-skene"
    above: float | None = None
    unsure: Literal["drop", "experts"] = "drop"
    binarise: bool = False


class Overlap(Struct, frozen=True, forbid_unknown_fields=True):
    """Votes by need: at least, at most, until a label is this sure; `budget` times the project's votes."""

    least: int = 2
    most: int = 5
    sure: float = 0.88
    budget: float = 1.0


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """Where accepted output goes: the slug of the next project and the labels that count as accepted.

    With `take`, so many items are drawn for it by lot; with `share`, that part of them. What is drawn for one
    branch goes to no other that draws; a branch without either gets everything accepted.
    """

    next: str
    accept: tuple[str, ...] = ()
    take: int = 0
    share: float = 0.0


class Project(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything a project is, apart from its items and its people.

    `experts` judge like everyone ("raters") or only what is doubtful ("last"); if nothing is said, the
    latter where doubtful items go to experts.
    """

    name: str
    kind: Kind
    lang: Lang | None = None
    title: Words = ""
    instructions: Words = ""
    questions: tuple[Question, ...] = ()
    fields: tuple[str, ...] = ()
    votes: int = 3
    page: int = 10
    minutes: float = 30.0
    undo_minutes: float = 10.0
    pay: float = 0.0
    currency: str = "USD"
    rules: Rules = Rules()
    aggregation: Aggregation = Aggregation()
    overlap: Overlap | None = None
    experts: Literal["raters", "last"] | None = None
    chain: tuple[Chain, ...] = ()
    examples: tuple[Example, ...] = ()

    def known(self, use: Use, lang: str | None = None) -> list[Example]:
        """List the examples of one use in the project's language (or, where it has none, in this one)."""
        wanted = self.lang or lang
        return [one for one in self.examples if one.use == use and (not wanted or one.lang in (None, wanted))]

    def has_expert_raters(self) -> bool:
        """Tell whether experts judge like everyone: where it says so, or keeps no second round for them."""
        return self.experts == "raters" or (self.experts is None and self.aggregation.unsure != "experts")

    def question(self, name: str = "label") -> Question:
        """Give the question of this name."""
        for question in self.questions:
            if question.name == name:
                return question
        raise unknown("question", name, [question.name for question in self.questions])


def say(words: Words, lang: str) -> str:
    """Give the words in this language, or in the nearest that is there.

    >>> say({"ru": "да", "en": "yes"}, "ru"), say({"en": "yes"}, "zh"), say("yes", "ru")
    ('да', 'yes', 'yes')
    """
    if isinstance(words, str):
        return words
    return words.get(lang) or words.get(FALLBACK) or next(iter(words.values()), "")
