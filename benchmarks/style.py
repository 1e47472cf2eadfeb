"""Do STA, SIM, FL and J agree with people who judged detoxified texts, and do they see through bad systems?

    python benchmarks/style.py ../shared/data

TextDetox 2024 (Russian, English, Chinese; the fitted parts judge each output by a fit that saw neither its
source nor its system) and the English outputs of Dale et al. 2021, which nothing was fitted to. Spearman over
sentences. Then four bad systems beside two honest ones on the development part of RUSSE-2022.
"""

import csv
import io
import sys
import tarfile
from pathlib import Path

import numpy as np
import small

from paraphrast.data import Pair
from paraphrast.metrics import regressor, score, stylefit
from paraphrast.metrics.extended import Models
from paraphrast.stats.correlation import interval, spearman
from paraphrast.stats.intervals import Array
from paraphrast.text import Lang

COLUMNS = {"sta": "toxic_pairwise_score", "sim": "content_score", "fl": "fluency_score"}


def rows(data: Path, name: str, ending: str) -> list[dict[str, str]]:
    """Read the tables of a corpus, each row with the name of its file."""
    found = []
    with tarfile.open(data / f"{name}.tar.xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None and member.name.endswith(ending):
                text = io.StringIO(file.read().decode("utf-8"))
                found += [row | {"file": member.name} for row in csv.DictReader(text, delimiter="\t")]
    return found


def told(name: str, value: Array, people: Array) -> str:
    return f"{name} {spearman(value, people):.3f} {interval(value, people, samples=300)}"


def held_out(part: stylefit.StylePart, pairs: list[Pair], people: Array, systems: list[str]) -> Array:
    """Predict each output by a fit to other sources and other systems."""
    whole = stylefit.table(pairs, Models(), "bundled")
    table, names = whole[:, stylefit.LEARNT], [stylefit.NAMES[place] for place in stylefit.LEARNT]
    rng = np.random.default_rng(0)
    of_source, of_system = (
        dict(zip(s, rng.integers(0, 4, len(s)), strict=True))
        for s in (sorted({p.a for p in pairs}), sorted(set(systems)))
    )
    source = np.array([of_source[pair.a] for pair in pairs])
    system = np.array([of_system[name] for name in systems])
    value = np.empty(len(pairs))
    for i in range(4):
        for j in range(4):
            held, learnt = (source == i) & (system == j), (source != i) & (system != j)
            if held.any():
                fit = regressor.fit(table[learnt], people[learnt], names, penalty=stylefit.PENALTY, members=3)
                value[held] = fit(table[held])
    return stylefit.blended(part, value, whole)


def textdetox(data: Path) -> None:
    """Print the correlations per language, and those of the product with the product."""
    judged = [r for r in rows(data, "textdetox_2024_human_eval", ".tsv") if r["neutral_sentence"]]
    for lang in ("ru", "en", "zh"):
        own = [row for row in judged if row["lang"] == lang]
        pairs = [Pair(a=row["toxic_sentence"], b=row["neutral_sentence"], lang=lang) for row in own]
        systems = [row["file"] for row in own]
        people = {part: np.array([float(row[column]) for row in own]) for part, column in COLUMNS.items()}
        fits = {part: held_out(part, pairs, people[part], systems) for part in stylefit.FITTED}
        fits["fl"] = score("fl", pairs, samples=1).sentences
        print(f"\nTextDetox 2024, {lang}: {len(pairs)} outputs")
        for part in COLUMNS:
            lines = [
                told(p, score(part, pairs, preset=p, samples=1).sentences, people[part])
                for p in ("plain", "russe2022")
            ]
            print(f"  {part}: {', '.join(lines)}, {told('fitted', fits[part], people[part])}")
        joint = np.prod(list(people.values()), axis=0)
        plain = score("j", pairs, preset="plain", samples=1).sentences
        chrf = score("chrf", pairs, against="source", samples=1).sentences
        fitted = np.prod(list(fits.values()), axis=0)
        lines = [told(*one, joint) for one in (("plain", plain), ("fitted", fitted), ("chrf", chrf))]
        print(f"  j: {', '.join(lines)}")


def never_seen(data: Path) -> None:
    """Print the correlations on English outputs of other systems and another year."""
    own = rows(data, "detox_emnlp2021", "emnlp_eval_mean.tsv")
    pairs = [Pair(a=row["original"], b=row["rewritten"], lang="en") for row in own]
    print(f"\nDale et al. 2021, en: {len(pairs)} outputs")
    for part, column in (("sta", "style"), ("sim", "meaning"), ("fl", "fluency"), ("j", "min_joint")):
        people = np.array([float(row[column]) for row in own])
        lines = [
            told(p, score(part, pairs, preset=p, samples=1).sentences, people)
            for p in ("plain", "russe2022", "fitted")
        ]
        print(f"  {part}: {', '.join(lines)}")


def russe(data: Path) -> None:
    """Print J of good and bad systems on the development part of RUSSE-2022."""
    own = rows(data, "russe_detox_2022", "dev.tsv")
    with tarfile.open(data / "russe_detox_2022.tar.xz") as archive:
        file = archive.extractfile("russe_detox_2022/t5_base_10000_dev.txt")
        assert file is not None
        t5 = file.read().decode("utf-8").splitlines()
    print("\nRUSSE-2022 dev, J of good and bad systems")
    sources, people = ([row[name] for row in own] for name in ("toxic_comment", "neutral_comment1"))
    bad_systems(sources, people, "ru", t5=t5)


def bad_systems(sources: list[str], people: list[str], lang: Lang, **others: list[str]) -> None:
    """Print J of honest and dishonest systems: copies, empty strings, keyword dumps, scrambled references."""
    rng = np.random.default_rng(0)
    words = [text.split() for text in people]
    systems = {
        "people": people,
        **others,
        "copy": sources,
        "empty": [""] * len(sources),
        "keywords": [", ".join(sorted(set(some), key=len)[-3:]) for some in words],
        "scrambled": [" ".join(rng.permutation(some)) for some in words],
    }
    for name, outputs in systems.items():
        pairs = [Pair(a=a, b=b, lang=lang) for a, b in zip(sources, outputs, strict=True)]
        values = [
            f"{preset} {score('j', pairs, preset=preset, samples=1).value:.3f}"
            for preset in ("plain", "russe2022", "fitted")
        ]
        print(f"  {name:10} {', '.join(values)}")


def main() -> None:
    if small.default("", "agreement with people, and RUSSE-2022 dev (name the folder of the corpora)"):
        print("bundled rude texts, J of good and bad systems")
        for lang in ("ru", "en"):
            pairs = small.rude(lang)
            bad_systems([pair.a for pair in pairs], [pair.b for pair in pairs], lang)
        return
    folder = Path(sys.argv[1])
    textdetox(folder)
    never_seen(folder)
    russe(folder)


if __name__ == "__main__":
    main()
