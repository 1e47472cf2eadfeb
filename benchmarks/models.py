"""Reprint the figures of the bundled models on local dev parts.

    PARAPHRAST_DATA=../shared/data:../shared/corpora python benchmarks/models.py texts encoder language
    PARAPHRAST_DATA=../shared/data python benchmarks/models.py speed --limit 300

The dev parts are those that training/reader_texts.py keeps aside, so the models have not seen them. The pair
model has a benchmark of its own, judges.py.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import small

from paraphrast import corpora, models
from paraphrast.data import Pair
from paraphrast.stats.correlation import spearman

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "training"))
from corruption import corrupt  # noqa: E402
from reader_texts import FLUENCY, judged, labelled, own  # noqa: E402


def rates(said: np.ndarray, true: np.ndarray) -> tuple[float, float]:
    """Accuracy and F1."""
    hits = float((said & true).sum())
    return float((said == true).mean()), 2 * hits / max(1.0, float(said.sum() + true.sum()))


def texts(limit: int) -> dict[str, object]:
    """Print the toxicity and fluency heads on their dev parts."""
    rng, table = np.random.default_rng(0), {}
    rows = [
        *labelled("ru-toxic-2ch-pikabu", "train", 1, 0.05),
        *labelled("ru-distorted-toxicity", "train", 1, 0.2),
    ]
    rows += [*labelled("encodechka-toxicity", "test", 0, 1.0), *own(rng)]
    rows += labelled("rucola", "dev", 0, 1.0, fluency=True)
    rows += [row for lang in ("ru", "en", "zh") for row in judged(f"textdetox-2024-human-eval-{lang}")]
    for name in sorted({row.dev for row in rows if row.dev}):
        some = [row for row in rows if row.dev == name][:limit]
        column = 0 if some[0].known[0] >= 0 else FLUENCY
        judge = models.fluency() if column else models.toxicity()
        score = np.array(judge([row.text for row in some]))
        true = np.array([row.known[column] > 0.5 for row in some])
        accuracy, f1 = rates(score > 0.5, true)
        table[name] = {"n": len(some), "accuracy": accuracy, "f1": f1}
        print(
            f"{name:24} {len(some):5}  accuracy {accuracy:.3f}  F1 {f1:.3f}  always yes {true.mean():.3f}",
            flush=True,
        )
    return table


def encoder(limit: int) -> dict[str, object]:
    """Print Spearman on STS-B dev, and retrieval between languages."""
    encode, table = models.encoder(), {}
    for lang in ("en", "ru", "zh"):
        some = [pair for pair in corpora.load(f"stsb-{lang}", "dev") if isinstance(pair, Pair)][:limit]
        a, b = encode([pair.a for pair in some]), encode([pair.b for pair in some])
        table[f"stsb-{lang}"] = spearman((a * b).sum(1).tolist(), [float(pair.label or 0) for pair in some])
        print(f"STS-B {lang} dev, Spearman {table[f'stsb-{lang}']:.4f} (n {len(some)})", flush=True)
    for other in ("ru", "zh"):
        some = [
            pair
            for pair in corpora.load(f"parallel-en-{other}", "laser-tatoeba1000-retrieval-dev")
            if isinstance(pair, Pair)
        ]
        a, b = encode([pair.a for pair in some]), encode([pair.b for pair in some])
        found = np.mean([(a @ b.T).argmax(1) == np.arange(len(a)), (b @ a.T).argmax(1) == np.arange(len(a))])
        table[f"retrieval-en-{other}"] = float(found)
        print(f"en-{other} retrieval, accuracy at 1 {found:.4f} (n {len(some)})", flush=True)
    return table


def language(limit: int) -> dict[str, object]:
    """Print how often a sentence is less surprising than its words in random order."""
    model, rng, table = models.language_model(), np.random.default_rng(0), {}
    for lang in ("ru", "en", "zh"):
        some = [pair.a for pair in small.load(f"stsb-{lang}", "dev", lang)][: limit // 2]
        mixed = [corrupt(text, lang, some, rng, kind="shuffle") for text in some]
        good, bad = np.array(model(some)), np.array(model(mixed))
        auc = float((good[:, None] < bad[None, :]).mean())
        table[lang] = {"auc": auc, "paired": float((good < bad).mean()), "nll": float(good.mean())}
        told = f"AUC {auc:.3f}, own shuffle is worse {np.mean(good < bad):.3f}"
        print(f"{lang}: {told}, mean {good.mean():.2f} nats", flush=True)
    return table


def speed(limit: int) -> dict[str, object]:
    """Print pairs and sentences a second, beside the same networks in torch at its default batch."""
    import torch
    from speed_models import torch_encoder, torch_pair

    some = small.load("paraphraser", "train")[:limit]
    sentences = [pair.a for pair in some]
    jobs = {
        "encoder": (lambda: models.encoder()(sentences), lambda s: torch_encoder(sentences, sort=s)),
        "pair": (lambda: models.pair()(some), lambda s: torch_pair(some, sort=s)),
    }
    table: dict[str, object] = {"threads": torch.get_num_threads()}
    for name, (ours, theirs) in jobs.items():
        ours()
        seconds = []
        for job in (ours, lambda theirs=theirs: theirs(False), lambda theirs=theirs: theirs(True)):
            began = time.process_time()
            job()
            seconds.append(time.process_time() - began)
        table[name] = {"unsorted": seconds[1] / seconds[0], "sorted": seconds[2] / seconds[0]}
        unsorted, ordered = seconds[1] / seconds[0], seconds[2] / seconds[0]
        told = f"{unsorted:.2f}x torch unsorted, {ordered:.2f}x sorted"
        print(f"{name}: {len(some) / seconds[0]:.0f} a CPU second; {told}", flush=True)
    return table


def memory(limit: int) -> dict[str, object]:
    """Print the resident memory after scoring."""
    some = small.load("paraphraser", "train")[:limit]
    models.pair()(some)
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))
    print(f"peak resident memory {peak:.0f} MB")
    return {"peak_mb": peak}


JOBS = {
    "texts": texts,
    "encoder": encoder,
    "language": language,
    "speed": speed,
    "memory": memory,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    small.default("language speed memory --limit 48", "texts and encoder, which need their dev parts")
    parser.add_argument("jobs", nargs="*", default=list(JOBS), choices=list(JOBS))
    parser.add_argument("--limit", type=int, default=1500)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    tables = {name: JOBS[name](options.limit) for name in options.jobs}
    if options.json:
        options.json.write_text(json.dumps(tables, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
