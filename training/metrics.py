"""Fit the scores that come with the package: SPScore, SPScore extended, and STA, SIM, FL as people judge.

    python training/metrics.py ../shared/data

reads ParaScore's BQ-Para and Twitter-Para, TextDetox 2024's human evaluation, and our own judged pairs, and
writes src/paraphrast/metrics/fitted/*.json and baselines.json. The corpora are learnt from, not copied.
"""

import csv
import io
import json
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from paraphrast.data import Pair
from paraphrast.metrics import extended, spscore, stylefit
from paraphrast.metrics.bertscore import measure_baseline
from paraphrast.metrics.regressor import save

OUT = Path(__file__).parents[1] / "src" / "paraphrast" / "metrics"
CARD = (
    "it is the score of Chinese Sentence Paraphrasing, fitted to candidates for 335 Chinese sources of BQ-Para and "
    "to 304 Chinese pairs of our own. Its eight features know nothing of meaning, and the weights of one language "
    "do not carry over to another: two unrelated Russian sentences got 1.0, an English copy of twelve letters too. "
    "Score with `paraphrase`, which reads meaning in every language, or fit your own with `paraphrast metrics fit`"
)
PARTS = {"sta": "toxic_pairwise_score", "sim": "content_score"}


def members(data: Path, name: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of a corpus."""
    with tarfile.open(data / f"{name}.tar.xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None:
                yield Path(member.name).name, file.read().decode("utf-8")


def paraphrases(data: Path) -> list[Pair]:
    """Read the candidates that ParaScore's authors had judged, grouped by source."""
    pairs = []
    for name, text in members(data, "parascore"):
        if not name.endswith(".json"):
            continue
        lang = "zh" if name.startswith("bq") else "en"
        for number, item in enumerate(json.loads(text)):
            pairs += [
                Pair(
                    a=item["source"],
                    b=one["text"],
                    label=one["score"],
                    lang=lang,
                    refs=(item["reference"],),
                    group=f"{name}:{number}",
                )
                for one in item["candidates"]
            ]
    return pairs


def detoxified(data: Path, column: str) -> list[Pair]:
    """Read the judged outputs of TextDetox 2024 in our languages, labelled by one of their columns."""
    pairs = []
    for name, text in members(data, "textdetox_2024_human_eval"):
        if not name.endswith(".tsv"):
            continue
        for row in csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_MINIMAL):
            if row["lang"] in ("ru", "en", "zh") and row["neutral_sentence"] and row[column]:
                pairs.append(
                    Pair(
                        a=row["toxic_sentence"],
                        b=row["neutral_sentence"],
                        label=min(1.0, max(0.0, float(row[column]))),
                        lang=row["lang"],
                        group=row["toxic_sentence"],
                        meta={"system": name.rpartition("_")[0]},
                    )
                )
    return pairs


def main(data: Path) -> None:
    judged = [*paraphrases(data), *extended.own_judgements()]
    models = extended.Models()
    chinese = spscore.fit([pair for pair in judged if pair.lang == "zh"], name="shipped")
    save(OUT / "fitted" / "spscore.json", replace(chinese, card=CARD))
    save(OUT / "fitted" / "spscore-extended.json", extended.fit(judged, name="shipped", models=models))
    for part, column in PARTS.items():
        save(OUT / "fitted" / f"{part}.json", stylefit.fit(part, detoxified(data, column), models))
    # ours are about anything; the sources of BQ-Para are all about banking, so that none is unrelated to another
    own = extended.own_judgements()
    texts = {lang: sorted({pair.a for pair in own if pair.lang == lang}) for lang in ("ru", "en", "zh")}
    floors = {lang: measure_baseline(some, "bundled") for lang, some in texts.items()}
    (OUT / "baselines.json").write_text(json.dumps({"bundled": floors}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
