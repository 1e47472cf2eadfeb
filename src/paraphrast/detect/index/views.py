"""What an index keeps of each document besides its text: stems, fingerprints, sentence vectors."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document
from paraphrast.detect.index.manifest import View
from paraphrast.detect.index.segment import Hashes, Vectors, content_hash, pack
from paraphrast.detect.reading import lang_of
from paraphrast.detect.terms import grams, terms, winnow
from paraphrast.text import forms, sentences

Encoder: TypeAlias = Callable[[Sequence[str]], npt.NDArray[np.float32]]


class Ready(NamedTuple):
    """A document ready to be written: id, content hash, stored form, stems and fingerprints."""

    id: str
    content: int
    blob: bytes
    body: str
    prints: Hashes
    document: Document | None  # only where sentence vectors are still to be made


def ready(documents: Sequence[Document], *, views: Sequence[View]) -> list[Ready]:
    """Work out words and fingerprints, reading each text once; runs in any process."""
    return [_one(document, blob, views) for document, blob in zip(documents, pack(documents), strict=True)]


def _one(document: Document, blob: bytes, views: Sequence[View]) -> Ready:
    body, prints = "", np.empty(0, dtype=np.uint64)
    if "words" in views or "prints" in views:
        table = terms(lang_of(document))
        numbers = table.numbers(forms(document.text, table.lang))
        if "words" in views:
            body = table.content(numbers.tolist())
        if "prints" in views:
            runs = grams(table.hashes(numbers))
            prints = np.unique(runs[winnow(runs)] >> np.uint64(24))
    whole = document if "vectors" in views else None
    return Ready(document.id, content_hash(document.text), blob, body, prints, whole)


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
