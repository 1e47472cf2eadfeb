"""How surprised a language model is by the worse text of a pair."""

from collections.abc import Callable, Sequence

from paraphrast.build.loading import check_languages, model
from paraphrast.build.steps import Verdict, within
from paraphrast.data import Pair

LanguageModel = Callable[[Sequence[str]], Sequence[float]]


class Perplexity:
    """Keeps pairs whose both texts have a mean negative log-likelihood, in nats per token, up to a bound.

    RuPAWS keeps "perplexity lower than 7", which drops 3 to 8% of pairs: it must be this, not its exponent.
    """

    def __init__(self, high: float = 7.0, model: LanguageModel | str = "bundled") -> None:
        self.high, self.model = high, model

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        check_languages("language-model", self.model, pairs)
        scores = self.load()([text for pair in pairs for text in (pair.a, pair.b)])
        worse = [max(two) for two in zip(scores[::2], scores[1::2], strict=True)]
        return [within(float(score), (None, self.high), "perplexity") for score in worse]

    def load(self) -> LanguageModel:
        """Give the model, loading it when only its name was given."""
        if isinstance(self.model, str):
            found: LanguageModel = model("language_model", self.model)
            return found
        return self.model
