"""Outputs in, scores out: each with an interval, a signature and a check against people.

`score("chrf", pairs)` is the short way; `build` makes a metric with settings, `compare` tests two systems.
BLEU, chrF and TER run from 0 to 100 as in sacrebleu; everything else from 0 to 1 (iBLEU and ParaScore may
leave it).
"""

from paraphrast.metrics.metric import Metric, Score
from paraphrast.metrics.registry import METRICS, build
from paraphrast.metrics.scoring import compare, score, stream

__all__ = ["METRICS", "Metric", "Score", "build", "compare", "score", "stream"]
