"""How German is spelled, and what its neighbours write instead."""

import re

from paraphrast.text.neighbours import Neighbours

LETTERS = "a-zA-ZäöüßÄÖÜẞ"
CHANGES = ()


def is_standard(text: str) -> bool:
    """Say that no dialect of the language is told apart."""
    return True


def is_known(form: str) -> bool:
    """Ask simplemma's dictionary."""
    from simplemma import is_known

    return bool(is_known(form, lang="de"))


NEIGHBOURS = Neighbours(
    "de",
    foreign=re.compile(r"[àâáãåāăąæçćčďđèêëéēėęěğíîìïīįıłñńňòôóõøōőœřśšşșťțùûúūůűýÿźžżþðơư\u1ea0-\u1ef9¿¡]"),
    odd=1,
    enough=0.95,  # its dictionary has what English lends it
    is_known=is_known,
    own=re.compile(r"ß|[äöü](?:ch|r|n|s|t|g|ß)|ung(?:en)?\Z|keit(?:en)?\Z"),
)
belongs = NEIGHBOURS.belongs
