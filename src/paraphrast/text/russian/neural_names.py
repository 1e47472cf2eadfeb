"""Russian names by slovnet's network, on the weight files that natasha's wheel carries (extra `ner`)."""

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from paraphrast.errors import MissingExtra
from paraphrast.text.tokens import Token

KINDS = {"PER": "person", "LOC": "place", "ORG": "organisation"}
MODEL = "data/model/slovnet_ner_news_v1.tar"
VECTORS = "data/emb/navec_news_v1_1B_250K_300d_100q.tar"


def names(text: str) -> Iterator[tuple[str, Token]]:
    """Yield the names of a text with their kinds."""
    for span in tagger()(text).spans:
        yield KINDS[span.type], Token(text[span.start : span.stop], span.start, span.stop)


@cache
def tagger() -> Any:
    """Load the network; natasha itself is not imported, for it wants what new Pythons cannot run."""
    found = find_spec("natasha")
    if found is None or not found.submodule_search_locations:
        raise MissingExtra("natasha", "ner")
    folder = Path(found.submodule_search_locations[0])
    try:
        from navec import Navec
        from slovnet import NER
    except ImportError as error:
        raise MissingExtra("slovnet and navec", "ner") from error
    network = NER.load(folder / MODEL)
    network.navec(Navec.load(folder / VECTORS))
    return network
