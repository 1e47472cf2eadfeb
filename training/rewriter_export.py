"""Turn the trained rewriter into the files that ship: two int8 graphs, the pieces it writes, the learned lexicon.

    python training/rewriter_export.py scratch/out/rewriter.npz scratch/rewriter -o src/paraphrast/models/weights

rewriter-reader.onnx.zst reads a source once; rewriter-step.onnx.zst writes the next piece of every hypothesis from
cached keys and values; rewriter-pieces.npz holds each piece's bias and the pieces that a language writes.
"""

import argparse
import json
import lzma
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
import zstandard
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.export import Dim

from paraphrast.models.networks.backbone import Backbone
from paraphrast.models.networks.seq2seq import LANGUAGES, MEMORIES, TASKS, Memory, Past, Seq2Seq
from paraphrast.models.quantised import WIDTH
from paraphrast.rewrite.systems.edit import WORDED

READ = ["vectors", "mask", "asked"], ["keys", "values", "pointers", "control", "tags"]
GIVEN = ["vectors", "place", "pointers", "blocked", "control", "hide"]  # what a step is given once
LEAST = 3  # times a piece must be a target of a language to be on its shortlist
RATHER = 5  # times that a target of detoxification counts: its pieces come early on the list


class ReadGraph(nn.Module):
    """Reads sources: all that the decoder looks at, and the tags."""

    def __init__(self, network: Seq2Seq) -> None:
        super().__init__()
        self.network = network

    def forward(self, vectors: Tensor, mask: Tensor, asked: Tensor) -> tuple[Tensor, ...]:
        hidden, tags = self.network.read(vectors, mask, asked)
        memory = self.network.remember(hidden, mask, asked)
        return memory.keys, memory.values, memory.pointers, memory.control, tags


class StepGraph(nn.Module):
    """Writes the next piece of each hypothesis; keys, values and what was written come layer by layer."""

    def __init__(self, network: Seq2Seq) -> None:
        super().__init__()
        self.network = network

    def forward(  # noqa: PLR0913 (the inputs of the graph)
        self, vectors: Tensor, place: Tensor, pointers: Tensor, blocked: Tensor, control: Tensor, hide: Tensor,
        keys: list[Tensor], values: list[Tensor], past_keys: list[Tensor], past_values: list[Tensor],
    ) -> tuple[Tensor, ...]:  # fmt: skip
        memory = Memory(keys, values, pointers, blocked, control)  # type: ignore[arg-type]
        past = [Past(k, v, hide) for k, v in zip(past_keys, past_values, strict=True)]
        outcome, now = self.network.step(vectors, place, memory, past)
        return *outcome, *(one.keys for one in now), *(one.values for one in now)


def step_names(network: Seq2Seq) -> tuple[list[str], list[str]]:
    """Name the inputs and outputs of the step graph."""
    layers = range(len(network.layers))
    seen = [f"{name}_{at}" for name in ("keys", "values") for at in range(min(MEMORIES, len(layers)))]
    past = [f"past_{name}_{at}" for name in ("keys", "values") for at in layers]
    now = [f"now_{name}_{at}" for name in ("keys", "values") for at in layers]
    return [*GIVEN, *seen, *past], ["states", "pointed", "gate", *now]


def read_example() -> tuple[tuple[Tensor, ...], tuple[dict[int, Dim], ...]]:
    """Inputs of the read graph, and which of their sides are free."""
    torch.manual_seed(0)
    mask = torch.ones(3, 9)
    mask[1, 6:] = 0
    n, length = Dim("n", min=1, max=4096), Dim("length", min=2, max=160)
    asked = torch.tensor([[1, 0, 5], [2, 1, 1], [0, 2, 0]])
    return (torch.randn(3, 9, WIDTH), mask, asked), ({0: n, 1: length}, {0: n, 1: length}, {0: n})


def step_example(network: Seq2Seq) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Inputs of the step graph, and which of their sides are free."""
    given, _ = read_example()
    with torch.inference_mode():
        keys, values, pointers, control, _ = ReadGraph(network)(*given)
    _, count, heads, _, size = keys.shape
    blocked = (1.0 - given[1])[:, None, None, :] * -1e4
    hide = torch.zeros(1, 1, 1, 1, 4)
    hide[..., 0] = -1e4
    past = [torch.randn(count, 2, heads, size, 4) for _ in network.layers]
    inputs = (
        torch.randn(count, 2, WIDTH), torch.tensor([3]), pointers.clone(), blocked, control.clone(), hide,
        [one.transpose(2, 3).contiguous() for one in keys.clone()], list(values.clone().unbind()),
        past, [one.transpose(3, 4).contiguous() for one in past],
    )  # fmt: skip
    n, width = Dim("n", min=1, max=4096), Dim("width", min=1, max=64)
    length, seen = Dim("length", min=2, max=160), Dim("seen", min=1, max=200)
    memories = len(keys)
    free = (
        {0: n, 1: width}, {}, {0: n, 1: length}, {0: n, 3: length}, {0: n}, {4: seen},
        [{0: n, 3: length}] * memories, [{0: n, 2: length}] * memories,
        [{0: n, 1: width, 4: seen}] * len(past), [{0: n, 1: width, 3: seen}] * len(past),
    )  # fmt: skip
    return inputs, free


def flat(given: tuple[Any, ...]) -> list[Tensor]:
    """Give the tensors of a graph's inputs one after the other."""
    return [one for each in given for one in (each if isinstance(each, list) else [each])]


