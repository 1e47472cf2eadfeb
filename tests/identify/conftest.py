"""Small corpora that can be learned, in the three languages."""

import warnings
from collections.abc import Callable

import numpy as np
import pytest

from paraphrast.data import Pair

# Who does what on which day: moving the day keeps the sense, another subject or verb changes it.
WORDS = {
    "ru": (["кот", "врач", "поезд", "поэт", "сосед"], ["спит", "поёт", "уехал", "молчит"], "сегодня"),
    "en": (
        ["the cat", "a doctor", "the train", "a poet", "our neighbour"],
        ["sleeps", "sings", "left", "waits"],
        "today",
    ),
    "zh": (["猫", "医生", "火车", "诗人", "邻居"], ["睡觉", "唱歌", "离开", "沉默"], "今天"),
}


def made(lang: str, *, count: int = 40, seed: int = 0) -> list[Pair]:
    """Give pairs that say the same with words moved, or something else in the same words."""
    random = np.random.default_rng(seed)
    subjects, verbs, day = WORDS[lang]
    pairs = []
    for place in range(count):
        one, other = random.permutation(len(subjects))[:2]
        did, other_did = random.permutation(len(verbs))[:2]
        blank = "" if lang == "zh" else " "
        a = f"{subjects[one]}{blank}{verbs[did]}{blank}{day}"
        same = place % 2 == 0
        b = f"{day}{blank}{subjects[one if same else other]}{blank}{verbs[did if same else other_did]}"
        pairs.append(Pair(a, b, label=float(same), lang=lang, id=str(place), group=f"{lang}-{place // 4}"))
    return pairs


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Keep torch to one thread: these networks are tiny and machines are busy."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch = pytest.importorskip("torch")
    torch.set_num_threads(1)


@pytest.fixture
def toy() -> Callable[..., list[Pair]]:
    """Give the maker of small corpora: `toy("ru", count=40, seed=0)`."""
    return made
