"""Rewriters that were trained with `paraphrast rewrite train`, and any model of the hub."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from paraphrast import models
from paraphrast.errors import CommandError, MissingExtra
from paraphrast.models import exported
from paraphrast.models.types import Generator
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.training import card as cards
from paraphrast.rewrite.words.cleaning import clean_text


class Trained:
    """Proposes what a model writes: a folder of ours, cleaned and in the disguise it learned, or hub:NAME."""

    def __init__(self, task: Task, *, model: str | Generator = "", n: int = 1) -> None:
        self.n = n
        self.writer = open_model(model) if isinstance(model, str) else model

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        return [[text for text in some if text.strip()] for some in self.writer(texts, n=self.n)]


def open_model(model: str) -> Generator:
    """Open a folder that was trained here, or else a model of the hub, an endpoint or CTranslate2."""
    if not model:
        raise CommandError("this system needs a model: a trained folder, or hub:NAME (in the shell: --model)")
    folder = Path(model)
    if (folder / cards.NAME).is_file():
        return Folder(folder)
    return models.generator(model, how="beam")


class Folder:
    """A trained folder as a writer."""

    def __init__(self, folder: Path) -> None:
        from paraphrast.rewrite.entities.slots import Disguised
        from paraphrast.rewrite.training.disguise import find_disguise

        self.card = cards.read_card(folder)
        self.name = folder.name
        disguise = find_disguise(self.card.settings, folder)
        inner = open_writer(folder, self.card)
        self.inner: Generator = Disguised(inner, disguise) if disguise else inner

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        """Write n texts for each, as the model was taught to."""
        given = [clean_text(text).strip() for text in texts] if self.card.settings.clean else list(texts)
        return self.inner(given, n=n)


def open_writer(folder: Path, card: cards.Card) -> Generator:
    """Open the model of a folder: its graphs if it was exported, else through torch, as its kind."""
    if (folder / exported.FOLDER).is_dir():
        return exported.ExportedWriter(folder / exported.FOLDER, length=card.settings.limit)
    if find_spec("torch") is None:
        raise MissingExtra("torch and transformers, or `rewrite export` where they are", "train")
    from paraphrast.models.continuing import CausalWriter, Soft
    from paraphrast.models.writing import HubWriter

    kind = card.settings.kind
    if kind == "seq2seq":
        return HubWriter(str(folder), how="beam", length=card.settings.limit)
    if kind == "causal":
        return CausalWriter(str(folder), how="beam", separated=True, length=card.settings.limit)
    from safetensors.torch import load_file

    from paraphrast.rewrite.training.learners import PROMPT

    found = load_file(folder / PROMPT)
    soft = Soft(found["before"], found["after"])
    base = card.settings.base.removeprefix("hub:")
    return CausalWriter(base, how="beam", soft=soft, length=card.settings.limit)
