"""What an index keeps of each document besides its text: stems, fingerprints, sentence vectors."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document
from paraphrast.detect.index.manifest import View
from paraphrast.detect.index.segment import Hashes, Vectors, content_hash, pack
from paraphrast.detect.reading import lang_of
from paraphrast.detect.terms import terms, winnowed_each
from paraphrast.text import Lang, sentences

Encoder: TypeAlias = Callable[[Sequence[str]], npt.NDArray[np.float32]]


class Ready(NamedTuple):
    """A document ready to be written: id, content hash, stored form, stems and fingerprints."""

    id: str
    content: int
    blob: bytes
    body: str
    prints: Hashes
    document: Document | None  # only where sentence vectors are still to be made


class Kept(NamedTuple):
    """What the views of words and of fingerprints keep of a document."""

    body: str
    prints: Hashes


NOTHING = Kept("", np.empty(0, dtype=np.uint64))


def ready(documents: Sequence[Document], *, views: Sequence[View]) -> list[Ready]:
    """Work out words and fingerprints, reading each text once; runs in any process."""
    kept = _kept(documents, views) if "words" in views or "prints" in views else {}
    return [
        Ready(
            document.id,
            content_hash(document.text),
            blob,
            *kept.get(place, NOTHING),
            document if "vectors" in views else None,
        )
        for place, (document, blob) in enumerate(zip(documents, pack(documents), strict=True))
    ]


def _kept(documents: Sequence[Document], views: Sequence[View]) -> dict[int, Kept]:
    """Read all documents of a language at once; the answer has the place of each."""
    places: dict[Lang, list[int]] = {}
    for place, document in enumerate(documents):
        places.setdefault(lang_of(document), []).append(place)
    kept: dict[int, Kept] = {}
    for lang, some in places.items():
        table = terms(lang)
        words = table.each([documents[place].text for place in some])
        bodies = table.contents(words) if "words" in views else [NOTHING.body] * len(some)
        prints = (
            winnowed_each([table.hashes(one) for one in words])
            if "prints" in views
            else [NOTHING.prints] * len(some)
        )
        kept.update(zip(some, map(Kept, bodies, prints), strict=True))
    return kept


def vectors(documents: Sequence[Document], encoder: Encoder) -> Vectors:
    """Encode every sentence of the documents and keep the vectors as whole numbers."""
    places, texts = [], []
    for row, document in enumerate(documents):
        for sentence in sentences(document.text, lang_of(document)):
            places.append((row, sentence.start, sentence.stop))
            texts.append(sentence.text)
    values = quantised(encoder(texts)) if texts else np.empty((0, 1), dtype=np.int8)
    columns = np.array(places, dtype=np.int64).reshape(-1, 3).T
    return Vectors(values, columns[0], columns[1], columns[2])


def quantised(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.int8]:
    """Keep unit vectors as whole numbers from -127 to 127, each scaled to its greatest component."""
    top = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-9)
    whole: npt.NDArray[np.int8] = np.rint(rows / top * 127).astype(np.int8)
    return whole
