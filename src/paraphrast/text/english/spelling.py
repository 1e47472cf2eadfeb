"""How English is spelled, and what its neighbours write instead."""

import re

from paraphrast.text.neighbours import Neighbours

LETTERS = "a-zA-Z"
CHANGES = ()


def is_standard(text: str) -> bool:
    """Say that no dialect of the language is told apart."""
    return True


def is_known(form: str) -> bool:
    """Ask simplemma's dictionary."""
    from simplemma import is_known

    return bool(is_known(form, lang="en"))


NEIGHBOURS = Neighbours(
    "en",
    foreign=re.compile(
        r"[àâäáãåāăąæçćčďđèêëéēėęěğíîìïīįıłñńňòôöóõøōőœřśšşșßťțùûüúūůűýÿźžżþðơư\u1ea0-\u1ef9¿¡]"
    ),
    odd=1,  # English has é in loans
    enough=0.5,
    is_known=is_known,
)
belongs = NEIGHBOURS.belongs
