"""Train the proofreader: which pieces of a text another put there, and then, is a text well-formed.

    python training/proofreader.py scratch/small scratch/base/layers.npz scratch/proofreader.npz -o scratch/proofreader

A small network guesses hidden pieces, and the proofreader finds what it guessed (Clark et al. 2020, ELECTRA,
https://arxiv.org/abs/2003.10555); beside that words are lost, doubled, exchanged, or put in for ones that mean
something like them, as rewriters do. The last epochs learn from texts whose fluency somebody judged.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from base import layers
from shelf import Shelf
from torch import Tensor
from torch.nn import functional

from paraphrast.models.networks.backbone import Backbone, load_base
from paraphrast.models.networks.proofreader import Guesser, Proofreader
from paraphrast.models.quantised import dequantise

WIDEST, SPECIAL = 126, 5
HIDDEN = (0.0, 0.03, 0.08, 0.15)  # shares of pieces that are hidden in a text, drawn for each
SHARES = (0.12, 0.38, 0.3, 0.2)


class Spoiler:
    """Lays out texts and spoils their words, all on the device."""

    def __init__(self, shelf: Shelf, device: str, seed: int) -> None:
        self.shelf, self.device = shelf, device
        self.near = torch.from_numpy(shelf.store["near"].astype(np.int64)).to(device)
        self.begins = torch.from_numpy(shelf.store["begins"]).to(device)
        self.random = torch.Generator(device=device).manual_seed(seed)

    def draw(self, *shape: int) -> Tensor:
        return torch.rand(*shape, device=self.device, generator=self.random)

    def moved(self, ids: Tensor, mask: Tensor, share: float) -> tuple[Tensor, Tensor, Tensor]:
        """Lose, double or exchange a word in a share of the rows: ids, mask, and which pieces are out of place."""
        n, length = ids.shape
        at = torch.arange(length, device=self.device)[None]
        body = (mask > 0) & (ids >= SPECIAL)
        begins = self.begins[ids] & body
        size = mask.sum(1).long() - 2
        p = (self.draw(n, length) * begins).argmax(1)[:, None]
        far = torch.full_like(at, length)
        stop = (size + 1)[:, None]
        q = torch.where(begins & (at > p), at, far).amin(1, keepdim=True).minimum(stop)
        r = torch.where(begins & (at > q), at, far).amin(1, keepdim=True).minimum(stop)
        how = (self.draw(n, 1) * 4).long()  # 0 and 1: lost, 2: doubled, 3: exchanged with the next
        lost = at + torch.where(at >= p, q - p, torch.zeros_like(p))
        doubled = torch.where(at >= q, at - (q - p), at)
        one, two = q - p, r - q
        swapped = torch.where(
            (at >= p) & (at < p + two), at + one, torch.where((at >= p + two) & (at < r), at - two, at)
        )
        index = torch.where(how < 2, lost, torch.where(how == 2, doubled, swapped))
        wrong = torch.where(
            how < 2, at == p, torch.where(how == 2, (at >= q) & (at < q + one), (at >= p) & (at < r))
        )
        chosen = (self.draw(n, 1) < share) & (size[:, None] > 4) & (q > p) & (r > q) & (q + one < length - 1)
        index = torch.where(chosen, index, at).clamp(0, length - 1)
        fresh = ids.gather(1, index)
        grown = torch.where(
            chosen[:, 0],
            torch.where(
                how[:, 0] < 2, p[:, 0] - q[:, 0], torch.where(how[:, 0] == 2, one[:, 0], 0 * one[:, 0])
            ),
            0 * one[:, 0],
        )
        total = (size + 2 + grown).clamp(max=length)
        inside = at < total[:, None]
        fresh = torch.where(at == total[:, None] - 1, 2, torch.where(inside, fresh, 1))
        return fresh, inside.float(), wrong & chosen & inside

    def hidden(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Choose the pieces to hide, by a share that is drawn for each row."""
        shares = torch.tensor(HIDDEN, device=self.device)
        which = torch.multinomial(
            torch.tensor(SHARES, device=self.device), len(ids), replacement=True, generator=self.random
        )
        return (self.draw(*ids.shape) < shares[which][:, None]) & (mask > 0) & (ids >= SPECIAL)

    def neighbours(self, ids: Tensor) -> Tensor:
        """Give for each piece one that means something like it."""
        pick = (self.draw(*ids.shape) * self.near.shape[1]).long()
        return self.near[ids].gather(2, pick.unsqueeze(-1))[..., 0]


