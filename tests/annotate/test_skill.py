"""What all votes say together: labels, difficulty, who does not look, who copies, who is in a hurry."""

import numpy as np
import pytest

from paraphrast.annotate.answers import LabelCoder
from paraphrast.annotate.loading import parse, template
from paraphrast.annotate.project import Overlap, Rules
from paraphrast.annotate.quality.ballots import UNKNOWN, Ballots
from paraphrast.annotate.quality.control import weigh_controls
from paraphrast.annotate.quality.copying import find_copies
from paraphrast.annotate.quality.crowd import fit_crowd
from paraphrast.annotate.quality.facts import Facts
from paraphrast.annotate.quality.haste import Timed, count_hasty_pages
from paraphrast.annotate.quality.look import look_at_crowd
from paraphrast.annotate.quality.overlap import plan_votes
from paraphrast.annotate.quality.pool import choose_controls
from paraphrast.annotate.quality.skill import is_doubtful, is_trusted, judge_skill


def crowd(says, *, items: int = 300, each: int = 3, labels: int = 2, common: float = 0.5, seed: int = 0):
    """Let workers judge; `says` has a function of truth and chance for each."""
    rng = np.random.default_rng(seed)
    truth = np.where(rng.random(items) < common, 0, rng.integers(1, labels, items))
    rows = []
    for item in range(items):
        for worker in rng.choice(len(says), each, replace=False):
            rows.append((item, worker, says[worker](truth[item], rng, item)))
    columns = np.array(rows).T
    ballots = Ballots(*columns, np.full(items, UNKNOWN), np.arange(len(says)), labels)
    return ballots, truth


def honest(skill: float = 0.88, labels: int = 2):
    return lambda truth, rng, item: (
        truth if rng.random() < skill else (truth + rng.integers(1, labels)) % labels
    )


SPAM = {
    "dice": lambda truth, rng, item: rng.integers(2),
    "one class": lambda truth, rng, item: 0,
    "usual shares": lambda truth, rng, item: int(rng.random() < 0.2),
}


def list_banned(found, ballots: Ballots | None = None) -> list[bool]:
    """Tell of each worker whether all votes are enough, with their record on the controls where given."""
    facts = [Facts(evidence=one) for one in found.firm]
    if ballots is not None:
        known = ballots.gold[ballots.item] != UNKNOWN
        right = (ballots.label == ballots.gold[ballots.item])[known]
        seen = np.bincount(ballots.worker[known])
        knew = np.bincount(ballots.worker[known], right)
        facts = [Facts(*record) for record in zip(knew, seen, strict=True)]
        facts = [one._replace(evidence=told) for one, told in zip(facts, found.firm, strict=True)]
    return [judge_skill(Rules(), one) is not None for one in facts]


@pytest.mark.parametrize("kind", SPAM)
@pytest.mark.parametrize("common", [0.5, 0.8])
def test_who_does_not_look_is_told_from_who_errs(kind: str, common: float) -> None:
    ballots, truth = crowd([honest()] * 9 + [honest(0.8), SPAM[kind], SPAM[kind]], items=600, common=common)
    found = fit_crowd(ballots)
    assert list_banned(found) == [False] * 10 + [True] * 2
    assert is_trusted(found)[:9].all()
    assert not is_doubtful(Rules(), found)[:9].any()  # of who errs often the votes may be asked again
    assert np.mean(found.probability.argmax(axis=1) == truth) > 0.87


@pytest.mark.parametrize("items", [100, 1000])
def test_where_all_items_are_of_one_class_nobody_is_suspect_for_saying_so(items: int) -> None:
    ballots, _ = crowd([honest(1.0)] * 8, items=items, common=1.0)
    found = fit_crowd(ballots)
    assert found.evidence.max() < 2
    assert not any(list_banned(found))


def test_three_labels_work_as_two_do() -> None:
    ballots, truth = crowd([honest(0.85, 3)] * 8 + [lambda *_: 2], labels=3, common=0.4)
    found = fit_crowd(ballots)
    assert list_banned(found) == [False] * 8 + [True]
    assert np.mean(found.probability.argmax(axis=1) == truth) > 0.85


def test_labels_turned_over_do_not_matter() -> None:
    ballots, _ = crowd([honest()] * 8 + [SPAM["dice"]])
    turned = ballots._replace(label=1 - ballots.label)
    one, other = fit_crowd(ballots), fit_crowd(turned)
    assert one.evidence == pytest.approx(other.evidence, abs=1e-6)
    assert one.probability == pytest.approx(other.probability[:, ::-1], abs=1e-6)


