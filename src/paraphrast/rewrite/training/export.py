"""A trained folder's model as ONNX graphs beside it, for writing without torch."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from paraphrast.errors import CommandError
from paraphrast.files import cards as files
from paraphrast.files.opening import place
from paraphrast.models import exported
from paraphrast.models.exported import FACTS, READER, STEP, TOKENIZER, Cutter, ExportedWriter, Facts, Steps
from paraphrast.models.hub import loaded
from paraphrast.models.searching import Rules
from paraphrast.models.tracing import quantise
from paraphrast.rewrite.training import card as cards
from paraphrast.rewrite.training import graphs
from paraphrast.rewrite.training.learners import KINDS

PART = ".onnx.part"
NEAR = 1e-3  # how far log-probabilities of a graph may be from the model's
SAMPLES = (
    "Поезд № 12 снова опоздал !", "The train 's late again , is n't it ?", "火车又晚点了。", "<date0> ▁ ⇧ .",
)  # fmt: skip
# of generation_config.json: what beam search here is told, and what it need not know
TOLD = {
    "eos_token_id", "length_penalty", "early_stopping", "forced_bos_token_id", "forced_eos_token_id",
    "min_length", "no_repeat_ngram_size",
}  # fmt: skip
MEANT_FOR_OTHERS = {
    "bos_token_id", "pad_token_id", "decoder_start_token_id", "max_length", "max_new_tokens", "num_beams",
    "num_return_sequences", "do_sample", "temperature", "top_k", "top_p", "typical_p", "use_cache",
    "output_attentions", "output_hidden_states", "output_scores", "output_logits", "return_dict_in_generate",
    "cache_implementation", "transformers_version", "_from_model_config",
}  # fmt: skip


def export(folder: Path, *, int8: bool = False) -> Facts:
    """Write FOLDER/onnx, whole or not at all, and give its facts; what was there is replaced."""
    card = cards.read_card(folder)
    kind = card.settings.kind
    if kind == "prompt":
        raise CommandError(
            f"{folder} holds a prompt, which has no model of its own to export; seq2seq and causal have"
        )
    tokenizer, model = loaded(str(folder), KINDS[kind].auto)
    facts = _facts_of(tokenizer, model, int8=int8)
    with replace_folder(folder / exported.FOLDER) as part:
        facts = msgspec.structs.replace(facts, tidy=_write_tokenizer(tokenizer, part))
        with refuse_untraceable(model):
            graphs.write_graphs(model, part)
        _compare_graphs(model, part, facts)
        if int8:
            for name in (READER, STEP) if facts.kind == "seq2seq" else (STEP,):
                _narrow_graph(part / name)
        (part / FACTS).unlink()
        there = sorted(path for path in part.rglob("*") if path.is_file())
        sizes = {path.relative_to(part).as_posix(): path.stat().st_size for path in there}
        facts = msgspec.structs.replace(facts, sizes=sizes)
        files.write(part / FACTS, facts)
    return facts


def _narrow_graph(path: Path) -> None:
    """Put a graph in 8 bits in the place of an exact one and of its weights."""
    exact = path.parent.rename(path.parent.with_name("exact"))
    path.parent.mkdir()
    quantise(exact / path.name, path, columns=True)
    shutil.rmtree(exact)


@contextmanager
def replace_folder(to: Path) -> Iterator[Path]:
    """Give an empty folder that takes the place of another when all went well, and goes when not."""
    part, old = to.with_name(PART), to.with_name(f"{PART}.old")
    _settle_folders(to, part, old)  # after a run that was killed
    with place(part):
        part.mkdir()
    try:
        yield part
        if to.exists():
            to.rename(old)
        part.rename(to)
    finally:
        _settle_folders(to, part, old)


def _settle_folders(to: Path, part: Path, old: Path) -> None:
    """Put back what was moved away for nothing, and clear the rest."""
    if old.exists() and not to.exists():
        old.rename(to)
    for left in (part, old):
        shutil.rmtree(left, ignore_errors=True)


@contextmanager
def refuse_untraceable(model: Any) -> Iterator[None]:
    """Say of a model whose code cannot be traced that it cannot be exported."""
    model.float().set_attn_implementation("eager")  # other kernels do not trace
    try:
        yield
    except (TypeError, ValueError, RuntimeError, AttributeError, IndexError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise _refuse_kind(model, reason) from error


def _refuse_kind(model: Any, reason: str) -> CommandError:
    """Say that a kind of model cannot be exported."""
    return CommandError(
        f"a model of type {model.config.model_type!r} cannot be exported ({reason}); T5, mT5, BART, GPT-2 "
        "and Llama can; it runs through torch as before"
    )


def _facts_of(tokenizer: Any, model: Any, *, int8: bool) -> Facts:
    """Gather what decoding must know, or refuse what it could not do as transformers does."""
    told = model.generation_config.to_diff_dict()
    odd = sorted(name for name, value in told.items() if value and name not in TOLD | MEANT_FOR_OTHERS)
    if odd:
        raise CommandError(
            f"generation_config.json asks for {', '.join(odd)}, which the exported writer cannot do; "
            "take it out to export the model without"
        )
    encodes, config = bool(model.config.is_encoder_decoder), model.generation_config
    ends = config.eos_token_id if config.eos_token_id is not None else tokenizer.eos_token_id
    rules = Rules(
        ends=tuple(ends) if isinstance(ends, list) else (ends,),
        penalty=float(told.get("length_penalty", 1.0)), early=told.get("early_stopping") or False,
        first=config.forced_bos_token_id, last=config.forced_eos_token_id,
        least=int(told.get("min_length") or 0), grams=int(told.get("no_repeat_ngram_size") or 0),
    )  # fmt: skip
    start = config.decoder_start_token_id
    start = config.bos_token_id if start is None else start
    pad = tokenizer.eos_token_id if tokenizer.pad_token_id is None else tokenizer.pad_token_id
    return Facts(
        kind="seq2seq" if encodes else "causal", start=int(start if encodes else tokenizer.eos_token_id),
        pad=int(pad), rules=rules, int8=int8,
        versions=cards.list_versions(),
    )  # fmt: skip


def _write_tokenizer(tokenizer: Any, folder: Path) -> bool:
    """Write the tokenizer as one file that `tokenizers` reads, and say whether its texts are to be tidied."""
    if not tokenizer.is_fast:
        raise CommandError(
            f"the tokenizer ({type(tokenizer).__name__}) has no tokenizer.json, which writing without "
            "transformers needs; train with a base whose tokenizer is a fast one"
        )
    wanted = [tokenizer(text, truncation=True)["input_ids"] for text in SAMPLES]
    inner, longest = tokenizer.backend_tokenizer, tokenizer.model_max_length
    inner.no_padding()
    if longest < 1_000_000:  # without a limit of its own transformers says a very large number
        inner.enable_truncation(longest, direction=tokenizer.truncation_side)
    else:
        inner.no_truncation()
    inner.save(str(folder / TOKENIZER))
    said = [tokenizer.decode(ids, skip_special_tokens=True) for ids in wanted]
    for tidy in (False, True):
        cutter = Cutter(folder, tidy=tidy)
        if cutter.pieces(SAMPLES) == wanted and [cutter.text(ids) for ids in wanted] == said:
            return tidy
    raise CommandError(
        f"tokenizer.json does not do what {type(tokenizer).__name__} does, so the model would read other "
        "pieces without transformers; it cannot be exported"
    )


def _compare_graphs(model: Any, folder: Path, facts: Facts) -> None:
    """See that the graphs say of a sample of other sizes what the model says."""
    files.write(folder / FACTS, facts)
    writer = ExportedWriter(folder)
    most = model.config.vocab_size
    rows = [[at % most for at in row] for row in ([5, 6, 7, 8, 9], [9, 8, 7])]
    batch, more = writer.read(rows), np.array([[3, 4], [4, 3]]) % most
    out, there = np.concatenate([batch.prompts, more], axis=1), np.arange(len(rows))
    steps = Steps(writer.step, batch, cached=True)
    for length in range(batch.prompts.shape[1], out.shape[1] + 1):
        found = steps.logs(out[:, :length], there, there if steps.seen else there * 0)
    with torch.inference_mode():
        wanted = model(**_list_inputs(rows, out, steps, facts)).logits[:, -1].log_softmax(-1).numpy()
    far = float(np.abs(found - wanted).max())
    if not far < NEAR:
        raise _refuse_kind(model, f"its graph is {far:.2g} away from it")


def _list_inputs(rows: list[list[int]], out: Any, steps: Steps, facts: Facts) -> dict[str, Any]:
    """Give the model itself what the graphs were given."""
    mask = torch.from_numpy(steps.mask(out.shape[1])).long()
    if facts.kind == "causal":
        places = (mask.cumsum(-1) - 1).clamp(min=0)
        return {"input_ids": torch.from_numpy(out), "attention_mask": mask, "position_ids": places}
    longest = max(map(len, rows))
    ids = torch.tensor([row + [facts.pad] * (longest - len(row)) for row in rows])
    return {"input_ids": ids, "attention_mask": mask, "decoder_input_ids": torch.from_numpy(out)}
