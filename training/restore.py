"""Bring the reader that ships back as a checkpoint, so that a round can go on from it.

    python training/restore.py src/paraphrast/models/weights/reader.onnx.zst -o scratch/reader-shipped.pt

Matrices come back as their 8 bits have them, less than a hundredth off; what `smoothing` moved stays where it was moved.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from paraphrast.models.networks.backbone import HEADS, POSITIONS
from paraphrast.models.networks.reader import PairedBackbone, Reader
from paraphrast.models.quantised import WIDTH

Arrays = dict[str, np.ndarray]


def constants(path: Path) -> tuple[onnx.GraphProto, Arrays]:
    """Read the graph and its arrays by name."""
    graph = onnx.load_from_string(_unpacked(path)).graph
    return graph, {each.name: numpy_helper.to_array(each) for each in graph.initializer}


def _unpacked(path: Path) -> bytes:
    """Read a graph, packed or not."""
    if path.suffix != ".zst":
        return path.read_bytes()
    import zstandard

    with open(path, "rb") as file:
        return zstandard.ZstdDecompressor().stream_reader(file).read()


def matrix(name: str, arrays: Arrays) -> np.ndarray:
    """Give a matrix in full precision, one row an output, as torch has it."""
    if f"{name}_quantized" not in arrays:
        return arrays[name].T
    scale, zero = arrays[f"{name}_scale"], arrays[f"{name}_zero_point"]
    return ((arrays[f"{name}_quantized"].astype(np.float32) - zero) * scale).T


def multiplied(graph: onnx.GraphProto) -> dict[str, str]:
    """Say for each sum with a bias which matrix stood before it: the bias's name to the matrix's."""
    made = {output: node for node in graph.node for output in node.output}
    found = {}
    for node in graph.node:
        if node.op_type != "Add":
            continue
        for bias, given in (node.input, list(node.input)[::-1]):
            if bias.startswith("reader.") and bias.endswith(".bias"):
                found[bias] = source(made.get(given), made)
    return found


def source(node: onnx.NodeProto | None, made: dict[str, onnx.NodeProto]) -> str:
    """Follow a product back to the name of its matrix."""
    while node is not None and node.op_type not in ("MatMul", "MatMulInteger"):
        node = made.get(node.input[0])
    if node is None:
        raise SystemExit("a sum without a product before it: not a graph of export.py")
    return node.input[1].removesuffix("_quantized")


def folded(arrays: Arrays) -> dict[str, torch.Tensor]:
    """Find by their shapes what the exporter renamed: places, the kind of segment, and the weights of looking across."""

    def shaped(*shape: int) -> list[np.ndarray]:
        other = ("_scale", "_zero_point", "_quantized")
        return [
            value
            for name, value in arrays.items()
            if not name.startswith("reader.") and not name.endswith(other) and value.shape == shape
        ]

    (places,) = shaped(POSITIONS, WIDTH)
    (kind,) = shaped(WIDTH)
    across = np.stack(shaped(HEADS, 1, 1))[:, :, 0, 0]
    return {
        "backbone.positions": torch.from_numpy(places.copy()),
        "backbone.kinds": torch.from_numpy(np.stack([kind, kind])),
        "backbone.across": torch.from_numpy(across),
    }


def restore(path: Path) -> dict[str, torch.Tensor]:
    """Give the checkpoint's tensors by name."""
    graph, arrays = constants(path)
    reader = Reader(PairedBackbone())
    state = {name: value.clone() for name, value in reader.state_dict().items()}
    for bias, name in multiplied(graph).items():
        own = bias.removeprefix("reader.").removesuffix(".bias")
        plain = matrix(name, arrays)
        if own.endswith(".linear"):
            own = own.removesuffix(".linear")
            plain = plain * arrays[f"reader.{own}.inverse"]
        state[f"{own}.weight"] = torch.from_numpy(np.ascontiguousarray(plain, dtype=np.float32))
        state[f"{own}.bias"] = torch.from_numpy(arrays[bias].copy())
    products = set(multiplied(graph).values())
    for name in state:
        if f"reader.{name}" in arrays and f"reader.{name}" not in products:
            state[name] = torch.from_numpy(arrays[f"reader.{name}"].copy()).reshape(state[name].shape)
    state |= folded(arrays)
    reader.load_state_dict(state)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    torch.save(restore(options.graph), options.output)


if __name__ == "__main__":
    main()
