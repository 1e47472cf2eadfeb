"""Simulated people and items: honest workers of different skill, and five ways of earning without looking."""

import numpy as np

# How many accounts come together.
SPAMMERS = {"commonest": 1, "recogniser": 1, "random": 1, "twins": 2, "ring": 5}
# Items differ by this much on the logistic scale; honest workers are right by Beta(17, 3), .85 on average.
SPREAD, SKILL = 1.2, (17, 3)
CONTROLS = 6


class World:
    """Items of two classes with a difficulty each, and after them the owner's six controls."""

    def __init__(self, seed: int, items: int, common: float) -> None:
        self.rng, self.items = np.random.default_rng(seed), items
        # of their own, so that the same honest people come to every crowd of a seed, with spam and without
        self.skills = np.random.default_rng((seed, 1))
        self.truth = (self.rng.random(items + CONTROLS) > common).astype(int)
        self.ease = self.rng.normal(size=items + CONTROLS) * SPREAD
        # an owner takes controls of both classes, and none that is harder than usual
        self.truth[items:] = np.arange(CONTROLS) % 2
        self.ease[items:] = np.abs(self.ease[items:])


class People:
    """A stream of workers: `share` of them do not look at the items, in the way of `kind`."""

    def __init__(self, world: World, share: float, kind: str) -> None:
        self.world, self.share, self.kind = world, share, kind
        self.skill: list[float | None] = []
        self.unit: list[int] = []
        self.address: list[int] = []
        self._coming: list[int] = []
        size = SPAMMERS.get(kind, 1)
        # units of several accounts come less often, so that the share is of accounts
        self._chance = share / (size * (1 - share) + share)

    def arrive(self) -> int:
        """Let the next one come, and give their number."""
        if not self._coming:
            spam = self.world.rng.random() < self._chance
            # half of those with several accounts use them from one address
            together = spam and self.world.rng.random() < 0.5
            first = len(self.skill)
            for _ in range(SPAMMERS.get(self.kind, 1) if spam else 1):
                self._coming.append(len(self.skill))
                self.unit.append(first)
                self.address.append(first if together else len(self.skill))
                self.skill.append(None if spam else self._draw_skill())
        return self._coming.pop(0)

    def _draw_skill(self) -> float:
        """Draw an accuracy, and give the ability that has it on average over the difficulties."""
        right = self.world.skills.beta(*SKILL)
        return float(np.log(right / (1 - right)) * np.sqrt(1 + np.pi * SPREAD**2 / 8))

    def is_spam(self) -> np.ndarray:
        """Mark those who do not look."""
        return np.array([skill is None for skill in self.skill], dtype=bool)

    def answer(self, who: int, items: np.ndarray) -> np.ndarray:
        """Give what a worker says to these items."""
        world, skill = self.world, self.skill[who]
        truth = world.truth[items]
        if skill is not None:
            right = world.rng.random(len(items)) < 1 / (1 + np.exp(-(skill + world.ease[items])))
            return np.where(right, truth, 1 - truth)
        if self.kind == "commonest":
            return np.zeros(len(items), dtype=int)
        dice = world.rng.integers(0, 2, len(items))
        if self.kind == "recogniser":
            return np.where(items >= world.items, truth, dice)
        if self.kind in ("twins", "ring"):
            # whoever of them meets an item first tells the others what was said
            return np.array(
                [np.random.default_rng((self.unit[who], int(item))).integers(2) for item in items]
            )
        return dice
