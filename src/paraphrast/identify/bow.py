"""Bag of words and word pairs: learned embeddings, summed, compared by cosine (the BOW of RuPAWS)."""

from torch import Tensor, nn

from paraphrast.identify.layers import cosine_logit

SIZES = {"small": 64, "paper": 300}


class Bow(nn.Module):
    """Sum learned vectors of unigrams and bigrams; yes when the cosine of the sums is above 0.5."""

    reads = "bag"

    def __init__(self, entries: int, *, size: str = "paper") -> None:
        super().__init__()
        self.table = nn.Embedding(entries, SIZES[size], padding_idx=0)
        nn.init.normal_(self.table.weight, std=SIZES[size] ** -0.5)
        self.table.weight.data[0] = 0

    def forward(self, a: Tensor, b: Tensor) -> Tensor:
        """Give the logit of each pair from padded ids (batch, entries)."""
        return cosine_logit(self.table(a).sum(dim=1), self.table(b).sum(dim=1))
