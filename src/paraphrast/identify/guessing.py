"""Networks that guess masked pieces: a transformers base with its own head, or the bundled backbone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from paraphrast.identify.backbones import pretrained
from paraphrast.identify.boxed import boxed, keep, pair_tokenizer
from paraphrast.identify.saved import BACKBONE
from paraphrast.models.bundled.box import WIDTH


class Guesser(Protocol):
    """What reading on asks of a base; labels are -100 where nothing is to be guessed."""

    module: Any
    mask: int
    size: int
    special: list[int]

    def encode(self, texts: Sequence[str], limit: int) -> list[list[int]]: ...

    def loss(self, ids: Tensor, mask: Tensor, labels: Tensor) -> Tensor: ...

    def groups(self, rate: float) -> list[dict[str, Any]]: ...

    def save(self, to: Path) -> None: ...


def guesser(base: str) -> Guesser:
    """Open the base of this name with a head that guesses pieces."""
    if base == "bundled":
        return OfTheBox()
    return OfTheBox(Path(base)) if (Path(base) / BACKBONE).is_file() else OfTransformers(base)


class OfTransformers:
    """A masked language model of transformers."""

    def __init__(self, base: str) -> None:
        self.module, self.tokenizer = pretrained(base, "AutoModelForMaskedLM")
        self.mask, self.size = self.tokenizer.mask_token_id, len(self.tokenizer)
        self.special = list(self.tokenizer.all_special_ids)

    def encode(self, texts: Sequence[str], limit: int) -> list[list[int]]:
        """Give the pieces of each text."""
        found: list[list[int]] = self.tokenizer(list(texts), truncation=True, max_length=limit)["input_ids"]
        return found

    def loss(self, ids: Tensor, mask: Tensor, labels: Tensor) -> Tensor:
        """Give the mean loss of the pieces to guess."""
        loss: Tensor = self.module(input_ids=ids, attention_mask=mask, labels=labels).loss
        return loss

    def groups(self, rate: float) -> list[dict[str, Any]]:
        """Let everything learn at one rate."""
        return [{"params": list(self.module.parameters()), "lr": rate}]

    def save(self, to: Path) -> None:
        """Write model and tokenizer as transformers does."""
        model: Any = self.module
        model.save_pretrained(to)
        self.tokenizer.save_pretrained(to)


class Tied(nn.Module):
    """The bundled backbone under a new head whose answers are the rows of the word table, which stays."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self.base = boxed(folder)
        self.turn = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.GELU(), nn.LayerNorm(WIDTH))
        self.bias = nn.Parameter(torch.zeros(self.base.words.num_embeddings))

    def forward(self, ids: Tensor, mask: Tensor, wanted: Tensor) -> Tensor:
        """Give a logit for every piece of the table at the places wanted."""
        states = self.turn(self.base(ids, mask, torch.zeros_like(ids))[wanted])
        return nn.functional.linear(states, self.base.words.weight, self.bias)


class OfTheBox:
    """The bundled backbone, or one trained further; its head is new, so it learns faster, and is not kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.module: Any = Tied(folder)
        self.tokenizer = pair_tokenizer()
        self.mask, self.size = self.tokenizer.token_to_id("<mask>"), self.tokenizer.get_vocab_size()
        self.special = [self.tokenizer.token_to_id(piece) for piece in ("<s>", "<pad>", "</s>", "<unk>")]

    def encode(self, texts: Sequence[str], limit: int) -> list[list[int]]:
        """Give the pieces of each text."""
        self.tokenizer.enable_truncation(limit)
        return [found.ids for found in self.tokenizer.encode_batch(list(texts))]

    def loss(self, ids: Tensor, mask: Tensor, labels: Tensor) -> Tensor:
        """Give the mean loss of the pieces to guess."""
        wanted = labels >= 0
        return nn.functional.cross_entropy(self.module(ids, mask, wanted).float(), labels[wanted])

    def groups(self, rate: float) -> list[dict[str, Any]]:
        """Let the new head learn ten times as fast as the backbone."""
        head = [*self.module.turn.parameters(), self.module.bias]
        return [
            {"params": list(self.module.base.backbone.parameters()), "lr": rate},
            {"params": head, "lr": 10 * rate},
        ]

    def save(self, to: Path) -> None:
        """Write the backbone."""
        keep(self.module.base, to)
