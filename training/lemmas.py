"""List the Russian words whose readings tie in pymorphy3 though one of their lemmas is much commoner.

    python training/lemmas.py novels.ru.txt.xz dialogues.ru.txt.xz

"спали" may come of спать or of спасть. The forms that can only come of one of them ("спите") are counted
in real text, and the lemma that they show to be much commoner wins.
"""

import argparse
import lzma
from collections import Counter
from pathlib import Path
from typing import Any

from paraphrast.text import forms
from paraphrast.text.russian.morphology import analyser

# The winner must be this many times as common as pymorphy3's choice.
MARGIN = 5
ODD = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Pltm"})
LEAST = 5


def counted(paths: list[Path], limit: int) -> Counter[str]:
    """Count the words of some text."""
    counts: Counter[str] = Counter()
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines.read(limit).splitlines():
                counts.update(form for form in forms(line, "ru") if form.isalpha())
    return counts


def fit(reading: Any) -> bool:
    """Tell whether a reading is of a plain noun or a verb: adverbs tie with adjectives by their nature."""
    return reading.tag.POS in ("NOUN", "VERB", "INFN") and not ODD & reading.tag.grammemes


def main() -> None:
    """Count, choose, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("texts", type=Path, nargs="+")
    parser.add_argument("--characters", type=int, default=20_000_000, help="how much of each text to count")
    parser.add_argument("--to", type=Path, default=Path("src/paraphrast/text/russian/lists/lemmas.tsv"))
    options = parser.parse_args()
    counts = counted(options.texts, options.characters)
    readings = {form: analyser().parse(form) for form, count in counts.items() if count >= LEAST}
    sure: Counter[str] = Counter()
    for form, found in readings.items():
        if len({reading.normal_form for reading in found}) == 1:
            sure[found[0].normal_form] += counts[form]
    rows = []
    for form, found in sorted(readings.items()):
        tied = dict.fromkeys(
            one.normal_form for one in found if fit(one) and one.score >= found[0].score - 1e-6
        )
        if not fit(found[0]):
            continue
        best = max(tied, key=lambda lemma: sure[lemma])
        if best != found[0].normal_form and sure[best] >= MARGIN * sure[found[0].normal_form] + LEAST:
            rows.append(f"{form}\t{best}")
    head = "# Russian forms whose dictionary form real text decides; made by training/lemmas.py."
    options.to.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    print(f"{len(rows):,} forms")


if __name__ == "__main__":
    main()
