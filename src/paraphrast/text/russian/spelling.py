"""How Russian is spelled: ё is е for most who write, and what its neighbours write instead."""

import re

from paraphrast.text.neighbours import Neighbours
from paraphrast.text.russian.morphology import analyser


def _flatten_yo(text: str) -> str:
    """Write е for ё."""
    return text.replace("ё", "е").replace("Ё", "Е")


def is_standard(text: str) -> bool:
    """Say that no dialect of the language is told apart."""
    return True


def is_known(form: str) -> bool:
    """Ask pymorphy3's dictionary."""
    return bool(analyser().word_is_known(form))


LETTERS = "а-яёА-ЯЁ"
CHANGES = (("yo", _flatten_yo, True),)
NEIGHBOURS = Neighbours(
    "ru",
    foreign=re.compile(r"[іїєґўјљњћђџѓќѕәғқңөұүһҳҷӣӯҡҙҫҗ]"),
    odd=2,
    enough=0.7,
    is_known=is_known,
    own=re.compile(r"[ыэё]|ъ[еёюя]"),
)
belongs = NEIGHBOURS.belongs
