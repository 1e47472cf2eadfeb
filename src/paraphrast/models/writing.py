"""Models that write: translators and generators behind one call, `texts, n -> n texts for each`."""

import json
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from paraphrast.errors import CommandError, MissingExtra, unknown
from paraphrast.models.endpoint import Endpoint
from paraphrast.models.hub import BATCH, encodes, loaded
from paraphrast.models.types import Generator

HOW = ("greedy", "beam", "sample")
BEAM, TOP_K, LENGTH = 5, 50, 256


@cache
def language_names() -> dict[str, str]:
    """Read the English names of the languages that a chat model may be asked for."""
    path = Path(__file__).parent / "languages.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def open_writer(name: str, *, to: str, how: str) -> Generator:
    """Open hub:NAME (or a folder of that layout), ct2:FOLDER, or endpoint:MODEL."""
    if how not in HOW:
        raise unknown("way of choosing", how, HOW)
    kind, _, place = name.partition(":")
    if kind == "endpoint" and place:
        return EndpointWriter(place, to=to, how=how)
    if kind == "ct2" and place:
        return TranslateWriter(Path(place), how=how)
    if kind == "hub" and place:
        return _hub_writer(place, how)
    if (Path(name) / "config.json").is_file():
        return _hub_writer(name, how)
    raise CommandError(
        f"no writer {name!r}; say hub:NAME, ct2:FOLDER, endpoint:MODEL, or a folder with config.json"
    )


def ways(n: int) -> dict[str, dict[str, Any]]:
    """Say how transformers should choose n texts, by name."""
    return {
        "greedy": {"do_sample": False, "num_beams": 1},
        "beam": {"do_sample": False, "num_beams": max(n, BEAM), "num_return_sequences": n},
        "sample": {"do_sample": True, "num_beams": 1, "top_k": TOP_K, "num_return_sequences": n},
    }


def _hub_writer(place: str, how: str) -> Generator:
    """Open a model of transformers as what it is: sequence-to-sequence, or causal."""
    if encodes(place):
        return HubWriter(place, how=how)
    from paraphrast.models.continuing import CausalWriter

    return CausalWriter(place, how=how)


class HubWriter:
    """A sequence-to-sequence model of transformers, by its name or as it was made."""

    def __init__(
        self, place: str, *, how: str, made: tuple[Any, Any] | None = None, length: int = LENGTH
    ) -> None:
        self.name, self.how, self.length = f"hub:{place}", how, length
        self.tokenizer, self.model = made or loaded(place, "AutoModelForSeq2SeqLM")

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        """Write n texts for each; greedy writing has only one."""
        import torch

        out: list[list[str]] = []
        torch.manual_seed(0)
        for start in range(0, len(texts), BATCH):
            batch = self.tokenizer(
                list(texts[start : start + BATCH]), padding=True, truncation=True, return_tensors="pt"
            ).to(self.model.device)
            with torch.inference_mode():
                ids = self.model.generate(**batch, max_new_tokens=self.length, **ways(n)[self.how])
            written = self.tokenizer.batch_decode(ids, skip_special_tokens=True)
            each = len(written) // len(batch["input_ids"])
            out += [written[row : row + each] for row in range(0, len(written), each)]
        return out


class TranslateWriter:
    """A CTranslate2 folder, with the SentencePiece models that OPUS-MT and Argos put beside it."""

    def __init__(self, folder: Path, *, how: str) -> None:
        try:
            import ctranslate2
            import sentencepiece
        except ImportError as error:
            raise MissingExtra("ctranslate2 and sentencepiece", "train") from error
        inner = folder / "model" if (folder / "model" / "model.bin").is_file() else folder
        if not (inner / "model.bin").is_file():
            raise CommandError(f"{folder} has no model.bin; expected a folder converted by CTranslate2")
        self.name, self.how = f"ct2:{folder.name}", how
        self.library, self.place, self.end = ctranslate2, str(inner), _source_end(inner)
        self.translator = self.opened()
        self.source = sentencepiece.SentencePieceProcessor(model_file=str(pieces(folder, "source")))
        self.target = sentencepiece.SentencePieceProcessor(model_file=str(pieces(folder, "target")))

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        """Translate: n hypotheses for each text."""
        chosen: dict[str, dict[str, Any]] = {
            "greedy": {"beam_size": 1},
            "beam": {"beam_size": max(n, BEAM), "num_hypotheses": n},
            "sample": {"beam_size": 1, "sampling_topk": TOP_K, "num_hypotheses": n},
        }
        cut = [[*self.source.encode(text, out_type=str), *self.end] for text in texts]
        if self.how == "sample":
            self.translator = self.opened()
        found = self.translator.translate_batch(cut, max_batch_size=BATCH, **chosen[self.how])
        return [[str(self.target.decode(hypothesis)) for hypothesis in one.hypotheses] for one in found]

    def opened(self) -> Any:
        """Load the model; its new thread begins to draw anew, whatever was drawn before."""
        self.library.set_random_seed(1)
        try:
            return self.library.Translator(self.place)
        except RuntimeError as error:
            raise CommandError(f"the model {self.place!r} cannot be loaded: {error}") from error


def _source_end(folder: Path) -> list[str]:
    """Give the mark that ends a source where the model waits for one that CTranslate2 does not add itself.

    Converted from transformers, OPUS-MT and T5 want one; OpenNMT's models, which begin with <s>, do not.
    """
    path = folder / "config.json"
    facts = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if facts.get("add_source_eos", True) or facts.get("decoder_start_token") == facts.get("bos_token"):
        return []
    return [str(facts.get("eos_token", "</s>"))]


def pieces(folder: Path, side: str) -> Path:
    """Find the SentencePiece model of one side, or the one that serves both."""
    for name in (f"{side}.spm", f"{side}.model", "sentencepiece.model", "spiece.model"):
        if (folder / name).is_file():
            return folder / name
    raise CommandError(f"{folder} has no {side}.spm or sentencepiece.model beside the model")


class EndpointWriter:
    """A chat model behind an address: the text is the question, or is to be translated."""

    def __init__(self, model: str, *, to: str, how: str) -> None:
        if to and to not in language_names():
            raise unknown("language", to, language_names())
        self.name, self.to, self.how = f"endpoint:{model}", to, how
        self.endpoint = Endpoint(model)
        self.failures: dict[str, str] = {}  # texts of the last call without any answer, and why

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        """Ask n times for each text; the first answer is the coldest, so that n=1 repeats itself.

        A question that fails leaves its text with fewer answers; where nothing was ever answered, the
        address is wrong and its error is raised.
        """
        out: list[list[str]] = [[] for _ in texts]
        self.failures = {}
        for turn in range(n):
            warmth = 0.0 if turn == 0 and self.how != "sample" else 0.7 + 0.1 * turn
            answers = self.endpoint.attempt(
                [self.messages(text, turn) for text in texts], tokens=LENGTH, temperature=warmth
            )
            for text, row, answer in zip(texts, out, answers, strict=True):
                if isinstance(answer, str):
                    row.append(answer.strip())
                elif not (self.endpoint.usage.asked or self.endpoint.usage.kept):
                    raise answer
                else:
                    self.failures[text] = str(answer)
        return out

    def messages(self, text: str, turn: int) -> list[dict[str, str]]:
        """Put the text as it is, or ask for its translation; later turns ask for another wording."""
        if not self.to:
            return [{"role": "user", "content": text}]
        more = " Give another wording than the obvious one." if turn else ""
        into = language_names()[self.to]
        rule = f"Translate the user's text into {into}. Answer with the translation alone.{more}"
        return [{"role": "system", "content": rule}, {"role": "user", "content": text}]
