"""Labels from votes: the same as crowd-kit's, and what each method promises."""

import importlib

import numpy as np
import pytest

from paraphrast.annotate.aggregate import METHODS, method
from paraphrast.annotate.aggregate.dawid_skene import dawid_skene, one_coin
from paraphrast.annotate.aggregate.mace import mace
from paraphrast.annotate.aggregate.majority import full_agreement, majority, mean
from paraphrast.annotate.votes import Votes
from paraphrast.errors import CommandError, DataError

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.filterwarnings("ignore")


def crowd(name: str) -> object:
    return getattr(importlib.import_module("crowdkit.aggregation"), name)


def random_votes(seed: int, *, items: int = 150, workers: int = 15, labels: int = 3, each: int = 4):
    """Workers of random skill vote on items; the table is what crowd-kit takes."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(labels, items, p=np.arange(1, labels + 1) / np.arange(1, labels + 1).sum())
    skill = rng.uniform(0.3, 0.95, workers)
    rows = []
    for item in range(items):
        for worker in rng.choice(workers, each, replace=False):
            right = rng.random() < skill[worker]
            rows.append((f"t{item}", f"w{worker}", f"L{truth[item] if right else rng.integers(labels)}"))
    table = pd.DataFrame(rows, columns=["task", "worker", "label"])
    return table, Votes(*(list(table[name]) for name in ("task", "worker", "label")))


def compare(theirs: object, ours: object) -> float:
    frame = theirs.loc[ours.votes.items, ours.votes.labels].to_numpy()
    return float(np.abs(frame - ours.probability).max())


@pytest.mark.parametrize(("seed", "labels"), [(0, 2), (1, 2), (2, 3), (3, 5)])
def test_dawid_skene_is_crowd_kits(seed: int, labels: int) -> None:
    table, votes = random_votes(seed, labels=labels)
    assert compare(crowd("DawidSkene")(100).fit_predict_proba(table), dawid_skene(votes)) < 1e-6
    assert crowd("DawidSkene")(100).fit_predict(table).to_dict() == dawid_skene(votes).labels()


@pytest.mark.parametrize("seed", range(2))
def test_one_coin_is_crowd_kits(seed: int) -> None:
    table, votes = random_votes(seed)
    assert compare(crowd("OneCoinDawidSkene")(100).fit_predict_proba(table), one_coin(votes)) < 1e-6


def test_dawid_skene_with_gold_is_crowd_kits() -> None:
    table, votes = random_votes(7)
    gold = {f"t{number}": "L0" for number in range(20)}
    theirs = crowd("DawidSkene")(100).fit_predict_proba(table, pd.Series(gold))
    ours = dawid_skene(votes, gold=gold)
    assert compare(theirs, ours) < 1e-6
    assert all(ours.labels()[item] == "L0" for item in gold)


def test_majority_is_crowd_kits() -> None:
    table, votes = random_votes(3)
    assert compare(crowd("MajorityVote")().fit_predict_proba(table), majority(votes)) < 1e-12


def test_mace_labels_as_crowd_kit_does() -> None:
    table, votes = random_votes(5)
    theirs = crowd("MACE")(n_restarts=1).fit_predict(table).to_dict()
    ours = mace(votes).labels()
    assert np.mean([theirs[item] == label for item, label in ours.items()]) > 0.98


def test_dawid_skene_outvotes_careless_workers() -> None:
    """Three coin tossers against two experts: the majority errs where the model does not."""
    rng = np.random.default_rng(0)
    truth = {f"t{number}": str(rng.integers(2)) for number in range(400)}
    rows = [(item, f"expert{n}", label) for item, label in truth.items() for n in range(2)]
    rows += [(item, f"bot{n}", str(rng.integers(2))) for item in truth for n in range(3)]
    votes = Votes(*zip(*rows, strict=True))
    accuracy = {}
    for name in ("majority", "dawid-skene", "one-coin", "mace"):
        labels = method(name)(votes).labels()
        accuracy[name] = np.mean([labels[item] == label for item, label in truth.items()])
    assert accuracy["majority"] < 0.95
    assert min(accuracy["dawid-skene"], accuracy["one-coin"], accuracy["mace"]) > 0.99
    skills = dawid_skene(votes).skills
    assert min(skills["expert0"], skills["expert1"]) > 0.95 > 0.65 > skills["bot0"]


def test_confidence_of_nine_tenths_exactly_is_not_above_it() -> None:
    votes = Votes(["x"] * 10 + ["y"] * 10, [f"w{n}" for n in range(10)] * 2, ["1"] * 9 + ["0"] + ["1"] * 10)
    result = majority(votes)
    assert [row["item"] for row in result.rows(above=0.9)] == ["y"]
    experts = list(result.rows(above=0.9, unsure="experts"))
    assert [(row["item"], row["label"]) for row in experts] == [("x", ""), ("y", "1")]
    assert experts[0]["to"] == "experts"


def test_binarising_before_the_majority_changes_the_label() -> None:
    votes = Votes(["x"] * 5, list("abcde"), ["0", "0", "2", "3", "3"])
    assert majority(votes).labels() == {"x": "0"}
    assert majority(votes.binarised(["2", "3"])).labels() == {"x": "1"}


def test_full_agreement_leaves_the_disputed_and_the_single_vote_out() -> None:
    votes = Votes(["x", "x", "y", "y", "z"], ["a", "b", "a", "b", "a"], ["да", "да", "да", "нет", "да"])
    assert full_agreement(votes).labels() == {"x": "да"}


def test_mean_needs_numbers() -> None:
    assert mean(Votes(["句子", "句子"], ["a", "b"], ["4", "5"])).labels() == {"句子": 4.5}
    with pytest.raises(DataError, match="label 'yes' is not a number"):
        mean(Votes(["x"], ["a"], ["yes"]))


@pytest.mark.parametrize("name", METHODS)
def test_no_votes_give_no_labels(name: str) -> None:
    assert method(name)(Votes([], [], [])).labels() == {}


def test_unknown_names_are_refused() -> None:
    with pytest.raises(CommandError, match="no aggregation method 'magic'; there are dawid-skene"):
        method("magic")
    with pytest.raises(DataError, match="gold label 'maybe'"):
        dawid_skene(Votes(["x"], ["a"], ["yes"]), gold={"x": "maybe"})
