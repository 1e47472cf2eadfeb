"""Pretrained transformers as one small shape: pieces in, hidden states out, and the tokenizer that fits."""

from pathlib import Path
from typing import Any, NamedTuple

from torch import Tensor, nn

from paraphrast.errors import CommandError, naming_extras
from paraphrast.models.bundled.box import WIDTH


class Base(NamedTuple):
    """A module (ids, mask, types) -> states, its width, its tokenizer (of `tokenizers`) and its name."""

    module: nn.Module
    width: int
    tokenizer: Any
    name: str


class Hosted(nn.Module):
    """A transformers model that takes its inputs by place; models without text types do not see them."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model
        self.typed = getattr(model.config, "type_vocab_size", 0) > 1

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Give the states of the last layer."""
        more = {"token_type_ids": types} if self.typed else {}
        states: Tensor = self.model(input_ids=ids, attention_mask=mask, **more).last_hidden_state
        return states


def backbone(name: str) -> Base:
    """Open the base of this name: bundled, a directory or, because a person named it, the hub."""
    from paraphrast.identify.boxed import boxed, pair_tokenizer
    from paraphrast.identify.saved import BACKBONE

    if name == "bundled":
        return Base(boxed(), WIDTH, pair_tokenizer(), name)
    if (Path(name) / BACKBONE).is_file():
        return Base(boxed(Path(name)), WIDTH, pair_tokenizer(), name)
    model, tokenizer = pretrained(name, "AutoModel")
    return Base(Hosted(model), int(model.config.hidden_size), tokenizer.backend_tokenizer, name)


def pretrained(name: str, kind: str) -> tuple[Any, Any]:
    """Load a model of this transformers class and its fast tokenizer."""
    with naming_extras():
        import transformers
    talk: Any = transformers.utils.logging
    talk.set_verbosity_error()
    talk.disable_progress_bar()
    path = name.removeprefix("hub:")
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(path, use_fast=True)
        # sdpa and flash kernels do not export to ONNX by tracing
        model = getattr(transformers, kind).from_pretrained(path, attn_implementation="eager")
    except (OSError, ValueError) as e:
        where = "there" if Path(path).exists() else "as a directory, nor on the hub"
        raise CommandError(f"no model '{path}' {where}: {str(e).splitlines()[0]}") from e
    if not tokenizer.is_fast:
        raise CommandError(f"'{path}' has no fast tokenizer, which joint encoding needs")
    return model, tokenizer