def batches(
    lengths: np.ndarray, numbers: np.ndarray, tokens: int, rng: np.random.Generator
) -> list[np.ndarray]:
    """Cut texts into batches of like lengths, in random order."""
    numbers = numbers[np.argsort(lengths[numbers] + rng.random(len(numbers)) * 4, kind="stable")]
    found, start = [], 0
    while start < len(numbers):
        step = max(1, tokens // int(lengths[numbers[min(start + tokens // 130, len(numbers) - 1)]] + 2))
        found.append(numbers[start : start + step])
        start += step
    return [found[i] for i in rng.permutation(len(found))]


class School:
    """The proofreader, the guesser, and what they need to learn."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.device = options, options.device
        self.shelf = Shelf(options.data, options.device, WIDEST)
        self.words = torch.from_numpy(dequantise(np.load(options.small / "words.npy"))).to(self.device)
        tensors = layers(options.base)
        self.reader = Proofreader(load_base(Backbone(), tensors)).to(self.device)
        self.guesser = Guesser()
        load_base(self.guesser.backbone, tensors)
        self.guesser.to(self.device)
        with torch.no_grad():
            self.guesser.hidden.copy_(self.words[4])
        self.bias = torch.zeros(len(self.words), device=self.device, requires_grad=True)
        self.table = self.words.to(torch.bfloat16 if self.device == "cuda" else torch.float32)
        self.spoiler = Spoiler(self.shelf, self.device, options.seed)
        self.began = time.time()

    def found_loss(self, numbers: np.ndarray) -> tuple[Tensor, dict[str, Tensor]]:
        """Spoil texts and give the loss of finding what was spoilt, and of guessing what was hidden."""
        ids, mask = self.shelf.singles(numbers)
        ids, mask, wrong = self.spoiler.moved(ids, mask, 0.3)
        where = self.spoiler.hidden(ids, mask)
        guess = self.guesser(self.words[ids], mask, where)
        logits = (guess.to(self.table.dtype) @ self.table.T).float() + self.bias
        guessing = functional.cross_entropy(logits, ids[where])
        with torch.no_grad():
            noise = torch.empty_like(logits).exponential_(generator=self.spoiler.random).log()
            sampled = (logits - noise).argmax(-1)
            spoilt = ids.clone()
            spoilt[where] = sampled
            swap = where & (self.spoiler.draw(*ids.shape) < 0.2)
            spoilt = torch.where(swap, self.spoiler.neighbours(ids), spoilt)
            wrong = (wrong | (spoilt != ids)).float()
        proof = self.reader(self.words[spoilt], mask)
        inside = mask > 0
        faults = functional.binary_cross_entropy_with_logits(proof.faults[inside], wrong[inside])
        sound = 1 - wrong.amax(1)
        whole = functional.binary_cross_entropy_with_logits(proof.fluency, sound)
        return guessing + 20 * faults + 0.5 * whole, {"guess": guessing, "faults": faults, "whole": whole}

    def judged_loss(self, rows: np.ndarray) -> Tensor:
        """Give the loss over texts whose fluency somebody judged."""
        ids, mask = self.shelf.singles(self.shelf.store["t"][rows])
        said = self.reader(self.words[ids], mask).fluency
        return functional.binary_cross_entropy_with_logits(
            said, self.shelf.tensor(self.shelf.store["label"][rows])
        )

    def evaluate(self) -> dict[str, float]:
        """Give the area under the curve on each set kept aside."""
        store, found = self.shelf.store, {}
        self.reader.eval()
        for number, name in enumerate(store["sets"].tolist(), 1):
            rows = np.flatnonzero((store["dev"] == number) & (store["source"] == 2**32 - 1))[:1500]
            if not len(rows):
                continue
            scores = np.concatenate(
                [self.score(store["t"][rows[i : i + 256]]) for i in range(0, len(rows), 256)]
            )
            found[name] = area(store["label"][rows] > 0.5, scores)
        if self.options.readings:
            for path in sorted(self.options.readings.glob("*.npz")):
                with np.load(path) as kept:
                    found[path.stem] = area(kept["fine"], self.score_ids(kept["ids"], kept["mask"]))
        self.reader.train()
        return found

    @torch.no_grad()
    def score(self, numbers: np.ndarray) -> np.ndarray:
        ids, mask = self.shelf.singles(numbers)
        with torch.autocast(self.device, dtype=torch.bfloat16):
            return self.reader(self.words[ids], mask).fluency.float().cpu().numpy()

    @torch.no_grad()
    def score_ids(self, ids: np.ndarray, mask: np.ndarray) -> np.ndarray:
        given = torch.from_numpy(ids.astype(np.int64)).to(self.device)
        return (
            self.reader(self.words[given], torch.from_numpy(mask).float().to(self.device))
            .fluency.float()
            .cpu()
            .numpy()
        )

    def run(self) -> None:
        """Learn until the time is up: running text first, then judged texts among it."""
        options, store = self.options, self.shelf.store
        parameters = [*self.reader.parameters(), *self.guesser.parameters(), self.bias]
        optimizer = torch.optim.AdamW(
            parameters, lr=options.rate, weight_decay=0.01, betas=(0.9, 0.98), fused=self.device == "cuda"
        )
        rng = np.random.default_rng(options.seed)
        plain = np.arange(int(store["plain"]))
        judged = np.flatnonzero((store["dev"] == 0) & (store["source"] == 2**32 - 1))
        weights = store["weight"][judged].astype(np.float64)
        average, step, told = None, 0, self.began
        self.began = time.time()
        while True:
            for numbers in batches(self.shelf.lengths, plain, options.tokens, rng):
                gone = (time.time() - self.began) / options.seconds
                if gone >= 1:
                    self.keep(average)
                    return
                for group in optimizer.param_groups:
                    group["lr"] = options.rate * min(1.0, (step + 1) / 300) * max(0.02, 1 - gone)
                with torch.autocast(self.device, dtype=torch.bfloat16):
                    loss, parts = self.found_loss(numbers)
                    if gone > options.late:
                        rows = rng.choice(judged, size=options.judged, p=weights / weights.sum())
                        loss = loss + options.share * self.judged_loss(rows)
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(parameters, 1.0)
                optimizer.step()
                step += 1
                if gone > 0.85:
                    now = {name: value.detach() for name, value in self.reader.state_dict().items()}
                    average = (
                        {name: value.clone() for name, value in now.items()}
                        if average is None
                        else {
                            name: torch.lerp(average[name].float(), value.float(), 0.01)
                            for name, value in now.items()
                        }
                    )
                if time.time() - told > 55:
                    told = time.time()
                    losses = {name: round(float(value), 3) for name, value in parts.items()}
                    print(
                        f"{step} {told - self.began:.0f} s", losses, json.dumps(self.evaluate()), flush=True
                    )

    def keep(self, average: dict[str, Tensor] | None) -> None:
        """Write the mean of the last steps, in parts that are small enough to carry."""
        if average:
            self.reader.load_state_dict(average)
        print("kept", json.dumps(self.evaluate()), flush=True)
        self.options.output.mkdir(parents=True, exist_ok=True)
        parts: list[dict[str, Tensor]] = [{} for _ in range(4)]
        for name, value in sorted(self.reader.state_dict().items(), key=lambda item: -item[1].numel()):
            least = min(parts, key=lambda part: sum(each.numel() for each in part.values()))
            least[name] = value.half().cpu()
        for number, part in enumerate(parts):
            torch.save(part, self.options.output / f"part{number}.pt")


def area(right: np.ndarray, scores: np.ndarray) -> float:
    """Give the area under the curve."""
    order = np.argsort(scores, kind="stable")
    rank = np.empty(len(scores))
    rank[order] = np.arange(1, len(scores) + 1)
    yes, no = int(right.sum()), int((~right).sum())
    return round(float((rank[right].sum() - yes * (yes + 1) / 2) / max(1, yes * no)), 3)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("small", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--readings", type=Path, help="texts that readers judged, to watch")
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument(
        "--late", type=float, default=0.78, help="the share of the time after which judged texts are read too"
    )
    parser.add_argument("--judged", type=int, default=96, help="judged texts of a step")
    parser.add_argument("--share", type=float, default=0.5, help="their loss beside the other")
    parser.add_argument("--tokens", type=int, default=48_000)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("-o", "--output", type=Path, required=True)
    School(parser.parse_args()).run()


if __name__ == "__main__":
    main()