def export(
    module: nn.Module,
    example: tuple[tuple[Any, ...], tuple[Any, ...]],
    names: tuple[list[str], list[str]],
    path: Path,
) -> list[float]:
    """Write a module as an int8 graph, and tell how far its outputs are from torch's."""
    import onnxruntime

    module.eval()
    given, free = example
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            module, given, str(plain), input_names=names[0], output_names=names[1], dynamic_shapes=free,
            dynamo=True, external_data=False, opset_version=20, verbose=False,
        )  # fmt: skip
        graph = onnx.load(str(plain))
        del graph.graph.value_info[:]  # shapes that the exporter noted before it turned the matrices round
        onnx.save(graph, str(plain))
        quantize_dynamic(
            str(plain), str(path), per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"],
        )  # fmt: skip
    session = onnxruntime.InferenceSession(str(path))
    feeds = {name: value.numpy() for name, value in zip(names[0], flat(given), strict=True)}
    with torch.inference_mode():
        wanted = module(*given)
    found = session.run(None, feeds)
    return [float(np.abs(w.numpy() - f).max()) for w, f in zip(wanted, found, strict=True)]


def graphs(network: Seq2Seq, folder: Path) -> None:
    """Write both graphs, uncompressed."""
    read = export(ReadGraph(network), read_example(), READ, folder / "rewriter-reader.onnx")
    step = export(
        StepGraph(network), step_example(network), step_names(network), folder / "rewriter-step.onnx"
    )
    print("largest differences from torch:", read, step)


def shortlists(store: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """List for each language the pieces that its targets have often enough, the commonest first."""
    starts, lists = store["starts"].astype(np.int64), {}
    text_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    for number, lang in enumerate(LANGUAGES):
        own = (store["lang"] == number) & (store["dev"] == 0)
        times = np.zeros(len(starts) - 1)
        times[store["b"][own]] = 1
        times[store["b"][own & (store["task"] == TASKS.index("neutral"))]] = RATHER
        counts = np.bincount(store["ids"], weights=times[text_of])
        counts[:3] = np.inf
        order = np.argsort(-counts, kind="stable")
        lists[lang] = order[counts[order] >= LEAST].astype(np.uint16)
    return lists


def network_of(state: dict[str, Tensor]) -> Seq2Seq:
    """Build the network that a checkpoint holds."""
    own = {
        name.removeprefix("network."): value for name, value in state.items() if name.startswith("network.")
    }
    depth = len({name.split(".")[2] for name in own if name.startswith("backbone.layers.")})
    layers = len({name.split(".")[1] for name in own if name.startswith("layers.")})
    network = Seq2Seq(Backbone(depth, drop=0.0), layers=layers, drop=0.0)
    network.load_state_dict(own)
    return network.eval()


def main() -> None:
    from rewriter_store import load

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path, help="data.npz and learned.json")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    state = load(options.checkpoint)
    graphs(network_of(state), options.output)
    for name in ("rewriter-reader", "rewriter-step"):
        graph = options.output / f"{name}.onnx"
        packed = zstandard.ZstdCompressor(level=19, threads=-1).compress(graph.read_bytes())
        graph.with_suffix(".onnx.zst").write_bytes(packed)
        graph.unlink()
    lists = shortlists(dict(np.load(options.folder / "data.npz")))
    np.savez_compressed(
        options.output / "rewriter-pieces.npz", bias=state["bias"].numpy().astype(np.float16), **lists
    )
    learned = json.loads((options.folder / "learned.json").read_text(encoding="utf-8"))
    learned = {lang: pairs for lang, pairs in learned.items() if lang not in WORDED}
    (options.output / "rewriter-learned.json.xz").write_bytes(
        lzma.compress(json.dumps(learned, ensure_ascii=False).encode())
    )
    for path in sorted(options.output.glob("rewriter-*")):
        print(f"{path.name:28} {path.stat().st_size / 1e6:6.2f} MB")


if __name__ == "__main__":
    main()
