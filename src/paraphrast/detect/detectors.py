"""The detectors by name, so that every claim can be measured beside the baselines."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from paraphrast.data import Document, Match, Scorer
from paraphrast.detect import pan
from paraphrast.detect.align.meaning import Encoder
from paraphrast.detect.check import Check, summed
from paraphrast.detect.reading import lang_of
from paraphrast.errors import DataError, unknown

Detector: TypeAlias = Callable[[Document, Document], list[Match]]
METHODS = {
    "paraphrast": "paraphrast.detect.align:align",
    "shingles": "paraphrast.detect.shingles:shingles",
    "sentence": "paraphrast.detect.sentence:sentence",
}


def detector(
    name: str = "paraphrast", *, encoder: Encoder | None = None, pair: Scorer | None = None
) -> Detector:
    """Give the detector of this name; the encoder and the pair model go to those that use them."""
    if name not in METHODS:
        raise unknown("method", name, METHODS)
    module, _, function = METHODS[name].partition(":")
    found: Callable[..., list[Match]] = getattr(import_module(module), function)
    if name == "shingles" or encoder is None:
        return found
    return (
        partial(found, encoder=encoder, pair=pair)
        if name == "paraphrast"
        else partial(found, encoder=encoder)
    )


def meaning(name: str | None) -> tuple[Encoder | None, Scorer | None]:
    """Load an encoder by name and the bundled pair model; neither, without a name."""
    if name is None:
        return None, None
    from paraphrast import models

    return models.encoder(name), models.pair()


def foreign(one: Document, other: Document) -> bool:
    """Tell whether two documents are in different languages, so that only meanings can be compared."""
    return lang_of(one) != lang_of(other)


def corpus(folder: Path) -> Iterator[tuple[Document, Document]]:
    """Read the pairs of a corpus in PAN's layout: `pairs`, `susp/` and `src/`."""
    if not (folder / "pairs").is_file():
        raise DataError("there is no file 'pairs'; expected PAN's layout: pairs, src/, susp/", path=folder)
    for this, source in pan.read_pairs(folder / "pairs"):
        yield _text(folder / "susp" / this), _text(folder / "src" / source)


def _text(path: Path) -> Document:
    if not path.is_file():
        raise DataError("the list of pairs names it, but it is not there", path=path)
    with open(path, encoding="utf-8", newline="") as file:
        return Document(path.name, file.read())


def compare(suspicious: Document, source: Document, detect: Detector) -> Check:
    """Align two documents and add it up as a check does, for the same report."""
    return summed(suspicious, {source.id: source}, detect(suspicious, source))
