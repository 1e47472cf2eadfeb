"""Cues and opposites: what only looks like one is none."""

from typing import Any

import pytest

from paraphrast.text import LANGS
from paraphrast.text.cues import CUE_KINDS, find_cues, load_cues
from paraphrast.text.opposites import is_opposite, load_opposites


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ru", "Не все должны прийти до вечера.", "negation quantifier modality order calendar"),
        ("ru", "Он не только поёт, но и танцует.", ""),
        ("ru", "Пришли не менее ста человек.", "quantifier"),
        ("ru", "Вряд ли он мог это знать.", "negation modality"),
        ("en", "She can't come before Monday.", "modality negation order calendar"),
        ("en", "He may leave in May.", "modality calendar"),
        ("en", "No one saw at least two of them.", "quantifier quantifier"),
        ("en", "Not only he came.", ""),
        ("zh", "他不但没来，还不能打电话。", "negation negation modality"),
        ("zh", "他养了三只猫，非常特别。", ""),
        ("zh", "所有人星期三之前必须到。", "quantifier calendar order modality"),
        ("zh", "", ""),
        ("ru", "", ""),
    ],
)
def test_cues_by_hand(lang: Any, text: str, expected: str) -> None:
    cues = find_cues(text, lang)
    assert " ".join(cue.kind for cue in cues) == expected
    assert all(text[cue.start : cue.stop] for cue in cues)


@pytest.mark.parametrize("lang", LANGS)
def test_every_language_has_cues_of_every_kind(lang: Any) -> None:
    assert {kind for kind in load_cues(lang).values() if kind} == set(CUE_KINDS)


@pytest.mark.parametrize(
    ("lang", "one", "other", "expected"),
    [
        ("ru", "вырасти", "упасть", True),
        ("ru", "упасть", "вырасти", True),
        ("ru", "законный", "незаконный", True),
        ("ru", "стол", "стул", False),
        ("en", "accept", "reject", True),
        ("en", "happy", "unhappy", True),
        ("en", "rise", "increase", False),
        ("en", "it", "unit", False),
        ("zh", "增加", "减少", True),
        ("zh", "合格", "不合格", True),
        ("zh", "猫", "狗", False),
    ],
)
def test_opposites_by_hand(lang: Any, one: str, other: str, expected: bool) -> None:
    assert is_opposite(one, other, lang) is expected


@pytest.mark.parametrize("lang", LANGS)
def test_no_word_is_its_own_opposite(lang: Any) -> None:
    assert len(load_opposites(lang)) > 100
    assert not [pair for pair in load_opposites(lang) if pair[0] == pair[1]]
