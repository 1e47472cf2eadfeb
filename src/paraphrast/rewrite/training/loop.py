"""The training loop: stages, epochs with their own seeds, the best epoch by dev, checkpoints.

Every epoch draws its random numbers from the seed and its own number alone, so a run that was stopped and
taken up again ends with the same weights as one that was not.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import torch
from torch import nn

from paraphrast.errors import CommandError
from paraphrast.rewrite.training.curriculum import Row, is_stage_over
from paraphrast.rewrite.training.learners import Example, Seq2Seq

CHECKPOINT = "checkpoint.pt"


class Step(NamedTuple):
    """Where a run stands: after a batch, at the end of an epoch (`dev` is its score), or taken up again."""

    stage: int
    epoch: int
    batch: int
    batches: int
    loss: float
    dev: float | None = None
    event: Literal["batch", "epoch", "resumed"] = "batch"


Report = Callable[[Step], None]
Score = Callable[[], float]  # what the model, as it is now, is worth on dev; higher is better


class Loop:
    """One run: `run` learns stage after stage and leaves the best weights of the last one in the model."""

    def __init__(self, learner: Seq2Seq, *, gate: float, score: Score | None, report: Report | None) -> None:
        self.learner, self.settings, self.gate = learner, learner.settings, gate
        self.score, self.report = score, report
        self.device = _choose_device(self.settings.device)
        self.cast = torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda")
        learner.model.to(self.device)
        learner.module.to(self.device)
        self.parameters = [each for each in learner.module.parameters() if each.requires_grad]
        self.optimizer = torch.optim.AdamW(self.parameters, lr=self.settings.step)
        self.rows: list[Row] = []
        self.stage, self.seconds = 0, 0.0
        self.best: dict[str, Any] = {}

    def run(
        self, stages: Sequence[Sequence[Example]], dev: Sequence[Example], *, checkpoint: Path, mark: str
    ) -> None:
        """Train until the last stage is over, going on with a checkpoint of the same run if there is one."""
        self.resume(checkpoint, mark)
        while self.stage < len(stages):
            own = [row for row in self.rows if row.stage == self.stage]
            if len(own) >= self.settings.epochs or is_stage_over(
                own, gate=self.gate, patience=self.settings.patience
            ):
                self.learner.take(self.best)
                self.stage += 1
                self.best = {}
                if self.stage < len(stages):  # a new stage begins with the best of the one before
                    self.optimizer = torch.optim.AdamW(self.parameters, lr=self.settings.step)
                continue
            started = time.monotonic()
            loss = self.epoch(stages[self.stage])
            row = self.measured(dev, loss)
            if not own or row.score > max(each.score for each in own):
                state = self.learner.trained()
                self.best = {name: each.detach().cpu().clone() for name, each in state.items()}
            self.rows.append(row)
            if self.report:
                self.report(Step(self.stage, len(self.rows) - 1, 1, 1, loss, row.score, event="epoch"))
            self.seconds += time.monotonic() - started
            self.remember(checkpoint, mark)

    def epoch(self, examples: Sequence[Example]) -> float:
        """Go once through the examples of the stage and give the mean loss."""
        number = len(self.rows)
        torch.manual_seed(self.settings.seed * 100_003 + number)
        self.learner.model.train()
        batches = _shuffle_batches(examples, self.settings.batch, seed=(self.settings.seed, number))
        total = 0.0
        for place, batch in enumerate(batches, 1):
            with self.cast:
                loss = self.learner.measure([examples[at] for at in batch]).loss
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.parameters, 1.0)
            self.optimizer.step()
            total += float(loss.detach()) * len(batch)
            if self.report:
                self.report(Step(self.stage, number, place, len(batches), float(loss.detach())))
        return total / len(examples)

    def measured(self, dev: Sequence[Example], train: float) -> Row:
        """Measure dev: loss and accuracy of pieces, and the score, which without one is less loss."""
        self.learner.model.eval()
        loss, right, pieces = 0.0, 0, 0
        with torch.inference_mode(), self.cast:
            for start in range(0, len(dev), self.settings.batch):
                found = self.learner.measure(dev[start : start + self.settings.batch])
                loss += float(found.loss) * found.pieces
                right, pieces = right + found.right, pieces + found.pieces
            score = self.score() if self.score else -loss / pieces
        return Row(self.stage, train, loss / pieces, right / pieces, score)

    def remember(self, path: Path, mark: str) -> None:
        """Write all that is needed to go on, whole or not at all."""
        part = path.with_suffix(".part")
        state = {
            "mark": mark,
            "module": dict(self.learner.trained()),
            "optimizer": self.optimizer.state_dict(),
            "best": self.best,
            "rows": [list(row) for row in self.rows],
            "stage": self.stage,
            "seconds": self.seconds,
        }
        torch.save(state, part)
        part.replace(path)

    def resume(self, path: Path, mark: str) -> None:
        """Take up the checkpoint of the same settings and data, if there is one."""
        if not path.is_file():
            return
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["mark"] != mark:
            raise CommandError(f"{path} is of a run with other settings or data; say --restart to begin anew")
        self.learner.take(state["module"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.best, self.stage, self.seconds = state["best"], state["stage"], state["seconds"]
        self.rows = [Row(int(stage), *rest) for stage, *rest in state["rows"]]
        if self.report:
            done = len(self.rows)
            self.report(Step(self.stage, done, 0, 1, 0.0, event="resumed"))


def _shuffle_batches(examples: Sequence[Example], size: int, *, seed: tuple[int, int]) -> list[list[int]]:
    """Give batches of like length in random order."""
    rng = np.random.default_rng(seed)
    lengths = np.array([len(one.source) for one in examples]) + rng.random(len(examples)) * 8
    order = np.argsort(lengths)
    batches = [order[start : start + size].tolist() for start in range(0, len(order), size)]
    return [batches[at] for at in rng.permutation(len(batches))]


def _choose_device(wanted: str) -> str:
    """Choose where to compute."""
    if wanted == "cuda" and not torch.cuda.is_available():
        raise CommandError("there is no CUDA device here; say device = 'cpu'")
    return ("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted
