"""What a model has read: fingerprints of the texts it learned from, so that a figure can leave those out.

A text counts whatever its case, spaces, width, script and punctuation. Short ones ("yes", 我不知道) stand
everywhere and are nobody's: they are never said to have been read. A pair was read when both its texts were,
whether together or not; of a pair with one short text the other decides.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.files import opening
from paraphrast.models import fuse
from paraphrast.text.normal import unify
from paraphrast.text.scripts import HAN

FOLDER = Path(__file__).parent / "ledgers"
NAME = "ledger.npz"  # in the folder of a model that a user trained
LEAST = 15  # letters and digits below which a text is generic; a Chinese character stands for three
OTHER = re.compile(r"[\W_]+")
Mask = NDArray[np.bool_]
Side: TypeAlias = Literal["pair", "output"]  # what a judge reads of a pair: both texts, or the second alone


class Ledger(msgspec.Struct, frozen=True):
    """Fingerprints, how many texts came from where, and of how many texts one is kept (`sample`)."""

    texts: int
    sources: dict[str, int]
    filter: fuse.Fuse
    sample: int = 1

    @property
    def false_positives(self) -> float:
        """Give the share of texts that were not read and yet are said to be; of pairs it is the square."""
        return 2.0**-self.filter.bits

    def share_read(self, texts: Sequence[str]) -> tuple[float, int]:
        """Give the share of texts that were read, less what chance adds, and how many texts it is of.

        Generic texts are left out and, where the ledger is a sample, all others that would not be in it.
        """
        keys = fingerprints(texts)
        keys = keys[(keys != 0) & (keys % np.uint64(self.sample) == 0)]
        if not len(keys):
            return 0.0, 0
        chance = self.false_positives
        return max(0.0, (float(self.filter.holds(keys).mean()) - chance) / (1 - chance)), len(keys)

    def save(self, path: Path) -> None:
        """Write the ledger, whole or not at all."""
        table, bits, seed, segment = self.filter
        facts = msgspec.json.encode([self.texts, self.sources, self.sample, len(table), bits, seed, segment])
        stream = BytesIO()
        np.savez(stream, facts=np.frombuffer(facts, dtype=np.uint8), packed=self.filter.packed())
        with opening.writing(str(path)) as file:
            file.write(stream.getvalue())


def find_read(ledgers: Sequence[Ledger], pairs: Sequence[Pair], side: Side = "pair") -> Mask:
    """Say of which pairs all that a judge reads stands in its ledgers, as far as it is not generic."""
    sides = [[pair.b for pair in pairs], *([[pair.a for pair in pairs]] if side == "pair" else [])]
    keys = np.stack([fingerprints(texts) for texts in sides])
    held = np.any([each.filter.holds(keys.ravel()).reshape(keys.shape) for each in ledgers], axis=0)
    generic = keys == 0
    return np.asarray((held | generic).all(axis=0) & ~generic.all(axis=0))


def count_partly(ledgers: Sequence[Ledger], pairs: Sequence[Pair]) -> int:
    """Count the pairs of which one text stands in the ledgers and the other does not."""
    sides = ([pair.a for pair in pairs], [pair.b for pair in pairs])
    one, two = (find_read(ledgers, [Pair("", text) for text in texts], "output") for texts in sides)
    return int(((one | two) & ~find_read(ledgers, pairs)).sum())


def make_ledger(sources: Mapping[str, Iterable[str]], *, bits: int = 8, sample: int = 1) -> Ledger:
    """Make a ledger of the texts of each source; `bits` a text, 2 ** -bits false positives."""
    known = np.zeros(0, dtype=np.uint64)
    counts = {}
    for name, texts in sources.items():
        keys = np.unique(fingerprints(list(texts)))
        keys = keys[keys != 0]
        counts[name] = len(keys)
        known = np.union1d(known, keys)
    kept = known[known % np.uint64(sample) == 0]
    return Ledger(len(known), counts, fuse.build(kept, bits=bits), sample)


def load_ledger(path: Path) -> Ledger:
    """Read a ledger, or say that the file is none."""
    try:
        with np.load(path) as stored:
            texts, sources, sample, count, bits, seed, segment = msgspec.json.decode(
                stored["facts"].tobytes(), type=tuple[int, dict[str, int], int, int, int, int, int]
            )
            packed = stored["packed"]
        table = fuse.unpack(packed, count=count, bits=bits)
    except (OSError, ValueError, KeyError, msgspec.DecodeError) as error:
        raise DataError(f"not a ledger of what a model has read: {error}", path=str(path)) from error
    return Ledger(texts, sources, fuse.Fuse(table, bits, seed, segment), sample)


@cache
def bundled_ledger(card: str) -> Ledger:
    """Give the ledger of a model in the box, by the name of its card."""
    return load_ledger(FOLDER / f"{card}.npz")


def describe_ledger(ledger: Ledger) -> dict[str, object]:
    """Give what is in a ledger as a record: texts, the rate of false positives, and texts by source."""
    return {
        "texts": ledger.texts,
        "false_positives": ledger.false_positives,
        "sample": ledger.sample,
        "sources": dict(sorted(ledger.sources.items(), key=lambda item: -item[1])),
    }


def fingerprints(texts: Sequence[str]) -> NDArray[np.uint64]:
    """Give a number for each text that depends on its letters and digits alone; 0 for a generic text.

    >>> one, two, three = fingerprints(["Кот сидит на коврике.", "КОТ  СИДИТ на коврике", "Кот сидит!"])
    >>> bool(one == two), int(three)
    (True, 0)
    """
    return np.fromiter(
        (digest(bare) if _is_telling(bare) else 0 for bare in map(_strip_looks, texts)),
        dtype=np.uint64,
        count=len(texts),
    )


def digest(bare: str) -> int:
    """Give a number from 1 on for a text."""
    from xxhash import xxh3_64_intdigest

    return xxh3_64_intdigest(bare.encode("utf-8", "surrogatepass")) or 1


def _strip_looks(text: str) -> str:
    """Leave the letters and digits of a text, without case, width, script, ё and spaces.

    >>> _strip_looks("ＯＫ, 電腦 «Всё»!")
    'ok电脑все'
    """
    plain = unicodedata.normalize("NFKC", unify(text)).casefold()
    return OTHER.sub("", plain).replace("ё", "е")


def _is_telling(bare: str) -> bool:
    """Say whether a text without its looks is long enough to be told from others.

    >>> _is_telling("yes"), _is_telling("我不知道"), _is_telling("我不知道路")
    (False, False, True)
    """
    if len(bare) >= LEAST:
        return True
    return len(bare) + 2 * sum(map(len, HAN.findall(bare))) >= LEAST
