"""Turn the trained checkpoints into the files that ship: int8 ONNX graphs over one shared 4-bit word table.

    python training/export.py scratch/small scratch/reader.pt scratch/encoder.pt scratch/causal.pt -o src/paraphrast/models/weights

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

from paraphrast.models.networks.backbone import WIDTH, Backbone, mean
from paraphrast.models.networks.causal import Causal
from paraphrast.models.networks.reader import Reader
from paraphrast.models.quantised import dequantise


class PairGraph(nn.Module):
    """vectors, kinds, mask -> P(paraphrase), and the two text heads' probabilities."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, vectors: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.reader.backbone(vectors, kinds, mask)
        return self.reader.pair(hidden, kinds, mask), self.reader.text_logits(hidden, mask).sigmoid()


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


def export(module: nn.Module, names: list[str], outputs: list[str], path: Path) -> None:
    """Write a module as an int8 graph with free batch and length, and say how far it is from torch."""
    module.eval()
    given = example(len(names))
    n, length = torch.export.Dim("n", min=1, max=4096), torch.export.Dim("length", min=2, max=512)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            module, given, str(plain), input_names=names, output_names=outputs,
            dynamic_shapes=tuple({0: n, 1: length} for _ in names), dynamo=True, external_data=False, opset_version=18,
        )  # fmt: skip
        graph = onnx.load(str(plain))
        del graph.graph.value_info[:]  # shapes that the exporter noted before it turned the matrices round
        onnx.save(graph, str(plain))
        quantize_dynamic(
            str(plain),
            str(path),
            per_channel=True,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gemm"],
        )
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path))
    found = session.run(None, {name: value.numpy() for name, value in zip(names, given, strict=True)})
    with torch.inference_mode():
        wanted = module(*given)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    gaps = [float(np.abs(w.numpy() - f).max()) for w, f in zip(wanted, found, strict=True)]
    print(f"{path.name:16} {path.stat().st_size / 1e6:6.1f} MB, largest differences from torch {gaps}")


def checkpoint(path: Path) -> dict[str, Tensor]:
    return {name: value.float() for name, value in torch.load(path, map_location="cpu").items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("small", type=Path)
    parser.add_argument("reader", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("causal", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    state = checkpoint(options.reader)
    reader = Reader(Backbone(drop=0.0), domains=len(state["gate.bias"]))
    reader.load_state_dict(state)
    smooth(reader.backbone, options.small)
    export(PairGraph(reader), ["vectors", "kinds", "mask"], ["pair", "texts"], options.output / "reader.onnx")
    backbone = Backbone(drop=0.0)
    backbone.load_state_dict({n.removeprefix("backbone."): v for n, v in checkpoint(options.encoder).items()})
    export(
        EncoderGraph(backbone), ["vectors", "mask"], ["sentence", "pieces"], options.output / "encoder.onnx"
    )
    state = checkpoint(options.causal)
    causal = Causal()
    causal.load_state_dict(
        {n.removeprefix("network."): v for n, v in state.items() if n.startswith("network.")}
    )
    export(causal, ["vectors"], ["states"], options.output / "causal.onnx")
    np.save(options.output / "causal-bias.npy", state["bias"].numpy().astype(np.float16))
    for graph in options.output.glob("*.onnx"):
        packed = zstandard.ZstdCompressor(level=19, threads=-1).compress(graph.read_bytes())
        graph.with_suffix(".onnx.zst").write_bytes(packed)
        graph.unlink()
    shutil.copy(options.small / "words.npy", options.output / "words.npy")
    with (
        open(options.small / "tokenizer.json", "rb") as source,
        gzip.GzipFile(options.output / "tokenizer.json.gz", "wb", mtime=0) as target,
    ):
        shutil.copyfileobj(source, target)
    total = sum(path.stat().st_size for path in options.output.iterdir())
    print(
        f"{total / 1e6:.1f} MB in all, word table {dequantise(np.load(options.output / 'words.npy')[:2], WIDTH).shape}"
    )


if __name__ == "__main__":
    main()
