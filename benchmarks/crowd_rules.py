"""A project run to its end in memory, by the papers' rules or by those that last; no server, no database.

What decides is the code the server runs: `paraphrast.annotate.quality`.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from crowd_people import CONTROLS, People, World

from paraphrast.annotate.aggregate import method
from paraphrast.annotate.follow import LEAST_CROWD
from paraphrast.annotate.project import Overlap, Rules
from paraphrast.annotate.quality import Facts, find_broken_rule
from paraphrast.annotate.quality.ballots import Ballots
from paraphrast.annotate.quality.control import control_rate, weigh_controls
from paraphrast.annotate.quality.crowd import LEAK, SPAM_SHARE, Crowd
from paraphrast.annotate.quality.look import look_at_crowd
from paraphrast.annotate.quality.overlap import plan_votes
from paraphrast.annotate.quality.pool import choose_controls
from paraphrast.annotate.quality.skill import is_doubtful, is_trusted, judge_skill, must_wait
from paraphrast.annotate.store.controls import OWNERS
from paraphrast.annotate.votes import Votes

VOTES = 3


class Size(NamedTuple):
    """Items, votes a worker gives, items a page, workers at once, and pages between looks at the crowd."""

    items: int
    each: int
    page: int
    at_once: int
    looks: int


class Run:
    """What both ways of running have in common: pages, answers, and who is there."""

    def __init__(self, world: World, people: People, size: Size) -> None:
        self.world, self.people, self.size = world, people, size
        self.votes: list[tuple[int, int, int, bool]] = []
        self.seen: dict[int, np.ndarray] = {}
        self.left: dict[int, int] = {}
        self.banned: set[int] = set()
        self.void: set[int] = set()
        self.active: list[int] = []
        self.idle: list[int] = []

    def fill(self, missing: np.ndarray) -> None:
        """Let workers come until all places are taken: first those who found nothing to do before."""
        wanted = missing > 0
        back = [who for who in self.idle if (wanted & ~self.seen[who][: self.world.items]).any()]
        back = back[: max(self.size.at_once - len(self.active), 0)]
        self.idle = [who for who in self.idle if who not in back]
        self.active += back
        while len(self.active) < self.size.at_once:
            who = self.people.arrive()
            self.active.append(who)
            self.seen[who] = np.zeros(self.world.items + CONTROLS, dtype=bool)
            self.left[who] = self.size.each

    def leave(self, who: int) -> None:
        """Let a worker for whom there is nothing now go; they come back when there is."""
        self.active.remove(who)
        self.idle.append(who)

    def choose(self, who: int, missing: np.ndarray, count: int) -> np.ndarray:
        """Choose tasks that miss most votes, at random among equals, as the server does."""
        free = np.flatnonzero((missing > 0) & ~self.seen[who][: self.world.items])
        free = self.world.rng.permutation(free)
        return free[np.argsort(-missing[free], kind="stable")][:count]

    def hand_in(self, who: int, tasks: np.ndarray, controls: Iterable[int]) -> np.ndarray:
        """Take the answers to a page."""
        page = np.concatenate([tasks, np.array(list(controls), dtype=int)]).astype(int)
        said = self.people.answer(who, page)
        for place, (item, label) in enumerate(zip(page, said, strict=True)):
            self.votes.append((int(item), who, int(label), place >= len(tasks)))
        self.seen[who][page] = True
        self.left[who] -= len(tasks)
        return said

    def table(self) -> np.ndarray:
        """Give all votes as columns: item, worker, label, whether it was a control."""
        return np.array(self.votes, dtype=np.int64).reshape(-1, 4).T

    def measure(self) -> dict[str, float]:
        """Count what the issue asks for."""
        item, worker, _, control = self.table()
        spam, task = self.people.is_spam(), control == 0
        kept = task & ~np.isin(worker, list(self.void))
        honest = np.unique(worker[~spam[worker]])
        spammed = task & spam[worker]
        found = {
            "honest": len(honest),
            "honest_banned": float(np.isin(honest, list(self.banned)).sum()),
            "honest_void": float((task & ~spam[worker] & ~kept).sum() / max((task & ~spam[worker]).sum(), 1)),
            "spam_votes": float(spammed.sum()),
            "spam_kept": float((spammed & kept).sum()),
            "votes_kept": float(kept.sum()),
            "asked": len(item) / self.world.items,
            "kept": kept.sum() / self.world.items,
        }
        # had one known who does not look, with the same answers asked
        found["oracle"] = self.label_by(task & ~spam[worker])
        return found | {"accuracy": self.label_by(kept)}

    def label_by(self, kept: np.ndarray) -> float:
        """Give the accuracy of the labels that Dawid-Skene makes of these votes."""
        columns = [list(map(str, column[kept])) for column in self.table()[:3]]
        given = method("dawid-skene")(Votes(*columns)).labels()
        return sum(int(given[key]) == self.world.truth[int(key)] for key in given) / self.world.items


def run_today(world: World, people: People, size: Size) -> dict[str, float]:
    """Three votes an item, six controls a worker, banned under .7 of five or more, votes asked again."""
    run, rules = Run(world, people, size), Rules(skill="share", fast_seconds=None)
    missing = np.full(world.items, VOTES)
    pages: dict[int, int] = {}
    right: dict[int, list[bool]] = {}
    while missing.max() > 0:
        run.fill(missing)
        for who in list(run.active):
            before = pages.get(who, 0) * size.page
            due = (before + size.page) // rules.control_every - before // rules.control_every
            known = np.flatnonzero(~run.seen[who][world.items :]) + world.items
            known = world.rng.permutation(known)[:due]
            tasks = run.choose(who, missing, min(size.page - len(known), run.left[who]))
            if not len(tasks):
                run.leave(who)
                continue
            said = run.hand_in(who, tasks, known)
            pages[who] = pages.get(who, 0) + 1
            missing[tasks] -= 1
            right.setdefault(who, []).extend(said[len(tasks) :] == world.truth[known])
            if find_broken_rule(rules, Facts(sum(right[who]), len(right[who]))):
                run.banned.add(who)
                run.void.add(who)
                gone = [item for item, worker, _, control in run.votes if worker == who and not control]
                missing[gone] += 1
            if who in run.banned or run.left[who] <= 0:
                run.active.remove(who)
    return run.measure()


@cache
def _weigh(pairs: tuple[tuple[int, int], ...]) -> float:
    """Weigh answers to controls; the same ones come again and again."""
    return weigh_controls([label for label, _ in pairs], [known for _, known in pairs], 2)


class Lasting(Run):
    """A project under the rules that last."""

    def __init__(self, world: World, people: People, size: Size) -> None:
        super().__init__(world, people, size)
        self.rules, self.overlap = Rules(), Overlap()
        self.spam: dict[int, float] = {}
        self.share, self.leak = SPAM_SHARE, LEAK
        self.waiting: set[int] = set()
        self.pool = np.zeros(0, dtype=int)
        self.label = world.truth.copy()
        self.valid = np.zeros(world.items, dtype=int)
        self.wanted = np.full(world.items, self.overlap.least)

    def choose(self, who: int, missing: np.ndarray, count: int) -> np.ndarray:
        """Choose tasks that others have judged, up to half of them, before those that nobody has."""
        free = np.flatnonzero((missing > 0) & ~self.seen[who][: self.world.items])
        free = self.world.rng.permutation(free)
        begun = self.valid[free] > 0
        late = ~begun + 2 * (begun & (np.cumsum(begun) > (begun.sum() + 1) // 2))
        return free[np.argsort(late, kind="stable")][:count]

    def draw_controls(self, who: int, count: int) -> list[int]:
        """Draw controls of both classes, rather grown ones than the owner's."""
        rng, drawn = self.world.rng, list[int]()
        own = np.arange(self.world.items, self.world.items + CONTROLS)
        for _ in range(count):
            label = rng.integers(2)
            pools = [
                [i for i in pool if self.label[i] == label and not self.seen[who][i] and i not in drawn]
                for pool in (own, self.pool)
            ]
            pool = pools[0] if not pools[1] or (pools[0] and rng.random() < OWNERS) else pools[1]
            if pool:
                drawn.append(int(rng.choice(pool)))
        telling = (1 - self.leak) / (1 - LEAK)
        return [item for item in drawn if item < self.world.items or rng.random() < telling]

    def work(self, missing: np.ndarray) -> None:
        """Let everyone hand in a page."""
        for who in list(self.active):
            spam = self.spam.get(who, self.share)
            if (
                who in self.banned
                or self.left[who] <= 0
                or (who in self.spam and must_wait(self.rules, spam))
            ):
                self.active.remove(who)
                if who not in self.banned and self.left[who] > 0:
                    self.waiting.add(who)
                continue
            room = min(self.size.page, self.left[who])
            due = int(room * control_rate(self.rules, spam) + self.world.rng.random())
            controls = self.draw_controls(who, due)
            tasks = self.choose(who, missing, max(room - len(controls), 1))
            if not len(tasks):
                self.leave(who)
                continue
            self.hand_in(who, tasks, controls)
            missing[tasks] -= 1

    def explain(self, ballots: Ballots) -> Crowd:
        """Explain all votes."""
        return look_at_crowd(ballots)

    def weigh_owners_controls(self) -> dict[int, float]:
        """Give for each worker what the owner's controls alone say, as is looked at when a page comes in."""
        said: dict[int, list[tuple[int, int]]] = {}
        for item, who, label, _ in self.votes:
            if item >= self.world.items:
                said.setdefault(who, []).append((label, int(self.world.truth[item])))
        return {who: _weigh(tuple(sorted(pairs))) for who, pairs in said.items()}

    def look(self, *, final: bool) -> bool:
        """Look at the crowd as the scheduler does; True if something changed that matters at the end."""
        item, worker, label, control = self.table()
        gold = np.concatenate([np.full(self.world.items, -1), self.world.truth[self.world.items :]])
        people = len(self.people.skill)
        ballots = Ballots(item, worker, label, gold, np.array(self.people.address), 2)
        crowd = self.explain(ballots)
        there = np.bincount(worker, minlength=people) > 0
        self.spam = {int(who): float(crowd.spam[who]) for who in np.flatnonzero(there)}
        self.share, self.leak = min(max(crowd.share, SPAM_SHARE / 2), 0.5), crowd.leak
        own = item >= self.world.items
        right = np.bincount(worker[own], (label == self.world.truth[item])[own], people)
        known, owners = np.bincount(worker[own], minlength=people), self.weigh_owners_controls()
        facts = {
            int(who): Facts(int(right[who]), int(known[who]), evidence=crowd.firm[who])
            for who in np.flatnonzero(there)
        }
        facts = {who: one._replace(control_evidence=owners.get(who, 0.0)) for who, one in facts.items()}
        banned = {who for who, one in facts.items() if judge_skill(self.rules, one)}
        doubtful = set(np.flatnonzero(is_doubtful(self.rules, crowd) & there).tolist())
        before = set(self.void)
        aside = (self.void - self.banned) & doubtful
        self.banned |= banned
        if final and there.sum() >= LEAST_CROWD:
            aside = doubtful
        self.void = self.banned | aside
        counted = (control == 0) & ~np.isin(worker, list(self.void))
        self.valid = np.bincount(item[counted], minlength=self.world.items)
        sure = crowd.probability[: self.world.items].max(axis=1)
        standing = (control == 0) & ~np.isin(worker, list(self.banned))
        given = np.bincount(item[standing], minlength=self.world.items)
        self.wanted = plan_votes(self.overlap, self.valid, sure, given=given, base=VOTES)
        self.label[: self.world.items] = crowd.probability[: self.world.items].argmax(axis=1)
        self.pool = choose_controls(
            ballots.of(counted), crowd, is_trusted(crowd), source=ballots.group, count=self.world.items // 10
        )
        return self.void != before

    def run(self) -> dict[str, float]:
        """Work and look until every item is sure or has all its votes, and nobody's votes are in doubt."""
        rounds = 0
        while True:
            missing = self.wanted - self.valid
            if missing.max() > 0:
                cleared = {who for who in self.waiting if not must_wait(self.rules, self.spam[who])}
                self.waiting -= cleared
                self.idle += sorted(cleared - self.banned)
                self.fill(missing)
            self.work(missing)
            rounds += 1
            final = missing.max() <= 0
            if final or rounds % self.size.looks == 0:
                changed = self.look(final=final)
                if final and not changed and (self.wanted - self.valid).max() <= 0:
                    break
            else:
                self.valid = self.wanted - missing
        spam = self.people.is_spam()
        honest = [who for who in self.seen if not spam[who]]
        waits = [who for who in self.waiting - self.banned if not spam[who]]
        return self.measure() | {"honest_waiting": len(waits) / max(len(honest), 1)}


def run_lasting(world: World, people: People, size: Size) -> dict[str, float]:
    """Run a project under the rules that last."""
    return Lasting(world, people, size).run()
