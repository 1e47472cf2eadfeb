"""The one training loop: seeds, batches of like length, dev-chosen weights, checkpoints, a card, ONNX.

Every epoch draws its random numbers from the seed and its own number alone, so a run that was stopped and
taken up again ends with the same weights as one that was not.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import torch
from msgspec import json
from msgspec.structs import replace
from torch import nn

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.identify import card as cards
from paraphrast.identify.batches import ordered, shuffled
from paraphrast.identify.card import Card
from paraphrast.identify.layers import parameters
from paraphrast.identify.networks import Network, build
from paraphrast.identify.saved import EXACT, FAST, session
from paraphrast.identify.settings import Settings
from paraphrast.models.ledger import NAME as LEDGER
from paraphrast.models.ledger import make_ledger
from paraphrast.stats import labels

LEDGER_BITS = 8
CHECKPOINT = "checkpoint.pt"
ALIKE = 0.99  # share of dev that the 8-bit graph must decide as the exact one
CLIMB = 0.06  # share of a run in which a linear rate climbs
KEPT = ("best", "best_state", "history", "seconds")
MEASURES = ("accuracy", "precision", "recall", "f1")


class Step(NamedTuple):
    """Where a run stands: after a batch, at the end of an epoch (with its own `dev`), or taken up again."""

    epoch: int
    batch: int
    batches: int
    loss: float
    dev: dict[str, float]
    event: Literal["batch", "epoch", "resumed"] = "batch"


Report = Callable[[Step], None]


class Data(NamedTuple):
    """What to learn from, by corpus, and what chooses the best epoch."""

    train: Mapping[str, Sequence[Pair]]
    dev: Sequence[Pair]
    dev_name: str = "dev"


def train(
    settings: Settings,
    data: Data,
    *,
    to: Path,
    command: str = "",
    report: Report | None = None,
    restart: bool = False,
) -> Card:
    """Train, choose the best epoch on dev, and write the model directory; go on with a run that was stopped.

    A directory whose settings and data are the same and whose card is written is not trained again.
    """
    pairs = [pair for corpus in data.train.values() for pair in corpus]
    check(pairs, "train")
    check(data.dev, data.dev_name)
    facts = [cards.data(name, corpus) for name, corpus in data.train.items()]
    dev = cards.data(data.dev_name, data.dev)
    to.mkdir(parents=True, exist_ok=True)
    if not restart and (to / cards.NAME).is_file():
        return same(cards.read(to), settings=settings, hashes=[each.sha256 for each in (*facts, dev)], to=to)
    torch.manual_seed(settings.seed)
    network = build(settings, pairs)
    loop = Loop(settings, network, report=report)
    mark = json.encode([settings, [each.sha256 for each in (*facts, dev)]]).decode()
    loop.run(pairs, data.dev, checkpoint=to / CHECKPOINT, mark="" if restart else mark)
    card = Card(
        model=settings.model, settings=settings, reads=network.reader.kind,
        parameters=parameters(network.module), train=tuple(facts), dev=dev, scores=loop.best, threshold=0.5,
        history=tuple(loop.history), command=command, vectors=network.vectors, versions=cards.versions(),
        seconds=loop.seconds, agreement=None,
    )  # fmt: skip
    _write_ledger(data, to)
    return keep(network, card, dev=data.dev, to=to)


def _write_ledger(data: Data, folder: Path) -> None:
    """Write fingerprints of all training texts; dev, which only chose the epoch, is not among them."""
    texts = {
        name: [text for pair in pairs for text in (pair.a, pair.b)] for name, pairs in data.train.items()
    }
    make_ledger(texts, bits=LEDGER_BITS).save(folder / LEDGER)


def same(card: Card, *, settings: Settings, hashes: list[str], to: Path) -> Card:
    """Give the card of a finished run, or refuse to overwrite another one."""
    if card.settings != settings or [each.sha256 for each in (*card.train, card.dev)] != hashes:
        raise CommandError(f"{to} holds a model trained otherwise; choose another folder or say --restart")
    return card


def check(pairs: Sequence[Pair], name: str) -> None:
    """Refuse what cannot be learned from: no pairs, no labels, or one kind of label only."""
    if not pairs:
        raise DataError(f"{name} is empty; there is nothing to learn from")
    for place, pair in enumerate(pairs, start=1):
        if pair.label is None:
            raise DataError(
                f"{name}, pair {place} has no label; training needs one from 0 to 1 for every pair"
            )
    yes = sum((pair.label or 0) >= 0.5 for pair in pairs)
    if yes in (0, len(pairs)):
        raise DataError(f"{name} has {yes} paraphrases of {len(pairs)}; both kinds are needed")


class Loop:
    """One run: `run` learns into `best`, `history` and the network's weights."""

    def __init__(self, settings: Settings, network: Network, *, report: Report | None = None) -> None:
        self.settings, self.network, self.report = settings, network, report
        wanted = settings.device
        self.device = ("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted
        if self.device == "cuda" and not torch.cuda.is_available():
            raise CommandError("there is no CUDA device here; say --device cpu")
        # recurrent networks gain nothing by half precision, and distances between words need their digits
        gains = self.device == "cuda" and network.reader.kind == "pieces"
        mixed = settings.precision == "mixed" or (settings.precision == "auto" and gains)
        self.cast = torch.autocast(self.device, dtype=torch.bfloat16, enabled=mixed)
        network.module.to(self.device)
        trained = [p for p in network.module.parameters() if p.requires_grad]
        self.optimizer = torch.optim.AdamW(trained, lr=settings.rate, weight_decay=settings.decay)
        self.best: dict[str, float] = {}
        self.best_state: dict[str, Any] = {}
        self.history: list[dict[str, float]] = []
        self.seconds = 0.0

    def run(
        self, pairs: Sequence[Pair], dev: Sequence[Pair], *, checkpoint: Path | None = None, mark: str = ""
    ) -> None:
        """Train until epochs or patience end, and leave the best epoch's weights in the module."""
        rows, dev_rows = self.network.reader.rows(pairs), self.network.reader.rows(dev)
        truth = np.array([float(pair.label or 0) for pair in pairs], dtype=np.float32)
        if not self.settings.soft:  # graded labels are cut at .5, as evaluation cuts them
            truth = (truth >= 0.5).astype(np.float32)
        gold = np.array([float(pair.label or 0) >= 0.5 for pair in dev])
        weight = weights(truth) if self.settings.balance else None
        if checkpoint:
            self.resume(checkpoint, mark)
        for epoch in range(len(self.history), self.settings.epochs):
            if self.tired():
                break
            started = time.monotonic()
            loss = self.epoch(rows, truth, epoch=epoch, weight=weight)
            scores = measures(gold, self.predict(dev_rows))
            self.history.append({"loss": loss, **scores})
            if self.report:
                self.report(Step(epoch, 1, 1, loss, scores, event="epoch"))
            if not self.best or self.rank(scores) > self.rank(self.best):
                self.best = scores
                self.best_state = {
                    k: v.detach().cpu().clone() for k, v in self.network.module.state_dict().items()
                }
            self.seconds += time.monotonic() - started
            if checkpoint:
                self.remember(checkpoint, mark)
        self.network.module.load_state_dict(self.best_state)
        self.network.module.eval()

    def epoch(self, rows: Any, truth: Any, *, epoch: int, weight: Any) -> float:
        """Go once through the training pairs and give the mean loss."""
        torch.manual_seed(self.settings.seed * 100_003 + epoch)
        self.network.module.train()
        lose = nn.BCEWithLogitsLoss(pos_weight=weight if weight is None else weight.to(self.device))
        order = shuffled(rows, batch=self.settings.batch, seed=self.settings.seed, epoch=epoch)
        total = torch.zeros((), device=self.device)
        for place, batch in enumerate(order, start=1):
            self.pace((epoch + place / len(order)) / self.settings.epochs)
            target = torch.from_numpy(truth[batch]).to(self.device)
            with self.cast:
                loss = lose(self.logits([rows[at] for at in batch]).float(), target)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.module.parameters(), 5.0)
            self.optimizer.step()
            total += loss.detach() * len(batch)
            if self.report:
                self.report(Step(epoch, place, len(order), float(loss.detach()), self.best))
        return float(total) / len(rows)

    def pace(self, done: float) -> None:
        """Set the learning rate for this share of the run: linear, it climbs, then falls to nothing."""
        if self.settings.schedule == "linear":
            share = min(done / CLIMB, (1 - done) / (1 - CLIMB))
            for group in self.optimizer.param_groups:
                group["lr"] = self.settings.rate * share

    def logits(self, rows: Sequence[Any]) -> Any:
        """Run the network on a batch of rows."""
        arrays = self.network.reader.arrays(rows)
        return self.network.module(*(torch.from_numpy(array).to(self.device) for array in arrays.values()))

    def predict(self, rows: Sequence[Any]) -> Any:
        """Give probabilities with torch, in the order of the rows."""
        self.network.module.eval()
        scores = np.zeros(len(rows))
        with torch.inference_mode(), self.cast:
            for batch in ordered(rows, batch=2 * self.settings.batch):
                found = self.logits([rows[at] for at in batch]).float().sigmoid()
                scores[batch] = found.cpu().numpy()
        return scores

    def rank(self, scores: dict[str, float]) -> tuple[float, float]:
        """Order epochs by the chosen measure, then by the other."""
        other = "accuracy" if self.settings.select == "f1" else "f1"
        return scores[self.settings.select], scores[other]

    def tired(self) -> bool:
        """Say whether `patience` epochs have passed since the best."""
        ranks = [self.rank(scores) for scores in self.history]
        return bool(ranks) and len(ranks) - 1 - ranks.index(max(ranks)) >= self.settings.patience

    def remember(self, path: Path, mark: str) -> None:
        """Write all that is needed to go on, whole or not at all."""
        part = path.with_suffix(".part")
        state = {
            "mark": mark,
            "module": self.network.module.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            **{name: getattr(self, name) for name in KEPT},
        }
        torch.save(state, part)
        part.replace(path)

    def resume(self, path: Path, mark: str) -> None:
        """Take up the checkpoint of the same settings and data, if there is one."""
        if not path.is_file() or not mark:
            return
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["mark"] != mark:
            raise CommandError(f"{path} is of a run with other settings or data; say --restart to begin anew")
        self.network.module.load_state_dict(state["module"])
        self.optimizer.load_state_dict(state["optimizer"])
        for name in KEPT:
            setattr(self, name, state[name])
        if self.report:
            self.report(Step(len(self.history), 0, 1, self.history[-1]["loss"], self.best, event="resumed"))


