"""A project: what is shown, what is asked, and by which rules people are admitted and judged.

A project is a short TOML file; what it leaves out comes from its kind (see `kinds.toml`). Texts for people
are one string, or a table of ru, en and zh.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from paraphrast.errors import unknown
from paraphrast.text.languages import Lang

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

    `fast_seconds` are for a full page; a shorter one has as many fewer as it has fewer items.
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


class Aggregation(Struct, frozen=True, forbid_unknown_fields=True):
    """How votes become labels; a label not surer than `above` is dropped or sent to experts."""

    by: str = "dawid-skene"
    above: float | None = None
    unsure: Literal["drop", "experts"] = "drop"
    binarise: bool = False


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """Where accepted output goes: the slug of the next project and the labels that count as accepted."""

    next: str
    accept: tuple[str, ...] = ()


class Project(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything a project is, apart from its items and its people."""

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
    chain: Chain | None = None
    examples: tuple[Example, ...] = ()

    def known(self, use: Use, lang: str | None = None) -> list[Example]:
        """List the examples of one use in the project's language (or, where it has none, in this one)."""
        wanted = self.lang or lang
        return [one for one in self.examples if one.use == use and (not wanted or one.lang in (None, wanted))]

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
    return words.get(lang) or words.get("en") or next(iter(words.values()), "")
