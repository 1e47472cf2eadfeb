"""SPScore: eight features of a pair, fitted to what people said (Chinese Sentence Paraphrasing, section 4).

A fitted SPScore is one JSON file with a regressor per language that had enough judged pairs, and one for all.
The one that comes with the package is the paper's: for Chinese, and for nothing else.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.metrics import regressor
from paraphrast.metrics.features import NAMES, eight
from paraphrast.metrics.features.surface import Reading
from paraphrast.metrics.metric import Metric, by_language, column, lang_of
from paraphrast.metrics.regressor import Regressor
from paraphrast.stats.intervals import Array
from paraphrast.text import LANGS, Lang

EVERY = "every"
ENOUGH = 200


class Fitted(msgspec.Struct, frozen=True):
    """A regressor per language, and one for every language; `name` goes into signatures.

    `langs` are the languages of what it was fitted to (none: any language may be asked), and `card` says what
    that was and why it does not do for others.
    """

    name: str
    kind: str
    reading: Reading
    regressors: dict[str, Regressor]
    langs: tuple[Lang, ...] = ()
    card: str = ""

    def of(self, lang: Lang) -> Regressor:
        """Give the regressor of a language, or that of all; refuse one to which it was not fitted."""
        if self.langs and lang not in self.langs:
            raise CommandError(
                f"{self.kind} ({self.name}) was fitted to {', '.join(self.langs)} and not to {lang!r}: "
                f"{self.card or 'fit one with `paraphrast metrics fit`'}"
            )
        return self.regressors[lang] if lang in self.regressors else self.regressors[EVERY]


def spscore(*, model: str | Path | Fitted = "shipped", reading: Reading | None = None) -> Metric:
    """SPScore from the shipped fit, or from a file that `metrics fit` wrote."""
    fitted = model if isinstance(model, Fitted) else load(model, "spscore")
    if reading not in (None, fitted.reading):
        raise CommandError(
            f"{fitted.name} was fitted to the reading {fitted.reading!r}; fit one to {reading!r}"
        )

    def score(pairs: Sequence[Pair]) -> Array:
        return by_language(
            pairs, lambda lang, some: fitted.of(lang)(eight(some, reading=fitted.reading))[:, None]
        )[:, 0]

    return column("spscore", score, fit=fitted.name, reading=fitted.reading)


def feature(name: str) -> Callable[..., Metric]:
    """Give the function that makes one of the eight features a metric of its own."""
    place = NAMES.index(name)

    def make(*, reading: Reading = "pairs") -> Metric:
        return column(name, lambda pairs: eight(pairs, reading=reading)[:, place], reading=reading)

    return make


acs, spa, pmd, wpa, lis, sbleu, sl, lr = map(feature, NAMES)


def fit(pairs: Sequence[Pair], *, name: str, reading: Reading = "pairs", seed: int = 0) -> Fitted:
    """Fit the eight features to judged pairs (labels 0..1)."""
    table = eight(pairs, reading=reading)
    regressors = fit_languages(pairs, table, NAMES, seed=seed)
    return Fitted(name, "spscore", reading, regressors, langs=_languages_of(pairs))


def fit_languages(
    pairs: Sequence[Pair], table: Array, names: Sequence[str], *, penalty: float | None = None, seed: int = 0
) -> dict[str, Regressor]:
    """Fit one regressor to all pairs, and one to each language that has enough of them."""
    labels = labels_of(pairs)
    langs = np.array([lang_of(pair) for pair in pairs])
    fitted = {EVERY: regressor.fit(table, labels, names, penalty=penalty, seed=seed)}
    for lang in LANGS:
        own = langs == lang
        if np.count_nonzero(own) >= ENOUGH:
            fitted[lang] = regressor.fit(table[own], labels[own], names, penalty=penalty, seed=seed)
    return fitted


def _languages_of(pairs: Sequence[Pair]) -> tuple[Lang, ...]:
    """List the languages of the pairs, in the order in which we name them."""
    own = {lang_of(pair) for pair in pairs}
    return tuple(lang for lang in LANGS if lang in own)


def labels_of(pairs: Sequence[Pair]) -> Array:
    """Give the human scores of the pairs, or say which has none."""
    for pair in pairs:
        if pair.label is None:
            raise DataError(f"a pair without a label cannot teach anything (it starts {pair.a[:30]!r})")
    return np.array([pair.label for pair in pairs], dtype=np.float64)


def load(model: str | Path, kind: str) -> Fitted:
    """Read a fitted score from a file, or the one that comes with the package."""
    if model == "shipped":
        return _shipped(kind)
    try:
        fitted = msgspec.json.decode(Path(model).read_bytes(), type=Fitted)
    except OSError as error:
        raise CommandError(
            f"{model}: cannot be read ({error.strerror}); give a file that `metrics fit` wrote"
        ) from error
    except msgspec.DecodeError as error:
        raise DataError(
            f"not a fitted score: {error}; `paraphrast metrics fit` writes one", path=model
        ) from error
    if fitted.kind != kind:
        raise CommandError(f"{model} holds a fitted {fitted.kind}, not {kind}")
    return fitted


@cache
def _shipped(kind: str) -> Fitted:
    data = files("paraphrast.metrics").joinpath("fitted", f"{kind}.json").read_bytes()
    return msgspec.json.decode(data, type=Fitted)
