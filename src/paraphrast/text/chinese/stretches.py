"""Stretches of a Chinese text: its words, cut by what stands around each place."""

import numpy as np

from paraphrast.text.chinese.borders import borders
from paraphrast.text.chinese.simplified import convert
from paraphrast.text.stretches import DIGIT, HAN, Codes, Ints, kinds
from paraphrast.text.stretches import whole as read

__all__ = ["cut", "fold", "read"]


def cut(codes: Codes) -> tuple[Ints, Ints]:
    """Find the words of a Chinese text; what is not Chinese is a word as long as letters and digits go on."""
    kind = kinds()[codes] & (DIGIT | HAN)
    fresh = np.concatenate([[0], kind[:-1]]) != kind
    begins = ((kind & HAN != 0) & borders(codes) | fresh) & (kind & DIGIT != 0)
    stops = np.concatenate([(kind[:-1] & DIGIT != 0) & (begins[1:] | fresh[1:]), kind[-1:] & DIGIT != 0])
    return np.flatnonzero(begins), np.flatnonzero(stops) + 1


def fold(table: Codes) -> None:
    """Say that narrow characters stand for wide ones, and simplified ones for traditional ones."""
    table[0xFF01:0xFF5F] = table[0x21:0x7F]
    # one character a line, so that none is taken for a part of a phrase
    simple = convert("\n".join(map(chr, range(0x3400, 0xA000)))).split("\n")
    table[0x3400:0xA000] = [ord(one) if len(one) == 1 else code for code, one in enumerate(simple, 0x3400)]
