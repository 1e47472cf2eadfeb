"""Masked language models: what word could stand in a gap?"""

from collections.abc import Sequence

from paraphrast.errors import CommandError
from paraphrast.models.hub import BATCH, loaded


class HubFiller:
    """Any masked model of the hub: gaps (what comes before and after) -> words, the likeliest first."""

    def __init__(self, place: str) -> None:
        self.name = f"hub:{place}"
        self.tokenizer, self.model = loaded(place, "AutoModelForMaskedLM")
        if self.tokenizer.mask_token is None:
            raise CommandError(f"the model {place!r} has no mask; a masked language model is needed")

    def __call__(self, gaps: Sequence[tuple[str, str]], k: int = 10) -> list[list[str]]:
        """Give at most k words for each gap; pieces that only continue a word are left out."""
        import torch

        out: list[list[str]] = []
        for start in range(0, len(gaps), BATCH):
            texts = [f"{a}{self.tokenizer.mask_token}{b}" for a, b in gaps[start : start + BATCH]]
            batch = self.tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
            with torch.inference_mode():
                logits = self.model(**batch).logits
            for row, ids in zip(logits, batch["input_ids"], strict=True):
                places = (ids == self.tokenizer.mask_token_id).nonzero()
                best = row[int(places[0])].topk(min(2 * k, row.shape[-1])).indices if len(places) else []
                pieces = self.tokenizer.convert_ids_to_tokens([int(one) for one in best])
                words = [piece.lstrip("▁Ġ") for piece in pieces if not piece.startswith("##")]
                out.append([word for word in words if word.isalpha()][:k])
        return out
