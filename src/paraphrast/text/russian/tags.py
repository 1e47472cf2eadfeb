"""Parts of speech of Russian words: the most probable reading that pymorphy3 has of each by itself."""

import re
from functools import lru_cache

from paraphrast.text.russian.morphology import likeliest
from paraphrast.text.tags import obvious
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

PARTS = {
    **{"NOUN": "NOUN", "ADJF": "ADJ", "ADJS": "ADJ", "COMP": "ADJ", "VERB": "VERB", "INFN": "VERB"},
    **{"PRTF": "VERB", "PRTS": "VERB", "GRND": "VERB", "NUMR": "NUM", "ADVB": "ADV", "NPRO": "PRON"},
    **{"PRED": "ADV", "PREP": "ADP", "CONJ": "CCONJ", "PRCL": "PART", "INTJ": "INTJ"},
}
NAMES = ("Name", "Surn", "Patr", "Geox", "Orgn", "Trad")
SUBORDINATE = re.compile(
    r"что|чтобы|чтоб|если|когда|пока|как|хотя|хоть|потому|поскольку|будто|словно|точно|ибо|чем|раз|едва|лишь|дабы|ежели"
)


def tag(text: str) -> list[Token]:
    """Tag Russian words one by one."""
    return [Token(read_word(token.text), token.start, token.stop) for token in words(text, "ru")]


@lru_cache(200_000)
def read_word(word: str) -> str:
    """Tag a Russian word by its most probable reading."""
    found = obvious(word)
    if found:
        return found
    low = word.lower()
    reading = likeliest(low)
    grammemes = reading.tag
    if reading.normal_form == "быть":
        return "AUX"
    if word[0].isupper() and any(name in grammemes for name in NAMES):
        return "PROPN"
    if "LATN" in grammemes:
        return "PROPN" if word[0].isupper() else "X"
    if "Apro" in grammemes:
        return "PRON" if reading.normal_form == "который" else "DET"
    if grammemes.POS == "CONJ" and SUBORDINATE.fullmatch(low):
        return "SCONJ"
    return PARTS.get(grammemes.POS, "NUM" if "ROMN" in grammemes else "X")
