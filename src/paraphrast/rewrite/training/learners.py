"""Three kinds of models that learn to write a target for a source, behind one shape.

`seq2seq` trains an encoder with a decoder, `causal` a decoder on source and target in one sequence (the loss
counts the target only), `prompt` nothing but embeddings around the source (Konodyuk and Tikhonova 2021:
ruPrompts), with the decoder frozen.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import nn

from paraphrast.models.continuing import CausalWriter, Soft, padding
from paraphrast.models.hub import loaded
from paraphrast.models.types import Generator
from paraphrast.models.writing import HubWriter
from paraphrast.rewrite.training.settings import Settings

IGNORED = -100  # what the loss does not count
PROMPT = "prompt.safetensors"


class Example(NamedTuple):
    """Pieces of a source and of its target, the end included."""

    source: list[int]
    target: list[int]


class Measured(NamedTuple):
    """What a batch came to: the mean loss of a piece, pieces that were predicted rightly, and all of them."""

    loss: Any
    right: int
    pieces: int


class Seq2Seq:
    """Any T5, mT5 or BART."""

    auto = "AutoModelForSeq2SeqLM"

    def __init__(self, settings: Settings, tokenizer: Any, model: Any) -> None:
        self.settings, self.tokenizer, self.model = settings, tokenizer, model
        self.module: nn.Module = model
        self.made = (tokenizer, model)

    def examples(self, pairs: Sequence[tuple[str, str]]) -> list[Example]:
        """Cut sources and targets into pieces, at most `limit` of each."""
        return [Example(self.pieces(a), self.pieces(b)) for a, b in pairs]

    def pieces(self, text: str) -> list[int]:
        """Give the pieces of a text up to its end."""
        ids = self.tokenizer(text, truncation=True, max_length=self.settings.limit)["input_ids"]
        end = self.tokenizer.eos_token_id
        return [*ids] if ids and ids[-1] == end else [*ids[: self.settings.limit - 1], end]

    def measure(self, batch: Sequence[Example]) -> Measured:
        """Run the model on a batch of examples."""
        device = self.model.device
        source = padded([one.source for one in batch], padding(self.tokenizer)).to(device)
        mask = padded([[1] * len(one.source) for one in batch], 0).to(device)
        labels = padded([one.target for one in batch], IGNORED).to(device)
        out = self.model(input_ids=source, attention_mask=mask, labels=labels)
        return counted(out.loss, out.logits, labels)

    def trained(self) -> Mapping[str, Any]:
        """Give the weights that are learned."""
        return self.module.state_dict()

    def take(self, state: Mapping[str, Any]) -> None:
        """Take learned weights up."""
        self.module.load_state_dict(state)

    def writer(self) -> Generator:
        """Give the model as a writer."""
        return HubWriter("training", how="beam", made=self.made, length=self.settings.limit)

    def save(self, folder: Path) -> None:
        """Write the model as transformers would."""
        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)


class Causal(Seq2Seq):
    """Any causal model, on source, end, target, end."""

    auto = "AutoModelForCausalLM"

    def measure(self, batch: Sequence[Example]) -> Measured:
        rows = [[*one.source, *one.target] for one in batch]
        known = [[IGNORED] * len(one.source) + one.target for one in batch]
        device = self.model.device
        ids = padded(rows, padding(self.tokenizer)).to(device)
        mask = padded([[1] * len(row) for row in rows], 0).to(device)
        labels = padded(known, IGNORED).to(device)
        out = self.model(input_ids=ids, attention_mask=mask, labels=labels)
        return counted(out.loss, out.logits[:, :-1], labels[:, 1:])

    def writer(self) -> Generator:
        return CausalWriter(
            "training", how="beam", made=self.made, separated=True, length=self.settings.limit
        )


class Prompt(Causal):
    """A frozen causal model, and embeddings before and after the source that are learned."""

    def __init__(self, settings: Settings, tokenizer: Any, model: Any) -> None:
        super().__init__(settings, tokenizer, model)
        model.requires_grad_(False)
        self.module = nn.ParameterDict(
            {
                name: nn.Parameter(self.begun(count))
                for name, count in zip(("before", "after"), settings.prompt, strict=True)
            }
        )

    def begun(self, count: int) -> Any:
        """Begin with the embeddings of pieces drawn at random."""
        table = self.model.get_input_embeddings().weight.detach()
        return table[torch.randint(len(table), (count,))].float().clone()

    @property
    def soft(self) -> Soft:
        return Soft(self.module["before"], self.module["after"])  # type: ignore[index]

    def measure(self, batch: Sequence[Example]) -> Measured:
        embed, device = self.model.get_input_embeddings(), self.model.device
        before, after = self.soft
        rows, known = [], []
        for one in batch:
            # the end of the source is not needed: the learned embeddings stand between source and target
            source, target = (torch.tensor(ids, device=device) for ids in (one.source[:-1], one.target))
            rows.append(torch.cat([before, embed(source.long()), after, embed(target)]))
            known.append([IGNORED] * (len(rows[-1]) - len(target)) + one.target)
        vectors = nn.utils.rnn.pad_sequence(rows, batch_first=True)
        mask = padded([[1] * len(row) for row in rows], 0).to(device)
        labels = padded(known, IGNORED).to(device)
        out = self.model(inputs_embeds=vectors, attention_mask=mask, labels=labels)
        return counted(out.loss, out.logits[:, :-1], labels[:, 1:])

    def writer(self) -> Generator:
        soft = Soft(*(each.detach() for each in self.soft))
        return CausalWriter("training", how="beam", made=self.made, soft=soft, length=self.settings.limit)

    def save(self, folder: Path) -> None:
        """Write the embeddings alone; the card says which model they are for."""
        from safetensors.torch import save_file

        save_file({name: each.detach().cpu().contiguous() for name, each in self.trained().items()},
                  folder / PROMPT)  # fmt: skip


KINDS: dict[str, type[Seq2Seq]] = {"seq2seq": Seq2Seq, "causal": Causal, "prompt": Prompt}


def begin(settings: Settings, tokens: Sequence[str]) -> Seq2Seq:
    """Open the base, teach its tokenizer the slots (`tokens`), or make a fresh model that knows only them."""
    kind = KINDS[settings.kind]
    if settings.base == "fresh":
        tokenizer, model = fresh(settings, tokens)
    else:
        tokenizer, model = loaded(settings.base.removeprefix("hub:"), kind.auto)
        new = [token for token in tokens if token not in tokenizer.get_vocab()]
        if new and settings.kind != "prompt":
            tokenizer.add_tokens(new)
            model.resize_token_embeddings(len(tokenizer))
    return kind(settings, tokenizer, model)


def fresh(settings: Settings, tokens: Sequence[str]) -> tuple[Any, Any]:
    """Make a T5 and a tokenizer that splits at blanks and knows these tokens."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    transformers: Any = import_module("transformers")
    transformers.utils.logging.disable_progress_bar()  # it would show one where nobody watches

    names = dict.fromkeys(["<pad>", "</s>", "<unk>", *tokens])
    inner = Tokenizer(models.WordLevel({name: at for at, name in enumerate(names)}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="</s>", unk_token="<unk>",
        model_max_length=settings.limit,
    )  # fmt: skip
    size = settings.fresh
    config = transformers.T5Config(
        vocab_size=len(names), d_model=size.width, d_kv=size.width // size.heads, d_ff=4 * size.width,
        num_layers=size.layers, num_heads=size.heads, decoder_start_token_id=0,
    )  # fmt: skip
    return tokenizer, transformers.T5ForConditionalGeneration(config)


def padded(rows: Sequence[Sequence[int]], value: int) -> Any:
    """Lay rows of numbers side by side."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[value] * (longest - len(row))] for row in rows])


def counted(loss: Any, logits: Any, labels: Any) -> Measured:
    """Count the pieces that were predicted rightly."""
    known = labels != IGNORED
    return Measured(loss, int(((logits.argmax(-1) == labels) & known).sum()), int(known.sum()))
