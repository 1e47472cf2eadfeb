"""A bidirectional LSTM over frozen word vectors, last states compared by cosine (the BiLSTM of RuPAWS)."""

from torch import Tensor, nn

from paraphrast.identify.layers import BiLstm as Layer
from paraphrast.identify.layers import cosine_logit, last_states, together

SIZES = {"small": 32, "paper": 64}


class BiLstm(nn.Module):
    """Read each text in both directions; yes when the cosine of the last states is above 0.5."""

    reads = "words"

    def __init__(self, dim: int, *, size: str = "paper") -> None:
        super().__init__()
        self.layer = Layer(dim, SIZES[size])

    def forward(self, a: Tensor, a_length: Tensor, b: Tensor, b_length: Tensor) -> Tensor:
        """Give the logit of each pair from word vectors (batch, words, dim) and lengths."""
        left, right = together(self.layer, a, b, lengths=(a_length, b_length))
        return cosine_logit(last_states(left, a_length), last_states(right, b_length))
