"""Vectors kept on disk by content, so that no text is encoded twice."""

import hashlib
import sqlite3
import weakref
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from paraphrast.models.types import Encoder, Pieces, Vectors

ASKED = 500  # texts looked up at a time: SQLite limits the parameters of a query


class CachedEncoder:
    """An encoder with a memory: one SQLite file, which several encoders may share."""

    def __init__(self, encoder: Encoder, path: Path) -> None:
        self.encoder, self.name, self.dim = encoder, encoder.name, encoder.dim
        path.parent.mkdir(parents=True, exist_ok=True)
        self.base = sqlite3.connect(path)
        weakref.finalize(self, self.base.close)
        self.base.execute("create table if not exists vectors (key blob primary key, vector blob not null)")

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Give kept vectors, and encode and keep the others."""
        keys = [self.key(text) for text in texts]
        known = self.known(sorted(set(keys)))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            fresh = self.encoder(list(missing.values()))
            rows = [(key, vector.tobytes()) for key, vector in zip(missing, fresh, strict=True)]
            with self.base:
                self.base.executemany("insert or ignore into vectors values (?, ?)", rows)
            known.update(zip(missing, fresh, strict=True))
        return np.stack([known[key] for key in keys]) if keys else np.zeros((0, self.dim), dtype=np.float32)

    def key(self, text: str) -> bytes:
        """Name a vector by the encoder and the text."""
        return hashlib.blake2b(f"{self.name}\0{text}".encode(errors="surrogatepass"), digest_size=16).digest()

    def known(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """Look up what is kept."""
        found: dict[bytes, Vectors] = {}
        for start in range(0, len(keys), ASKED):
            some = keys[start : start + ASKED]
            query = f"select key, vector from vectors where key in ({','.join('?' * len(some))})"
            found.update(
                {key: np.frombuffer(blob, dtype=np.float32) for key, blob in self.base.execute(query, some)}
            )
        return found

    def tokens(self, texts: Sequence[str]) -> list[Pieces]:
        """Give the pieces' vectors; these are not kept."""
        return self.encoder.tokens(texts)
