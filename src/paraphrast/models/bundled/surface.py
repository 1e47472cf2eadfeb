"""Written pieces back into text: what was kept looks exactly as in the source."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from paraphrast.models.bundled import box
from paraphrast.models.bundled.words import MARK, WIDE

FULL = str.maketrans(",?!:;()", "，？！：；（）")


def surface(source: str, encoded: Any, ids: Sequence[int]) -> str:
    """Spell ids, taking the stretches shared with the encoded source from the source itself.

    The tokenizer has one way to write full-width signs and double spaces, and none for rare characters: one
    that stands elsewhere is the source's if it has only one, and else left out.
    """
    out = ""
    places = zip(encoded.ids, encoded.offsets, strict=True)
    rare = {source[start:stop].strip() for piece, (start, stop) in places if piece == box.RARE}
    unknown = rare.pop() if len(rare) == 1 else ""
    matcher = SequenceMatcher(None, encoded.ids, list(ids), autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            # A mark that stands alone claims the first character of the next piece.
            stop = encoded.offsets[b - 1][encoded.tokens[b - 1] != MARK]
            out = joined(out, encoded.tokens[a], source[encoded.offsets[a][0] : stop])
        else:
            for piece in ids[c:d]:
                token = unknown if piece == box.RARE else box.tokenizer().id_to_token(piece)
                out = joined(out, token, written(token.removeprefix(MARK), out))
    return out.strip()


def joined(out: str, token: str, text: str) -> str:
    """Put a stretch after another, with a space where its first piece begins a word.

    >>> joined("Да", "▁мир", " мир!"), joined("При", "вет", "вет")
    ('Да мир!', 'Привет')
    """
    text = text.lstrip()
    gap = " " if token.startswith(MARK) and out and not out[-1].isspace() else ""
    return out + gap + text


def written(piece: str, before: str) -> str:
    """Write a new piece; signs after a Chinese character are full-width.

    >>> written(",", "你好"), written(",", "Hi")
    ('，', ',')
    """
    return piece.translate(FULL) if before and ord(before[-1]) in WIDE else piece
