"""The bundled backbone as a torch module to train on: read back out of the 8-bit graph that ships."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from paraphrast.identify.saved import BACKBONE
from paraphrast.models.bundled import box
from paraphrast.models.networks.backbone import HEADS, LAYERS, POSITIONS
from paraphrast.models.networks.reader import PairedBackbone

PARTS = ("qkv", "out", "up", "down")  # the matrices of a layer, in the order in which the graph multiplies
PREFIX = "reader.backbone."


class Boxed(nn.Module):
    """The backbone over the word table of the box, which stays as it is."""

    def __init__(self, backbone: PairedBackbone) -> None:
        super().__init__()
        self.backbone = backbone
        every = np.arange(len(box.words()))[None, :]
        self.words = nn.Embedding(len(box.words()), box.WIDTH)
        self.words.weight = nn.Parameter(torch.from_numpy(box.vectors(every)[0]), requires_grad=False)

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Give the states of the last layer."""
        states: Tensor = self.backbone(self.words(ids), types.float(), mask.float())
        return states


def boxed(folder: Path | None = None) -> Boxed:
    """Give the bundled backbone, ready to be trained further: as it ships, or as a folder has it."""
    from safetensors.torch import load_file

    backbone = PairedBackbone()
    backbone.load_state_dict(load_file(folder / BACKBONE) if folder else shipped())
    return Boxed(backbone)


def keep(base: Boxed, folder: Path) -> None:
    """Write a backbone to a folder, and last what says that it is whole."""
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    save_file(base.backbone.state_dict(), folder / BACKBONE)
    (folder / "config.json").write_text('{"base": "bundled"}\n', encoding="utf-8")


def shipped() -> dict[str, Tensor]:
    """Give the weights of the backbone as the shipped graph has them."""
    arrays, matrices = weights()
    state = {
        name.removeprefix(PREFIX).replace(".linear.", "."): torch.from_numpy(np.array(array))
        for name, array in arrays.items()
        if name.startswith(PREFIX)
    }
    # The exporter keeps no names for what it took slices of: they are known by their shapes.
    state["kinds"] = torch.from_numpy(np.stack([arrays["select"]] * 2))
    state["positions"] = torch.from_numpy(np.array(only(arrays, (POSITIONS, box.WIDTH))[0]))
    state["across"] = torch.from_numpy(np.stack(only(arrays, (HEADS, 1, 1))).reshape(LAYERS, HEADS))
    for place in range(LAYERS):
        for part, matrix in zip(PARTS, matrices[len(PARTS) * place :], strict=False):
            # Where outliers were moved into the matrix, the graph divides its input by as much.
            moved = state.pop(f"layers.{place}.{part}.inverse", torch.ones(1))
            state[f"layers.{place}.{part}.weight"] = torch.from_numpy(matrix) * moved
    return state


def only(arrays: dict[str, NDArray[Any]], shape: tuple[int, ...]) -> list[NDArray[Any]]:
    """Give the arrays of this shape, in the order in which the graph has them."""
    return [array for array in arrays.values() if array.shape == shape]


def weights() -> tuple[dict[str, NDArray[Any]], list[NDArray[np.float32]]]:
    """Give the graph's arrays by name, and its nameless 8-bit matrices as numbers, in order of use."""
    import onnx
    import zstandard

    packed = box.file("reader.onnx.zst").read_bytes()
    graph = onnx.load_from_string(zstandard.ZstdDecompressor().decompress(packed)).graph
    arrays = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    names = [
        node.input[1].removesuffix("_quantized") for node in graph.node if node.op_type == "MatMulInteger"
    ]
    return arrays, [matrix(arrays, name) for name in names]


def matrix(arrays: dict[str, NDArray[Any]], name: str) -> NDArray[np.float32]:
    """Give an 8-bit matrix as numbers, turned the way torch keeps it."""
    whole = arrays[f"{name}_quantized"].astype(np.float32) - arrays[f"{name}_zero_point"].astype(np.float32)
    return np.ascontiguousarray((whole * arrays[f"{name}_scale"]).T, dtype=np.float32)


def pair_tokenizer() -> Any:
    """Give a copy of the bundled tokenizer that marks the second text as the backbone learned it."""
    from tokenizers import Tokenizer
    from tokenizers.processors import TemplateProcessing

    copy = Tokenizer.from_str(box.tokenizer().to_str())
    copy.post_processor = TemplateProcessing(
        single="<s> $A </s>",
        pair="<s>:0 $A:0 </s>:0 <s>:1 $B:1 </s>:1",
        special_tokens=[("<s>", box.START), ("</s>", box.END)],
    )
    return copy
