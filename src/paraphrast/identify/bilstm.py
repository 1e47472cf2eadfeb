"""A bidirectional LSTM over frozen word vectors, last states compared by cosine (the BiLSTM of RuPAWS)."""

from torch import Tensor, nn

from paraphrast.identify.layers import BiLstm as Layer
from paraphrast.identify.layers import cosine_logit, last_states

SIZES = {"small": 32, "paper": 64}


class BiLstm(nn.Module):
    """Read each text in both directions; yes when the cosine of the last states is above 0.5."""

    reads = "words"

    def __init__(self, dim: int, *, size: str = "paper") -> None:
        super().__init__()
        self.layer = Layer(dim, SIZES[size])

    def forward(self, a: Tensor, a_length: Tensor, b: Tensor, b_length: Tensor) -> Tensor:
        """Give the logit of each pair from word vectors (batch, words, dim) and lengths."""
        left = last_states(self.layer(a, a_length), a_length)
        right = last_states(self.layer(b, b_length), b_length)
        return cosine_logit(left, right)
