"""Numbers in 4-bit blocks: 32 numbers share a half-precision scale (the Q4_0 layout of llama.cpp)."""

import numpy as np
import numpy.typing as npt

BLOCK = 32
BYTES = 18  # two for the scale, sixteen for 32 nibbles: low halves first, then high halves


def dequantise(blocks: npt.NDArray[np.uint8], columns: int) -> npt.NDArray[np.float32]:
    """Turn rows of blocks into float32 rows of so many columns.

    >>> block = np.frombuffer(np.float16(2).tobytes() + bytes([0x98] * 16), dtype=np.uint8)
    >>> dequantise(block[None, :], 32)[0, [0, 15, 16, 31]].tolist()
    [0.0, 0.0, 2.0, 2.0]
    """
    rows = blocks.reshape(-1, columns // BLOCK, BYTES)
    scale = np.ascontiguousarray(rows[..., :2]).view(np.float16).astype(np.float32)
    numbers = np.empty((len(rows), columns // BLOCK, BLOCK), dtype=np.float32)
    np.subtract(rows[..., 2:] & 15, 8, out=numbers[..., :16], dtype=np.float32)
    np.subtract(rows[..., 2:] >> 4, 8, out=numbers[..., 16:], dtype=np.float32)
    numbers *= scale
    return numbers.reshape(-1, columns)


def quantise(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """Turn float32 rows, of a multiple of 32 columns, into rows of blocks.

    >>> dequantise(quantise(np.linspace(-8, 7, 32, dtype=np.float32)[None, :]), 32)[0, [0, 31]].tolist()
    [-8.0, 7.0]
    """
    blocks = np.asarray(rows, dtype=np.float32).reshape(len(rows), -1, BLOCK)
    peak = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=2)[..., None], axis=2)
    scale = (peak / -8).astype(np.float16)  # the greatest number becomes -8, which has no twin
    inverse = np.divide(1, scale, out=np.zeros(scale.shape, dtype=np.float32), where=scale != 0)
    codes = np.clip(np.rint(blocks * inverse) + 8, 0, 15).astype(np.uint8)
    packed = np.concatenate([scale.view(np.uint8), codes[..., :16] | codes[..., 16:] << 4], axis=2)
    return packed.reshape(len(rows), -1)
