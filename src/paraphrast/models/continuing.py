"""Causal models that go on from a text: plainly, after a separator, or between learned embeddings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from paraphrast.models.hub import BATCH, loaded
from paraphrast.models.writing import LENGTH, ways


class Soft(NamedTuple):
    """A continuous prompt: trained embeddings (rows) before and after the text."""

    before: Any
    after: Any


class CausalWriter:
    """A causal model of transformers; `separated` puts the end-of-text piece between text and answer."""

    def __init__(
        self,
        place: str,
        *,
        how: str,
        made: tuple[Any, Any] | None = None,
        separated: bool = False,
        soft: Soft | None = None,
        length: int = LENGTH,
    ) -> None:
        self.length = length
        self.name, self.how, self.separated, self.soft = f"hub:{place}", how, separated, soft
        self.tokenizer, self.model = made or loaded(place, "AutoModelForCausalLM")

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        """Go on from each text in n ways; greedy writing has only one."""
        import torch

        out: list[list[str]] = []
        torch.manual_seed(0)
        for start in range(0, len(texts), BATCH):
            given = self.given(texts[start : start + BATCH])
            settings = {
                "max_new_tokens": self.length,
                "pad_token_id": padding(self.tokenizer),
                **ways(n)[self.how],
            }
            with torch.inference_mode():
                ids = self.model.generate(**given, **settings)
            if "input_ids" in given:  # embeddings are not repeated in the answer, ids are
                ids = ids[:, given["input_ids"].shape[1] :]
            written = self.tokenizer.batch_decode(ids, skip_special_tokens=True)
            each = len(written) // len(given["attention_mask"])
            out += [[text.strip() for text in written[row : row + each]]
                    for row in range(0, len(written), each)]  # fmt: skip
        return out

    def given(self, texts: Sequence[str]) -> dict[str, Any]:
        """Lay texts side by side, padded on the left; with a prompt as embeddings."""
        import torch

        end = [self.tokenizer.eos_token_id] if self.separated else []
        rows = [[*self.tokenizer(text, truncation=True)["input_ids"], *end] or end for text in texts]
        longest = max(1, *map(len, rows))
        ids = torch.tensor([[padding(self.tokenizer)] * (longest - len(row)) + row for row in rows])
        mask = torch.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in rows])
        ids, mask = ids.to(self.model.device), mask.to(self.model.device)
        if self.soft is None:
            return {"input_ids": ids, "attention_mask": mask}
        return _surround_with_prompt(self.model.get_input_embeddings()(ids), mask, self.soft)


def _surround_with_prompt(vectors: Any, mask: Any, soft: Soft) -> dict[str, Any]:
    """Put a prompt around embedded texts; what pads a text stands before the prompt's first part."""
    import torch

    rows = []
    for row, present in zip(vectors, mask, strict=True):
        text = row[present.bool()]
        pad = row[~present.bool()]
        rows.append(torch.cat([pad, soft.before.to(row), text, soft.after.to(row)]))
    ones = mask.new_ones(len(mask), len(soft.before) + len(soft.after))
    return {"inputs_embeds": torch.stack(rows), "attention_mask": torch.cat([mask, ones], dim=1)}


def padding(tokenizer: Any) -> int:
    """Give the piece that pads: its own, or the end of text, since masks hide it."""
    own = tokenizer.pad_token_id
    return int(tokenizer.eos_token_id if own is None else own)
