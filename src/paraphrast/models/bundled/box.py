"""The weights in the box: one tokenizer, one 4-bit word table shared by all, int8 graphs kept compressed."""

import os
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paraphrast.engine import cores
from paraphrast.models.catalogue import weights_file
from paraphrast.models.quantised import dequantise
from paraphrast.models.types import Vectors

file = weights_file
WORDS = "words.npy"  # the table that the models share; one that grows alone names a table of its own
START, PAD, END, RARE = 0, 1, 2, 3  # the last: a character that has no piece


@cache
def tokenizer() -> Any:
    """Load the tokenizer, without truncation or padding."""
    import gzip

    from tokenizers import Tokenizer

    with gzip.open(file("tokenizer.json.gz"), "rt", encoding="utf-8") as stream:
        return Tokenizer.from_str(stream.read())


@cache
def words(table: str = WORDS) -> NDArray[np.uint8]:
    """Map a word table into memory, in its 4-bit blocks."""
    blocks: NDArray[np.uint8] = np.load(file(table), mmap_mode="r")
    return blocks


def vectors(ids: NDArray[np.int64], table: str = WORDS) -> Vectors:
    """Look up the vectors of pieces: (n, length) -> (n, length, width)."""
    return dequantise(words(table)[ids.ravel()]).reshape(*ids.shape, -1)


def threads() -> int:
    """Give the number of threads to use: OMP_NUM_THREADS, or the cores that this process may run on."""
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    if wanted.isdigit() and int(wanted):
        return int(wanted)
    return cores()


@cache
def session(name: str, *, threads: int | None = None) -> Any:
    """Load a graph of the box into onnxruntime, to run on so many threads."""
    import zstandard

    graph = zstandard.ZstdDecompressor().decompress(file(f"{name}.onnx.zst").read_bytes())
    return running(graph, workers=threads)


def running(graph: bytes | str, *, workers: int | None = None) -> Any:
    """Load a graph, or the file of one, into onnxruntime."""
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.enable_cpu_mem_arena = False  # the arena keeps the largest batch ever seen, for every length
    settings.log_severity_level = 3
    settings.intra_op_num_threads = workers or threads()
    # a thread that waits must not burn a core that another process could use
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(graph, settings, providers=["CPUExecutionProvider"])