def test_nobody_is_evidence_for_themselves() -> None:
    # one worker alone on their items: whatever they say, nothing is known of them
    ballots = Ballots(
        np.arange(40), np.zeros(40, int), np.arange(40) % 2, np.full(40, UNKNOWN), np.zeros(1, int), 2
    )
    assert abs(fit_crowd(ballots).evidence[0]) < 1
    # nor is the second account of one household
    twice = Ballots(
        np.tile(np.arange(40), 2),
        np.repeat([0, 1], 40),
        np.tile(np.arange(40) % 2, 2),
        np.full(40, UNKNOWN),
        np.zeros(2, int),
        2,
    )
    assert np.abs(fit_crowd(twice).evidence).max() < 1
    apart = fit_crowd(twice._replace(group=np.arange(2)))
    assert apart.evidence.max() < -4


def test_controls_that_got_about_prove_nothing_but_missed_ones_do() -> None:
    known = [0, 1] * 5
    right, wrong = weigh_controls(known, known, 2), weigh_controls([0] * 10, known, 2)
    assert -2.5 < right < 0
    assert wrong > 6
    assert weigh_controls([], [], 2) == 0


@pytest.mark.parametrize("told", [False, True])
def test_it_is_learned_whether_those_who_do_not_look_know_the_controls(told: bool) -> None:
    def dice(truth, rng, item):
        return truth if told and item < 12 else rng.integers(2)

    ballots, truth = crowd([honest()] * 12 + [dice] * 8, items=400, each=4)
    gold = np.where(np.arange(400) < 12, truth, UNKNOWN)
    leak = fit_crowd(ballots._replace(gold=gold)).leak
    assert leak > 0.4 if told else leak < 0.2


def test_what_is_learned_of_spam_clears_those_who_are_not_like_it() -> None:
    # nearly all is of one class, so honest people say the usual shares; here nobody who does not look does
    ballots, _ = crowd([honest(0.9)] * 10 + [SPAM["dice"]] * 10, items=200, common=0.9)
    found = fit_crowd(ballots)
    assert found.spam[:10].mean() < 0.1
    assert found.spam[10:].min() > 0.7


def test_easy_items_weigh_more_than_hard_ones() -> None:
    hard = set(range(0, 300, 2))

    def say(truth, rng, item):
        return truth if rng.random() < (0.6 if item in hard else 0.98) else 1 - truth

    ballots, _ = crowd([say] * 10, each=5)
    easy = fit_crowd(ballots).easiness[:, -1]
    assert easy[1::2].mean() > easy[0::2].mean() + 0.2


def copy_of(name: int):
    return lambda truth, rng, item: np.random.default_rng((name, item)).integers(2)


def with_controls(ballots: Ballots, says, *, count: int = 10, seed: int = 5) -> Ballots:
    """Let everyone judge the owner's controls too."""
    rng, known = np.random.default_rng(seed), np.arange(count) % 2
    rows = [
        (ballots.items + place, worker, say(gold, rng, ballots.items + place))
        for place, gold in enumerate(known)
        for worker, say in enumerate(says)
    ]
    more = [np.concatenate([old, new]) for old, new in zip(ballots[:3], np.array(rows).T, strict=True)]
    return Ballots(*more, np.concatenate([ballots.gold, known]), ballots.group, ballots.labels)


def test_copies_are_one_worker() -> None:
    says = [honest()] * 10 + [copy_of(1)] * 3
    ballots = with_controls(crowd(says, items=3000, seed=1)[0], says)
    copies = find_copies(ballots).likely
    assert copies[:10].tolist() == list(range(10))
    assert len(set(copies[10:])) == 1
    assert list_banned(look_at_crowd(ballots)) == [False] * 10 + [True] * 3


def test_a_ring_of_half_the_crowd_gets_at_most_one_honest_worker_of_fifty_banned() -> None:
    says, wrong = [honest()] * 5 + [copy_of(2)] * 5, 0
    for common in (0.5, 0.9):
        for seed in range(3, 8):
            ballots = with_controls(crowd(says, items=800, common=common, seed=seed)[0], says, seed=seed)
            banned = list_banned(look_at_crowd(ballots), ballots)
            assert banned[5:] == [True] * 5
            wrong += sum(banned[:5])
    assert wrong <= 1


@pytest.mark.parametrize("common", [0.5, 0.9])
def test_while_a_ring_is_not_found_out_nobody_is_banned_by_its_word(common: float) -> None:
    says, hasty, wrong = [honest()] * 5 + [copy_of(2)] * 5, 0, 0
    for seed in range(3, 13):
        ballots = with_controls(crowd(says, items=100, common=common, seed=seed)[0], says, count=6, seed=seed)
        found = look_at_crowd(ballots)
        wrong += sum(list_banned(found, ballots)[:5])
        # by the votes as they stand many of the honest would be
        hasty += sum(list_banned(found._replace(firm=found.evidence), ballots)[:5])
    assert wrong <= 1
    assert hasty >= 10


