"""Published and measured figures on the public corpora."""

import csv
import io
import json
import tarfile
from pathlib import Path

import pytest

from paraphrast.data import Pair
from paraphrast.metrics import score
from paraphrast.stats.correlation import spearman

pytestmark = pytest.mark.data


def member(data_dir: Path, name: str, file: str) -> str:
    with tarfile.open(data_dir / f"{name}.tar.xz") as archive:
        found = archive.extractfile(f"{name}/{file}")
        assert found is not None
        return found.read().decode("utf-8")


@pytest.fixture(scope="module")
def detoxification(data_dir: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Give the sources and references of the RUSSE-2022 development part."""
    rows = csv.reader(io.StringIO(member(data_dir, "russe_detox_2022", "dev.tsv")), delimiter="\t")
    next(rows)
    return [(source, tuple(filter(None, refs))) for source, *refs in rows]


@pytest.mark.parametrize(
    ("system", "joined", "best"),
    [("duplicate", 0.549, 69.6), ("delete_dev", 0.525, 67.5), ("t5_base_10000_dev", 0.579, 73.6)],
)
def test_the_two_readings_of_chrf_on_the_organisers_outputs(
    data_dir: Path, detoxification: list[tuple[str, tuple[str, ...]]], system: str, joined: float, best: float
) -> None:
    outputs = (
        [source for source, _ in detoxification]
        if system == "duplicate"
        else member(data_dir, "russe_detox_2022", f"{system}.txt").splitlines()
    )
    pairs = [
        Pair(a=source, b=output, refs=refs, lang="ru")
        for (source, refs), output in zip(detoxification, outputs, strict=True)
    ]
    assert score("chrf-russe2022", pairs).value == pytest.approx(joined, abs=0.0006)
    assert score("chrf", pairs).value == pytest.approx(best, abs=0.06)


def paraphrases(data_dir: Path, name: str, lang: str) -> list[Pair]:
    return [
        Pair(a=item["source"], b=one["text"], label=one["score"], refs=(item["reference"],), lang=lang)
        for item in json.loads(member(data_dir, "parascore", f"{name}.json"))
        for one in item["candidates"]
    ]


@pytest.mark.parametrize(
    ("corpus", "lang", "metric", "against", "value"),
    [
        ("bq_para", "zh", "bleu", "source", 0.24),
        ("twitter_para", "en", "chrf", "source", 0.33),
        ("twitter_para", "en", "chrf", "refs", 0.29),
    ],
)
def test_known_metrics_agree_with_people_as_far_as_was_measured(
    data_dir: Path, corpus: str, lang: str, metric: str, against: str, value: float
) -> None:
    pairs = paraphrases(data_dir, corpus, lang)
    told = score(metric, pairs, against=against, samples=10).sentences
    assert spearman(told, [pair.label for pair in pairs]) == pytest.approx(value, abs=0.006)
