"""Cleaning: emoticons and stretched letters before, spaces and orphan punctuation after."""

import re

from paraphrast.text import Lang

EMOTICONS = re.compile(
    r"(?<![\w:])[:;=8][-'^]?[)(\]\[DPpdb/\\|*]+(?!\w)|(?<!\w)[)(]{2,}(?!\w)|\){3,}|\({3,}|\^_+\^"
    "|[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+"
)
STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
SPACES = re.compile(r"[^\S\n]+")
BEFORE = re.compile(r"\s+([,.!?;:…)\]»])")
AFTER = re.compile(r"([(\[«])\s+")
EMPTY = re.compile(r"\(\s*\)|\[\s*\]|«\s*»|\"\s*\"|“\s*”")
COMMAS = re.compile(r"[,，、](?:\s*[,，、])+")
COMMA_STOP = re.compile(r"[,;:，；：、]\s*([.!?…。！？])")
HEAD = re.compile(r"^(?:\s*[,.;:!?…，。；：、！？)\]»*-]+(?=\s|\w))+\s*")
TAIL = re.compile(r"[\s,;，；、(\[«-]+$")
GAP = re.compile(r"(?<=[\u3400-\u9fff，。！？])\s+(?=[\u3400-\u9fff，。！？])")


def clean(text: str) -> str:
    """Take out emoticons, and write stretched letters once.

    >>> clean("Нууууу привет :))"), clean("soooo good ))")
    ('Ну привет ', 'so good ')
    """
    return STRETCHED.sub(r"\1", EMOTICONS.sub("", text))


def tidy(text: str, source: str, lang: Lang) -> str:
    """Mend what taking words out leaves behind; a text that is the source stays as it is.

    >>> tidy("Ну , , и что ты  , ?", "", "ru"), tidy(" , go home .", "Damn, go home .", "en")
    ('Ну, и что ты?', 'Go home.')
    """
    if text == source:
        return text
    text = COMMAS.sub(lambda match: match[0][0], EMPTY.sub("", text))
    text = BEFORE.sub(r"\1", AFTER.sub(r"\1", SPACES.sub(" ", text)))
    text = TAIL.sub("", HEAD.sub("", COMMA_STOP.sub(r"\1", text))).strip()
    if lang == "zh":
        text = GAP.sub("", text)
    return text[:1].upper() + text[1:] if source[:1].isupper() else text