def test_a_vote_on_what_nobody_else_has_judged_is_no_evidence() -> None:
    says = [honest(0.97)] * 5 + [SPAM["one class"]]
    ballots, _ = crowd(says, items=900, each=1, common=0.9)
    assert np.abs(look_at_crowd(ballots).evidence).max() < 1e-9


def test_honest_people_who_agree_are_not_taken_for_copies() -> None:
    says = [honest(0.97)] * 12
    ballots = with_controls(crowd(says, items=600, seed=2)[0], says)
    assert find_copies(ballots).likely.tolist() == list(range(12))


def test_controls_are_of_trusted_people_from_different_places_and_of_each_label() -> None:
    ballots, truth = crowd([honest(0.95)] * 8 + [SPAM["dice"]])
    found = fit_crowd(ballots)
    apart = np.arange(9)
    chosen = choose_controls(ballots, found, is_trusted(found), source=apart, count=40)
    assert len(chosen) == 40
    assert np.mean(found.probability[chosen].argmax(axis=1) == truth[chosen]) == 1
    assert 15 <= truth[chosen].sum() <= 25
    raters = [set(ballots.worker[ballots.item == item]) for item in chosen]
    assert not any(8 in who for who in raters)
    together = np.array([0, 0, 0, 0, 1, 1, 1, 1, 2])
    assert len(choose_controls(ballots, found, is_trusted(found), source=together, count=40)) == 0


def test_votes_are_planned_within_the_budget() -> None:
    overlap = Overlap(least=2, most=4, sure=0.9, budget=1.0)
    votes, sure = np.array([2, 2, 2, 3, 4, 0]), np.array([0.99, 0.5, 0.7, 0.6, 0.5, 0.0])
    assert plan_votes(overlap, votes, sure, given=votes, base=3).tolist() == [2, 3, 3, 4, 4, 2]
    # the least sure come first where not all can be asked
    assert plan_votes(overlap, votes, sure, given=votes, base=3).sum() == 18
    tight, votes = Overlap(least=2, most=4, sure=0.9, budget=1.0), np.array([2, 2, 3])
    assert plan_votes(tight, votes, np.array([0.5, 0.7, 0.6]), given=votes, base=3).tolist() == [3, 2, 4]


def test_votes_in_doubt_are_asked_again_only_where_the_label_is_not_sure_without_them() -> None:
    overlap = Overlap(least=2, most=4, sure=0.9)
    votes, given = np.array([1, 1, 0, 1, 2]), np.array([2, 2, 2, 1, 4])
    sure = np.array([0.95, 0.6, 0.95, 0.95, 0.6])
    assert plan_votes(overlap, votes, sure, given=given, base=3).tolist() == [1, 2, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "codes", "size"),
    [
        ('name = "x"\nkind = "pair-yes-no"', {"yes": 0, "no": 1}, 2),
        ('name = "x"\nkind = "fluency"', {"1": 0, "0.5": 1, "0": 2}, 3),
        ('name = "x"\nkind = "pair-graded"', {"0": 0, "1": 0, "2": 1, "3": 1}, 2),
    ],
)
def test_labels_are_numbered_and_fine_scales_halved(text: str, codes: dict, size: int) -> None:
    code = LabelCoder(parse(text))
    assert {label: code(label) for label in codes} == codes
    assert code.size == size
    assert LabelCoder(template("cspc-fine"))("3") == 1


def pages(worker: int, seconds: float, *, count: int = 6, kind: str = "да", length: int = 100) -> list[Timed]:
    return [
        Timed(worker, f"{worker}-{page}", kind, length, seconds) for page in range(count) for _ in range(10)
    ]


def test_haste_is_by_kind_of_answer_and_by_pace() -> None:
    others = [one for worker in range(5) for one in pages(worker, 8.0 + worker)]
    assert count_hasty_pages(others, 0.25) == dict.fromkeys(range(5), 0)
    # always far faster than others; quick but reading; as quick as others, and then suddenly not
    assert count_hasty_pages([*others, *pages(9, 1.0)], 0.25)[9] == 6
    assert count_hasty_pages([*others, *pages(9, 4.0)], 0.25)[9] == 0
    sudden = [*others, *pages(9, 10.0), *[Timed(9, "late", "да", 100, 0.5)] * 10]
    assert count_hasty_pages(sudden, 0.25)[9] == 1


def test_a_short_text_or_a_quick_kind_of_answer_is_no_haste() -> None:
    others = [one for worker in range(5) for one in pages(worker, 10.0)]
    assert count_hasty_pages([*others, *pages(9, 3.5, length=10)], 0.25)[9] == 0
    refusals = [one for worker in range(5) for one in pages(worker, 1.0, kind="不清楚")]
    assert count_hasty_pages([*others, *refusals, *pages(9, 1.0, kind="不清楚")], 0.25)[9] == 0
    # of a kind that nobody else gives nothing is known
    assert count_hasty_pages([*others, *pages(9, 0.1, kind="rare")], 0.25)[9] == 0
