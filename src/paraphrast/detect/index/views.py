"""What an index keeps of each document besides its text: stems, fingerprints, vectors of windows."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paraphrast.data import Document
from paraphrast.detect.index.manifest import View
from paraphrast.detect.index.segment import Hashes, Vectors, content_hash, pack
from paraphrast.detect.meaning.windows import Windows, cut_documents
from paraphrast.detect.reading import lang_of
from paraphrast.detect.terms import terms, winnowed_each
from paraphrast.text import Lang


class Ready(NamedTuple):
    """A document ready to be written: id, content hash, stored form, stems, fingerprints and windows."""

    id: str
    content: int
    blob: bytes
    body: str
    prints: Hashes
    windows: Windows | None


class Kept(NamedTuple):
    """What the views of words and of fingerprints keep of a document."""

    body: str
    prints: Hashes


NOTHING = Kept("", np.empty(0, dtype=np.uint64))


def ready(documents: Sequence[Document], *, views: Sequence[View]) -> list[Ready]:
    """Work out words, fingerprints and windows of documents; runs in any process."""
    kept = _kept(documents, views) if "words" in views or "prints" in views else {}
    windows: Sequence[Windows | None] = (
        cut_documents(documents) if "vectors" in views else [None] * len(documents)
    )
    return [
        Ready(
            document.id,
            content_hash(document.text),
            blob,
            *kept.get(place, NOTHING),
            windows[place],
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


def join_windows(windows: Sequence[Windows]) -> Vectors:
    """Lay the windows of the documents of a segment one after another."""
    return Vectors(
        np.concatenate([one.codes for one in windows]),
        np.repeat(np.arange(len(windows)), [len(one.start) for one in windows]),
        np.concatenate([one.start for one in windows]),
        np.concatenate([one.stop for one in windows]),
        np.repeat([one.lang for one in windows], [len(one.start) for one in windows]),
    )
