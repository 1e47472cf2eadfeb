"""Fit the scales that make probabilities of what the proofreader says, on outputs that readers judged.

    python training/proofreading.py     prints ALONE and BESIDE for models/bundled/proofreader.py

The readings (benchmarks/readings/fluency.*.jsonl) have been reported once and teach since.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from paraphrast.models.bundled.proofreader import compare, read_proofs
from paraphrast.models.bundled.reader import pieces
from paraphrast.stats.labels import auc

READINGS = Path(__file__).resolve().parent.parent / "benchmarks" / "readings"


def main() -> None:
    said: dict[str, list[float]] = {"ALONE": [], "BESIDE": []}
    fine: list[bool] = []
    for path in sorted(READINGS.glob("fluency.*.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        sources, texts = (pieces([row[name] for row in rows], 1 << 30) for name in ("source", "output"))
        proofs = read_proofs(texts)
        own = [bool(row["fluent"]) for row in rows]
        beside = [compare(*each) for each in zip(sources, texts, proofs, strict=True)]
        said["ALONE"] += [proof.fluency for proof in proofs]
        said["BESIDE"] += beside
        fine += own
        alone = np.array([proof.fluency for proof in proofs])
        print(
            f"{path.name}: AUC alone {auc(np.array(own), alone):.3f}, beside the source {auc(np.array(own), np.array(beside)):.3f}"
        )
    for name, values in said.items():
        fit = LogisticRegression(C=1e6).fit(np.array(values)[:, None], fine)
        print(f"{name} = ({fit.coef_[0, 0]:.2f}, {fit.intercept_[0]:.2f})")


if __name__ == "__main__":
    main()
