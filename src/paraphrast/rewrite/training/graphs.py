"""Models of transformers as graphs that write piece by piece from cached keys and values.

The models' own code is traced with caches that are filled from the inputs, so that one module serves T5, mT5,
BART and whatever else keeps its keys and values so; masks come ready-made, since their making does not trace.
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from paraphrast.models.exported import READER, STEP
from paraphrast.models.tracing import Names, traced

LOW = torch.finfo(torch.float32).min


class Reader(nn.Module):
    """Pieces -> the keys and values of each layer that the decoder looks at."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        hidden = self.model.get_encoder()(input_ids=ids, attention_mask=_block_padding(mask))[0]
        cache = _join_caches(_fill_cache(()), _fill_cache(()))
        seen = torch.zeros(1, 1, 1, 1)
        # what the decoder makes of its first piece is not asked for, and the graph leaves it out
        self.model.get_decoder()(
            input_ids=ids[:, :1], attention_mask=seen, encoder_hidden_states=hidden,
            encoder_attention_mask=seen, past_key_values=cache, use_cache=True,
        )  # fmt: skip
        return _take_parts(cache.cross_attention_cache)


class Step(nn.Module):
    """New pieces, the rows of the cache they go on from, the source and the cache -> what may come next."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, pieces: Tensor, parents: Tensor, mask: Tensor, *given: Tensor) -> tuple[Tensor, ...]:
        source, past = given[: len(given) // 2], given[len(given) // 2 :]
        own = _fill_cache([each.index_select(0, parents) for each in past])
        found = self.model(
            encoder_outputs=(torch.zeros(1, 1, 1),), attention_mask=_block_padding(mask),
            decoder_input_ids=pieces, decoder_attention_mask=_block_ahead(pieces, past[0]),
            past_key_values=_join_caches(own, _fill_cache(source)), use_cache=True,
        )  # fmt: skip
        return found.logits[:, -1].float().log_softmax(-1), *_take_parts(own)


class CausalStep(Step):
    """The same without a source: the mask is of the pieces before and of the new ones."""

    def forward(self, pieces: Tensor, parents: Tensor, mask: Tensor, *given: Tensor) -> tuple[Tensor, ...]:
        own = _fill_cache([each.index_select(0, parents) for each in given])
        places = (mask.cumsum(-1) - 1).clamp(min=0).long()[:, given[0].shape[2] :]
        found = self.model(
            input_ids=pieces,
            attention_mask=(_block_ahead(pieces, given[0]) + _block_padding(mask)).clamp(min=LOW),
            position_ids=places, past_key_values=own, use_cache=True, logits_to_keep=1,
        )  # fmt: skip
        return found.logits[:, -1].float().log_softmax(-1), *_take_parts(own)


def _block_padding(mask: Tensor) -> Tensor:
    """Turn a mask of pieces into what is added to the attention: (n, length) -> (n, 1, 1, length)."""
    return (1.0 - mask)[:, None, None, :] * LOW


def _block_ahead(pieces: Tensor, past: Tensor) -> Tensor:
    """Hide from each new piece those that follow it."""
    seen, new = past.shape[2], pieces.shape[1]
    return (torch.arange(seen + new)[None, :] > torch.arange(seen, seen + new)[:, None]).float()[
        None, None
    ] * LOW


def _fill_cache(given: Sequence[Tensor]) -> Any:
    """Make a cache that holds keys and values, layer by layer."""
    cache = import_module("transformers").DynamicCache()
    for at in range(0, len(given), 2):
        cache.update(given[at], given[at + 1], at // 2)
    return cache


def _join_caches(own: Any, source: Any) -> Any:
    """Join the cache of what is written and that of the source."""
    return import_module("transformers").EncoderDecoderCache(own, source)


def _take_parts(cache: Any) -> tuple[Tensor, ...]:
    """Take the keys and values out of a cache."""
    return tuple(each for layer in cache.layers for each in (layer.keys, layer.values))


def write(model: Any, folder: Path) -> None:
    """Write the graphs of a model into a folder."""
    for name in (READER, STEP) if model.config.is_encoder_decoder else (STEP,):
        (folder / name).parent.mkdir()
    ids, mask = torch.tensor([[2, 1, 0], [1, 0, 0]]), torch.tensor([[1.0, 1.0, 1.0], [1.0, 1.0, 0.0]])
    pieces, parents = torch.tensor([[1, 2], [2, 1]]), torch.tensor([2, 0])
    if model.config.is_encoder_decoder:
        with torch.inference_mode():
            memory = Reader(model)(ids, mask)
        read = _name_layers("", len(memory))
        free = {
            "ids": {0: "n", 1: "length"},
            "mask": {0: "n", 1: "length"},
            **_list_free_sides(read, "n", "length"),
        }
        traced(Reader(model).eval(), (ids, mask), Names(("ids", "mask"), read, free), folder / READER)
        past = tuple(torch.ones(3, each.shape[1], 4, each.shape[3]) for each in memory)
        step, given = Step(model), (pieces, parents, mask, *memory, *past)
    else:
        with torch.inference_mode():
            begun = _take_parts(
                model(input_ids=ids, past_key_values=_fill_cache(()), use_cache=True).past_key_values
            )
        past, read, free = tuple(each.repeat(2, 1, 1, 1)[:3] for each in begun), [], {}
        step = CausalStep(model)
        given = (pieces, parents, torch.ones(2, past[0].shape[2] + pieces.shape[1]), *past)
    before, after = _name_layers("past.", len(past)), _name_layers("new.", len(past))
    free = {
        "pieces": {0: "n", 1: "new"}, "parents": {0: "n"}, "mask": {0: "n", 1: "length"}, "logs": {0: "n"},
        **_list_free_sides(read, "n", "length"), **_list_free_sides(before, "before", "seen"),
        **_list_free_sides(after, "n", "now"),
    }  # fmt: skip
    names = Names(("pieces", "parents", "mask", *read, *before), ("logs", *after), free)
    traced(step.eval(), given, names, folder / STEP)


def _name_layers(prefix: str, count: int) -> list[str]:
    """Name the keys and values of all layers.

    >>> _name_layers("past.", 4)
    ['past.keys.0', 'past.values.0', 'past.keys.1', 'past.values.1']
    """
    return [f"{prefix}{('keys', 'values')[at % 2]}.{at // 2}" for at in range(count)]


def _list_free_sides(names: Sequence[str], rows: str, length: str) -> dict[str, dict[int, str]]:
    """Say which sides of keys and values are free."""
    return {name: {0: rows, 2: length} for name in names}
