"""Chinese cues stand wherever their characters do, single ones only as words."""

from collections.abc import Iterator

from paraphrast.text.cues import LONGEST, Cue, load_cues
from paraphrast.text.words import words


def find(text: str) -> Iterator[Cue]:
    """Yield the cues of a Chinese text: long ones wherever they stand, single characters as words."""
    known = load_cues("zh")
    tokens = words(text, "zh")
    alone = {token.start for token in tokens if len(token.text) == 1}
    # 不能 and 没想 are one word for the segmenter
    alone |= {token.start + 1 for token in tokens if len(token.text) == 2 and token.text[0] in "不没"}
    at = 0
    while at < len(text):
        size = next((n for n in range(LONGEST, 0, -1) if (text[at : at + n],) in known), 1)
        cue = text[at : at + size]
        kind = known.get((cue,))
        if kind and (len(cue) > 1 or kind == "negation" or at in alone):
            yield Cue(kind, cue, at, at + size)
        at += size
