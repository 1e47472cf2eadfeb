"""Many texts against one index as a plan: shards of texts, and what was found of each, on the disk.

Every process opens the index once and answers only from the commit that the plan was made for.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from paraphrast import plans
from paraphrast.data import Document
from paraphrast.detect.check import RULES, SETTINGS, Check, Settings, check
from paraphrast.detect.exclude import Rules
from paraphrast.detect.index.manifest import VIEWS
from paraphrast.detect.index.published import is_address
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import Meaning, load_meaning
from paraphrast.detect.retrieve import Candidate, retrieve
from paraphrast.errors import CommandError
from paraphrast.plans.running import Defaults, finish

PART = 4  # texts of a part: a check may take seconds


class Question(Struct, frozen=True):
    """What is asked of each text, for any process to answer: the commit of an index, and how to search."""

    index: str
    state: str
    meaning: bool = False
    rules: Rules = RULES
    template: Document | None = None
    settings: Settings = SETTINGS

    def open(self) -> tuple[Index, Meaning | None]:
        """Give the index and what compares meanings; a process opens them once."""
        return _opened(self.index, self.state, self.meaning)


@cache
def _opened(place: str, state: str, meaning: bool) -> tuple[Index, Meaning | None]:
    index = Index(place)
    if index.state() != state:
        raise CommandError(f"{place} was changed after this run began; give the command again")
    return index, load_meaning() if meaning else None


def ask(place: str | Path, *, meaning: bool = False, **how: Any) -> Question:
    """Ask an index as it is now."""
    index = Index(place)
    if meaning:
        index.require_vectors()
    name = str(place) if is_address(place) else str(Path(place).absolute())
    return Question(name, index.state(), meaning, **how)


class Checking:
    """Checks texts, in whatever process this is."""

    def __init__(self, question: Question) -> None:
        self.question = question

    def __call__(self, documents: Sequence[Document]) -> list[Check]:
        index, models = self.question.open()
        rules, template, settings = self.question.rules, self.question.template, self.question.settings
        return [
            check(one, index, meaning=models, rules=rules, template=template, settings=settings)
            for one in documents
        ]


class Retrieving:
    """Ranks the sources of texts, in whatever process this is."""

    def __init__(self, question: Question) -> None:
        self.question = question

    def __call__(self, documents: Sequence[Document]) -> list[tuple[str, list[Candidate]]]:
        index, models = self.question.open()
        strictness = self.question.settings.strictness
        ranked = [retrieve(one, index, meaning=models, strictness=strictness) for one in documents]
        names = [one.id for one in documents]
        return [(name, [each.candidate for each in found]) for name, found in zip(names, ranked, strict=True)]


def check_many(
    documents: Iterable[Document], question: Question, *, folder: Path, workers: int = 1
) -> Iterator[Check]:
    """Check texts, going on with a run that was killed; the folder is for the caller to remove."""
    return _answers(Checking(question), documents, Check, folder=folder, workers=workers)


def retrieve_many(
    documents: Iterable[Document], question: Question, *, folder: Path, workers: int = 1
) -> Iterator[tuple[str, list[Candidate]]]:
    """Rank the sources of texts, each named with them; goes on with a run that was killed."""
    kind = tuple[str, list[Candidate]]
    return _answers(Retrieving(question), documents, kind, folder=folder, workers=workers)


def _answers(
    function: Checking | Retrieving, documents: Iterable[Document], kind: Any, *, folder: Path, workers: int
) -> Iterator[Any]:
    name = type(function).__name__.lower()
    key = f"{name} {msgspec.json.encode(function.question).decode()}"
    work = plans.Map(function, Document, batch=1)
    made = plans.make(folder, work, documents, key=key, label=name, size=PART)
    if not made.shards:
        return iter(())
    finish(folder, workers, work)
    return plans.merge(folder, kind)


def index_texts(folder: Path, documents: Sequence[Document], *, meaning: bool = False) -> Path:
    """Make an index of texts that are to be checked against each other, beside the plan of the checks."""
    if Defaults.shard is not None:
        raise CommandError(
            "shares of a folder must search one index; build it first with: paraphrast detect index FOLDER "
            "--to my.index, and name it with --index my.index"
        )
    place, names = folder / "index", {one.id for one in documents}
    with Writer(place, views=VIEWS if meaning else None) as writer:
        writer.add(documents)
        writer.commit()
        writer.delete([one.id for one in Index(place) if one.id not in names])  # left by a run of other texts
    return place
