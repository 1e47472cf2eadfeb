"""JOB 3: are these two texts paraphrases? Pairs in, numbers from 0 to 1 out.

`scorer(name)` gives a Scorer by name: the bundled model, a trained directory, a hub model, or a language
model behind an endpoint. Trainable networks are one file each and share one loop, `training.train`.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from paraphrast.data import Pair, Scorer
from paraphrast.errors import CommandError, naming_extras, unknown
from paraphrast.models.conventions import Convention

MODELS: dict[str, str] = {
    "bow": "paraphrast.identify.bow:Bow",
    "bilstm": "paraphrast.identify.bilstm:BiLstm",
    "decatt": "paraphrast.identify.decatt:DecAtt",
    "esim": "paraphrast.identify.esim:Esim",
    "pwim": "paraphrast.identify.pwim:Pwim",
    "sse": "paraphrast.identify.sse:Sse",
    "cross": "paraphrast.identify.cross:Cross",
    "bundled": "paraphrast.identify.bundled:Bundled",
    "bundled-fast": "paraphrast.identify.bundled:Fast",
    "llm": "paraphrast.identify.llm:Llm",
}


def find(name: str) -> Any:
    """Give the class that a model's name stands for."""
    if name not in MODELS:
        raise unknown("model", name, MODELS)
    module, attribute = MODELS[name].split(":")
    with naming_extras():
        return getattr(import_module(module), attribute)


def scorer(
    name: str, *, folder: str | Path = "models", batch: int = 64, shots: Sequence[Pair] = ()
) -> Scorer:
    """Give the Scorer of a name: bundled, bundled-fast, hub:NAME, llm:NAME, a directory, also in `folder`."""
    kind, _, rest = name.partition(":")
    if kind == "llm" and rest:
        return _made("llm", rest, batch=batch, shots=shots)
    if kind == "hub" and rest:
        from paraphrast import models

        with naming_extras():
            return models.pair(name)
    if name in ("bundled", "bundled-fast"):
        return _made(name, batch=batch)
    for path in (Path(name), Path(folder) / name):
        if (path / "card.json").is_file():
            from paraphrast.identify.saved import Saved

            return Saved(path, batch=batch)
    if name in MODELS:
        raise CommandError(
            f"'{name}' is not trained: there is no {Path(folder) / name}/card.json; "
            f"train it with: paraphrast identify train {name} TRAIN --dev DEV -o {Path(folder) / name}"
        )
    raise unknown(
        "trained model", name, ["bundled", "bundled-fast", "a model directory", "hub:NAME", "llm:NAME"]
    )


def _made(kind: str, *names: str, **settings: object) -> Scorer:
    made: Callable[..., Scorer] = find(kind)
    return made(*names, **settings)


class Symmetric:
    """A Scorer that answers (a, b) and (b, a) alike: the mean of both, cut where the one it asks is."""

    def __init__(self, score: Scorer) -> None:
        self.score = score
        self.threshold = float(getattr(score, "threshold", 0.5))

    @property
    def usage(self) -> Any:
        """Say what an endpoint behind it was asked, if there is one."""
        return getattr(self.score, "usage", None)

    @property
    def ledgers(self) -> tuple[Any, ...]:
        """Say what the one it asks has read, where that is known."""
        return tuple(getattr(self.score, "ledgers", ()))

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Score both orders."""
        back = [Pair(pair.b, pair.a, lang=pair.lang) for pair in pairs]
        found = self.score([*pairs, *back])
        return [(one + other) / 2 for one, other in zip(found, found[len(pairs) :], strict=False)]


def under(score: Scorer, convention: Convention | None) -> Scorer:
    """Give the Scorer told what counts as a paraphrase, where it can be told; else the Scorer as it is."""
    told = getattr(score, "under", None)
    return told(convention) if told and convention else score


def symmetric(score: Scorer) -> Scorer:
    """Give a Scorer that does not care which text is first."""
    return Symmetric(score)
