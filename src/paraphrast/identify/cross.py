"""Joint encoding: both texts in one sequence, the first state classified (the BERT of both papers).

The base is the bundled backbone, or any BERT, RoBERTa or ALBERT: a local directory, or a name on the hub.
"""

from typing import Any

from torch import Tensor, nn

from paraphrast.identify.backbones import backbone
from paraphrast.identify.inputs import PieceReader
from paraphrast.identify.settings import Settings


class Cross(nn.Module):
    """Read two texts together and judge them by the state of the first piece."""

    reads = "pieces"

    def __init__(self, base: nn.Module, width: int, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.base = base
        self.classify = nn.Sequential(
            nn.Dropout(dropout), nn.Linear(width, width), nn.Tanh(), nn.Dropout(dropout), nn.Linear(width, 1)
        )

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Give the logit of each pair from pieces (batch, pieces)."""
        logits: Tensor = self.classify(self.base(ids, mask, types)[:, 0])
        return logits[:, 0]

    @classmethod
    def build(cls, settings: Settings) -> tuple["Cross", PieceReader, str]:
        """Make the network over the base that the settings name, and the reader of its pieces."""
        base: Any = backbone(settings.base)
        return (
            cls(base.module, base.width),
            PieceReader(base.tokenizer, limit=settings.limit),
            f"pieces of {base.name}",
        )