def weights(truth: Any) -> Any:
    """Give the weight that makes both classes count alike."""
    yes = float((truth >= 0.5).sum())
    return torch.tensor((len(truth) - yes) / yes)


def measures(gold: Any, scores: Any) -> dict[str, float]:
    """Give accuracy, precision, recall and F1 at 0.5."""
    answers = scores >= 0.5
    return {name: float(getattr(labels, name)(gold, answers)) for name in MEASURES}


def keep(network: Network, card: Card, *, dev: Sequence[Pair], to: Path) -> Card:
    """Write reader, weights, ONNX and, last, the card; the checkpoint goes."""
    from safetensors.torch import save_file

    from paraphrast.identify.export import export

    module = network.module.cpu()
    network.reader.save(to)
    save_file(
        {name: each.contiguous() for name, each in module.state_dict().items()}, to / "weights.safetensors"
    )
    export(module, network.reader.arrays(network.sample), to / EXACT)
    card = replace(card, agreement=_fasten(network, dev, to=to))
    cards.write(to, card)
    (to / CHECKPOINT).unlink(missing_ok=True)
    return card


def _fasten(network: Network, dev: Sequence[Pair], *, to: Path) -> float | None:
    """Write the 8-bit graph if it decides dev as the exact one does; a bag of words has nothing to gain."""
    from paraphrast.identify.export import agreement
    from paraphrast.models.tracing import quantise

    (to / FAST).unlink(missing_ok=True)
    if network.reader.kind == "bag":
        return None
    quantise(to / EXACT, to / FAST)
    rows = network.reader.rows(dev)
    batches = (network.reader.arrays([rows[at] for at in batch]) for batch in ordered(rows, batch=64))
    alike = agreement(session(to / EXACT, None), session(to / FAST, None), batches)
    if alike < ALIKE:
        (to / FAST).unlink()
    return alike
