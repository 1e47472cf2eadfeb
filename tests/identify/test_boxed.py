"""The bundled backbone as a torch module, and the bundled model as a scorer."""

from pathlib import Path

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.identify import scorer
from paraphrast.identify.backbones import backbone
from paraphrast.identify.inputs import PieceReader

PAIRS = [
    Pair("Кот спит на диване.", "На диване спит кот.", lang="ru"),
    Pair("The cat is asleep on the sofa.", "Prices rose sharply last year.", lang="en"),
    Pair("他从北京去上海。", "他从上海去北京。", lang="zh"),
]


def test_the_torch_backbone_judges_pairs_as_the_graph_that_ships_does() -> None:
    """The heads of the shipped reader, put onto the backbone read back from it, must give its scores."""
    import torch

    from paraphrast.identify.boxed import boxed, only, weights
    from paraphrast.models.bundled.reader import pieces, read_pair
    from paraphrast.models.networks.reader import Reader

    arrays, _ = weights()
    base = boxed()
    reader = Reader(base.backbone)
    heads = {name: arrays[f"reader.{name}.weight"] for name in ("join", "same")}
    heads["lost"] = next(each for each in only(arrays, (384, 3)) if each is not heads["same"])
    for name, weight in heads.items():
        layer = getattr(reader, name)
        layer.weight.data = torch.from_numpy(np.array(weight).T.copy())
        layer.bias.data = torch.from_numpy(np.array(arrays[f"reader.{name}.bias"]))
    given = PieceReader(backbone("bundled").tokenizer)
    ids, mask, kinds = (torch.from_numpy(array) for array in given.arrays(given.rows(PAIRS)).values())
    base.eval()
    reader.eval()
    with torch.inference_mode():
        found = reader.pair(base(ids, mask, kinds), kinds.float(), mask.float()).numpy()
    sides = zip(pieces([p.a for p in PAIRS], 126), pieces([p.b for p in PAIRS], 126), strict=True)
    shipped = np.array([read_pair(side) for side in sides])
    np.testing.assert_allclose(1 / (1 + np.exp(-found)), 1 / (1 + np.exp(-shipped)), atol=0.08)


def test_the_bundled_model_is_a_symmetric_scorer() -> None:
    score = scorer("bundled")
    there, back = score(PAIRS), score([Pair(p.b, p.a, lang=p.lang) for p in PAIRS])
    assert there == pytest.approx(back, abs=1e-6)
    assert there[0] > there[1]


def test_the_bundled_backbone_reads_domain_text_through_its_word_table(tmp_path: Path) -> None:
    import torch

    from paraphrast.identify.pretraining import Plan, read_on

    texts = [
        "Стек отдаёт последний элемент первым.",
        "A stack gives back the last element first.",
        "栈后进先出。",
    ]
    done = read_on("bundled", texts * 4, to=tmp_path, plan=Plan(epochs=4, rate=2e-4, batch=6, limit=24))
    assert done.losses[-1] < done.losses[0] - 0.5
    shipped, read = backbone("bundled").module, backbone(str(tmp_path)).module
    assert torch.equal(shipped.words.weight, read.words.weight)
    changed = [not torch.equal(a, b) for a, b in zip(shipped.parameters(), read.parameters(), strict=True)]
    assert np.mean(changed) > 0.9
    again = read_on(str(tmp_path), texts, to=tmp_path / "again", plan=Plan(epochs=1, batch=6, limit=24))
    assert again.losses[0] < done.losses[0]
    assert (tmp_path / "again" / "backbone.safetensors").is_file()
