"""No weights ship whose judges deny identity, flip with their company, or miss what readers agree on.

A part of the open half of the suite: the bounds stand a little below what the shipped weights reach.
"""

from collections import defaultdict
from functools import cache

import pytest

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.models.suite import Item, open_suite, open_texts
from paraphrast.models.suite.texts import probe_texts
from paraphrast.text.languages import Lang

EACH = 8  # items of a behaviour and language


@cache
def items() -> list[Item]:
    """Take the first few of each behaviour and language, and all that is derived from prose."""
    taken: dict[tuple[str, str | None], int] = defaultdict(int)
    found = []
    for item in open_suite().items:
        key = (item.behaviour, item.pair.lang)
        taken[key] += 1
        if item.family not in ("noise", "tiny") and (item.family != "written" or taken[key] <= EACH):
            found.append(item)
    return found


@cache
def shares() -> dict[tuple[str, str | None], list[bool]]:
    score = models.pair()
    right: dict[tuple[str, str | None], list[bool]] = defaultdict(list)
    for item, value in zip(items(), score([item.pair for item in items()]), strict=True):
        right[item.family, item.pair.lang].append((value >= 0.5) == bool(item.pair.label))
        right[item.behaviour, None].append((value >= 0.5) == bool(item.pair.label))
    return right


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
@pytest.mark.parametrize(
    ("family", "least"), [("identity", 1.0), ("near", 0.8), ("changed", 0.8), ("written", 0.84)]
)
def test_the_pair_model_behaves(family: str, lang: Lang, least: float) -> None:
    found = shares()[family, lang]
    assert sum(found) / len(found) >= least, f"{family} in {lang}: {sum(found)} of {len(found)}"


def test_no_behaviour_is_lost() -> None:
    written = {item.behaviour for item in items() if item.family == "written"}
    weak = {name: sum(shares()[name, None]) / len(shares()[name, None]) for name in written}
    assert min(weak.values()) >= 0.6, min(weak, key=lambda name: weak[name])


def test_a_model_that_says_yes_to_everything_would_not_pass() -> None:
    right = [bool(item.pair.label) for item in items() if item.family == "written"]
    assert sum(right) / len(right) < 0.5


def test_answers_do_not_depend_on_what_stands_beside_a_pair() -> None:
    pairs = [item.pair for item in items() if item.family == "written"][::40]
    pairs += [Pair(pair.a * 30, pair.b * 30) for pair in pairs[:2]]
    score = models.pair()
    assert [score([pair])[0] for pair in pairs] == pytest.approx(score(pairs), abs=1e-4)
    texts = [pair.a for pair in pairs]
    for judge in (models.toxicity(), models.fluency()):
        assert [judge([text])[0] for text in texts] == pytest.approx(judge(texts), abs=1e-4)


@pytest.mark.parametrize(
    ("same", "other"),
    [
        ("Мы выехали рано утром и к обеду были дома. ", "Собака спала у двери и никого не слышала. "),
        ("We left early in the morning and were home by noon. ", "The dog slept by the door all day. "),
        ("我们一大早出发，中午就到家了。", "狗在门口睡了一整天，什么也没听见。"),
    ],
)
def test_long_texts_are_read_to_their_end(same: str, other: str) -> None:
    whole, changed = same * 20, same * 19 + other
    yes, no = models.pair()([Pair(whole, whole), Pair(whole, changed)])
    assert yes >= 0.5 > no


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_offence_of_each_kind_is_caught_and_look_alikes_are_left_alone(lang: Lang) -> None:
    report = probe_texts(models.toxicity(), open_texts(langs=(lang,)))
    for offends, least in ((True, 0.85), (False, 0.9)):
        right = [answer.right for answer in report.answers if answer.item.offends == offends]
        assert sum(right) / len(right) >= least


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("у тебя вместо мозгов опилки", "insult"),
        ("I will find you and break your legs", "threat"),
        ("去跳楼吧", "harm-wish"),
    ],
)
def test_the_kind_of_offence_is_named(text: str, kind: str) -> None:
    found = models.toxicity().kinds([text])[0]
    assert found.toxicity >= 0.5
    assert max(found.kinds, key=lambda name: found.kinds[name]) == kind
