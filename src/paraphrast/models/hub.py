"""Models of the hub, or of a folder in its layout, through transformers (extra `train`)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.errors import CommandError, MissingExtra
from paraphrast.models.types import Pieces, Vectors

BATCH = 32


def loaded(place: str, kind: str) -> tuple[Any, Any]:
    """Load a tokenizer and a model of this kind (an Auto class of transformers), ready to be asked."""
    with loading(place) as transformers:
        tokenizer = transformers.AutoTokenizer.from_pretrained(place)
        model = getattr(transformers, kind).from_pretrained(place)
    return tokenizer, model.eval()


@contextmanager
def loading(place: str) -> Iterator[Any]:
    """Give the library, and say of a model that cannot be loaded why."""
    try:
        transformers: Any = import_module("transformers")
    except ImportError as error:
        raise MissingExtra("transformers", "train") from error
    transformers.utils.logging.disable_progress_bar()  # it would show one where nobody watches
    try:
        yield transformers
    except (OSError, ValueError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise CommandError(f"the model {place!r} cannot be loaded: {reason}") from error


def encodes(place: str) -> bool:
    """Say whether a model has an encoder before its decoder."""
    with loading(place) as transformers:
        return bool(transformers.AutoConfig.from_pretrained(place).is_encoder_decoder)


def sorted_batches(texts: Sequence[str]) -> Iterator[list[int]]:
    """Yield the numbers of texts of like length, a batch at a time."""
    order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


class HubEncoder:
    """Texts -> unit vectors: the mean of the last layer over the text, as sentence-transformers does."""

    def __init__(self, place: str) -> None:
        self.name = f"hub:{place}"
        self.tokenizer, self.model = loaded(place, "AutoModel")
        self.dim = int(self.model.config.hidden_size)

    def run(self, texts: Sequence[str]) -> tuple[Any, Any]:
        """Give the states of the last layer, and the encoded batch."""
        import torch

        batch = self.tokenizer(
            list(texts), padding=True, truncation=True, return_tensors="pt", return_offsets_mapping=True
        )
        offsets = batch.pop("offset_mapping")
        with torch.inference_mode():
            hidden = self.model(**batch).last_hidden_state
        batch["offset_mapping"] = offsets
        return hidden, batch

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Encode the texts."""
        out = np.zeros((len(texts), self.dim), dtype=np.float32)
        for numbers in sorted_batches(texts):
            hidden, batch = self.run([texts[number] for number in numbers])
            weights = batch["attention_mask"].unsqueeze(-1).to(hidden.dtype)
            out[numbers] = ((hidden * weights).sum(1) / weights.sum(1)).float().numpy()
        return np.asarray(
            out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9), dtype=np.float32
        )

    def tokens(self, texts: Sequence[str]) -> list[Pieces]:
        """Give the state of each piece and its place in the text."""
        out: dict[int, Pieces] = {}
        for numbers in sorted_batches(texts):
            hidden, batch = self.run([texts[number] for number in numbers])
            for number, states, offsets in zip(
                numbers, hidden, batch["offset_mapping"].tolist(), strict=True
            ):
                kept = [place for place, (start, stop) in enumerate(offsets) if stop > start]
                out[number] = Pieces(states[kept].float().numpy(), [tuple(offsets[place]) for place in kept])
        return [out[number] for number in range(len(texts))]


def classes(model: Any) -> int:
    """Find which output means yes: the last one, unless a label names it."""
    names = {str(name).lower(): int(number) for number, name in model.config.id2label.items()}
    for yes in ("toxic", "paraphrase", "acceptable", "entailment", "label_1", "1"):
        if yes in names:
            return names[yes]
    return int(model.config.num_labels) - 1


def probabilities(tokenizer: Any, model: Any, inputs: Sequence[Any]) -> NDArray[np.float64]:
    """P(yes) of texts, or of pairs of texts, from a sequence classifier."""
    import torch

    out = np.zeros(len(inputs))
    texts = [one if isinstance(one, str) else "".join(one) for one in inputs]
    for numbers in sorted_batches(texts):
        some = [inputs[number] for number in numbers]
        given = (some,) if isinstance(some[0], str) else ([a for a, _ in some], [b for _, b in some])
        batch = tokenizer(*given, padding=True, truncation=True, return_tensors="pt")
        with torch.inference_mode():
            logits = model(**batch).logits.float()
        # One output is a score of its own; several are classes that share the probability.
        share = logits.sigmoid()[:, 0] if logits.shape[1] == 1 else logits.softmax(1)[:, classes(model)]
        out[numbers] = share.numpy()
    return out


class HubPair:
    """Any sequence classifier as a pair model, symmetric like the bundled one."""

    threshold = 0.5

    def __init__(self, place: str) -> None:
        self.name = f"hub:{place}"
        self.tokenizer, self.model = loaded(place, "AutoModelForSequenceClassification")

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Judge the pairs, each read both ways."""
        first = [tuple(sorted((pair.a, pair.b))) for pair in pairs]
        score = probabilities(self.tokenizer, self.model, first)
        score = (score + probabilities(self.tokenizer, self.model, [(b, a) for a, b in first])) / 2
        return [float(value) for value in score]


class HubTexts:
    """Any sequence classifier as a judge of single texts."""

    def __init__(self, place: str, question: str) -> None:
        self.name, self.question = f"hub:{place}", question
        self.tokenizer, self.model = loaded(place, "AutoModelForSequenceClassification")

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """Judge the texts."""
        return [float(value) for value in probabilities(self.tokenizer, self.model, list(texts))]


class HubLanguageModel:
    """Any causal model of the hub."""

    def __init__(self, place: str) -> None:
        self.name = f"hub:{place}"
        self.tokenizer, self.model = loaded(place, "AutoModelForCausalLM")

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """Score the texts one by one: causal tokenizers often have no padding."""
        import torch

        out = []
        for text in texts:
            ids = self.tokenizer(text, return_tensors="pt", truncation=True)["input_ids"]
            if ids.shape[1] < 2:
                out.append(0.0)
                continue
            with torch.inference_mode():
                out.append(float(self.model(input_ids=ids, labels=ids).loss))
        return out
