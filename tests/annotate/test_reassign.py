"""The reassignment rule and the non-expert study of PARADE."""

import numpy as np
import pytest

from paraphrast.annotate.reassign import kappas, reassign
from paraphrast.annotate.study import plan, score
from paraphrast.annotate.votes import Votes
from paraphrast.data import Pair
from paraphrast.errors import DataError


def crowd(skills: dict[str, float], items: int = 200, seed: int = 0) -> Votes:
    """Each item goes to three workers, who are right with the chance of their skill; the scale is 0 to 3."""
    rng = np.random.default_rng(seed)
    names, rows = sorted(skills), []
    for item in range(items):
        truth = int(rng.integers(2))
        for name in rng.choice(names, 3, replace=False):
            yes = truth if rng.random() < skills[name] else 1 - truth
            rows.append((str(item), str(name), str(2 * yes + rng.integers(2))))
    return Votes(*zip(*rows, strict=True))


SKILLS = {**{f"good{n}": 0.99 for n in range(7)}, "bad1": 0.5, "bad2": 0.5}


def test_items_of_two_careless_workers_go_to_the_five_best() -> None:
    votes = crowd(SKILLS)
    result = reassign(votes, positive=["2", "3"])
    assert len(result.best) == 5
    assert all(name.startswith("good") for name in result.best)
    assert max(result.kappas["bad1"], result.kappas["bad2"]) < 0.4
    pairs = {}
    for item, worker in zip(votes.item, votes.worker, strict=True):
        pairs.setdefault(votes.items[item], set()).add(votes.workers[worker])
    assert set(result.items) == {item for item, who in pairs.items() if {"bad1", "bad2"} <= who}
    assert result.items


def test_binarising_raises_kappa_because_neighbouring_grades_are_no_dispute() -> None:
    votes = crowd(dict.fromkeys(["a", "b", "c", "d"], 1.0))
    assert min(kappas(votes, positive=["2", "3"]).values()) == 1.0
    assert max(kappas(votes).values()) < 0.8


def test_without_anyone_good_there_is_nobody_to_reassign_to() -> None:
    result = reassign(crowd(dict.fromkeys(["a", "b", "c"], 0.5)), positive=["2", "3"], high=0.99)
    assert result.best == []


def pairs(count: int, prefix: str) -> list[Pair]:
    return [Pair(f"текст {n}", f"句子 {n}", label=float(n % 2), id=f"{prefix}{n}") for n in range(count)]


def test_the_study_scores_raters_beside_models() -> None:
    drawn = plan(pairs(300, "train"), pairs(300, "test"), seed=1)
    assert (len(drawn.shown), len(drawn.blind)) == (100, 100)
    assert len({pair.id for pair in drawn.blind}) == 100
    right = [(pair.id, "анна", str(int(pair.label or 0))) for pair in drawn.blind]
    yes = [(pair.id, "王", "1") for pair in drawn.blind]
    votes = Votes(*zip(*right, *yes, strict=True))
    lines = {line.name: line for line in score(drawn.blind, votes, {"never": lambda some: [0.0] * len(some)})}
    assert lines["анна"].accuracy == lines["анна"].f1 == 1.0
    share = sum(pair.label or 0 for pair in drawn.blind) / 100
    assert lines["王"].accuracy == pytest.approx(share)
    assert lines["never"].f1 == 0.0
    assert lines["all raters"].n == 200
    assert lines["王"].accuracy in lines["王"].accuracy_interval


def test_a_study_of_too_few_pairs_is_refused() -> None:
    with pytest.raises(DataError, match="the test set has 5 labelled pairs; the study needs 100"):
        plan(pairs(300, "train"), pairs(5, "test"))
