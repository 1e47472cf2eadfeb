"""A true share: as many sources as there are, single sentences, common passages, limits that are told."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from paraphrast.data import Document
from paraphrast.detect import windows
from paraphrast.detect.candidates import methods as candidates
from paraphrast.detect.check import Check, Settings, check
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.report import page, tables
from paraphrast.detect.retrieve import retrieve
from paraphrast.errors import CommandError
from paraphrast.text import Lang

LANGS: list[Lang] = ["ru", "en", "zh"]
LETTERS = {"ru": "бвгджзклмнпрст", "en": "bcdfgklmnprstv", "zh": "山水火木金土日月风云雷雨花草"}
VOWELS = {"ru": "аеиоу", "en": "aeiou", "zh": "东西南北中"}
SENTENCE: dict[Lang, str] = {
    "ru": "Старый смотритель каждый вечер зажигал лампу для рыбаков на берегу.",
    "en": "Every evening the old keeper lit a lamp for the fishermen ashore.",
    "zh": "守塔的老人每天晚上都为海边的渔民点亮一盏灯。",
}


def sentence(lang: Lang, draw: np.random.Generator, words: int = 12) -> str:
    """Make up a sentence that nobody else has."""
    size = 1 if lang == "zh" else 3
    made = [
        "".join(draw.choice(list(LETTERS[lang])) + draw.choice(list(VOWELS[lang])) for _ in range(size))
        for _ in range(words)
    ]
    return ("" if lang == "zh" else " ").join(made).capitalize() + ("。" if lang == "zh" else ".")


def texts(lang: Lang, count: int, *, seed: int, size: int = 6) -> list[str]:
    draw = np.random.default_rng(seed)
    return [" ".join(sentence(lang, draw) for _ in range(size)) for _ in range(count)]


def build(folder: Path, lang: Lang, some: list[str], name: str = "d") -> Index:
    with Writer(folder) as writer:
        writer.add(Document(f"{name}{n}", text, lang=lang) for n, text in enumerate(some))
    return Index(folder)


@pytest.mark.parametrize("lang", LANGS)
def test_half_of_a_text_from_eighty_sources_is_half_borrowed(lang: Lang, tmp_path: Path) -> None:
    sources, own = texts(lang, 120, seed=1), texts(lang, 80, seed=2, size=3)
    index = build(tmp_path, lang, sources)
    stop = "。 " if lang == "zh" else ". "
    passages = [stop.join(source.split(stop)[:3]) + stop[0] for source in sources[:80]]
    essay = "\n".join(part for pair in zip(passages, own, strict=True) for part in pair)
    result = check(Document("essay", essay, lang=lang), index)
    assert result.borrowed == pytest.approx(sum(map(len, passages)) / len(essay), abs=0.03)
    assert len(result.sources) == 80


@pytest.mark.parametrize("lang", LANGS)
def test_a_single_sentence_is_found_in_a_small_and_in_a_larger_library(lang: Lang, tmp_path: Path) -> None:
    host = texts(lang, 4, seed=3)
    essay = Document("essay", "\n".join([*host[:2], SENTENCE[lang], *host[2:]]), lang=lang)
    source = f"{texts(lang, 1, seed=4)[0]} {SENTENCE[lang]} {texts(lang, 1, seed=5)[0]}"
    shares = []
    for number, size in enumerate([1, 400]):
        index = build(tmp_path / str(number), lang, [source, *texts(lang, size, seed=6)])
        result = check(essay, index)
        assert [one.id for one in result.sources] == ["d0"]
        [match] = result.matches
        assert essay.text[match.suspicious.start : match.suspicious.stop] == SENTENCE[lang]
        shares.append(result.borrowed)
    assert shares[0] == shares[1]


@pytest.mark.parametrize("lang", LANGS)
def test_a_sentence_that_many_documents_have_is_found_and_called_common(lang: Lang, tmp_path: Path) -> None:
    index = build(tmp_path, lang, [f"{text} {SENTENCE[lang]}" for text in texts(lang, 25, seed=7)])
    essay = Document("essay", "\n".join([texts(lang, 1, seed=8)[0], SENTENCE[lang]]), lang=lang)
    result = check(essay, index)
    [match] = result.matches
    assert match.meta["excluded"] == "common"
    assert match.meta["documents"] >= 12
    assert result.borrowed == 0
    assert "documents that have it" in page.html(result, lang="en")
    assert "passages that many documents have" in page.html(result, lang="en")
    assert retrieve(essay, index) == []


@pytest.mark.parametrize("lang", LANGS)
def test_a_long_name_inside_other_sentences_is_no_source(lang: Lang, tmp_path: Path) -> None:
    draw = np.random.default_rng(9)
    name = sentence(lang, draw, 8)[:-1].lower()
    joint = "" if lang == "zh" else " "
    left, right = (
        joint.join([sentence(lang, draw, 9)[:-1], name, sentence(lang, draw, 9)]) for _ in range(2)
    )
    common = [f"{name}{joint}{text}" for text in texts(lang, 30, seed=10)]
    index = build(tmp_path, lang, [left, *common])
    assert retrieve(Document("essay", right, lang=lang), index) == []


def test_strictness_decides_whether_one_sentence_is_enough(tmp_path: Path) -> None:
    # every word of it is common here, so that only its length can prove it
    words = SENTENCE["en"].rstrip(".").lower().split()
    draw = np.random.default_rng(11)
    common = [" ".join(draw.permutation(words).tolist()) + "." for _ in range(300)]
    index = build(tmp_path, "en", [f"{texts('en', 1, seed=12)[0]} {SENTENCE['en']}", *common])
    essay = Document("essay", f"{texts('en', 1, seed=13)[0]} {SENTENCE['en']}", lang="en")
    found = {level: check(essay, index, settings=Settings(level)).borrowed for level in ("medium", "high")}
    assert found["medium"] > 0.1
    assert found["high"] == 0


def limited(tmp_path: Path) -> tuple[Document, Index, Check]:
    sources = texts("ru", 60, seed=14)
    index = build(tmp_path / "index", "ru", sources)
    essay = Document("essay", "\n".join(sources), lang="ru")
    return essay, index, check(essay, index, settings=Settings(limit=5))


def test_a_limit_that_is_reached_is_told_everywhere(tmp_path: Path, shell: Callable) -> None:
    essay, index, result = limited(tmp_path)
    assert result.reach is not None
    assert (result.reach.compared, result.reach.limit) == (5, 5)
    missed = sum(stop - start for start, stop in result.reach.unseen)
    assert missed > 0.99 * len(essay.text)
    assert "Not everything was looked at" in page.html(result, lang="en")
    assert json.loads(tables.json(result))["reach"]["unseen"][0][0] == 0
    assert tables.summary([result]).splitlines()[1].endswith(f",{missed}")
    whole = check(essay, index)
    assert whole.borrowed > 0.99
    assert whole.reach is not None
    assert whole.reach.unseen == ()
    assert "Not everything" not in page.html(whole, lang="en")
    (tmp_path / "essay.txt").write_text(essay.text, encoding="utf-8")
    ran = shell("detect", "check", tmp_path / "essay.txt", "--index", tmp_path / "index", "--compare", 5)
    assert "was not compared with all of them" in ran.err
    assert ran.code == 0


def test_sources_beyond_the_limit_of_a_list_are_told(tmp_path: Path, shell: Callable) -> None:
    essay, _, _ = limited(tmp_path)
    (tmp_path / "essay.txt").write_text(essay.text, encoding="utf-8")
    ran = shell("detect", "retrieve", tmp_path / "essay.txt", "--index", tmp_path / "index", "--limit", 20)
    assert len(ran.out.splitlines()) == 20
    assert "40 more sources (--limit)" in ran.err
    ran = shell("detect", "retrieve", tmp_path / "essay.txt", "--index", tmp_path / "index")
    assert len(ran.out.splitlines()) == 60


@pytest.mark.parametrize("lang", LANGS)
def test_a_passage_across_two_windows_is_one(
    lang: Lang, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "SIZE", 100)
    monkeypatch.setattr(windows, "MARGIN", 30)
    source, *own = texts(lang, 9, seed=15, size=8)
    essay = Document("essay", "\n".join([*own[:4], source, *own[4:]]), lang=lang)
    result = check(essay, build(tmp_path, lang, [source]))
    [match] = result.matches
    assert essay.text[match.suspicious.start : match.suspicious.stop] == source
    assert match.kind == "verbatim"


@pytest.mark.parametrize("lang", LANGS)
def test_of_duplicates_one_speaks_for_all_in_every_window(
    lang: Lang, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "SIZE", 100)
    monkeypatch.setattr(windows, "MARGIN", 30)
    own = texts(lang, 8, seed=17, size=8)
    begin, middle, end = texts(lang, 3, seed=18, size=8)
    source = "\n".join([begin, middle, end])
    index = build(tmp_path, lang, [source, source.replace("\n", "\n\n")])
    essay = Document("essay", "\n".join([begin, *own[:4], middle, *own[4:], end]), lang=lang)
    result = check(essay, index)
    [found] = result.sources
    assert {match.source.doc for match in result.matches} == {found.id}
    assert {found.id, *found.duplicates} == {"d0", "d1"}
    assert found.share == pytest.approx(len(source) / len(essay.text), abs=0.02)
    assert found.fragments == 3


def test_a_new_way_to_name_documents_is_a_line_in_the_dict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = build(tmp_path, "en", texts("en", 3, seed=16))
    essay = Document("essay", index.get("d1").text, lang="en")
    monkeypatch.setattr(candidates, "METHODS", {"all": f"{__name__}:everything"})
    monkeypatch.setattr(candidates.name_candidates, "__kwdefaults__", {"methods": ("all",)})
    assert [one.candidate.id for one in retrieve(essay, index)] == ["d1"]
    with pytest.raises(CommandError, match="no way to name candidates 'magic'; there are all"):
        candidates.method("magic")


def everything(reading: object, index: Index) -> candidates.Names:
    return candidates.names([(0, number, 1.0, False) for number in range(len(index))])
