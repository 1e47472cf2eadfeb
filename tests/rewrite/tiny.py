"""Tiny models of transformers that tests make themselves."""

from pathlib import Path
from typing import Any

WORDS = [
    *("ты", "вы", "плохой", "хороший", "человек", "дурак", "поезд", "опоздал", "снова"),
    *("you", "he", "bad", "good", "man", "fool", "train", "late", "again", "is", "the"),
    *("你", "他", "坏", "好", "人", "车", "晚", "了", ".", ",", "!"),
]


def tokenizer(place: Path, *, masked: bool = False) -> Any:
    """Write a tokenizer that splits at blanks and punctuation."""
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers

    special = ["<pad>", "</s>", "<unk>", *(["<mask>"] if masked else [])]
    inner = Tokenizer(models.WordLevel({w: i for i, w in enumerate([*special, *WORDS])}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        model_max_length=32,
        **({"mask_token": "<mask>"} if masked else {}),
    )
    made.save_pretrained(place)
    return made


def seq2seq(place: Path) -> Path:
    """Write a T5 of a few thousand weights."""
    import torch
    import transformers

    torch.manual_seed(0)
    size = len(tokenizer(place))
    config = transformers.T5Config(
        vocab_size=size, d_model=32, d_kv=16, d_ff=64, num_layers=1, num_heads=2, decoder_start_token_id=0,
        dropout_rate=0.0,
    )  # fmt: skip
    transformers.T5ForConditionalGeneration(config).save_pretrained(place)
    return place


def bart(place: Path) -> Path:
    """Write a BART of a few thousand weights, far enough from one another to have a favourite piece."""
    import torch
    import transformers

    torch.manual_seed(0)
    size = len(tokenizer(place))
    config = transformers.BartConfig(
        vocab_size=size, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=64,
        init_std=0.4, pad_token_id=0, bos_token_id=1, eos_token_id=1, decoder_start_token_id=1,
        forced_eos_token_id=1,
    )  # fmt: skip
    model = transformers.BartForConditionalGeneration(config)
    model.final_logits_bias[0, 1] = 4.0  # texts end now and then
    model.save_pretrained(place)
    return place


def causal(place: Path) -> Path:
    """Write a GPT-2 of a few thousand weights."""
    import torch
    import transformers

    torch.manual_seed(0)
    size = len(tokenizer(place))
    config = transformers.GPT2Config(
        vocab_size=size, n_positions=128, n_embd=32, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=1,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
    )  # fmt: skip
    transformers.GPT2LMHeadModel(config).save_pretrained(place)
    return place


def masked(place: Path) -> Path:
    """Write a BERT with a head that fills masks."""
    import torch
    import transformers

    torch.manual_seed(0)
    size = len(tokenizer(place, masked=True))
    config = transformers.BertConfig(
        vocab_size=size, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
        pad_token_id=0,
    )  # fmt: skip
    transformers.BertForMaskedLM(config).save_pretrained(place)
    return place
