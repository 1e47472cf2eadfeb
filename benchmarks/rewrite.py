"""How far do the rewriters that need no training get?

    python benchmarks/rewrite.py [FOLDER [TEXTS]]

The first TEXTS (200) of RUSSE-2022 dev (ru), ParaDetox (en; it has one part) and TextDetox 2024 dev (zh);
chrF takes all references; STA, SIM, FL and J are the bundled judges' (plain). `delete` and `replace` ask
the same judge of toxicity as STA does, so their STA flatters them; the published outputs did not ask it.
"""

import sys
import time
from collections.abc import Callable
from itertools import islice

from msgspec.structs import replace

from paraphrast.corpora.loading import load
from paraphrast.data import Pair
from paraphrast.metrics import build, score
from paraphrast.rewrite import rewriter

SETS = {
    "ru": ("russe-detox-2022", "dev"),
    "en": ("paradetox-en", "train"),
    "zh": ("textdetox-2024-dev-zh", "dev"),
}
SYSTEMS = ("duplicate", "delete", "replace")
PUBLISHED = ("dev-delete", "dev-t5")


def told(name: str, pairs: list[Pair], more: str = "") -> None:
    """Print one row of the table."""
    chrf = score("chrf", pairs, samples=1, against="refs").value
    parts = [score(part, pairs, samples=1, preset="plain").value for part in ("sta", "sim", "fl", "j")]
    print(f"| {name} | {chrf:.1f} | {' | '.join(f'{value:.3f}' for value in parts)} | {more} |", flush=True)


def rewritten(name: str, pairs: list[Pair], lang: str, **settings: Callable[..., list[float]]) -> None:
    """Rewrite, and print the row with refusals, marks and speed."""
    start = time.process_time()
    records = rewriter(name, lang, **settings).records([pair.a for pair in pairs])
    seconds = time.process_time() - start
    refused = sum(any(flag.startswith("refused") for flag in one.meta["flags"]) for one in records)
    toxic = sum("toxic" in one.meta["flags"] for one in records)
    outputs = [replace(pair, b=one.b, lang=lang) for pair, one in zip(pairs, records, strict=True)]
    told(f"{lang} {name}", outputs, f"{refused} | {toxic} | {len(pairs) / seconds:.1f}")


def joint(pairs: list[Pair]) -> list[float]:
    """Give J of each pair, for the negative control to climb."""
    metric = build("j", preset="plain")
    return [float(value) for value in metric.sentences(metric.rows(pairs))]


def main(data: str | None, number: int) -> None:
    print("| system | chrF | STA | SIM | FL | J | refused | marked toxic | texts per CPU second |")
    print("|---|---|---|---|---|---|---|---|---|")
    for lang, (name, split) in SETS.items():
        pairs = [one for one in islice(load(name, split, data=data), number) if isinstance(one, Pair)]
        for system in SYSTEMS:
            rewritten(system, pairs, lang)
        if lang == "ru":
            rewritten("adversarial", pairs[: number // 10], lang, score=joint)
            for published in PUBLISHED:
                some = islice(load(name, published, data=data), number)
                told(f"ru {published}", [one for one in some if isinstance(one, Pair)], " | | ")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None, int(sys.argv[2]) if len(sys.argv) > 2 else 200)
