"""The corpus generator: layout, truth that points at the right characters, reproducible, calibrated."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from detect.made_texts import library
from paraphrast.data import Document, write
from paraphrast.detect import pan
from paraphrast.detect.align import align
from paraphrast.detect.evaluate import evaluate
from paraphrast.detect.generate import Plan, generate
from paraphrast.detect.generate.paraphrase import paraphrase
from paraphrast.detect.generate.sources import formulas, weight
from paraphrast.errors import CommandError
from paraphrast.text.edits import METHODS, edits


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
@pytest.mark.parametrize("kind", ["copy", "paraphrase", "mixed"])
def test_the_truth_points_at_the_right_characters(tmp_path: Path, lang: str, kind: str) -> None:
    documents = library(lang, 12)
    plan = Plan(kind=kind, count=5, distance=30)
    truth = generate(documents[:4], documents[4:], tmp_path, plan=plan)
    texts = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("s*/*.txt")}
    lengths = {name: len(text) for name, text in texts.items()}
    assert sorted(pan.read(tmp_path / "truth", lengths=lengths), key=str) == sorted(truth, key=str)
    for case in truth:
        here = texts[case.suspicious.doc][case.suspicious.start : case.suspicious.stop]
        there = texts[case.source.doc][case.source.start : case.source.stop]
        assert (here == there) == (case.meta["obfuscation"] == "none")
        assert weight(there, lang) >= 5
    assert {case.meta["obfuscation"] == "none" for case in truth} >= {
        "copy": {True},
        "paraphrase": {False},
        "mixed": {True, False},
    }[kind]
    pairs = pan.read_pairs(tmp_path / "pairs")
    assert sorted(pairs) == sorted({(case.suspicious.doc, case.source.doc) for case in truth})
    assert len(list((tmp_path / "src").iterdir())) == 8


def test_the_same_seed_gives_the_same_corpus(tmp_path: Path) -> None:
    documents = library("ru", 10)
    one, two, three = (
        generate(documents[:3], documents[3:], tmp_path / str(n), plan=Plan(kind="mixed", count=4, seed=seed))
        for n, seed in enumerate([1, 1, 2])
    )
    assert one == two != three


def test_generated_copies_are_found(tmp_path: Path) -> None:
    documents = library("en", 10)
    truth = generate(documents[:3], documents[3:], tmp_path, plan=Plan(count=5))
    found = []
    for this, source in pan.read_pairs(tmp_path / "pairs"):
        a, b = (
            Document(name, (tmp_path / part / name).read_text(encoding="utf-8"), lang="en")
            for part, name in [("susp", this), ("src", source)]
        )
        found += align(a, b)
    assert evaluate(truth, found).levels["micro"].recall > 0.9


def test_a_document_cannot_be_target_and_source(tmp_path: Path) -> None:
    documents = library("ru", 4)
    with pytest.raises(CommandError, match="both target and source"):
        generate(documents, documents, tmp_path, plan=Plan(count=1))
    with pytest.raises(CommandError, match="at least one of each"):
        generate(documents, [], tmp_path, plan=Plan(count=1))


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_formulas_are_too_empty_to_be_fragments_but_long_enough_for_a_shingle(lang: str) -> None:
    for phrase in formulas(lang):
        assert weight(phrase, lang) < 5
        assert sum(map(str.isalnum, phrase)) >= 50


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_formulas_are_planted_as_often_as_asked(tmp_path: Path, lang: str, shell: Callable) -> None:
    for part, documents in (("targets", library(lang, 12)[:4]), ("lenders", library(lang, 12)[4:])):
        write(tmp_path / f"{part}.jsonl", documents)
    counts = {}
    for rate in ("0", "1"):
        made = tmp_path / rate
        lenders = ["--sources", tmp_path / "lenders.jsonl", "--formulas", rate]
        ran = shell("detect", "generate", tmp_path / "targets.jsonl", *lenders, "--count", 4, "-o", made)
        assert ran.code == 0, ran.err
        texts = {
            part: "".join(p.read_text(encoding="utf-8") for p in made.glob(f"{part}/*.txt"))
            for part in ("src", "susp")
        }
        counts[rate] = [sum(text.count(phrase) for phrase in formulas(lang)) for text in texts.values()]
    assert counts["0"] == [0, 0]
    assert all(counts["1"]) == (lang != "zh")  # Chinese has no list of them
    ran = shell("detect", "generate", tmp_path / "targets.jsonl", "--distance", "0", "-o", tmp_path / "no")
    assert (ran.code, "expected more than 0" in ran.err) == (2, True)


EXAMPLES = {
    ("ru", "synonyms"): ("Он увидел большую дорогу.", "Он увидел больший путь."),
    ("ru", "number"): ("Мы жили у старого леса.", "Мы жили у старых лесов."),
    ("ru", "diminutives"): ("Мы жили в доме.", "Мы жили в домике."),
    ("ru", "abbreviations"): ("То есть он пришёл.", "Т. е. он пришёл."),
    ("ru", "chains"): ("Нет цели, задачи у него.", "Нет цели у него."),
    ("en", "synonyms"): ("He saw an old man.", "He saw an ancient man."),
    ("en", "number"): ("They met in the garden.", "They met in the gardens."),
    ("en", "diminutives"): ("They read a book.", "They read a booklet."),
    ("en", "abbreviations"): ("They did not come.", "They didn't come."),
    ("en", "chains"): ("They found a road or route there.", "They found a road there."),
    ("zh", "synonyms"): ("他认为这样。", "他觉得这样。"),
    ("zh", "number"): ("老师走了。", "老师们走了。"),
    ("zh", "diminutives"): ("他们的房子很好。", "他们的小房子很好。"),
    ("zh", "abbreviations"): ("中华人民共和国成立了。", "中国成立了。"),
    ("zh", "chains"): ("老师、教师都来了。", "老师都来了。"),
}  # fmt: skip


@pytest.mark.parametrize(("lang", "method"), EXAMPLES)
def test_each_method_keeps_the_grammar(lang: str, method: str) -> None:
    before, after = EXAMPLES[lang, method]
    results = [before[: e.start] + e.text + before[e.stop :] for e in edits(before, lang, method)]
    assert after in results


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_changes_do_not_overlap_and_are_named(lang: str) -> None:
    draw = np.random.default_rng(0)
    text = library(lang, 1)[0].text
    new, used = paraphrase(text, lang, methods=METHODS, distance=40, draw=draw)
    assert new != text
    assert set(used) <= set(METHODS)
