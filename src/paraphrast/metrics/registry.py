"""The metrics by name, each the name of a function that makes one."""

import inspect
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from paraphrast.errors import CommandError, unknown
from paraphrast.metrics.metric import Metric

METRICS = {
    "bleu": "paraphrast.metrics.sacre:bleu",
    "chrf": "paraphrast.metrics.sacre:chrf",
    "chrf++": "paraphrast.metrics.sacre:chrf_plus_plus",
    "ter": "paraphrast.metrics.sacre:ter",
    "chrf-russe2022": "paraphrast.metrics.lexical:chrf_russe2022",
    "rouge-1": "paraphrast.metrics.rouge:rouge_1",
    "rouge-2": "paraphrast.metrics.rouge:rouge_2",
    "rouge-l": "paraphrast.metrics.rouge:rouge_l",
    "meteor": "paraphrast.metrics.meteor:meteor",
    "bertscore": "paraphrast.metrics.bertscore:bertscore",
    "selfbleu": "paraphrast.metrics.sacre:selfbleu",
    "ibleu": "paraphrast.metrics.sacre:ibleu",
    "selfibleu": "paraphrast.metrics.parascore:selfibleu",
    "jaccard": "paraphrast.metrics.lexical:jaccard",
    "overlap": "paraphrast.metrics.lexical:overlap",
    "parascore": "paraphrast.metrics.parascore:parascore",
    "paraphrase": "paraphrast.metrics.paraphrase:paraphrase",
    "spscore": "paraphrast.metrics.spscore:spscore",
    "spscore-extended": "paraphrast.metrics.extended:extended",
    "acs": "paraphrast.metrics.spscore:acs",
    "spa": "paraphrast.metrics.spscore:spa",
    "pmd": "paraphrast.metrics.spscore:pmd",
    "wpa": "paraphrast.metrics.spscore:wpa",
    "lis": "paraphrast.metrics.spscore:lis",
    "sbleu": "paraphrast.metrics.spscore:sbleu",
    "sl": "paraphrast.metrics.spscore:sl",
    "lr": "paraphrast.metrics.spscore:lr",
    "sta": "paraphrast.metrics.style:sta",
    "sim": "paraphrast.metrics.style:sim",
    "fl": "paraphrast.metrics.style:fl",
    "j": "paraphrast.metrics.style:j",
}


def build(name: str, **settings: object) -> Metric:
    """Make a metric by name.

    >>> build("jaccard").signature(10).split("|")[:3]
    ['jaccard', 'n:10', 'tok:forms']
    """
    make = factory(name)
    wrong = sorted(set(settings) - set(options(name)))
    if wrong:
        raise CommandError(f"{name} has no setting {wrong[0]!r}; it has {', '.join(options(name)) or 'none'}")
    return replace(make(**settings), recipe=(name, settings))


def options(name: str) -> list[str]:
    """List the settings that a metric understands."""
    return list(inspect.signature(factory(name)).parameters)


def factory(name: str) -> Callable[..., Metric]:
    """Find the function that makes a metric."""
    if name not in METRICS:
        raise unknown("metric", name, METRICS)
    module, _, function = METRICS[name].partition(":")
    made: Callable[..., Metric] = getattr(import_module(module), function)
    return made
