"""Neural parts behind small types, by name: what is in the box, a hub model, a folder, or an endpoint.

    encoder()                                    the bundled one
    static_encoder()                             bundled, forty times as fast, to find what may be alike
    encoder("hub:sentence-transformers/LaBSE")   any encoder of the hub, or a folder in its layout
    pair("path/to/folder"), toxicity("hub:...")  any sequence classifier
    translator("ct2:folder"), generator("endpoint:model-name")

Nothing is loaded before it is called for, and nothing is fetched unless a name says `hub:` or an address.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.models.bundled.static import StaticEncoder
    from paraphrast.models.conventions import Convention
    from paraphrast.models.types import Encoder, Filler, Generator, LanguageModel, PairModel, TextModel

__all__ = [
    "encoder",
    "filler",
    "fluency",
    "generator",
    "language_model",
    "pair",
    "static_encoder",
    "toxicity",
    "translator",
]


def encoder(name: str = "bundled", *, cache: Path | None = None) -> "Encoder":
    """Texts -> unit vectors; with `cache`, vectors are kept on disk by content and never made twice."""
    from paraphrast.models import cached

    if name == "bundled":
        from paraphrast.models.bundled.encoder import BundledEncoder

        found: Encoder = BundledEncoder()
    else:
        from paraphrast.models.hub import HubEncoder

        found = HubEncoder(locate_model(name))
    return cached.CachedEncoder(found, cache) if cache else found


def static_encoder() -> "StaticEncoder":
    """Texts -> unit vectors of 128 numbers, very fast, to find what may be alike; a better model judges."""
    from paraphrast.models.bundled.static import StaticEncoder

    return StaticEncoder()


def pair(name: str = "bundled", *, convention: "Convention" = "strict") -> "PairModel":
    """Pairs -> P(paraphrase), whatever the order of a and b; the bundled model is told the `convention`.

    `bundled-fast` decides what is clear without the reader, for millions of pairs.

    strict: nothing added, lost or exchanged; usual: the same for most purposes; loose: the same event.
    """
    if name == "bundled":
        from paraphrast.models.bundled.pair import BundledPair

        return BundledPair(convention=convention)
    if name == "bundled-fast":
        from paraphrast.models.bundled.cascade import FastPair

        return FastPair(convention=convention)
    from paraphrast.models.hub import HubPair

    return HubPair(locate_model(name))


def toxicity(name: str = "bundled") -> "TextModel":
    """Texts -> P(open offence)."""
    if name == "bundled":
        from paraphrast.models.bundled.toxicity import BundledToxicity

        return BundledToxicity()
    from paraphrast.models.hub import HubTexts

    return HubTexts(locate_model(name), "toxicity")


def fluency(name: str = "bundled") -> "TextModel":
    """Texts -> P(well-formed)."""
    if name == "bundled":
        from paraphrast.models.bundled.proofreader import BundledFluency

        return BundledFluency()
    from paraphrast.models.hub import HubTexts

    return HubTexts(locate_model(name), "fluency")


def language_model(name: str = "bundled") -> "LanguageModel":
    """Texts -> mean negative log-likelihood of a piece, in nats."""
    if name == "bundled":
        from paraphrast.models.bundled.language import BundledLanguageModel

        return BundledLanguageModel()
    from paraphrast.models.hub import HubLanguageModel

    return HubLanguageModel(locate_model(name))


def translator(name: str, *, to: str = "", how: str = "beam") -> "Generator":
    """Texts, n -> n translations of each, by hub:NAME, ct2:FOLDER, or endpoint:MODEL `to` a language."""
    from paraphrast.models.writing import open_writer

    return open_writer(name, to=to, how=how)


def generator(name: str, *, how: str = "sample") -> "Generator":
    """Prompts, n -> n answers to each; hub:NAME, ct2:FOLDER or endpoint:MODEL."""
    from paraphrast.models.writing import open_writer

    return open_writer(name, to="", how=how)


def filler(name: str) -> "Filler":
    """Gaps (before, after), k -> k words for each, by a masked model: hub:NAME or a folder."""
    from paraphrast.models.masking import HubFiller

    return HubFiller(locate_model(name))


def locate_model(name: str) -> str:
    """Check a name that is not bundled: hub:NAME, or a folder that is there.

    >>> locate_model("hub:sentence-transformers/LaBSE")
    'sentence-transformers/LaBSE'
    >>> locate_model("nowhere")
    Traceback (most recent call last):
    paraphrast.errors.CommandError: no model 'nowhere'; say bundled, hub:NAME, or a folder with config.json
    """
    if name.startswith("hub:"):
        return name.removeprefix("hub:")
    if (Path(name) / "config.json").is_file():
        return name
    raise CommandError(f"no model {name!r}; say bundled, hub:NAME, or a folder with config.json")
