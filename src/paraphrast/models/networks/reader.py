"""The reader as a torch module: heads over the backbone for pairs and for single texts."""

import torch
from torch import Tensor, nn

from paraphrast.models.networks.backbone import WIDTH, Backbone, mean

TEXT_HEADS = ("toxicity", "fluency")


class Reader(nn.Module):
    """Judges pairs by a mixture of experts, one for a family of corpora, and texts by one head a question."""

    def __init__(self, backbone: Backbone, domains: int) -> None:
        super().__init__()
        self.backbone = backbone
        self.domains = domains
        self.join = nn.Linear(4 * WIDTH, WIDTH)
        self.experts = nn.Linear(WIDTH, domains)
        self.gate = nn.Linear(WIDTH, domains)
        self.inner = nn.Linear(2 * WIDTH, WIDTH)
        self.texts = nn.Linear(WIDTH, len(TEXT_HEADS))
        self.drop = nn.Dropout(0.1)

    def pair_parts(self, hidden: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return every expert's logit, and the gate's logits over the experts."""
        a = mean(hidden, mask * (1 - kinds))
        b = mean(hidden, mask * kinds)
        features = torch.cat([hidden[:, 0], a + b, (a - b).abs(), a * b], dim=-1)
        joined = self.drop(nn.functional.gelu(self.join(self.drop(features))))
        return self.experts(joined), self.gate(joined)

    def pair(self, hidden: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Return P(paraphrase)."""
        experts, gate = self.pair_parts(hidden, kinds, mask)
        return (gate.softmax(1) * experts.sigmoid()).sum(1)

    def text_logits(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """Return a logit for each question about a text."""
        features = torch.cat([hidden[:, 0], mean(hidden, mask)], dim=-1)
        logits: Tensor = self.texts(self.drop(nn.functional.gelu(self.inner(self.drop(features)))))
        return logits
