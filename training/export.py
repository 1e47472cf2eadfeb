"""Turn the trained checkpoints into the files that ship: int8 ONNX graphs over one shared 4-bit word table.

    python training/export.py scratch/small --reader scratch/reader.pt -o scratch/weights       each model alone
    python training/export.py scratch/small --encoder scratch/encoder.pt --causal scratch/causal.pt -o scratch/weights

Matrices become int8, one scale for each output; the word table keeps its 4-bit blocks. Graphs are packed with zstd.
"""

import argparse
import gzip
import shutil
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
import zstandard
from onnxruntime.quantization import QuantType, quantize_dynamic
from smoothing import smooth
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from paraphrast.models.networks.backbone import INNER, Backbone, mean
from paraphrast.models.networks.causal import Causal
from paraphrast.models.networks.proofreader import Proofreader
from paraphrast.models.networks.reader import PairedBackbone, Reader
from paraphrast.models.quantised import WIDTH, dequantise


class ReaderGraph(nn.Module):
    """vectors, kinds, mask -> all that the reader's heads say, in log-odds."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, vectors: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        hidden = self.reader.backbone(vectors, kinds, mask)
        return self.reader.pair(hidden, kinds, mask), *self.reader.text(hidden, kinds, mask)


class EncoderGraph(nn.Module):
    """vectors, mask -> unit sentence vectors, and the states of all pieces."""

    def __init__(self, backbone: Backbone) -> None:
        super().__init__()
        self.backbone = backbone

    def forward(self, vectors: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.backbone(vectors, torch.zeros_like(mask), mask)
        return functional.normalize(mean(hidden, mask), dim=-1), hidden


def example(parts: int) -> tuple[Tensor, ...]:
    torch.manual_seed(0)
    mask = torch.ones(3, 9)
    mask[1, 6:] = 0
    kinds = torch.zeros(3, 9)
    kinds[:, 4:] = 1
    return (torch.randn(3, 9, WIDTH), kinds, mask)[:parts] if parts != 2 else (torch.randn(3, 9, WIDTH), mask)


def export(module: nn.Module, names: list[str], outputs: list[str], path: Path, whole: bool = False) -> None:
    """Write a module as an int8 graph with free batch and length, and say how far it is from torch."""
    module.eval()
    given = example(len(names))
    n, length = torch.export.Dim("n", min=1, max=4096), torch.export.Dim("length", min=2, max=512)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        with sdpa_kernel([SDPBackend.MATH]):  # others leave strides that the exporter cannot view
            torch.onnx.export(
                module, given, str(plain), input_names=names, output_names=outputs,
                dynamic_shapes=tuple({0: n, 1: length} for _ in names), dynamo=True, external_data=False, opset_version=18,
            )  # fmt: skip
        graph = onnx.load(str(plain))
        del graph.graph.value_info[:]  # shapes that the exporter noted before it turned the matrices round
        onnx.save(graph, str(plain))
        kept = heads(graph) if whole else []
        quantize_dynamic(
            str(plain),
            str(path),
            per_channel=True,
            weight_type=QuantType.QUInt8,  # products with signed bytes overflow on processors without VNNI
            op_types_to_quantize=["MatMul", "Gemm"],
            nodes_to_exclude=kept,
        )
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path))
    found = session.run(None, {name: value.numpy() for name, value in zip(names, given, strict=True)})
    with torch.inference_mode():
        wanted = module(*given)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    gaps = [float(np.abs(w.numpy() - f).max()) for w, f in zip(wanted, found, strict=True)]
    print(f"{path.name:16} {path.stat().st_size / 1e6:6.1f} MB, largest differences from torch {gaps}")


def heads(graph: onnx.ModelProto) -> list[str]:
    """Name the nodes that multiply by a matrix which is none of the backbone's."""
    shapes = {each.name: tuple(each.dims) for each in graph.graph.initializer}
    layers = {(WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, INNER), (INNER, WIDTH)}
    matrices = {name for name, shape in shapes.items() if len(shape) == 2 and shape not in layers}
    found = [node.name for node in graph.graph.node if matrices & set(node.input)]
    # the quantiser first makes a MatMul of each Gemm, under a name of its own
    return found + [f"{name}_MatMul" for name in found]


def export_reader(path: Path, small: Path, to: Path) -> None:
    """Write the reader's graph; its heads, which are small and decide, keep their full precision."""
    reader = Reader(PairedBackbone(drop=0.0))
    reader.load_state_dict(checkpoint(path))
    smooth(reader.backbone, small)
    outputs = ["pair", "offences", "fluency", "tags", "faults"]
    export(ReaderGraph(reader), ["vectors", "kinds", "mask"], outputs, to, whole=True)


def export_proofreader(folder: Path, small: Path, to: Path) -> None:
    """Write the proofreader's graph from the parts of its checkpoint; its heads keep their full precision."""
    proofreader = Proofreader(Backbone(drop=0.0))
    proofreader.load_state_dict(
        {n: v for path in sorted(folder.glob("part*.pt")) for n, v in checkpoint(path).items()}
    )
    smooth(proofreader.backbone, small)
    export(proofreader, ["vectors", "mask"], ["faults", "fluency"], to, whole=True)


def checkpoint(path: Path) -> dict[str, Tensor]:
    return {name: value.float() for name, value in torch.load(path, map_location="cpu").items()}


def export_encoder(path: Path, to: Path) -> None:
    """Write the encoder's graph."""
    backbone = Backbone(drop=0.0)
    backbone.load_state_dict({n.removeprefix("backbone."): v for n, v in checkpoint(path).items()})
    export(EncoderGraph(backbone), ["vectors", "mask"], ["sentence", "pieces"], to)


def export_causal(path: Path, to: Path) -> None:
    """Write the language model's graph, and the bias of its pieces beside it."""
    state = checkpoint(path)
    causal = Causal()
    own = {n.removeprefix("network."): v for n, v in state.items() if n.startswith("network.")}
    causal.load_state_dict(own)
    export(causal, ["vectors"], ["states"], to)
    np.save(to.with_name("causal-bias.npy"), state["bias"].numpy().astype(np.float16))


def export_pieces(small: Path, to: Path) -> None:
    """Write the tokenizer and the word table that all models share."""
    shutil.copy(small / "words.npy", to / "words.npy")
    with (
        open(small / "tokenizer.json", "rb") as source,
        gzip.GzipFile(to / "tokenizer.json.gz", "wb", mtime=0) as target,
    ):
        shutil.copyfileobj(source, target)
    print(f"word table {dequantise(np.load(to / 'words.npy')[:2]).shape[1]} wide")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("small", type=Path)
    parser.add_argument("--reader", type=Path)
    parser.add_argument("--proofreader", type=Path, help="the folder of its parts")
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("--causal", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    if options.reader:
        export_reader(options.reader, options.small, options.output / "reader.onnx")
    if options.proofreader:
        export_proofreader(options.proofreader, options.small, options.output / "proofreader.onnx")
    if options.encoder:
        export_encoder(options.encoder, options.output / "encoder.onnx")
    if options.causal:
        export_causal(options.causal, options.output / "causal.onnx")
    for graph in options.output.glob("*.onnx"):
        packed = zstandard.ZstdCompressor(level=19, threads=-1).compress(graph.read_bytes())
        graph.with_suffix(".onnx.zst").write_bytes(packed)
        graph.unlink()
    export_pieces(options.small, options.output)
    total = sum(path.stat().st_size for path in options.output.iterdir())
    print(f"{total / 1e6:.1f} MB in all")


if __name__ == "__main__":
    main()
