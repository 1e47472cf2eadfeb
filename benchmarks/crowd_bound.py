"""The best that following workers could do: an eye that knows every label, and how spammers answer.

Beside each worker's answers it puts the exact chances of them: of an honest one, whose ability is unknown but
drawn as in the simulation, on items of known label and difficulty; and of one who does not look, in the way
of this crowd, whose share is known too. So it needs no controls. Who waits, whose votes are set aside, and
which items are asked again is decided by the same rules, with their settings. It knows of no copies.
"""

import numpy as np
from crowd_people import SKILL, SPREAD, People, World
from crowd_rules import Lasting, Size
from scipy.special import expit, logsumexp
from scipy.stats import beta

from paraphrast.annotate.quality.ballots import Ballots
from paraphrast.annotate.quality.crowd import Crowd

NEVER = -50.0
STEPS = 40


class Knowing(Lasting):
    """A project under the rules that last, followed by such an eye."""

    def __init__(self, world: World, people: People, size: Size) -> None:
        super().__init__(world, people, size)
        right = beta.ppf((np.arange(STEPS) + 0.5) / STEPS, *SKILL)
        self.abilities = np.log(right / (1 - right)) * np.sqrt(1 + np.pi * SPREAD**2 / 8)

    def draw_controls(self, who: int, count: int) -> list[int]:
        """Draw none."""
        return []

    def explain(self, ballots: Ballots) -> Crowd:
        """Explain the votes as the rules do, and the workers by what the eye sees."""
        world, people = self.world, len(self.people.skill)
        right = ballots.label == world.truth[ballots.item]
        chance = expit(self.abilities[:, None] + world.ease[ballots.item])
        told = np.log(np.where(right, chance, 1 - chance))
        honest = np.stack([np.bincount(ballots.worker, one, people) for one in told])
        dull = np.bincount(ballots.worker, self._guess(ballots), people)
        evidence = dull - (logsumexp(honest, axis=0) - np.log(STEPS))
        share = min(max(self.people.share, 1e-6), 1 - 1e-6)
        spam = expit(evidence + np.log(share / (1 - share)))
        return super().explain(ballots)._replace(evidence=evidence, firm=evidence, spam=spam, share=share)

    def _guess(self, ballots: Ballots) -> np.ndarray:
        """Give the logarithm of the chance of each answer from one who does not look."""
        if self.people.kind == "commonest":
            return np.where(ballots.label == 0, 0.0, NEVER)
        return np.full(len(ballots.item), np.log(0.5))


def run_knowing(world: World, people: People, size: Size) -> dict[str, float]:
    """Run a project followed by an eye that knows every label."""
    return Knowing(world, people, size).run()
