"""What a training run is told, and the papers' own values of it."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paraphrast.errors import CommandError, unknown

Size: TypeAlias = Literal["small", "medium", "paper"]
Device: TypeAlias = Literal["auto", "cpu", "cuda"]
Precision: TypeAlias = Literal["auto", "full", "mixed"]
Selection: TypeAlias = Literal["f1", "accuracy"]
Schedule: TypeAlias = Literal["constant", "linear"]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How one model is trained; equal settings and data give equal weights on CPU."""

    model: str
    size: Size = "paper"
    vectors: str = "bundled"
    base: str = "bundled"
    epochs: int = 20
    batch: int = 32
    rate: float = 1e-3
    decay: float = 0.0
    patience: int = 4
    balance: bool = False
    soft: bool = False
    select: Selection = "f1"
    symmetric: bool = False
    limit: int = 64
    seed: int = 0
    device: Device = "auto"
    precision: Precision = "auto"
    schedule: Schedule = "constant"


# Epochs are upper bounds: `patience` epochs without a better one on dev end the run. Two of ESIM are what two
# cores do with PARADE in under five minutes; on a GPU more are better still.
PRESETS: dict[str, Settings] = {
    "bow": Settings("bow", epochs=20, batch=32, rate=1e-3),
    "bilstm": Settings("bilstm", epochs=20, batch=32, rate=1e-3),
    "decatt": Settings("decatt", epochs=30, batch=32, rate=1e-3),
    "esim": Settings("esim", epochs=2, batch=32, rate=4e-4),
    "pwim": Settings("pwim", epochs=12, batch=32, rate=5e-4),
    "sse": Settings("sse", size="medium", epochs=12, batch=32, rate=2e-4),
    "cross": Settings("cross", epochs=20, batch=32, rate=2e-5, patience=20, limit=128),
}

# What `--help` says of each model: parameters with vectors 384 wide, vectors not counted.
ABOUT: dict[str, str] = {
    "bow": "learned uni+bigram vectors, summed, cosine > 0.5 (RuPAWS); 300 per n-gram",
    "bilstm": "BiLSTM of 64 over frozen vectors, cosine > 0.5 (RuPAWS); 0.2M",
    "decatt": "decomposable attention (Parikh et al. 2016); 0.4M, paper 380K",
    "esim": "enhanced sequential inference (Chen et al. 2017); 7.7M, paper 7.7M; small 0.6M",
    "pwim": "pairwise word interaction (He and Lin 2016); 2.3M, paper 2.2M",
    "sse": "shortcut-stacked encoder (Nie and Bansal 2017); medium 13M, paper 140M with size=paper",
    "cross": "joint encoding, CLS classified: the bundled backbone or any BERT, RoBERTa, ALBERT",
}


def settings(model: str, **changes: object) -> Settings:
    """Give a model's preset with what is not None changed.

    >>> settings("cross").rate, settings("cross", rate=None, epochs=3).epochs
    (2e-05, 3)
    """
    if model not in PRESETS:
        raise unknown("trainable model", model, PRESETS)
    chosen = replace(PRESETS[model], **{name: value for name, value in changes.items() if value is not None})
    for name in ("epochs", "batch", "rate", "patience", "limit"):
        if getattr(chosen, name) <= 0:
            raise CommandError(f"{name} is {getattr(chosen, name)}; it must be above 0")
    return chosen
