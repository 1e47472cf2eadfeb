"""Graphs in 8 bits: near to the exact ones on every processor, whatever their numbers are."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx")

from onnx import TensorProto, helper, numpy_helper, save

from paraphrast.models.bundled.box import running
from paraphrast.models.tracing import quantise

INSIDE, OUTSIDE = 64, 8


def product(path: Path, weights: np.ndarray) -> Path:
    """Write a graph that multiplies by a matrix."""
    sides = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", size])
        for name, size in (("x", INSIDE), ("y", OUTSIDE))
    ]
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    graph = helper.make_graph([node], "g", sides[:1], sides[1:], [numpy_helper.from_array(weights, "w")])
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("sign", [1, -1])
def test_large_products_are_not_cut_off(tmp_path: Path, columns: bool, sign: int) -> None:
    random = np.random.default_rng(0)
    # neighbours that are large together: their sum is more than 16 bits hold
    weights = (sign * random.uniform(0.9, 1, size=(INSIDE, OUTSIDE))).astype(np.float32)
    weights[0] = -sign  # both signs, as matrices have
    given = random.uniform(0.9, 1, size=(3, INSIDE)).astype(np.float32)
    exact = product(tmp_path / "exact.onnx", weights)
    quantise(exact, tmp_path / "fast.onnx", columns=columns)
    [found] = running(str(tmp_path / "fast.onnx")).run(None, {"x": given})
    assert np.allclose(found, given @ weights, rtol=0.01)
    assert not np.array_equal(found, given @ weights)
