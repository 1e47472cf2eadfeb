"""The suite: its files, what is derived from prose, noise, and how answers are counted."""

import shutil
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.models.suite import HALVES, Item, Piece, noise, open_suite, open_texts, prose, reading
from paraphrast.models.suite.opening import SHIPPED
from paraphrast.models.suite.records import BEHAVIOURS, WANTED
from paraphrast.models.suite.tally import Mark, tally_marks
from paraphrast.text import LANGS

FOLDER = Path(__file__).parent / "data" / "suite"


def random() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.parametrize("lang", LANGS)
def test_a_suite_has_written_derived_and_noisy_pairs(lang: Any) -> None:
    suite = open_suite(FOLDER, langs=[lang])
    assert suite.missing == ["tiny.tsv"]
    assert {item.pair.lang for item in suite.items} == {lang}
    assert {item.family for item in suite.items} == set(WANTED) - {"tiny"}
    assert {item.behaviour for item in suite.items} <= set(BEHAVIOURS)
    ids = [item.pair.id for item in suite.items]
    assert len(set(ids)) == len(ids)


def test_a_half_that_is_not_there_is_named_and_the_rest_is_read() -> None:
    suite = open_suite(FOLDER, halves=HALVES, langs=["ru", "zh"])
    assert suite.missing == [
        "prose.ru.deciding.jsonl",
        "pairs.zh.deciding.tsv",
        "prose.zh.deciding.jsonl",
        "tiny.tsv",
    ]
    assert Counter(item.half for item in suite.items if item.family == "written") == {
        "open": 10,
        "deciding": 3,
    }


def test_a_folder_without_a_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no suite in .*: there is none of pairs\.en\.open\.tsv"):
        open_suite(tmp_path, langs=["en"])
    with pytest.raises(CommandError, match=r"no texts in"):
        open_texts(tmp_path, halves=["deciding"])


@pytest.mark.parametrize("lang", LANGS)
def test_the_tiny_pairs_that_ship_have_both_answers_and_an_empty_text(lang: Any) -> None:
    items = reading.read_tiny(SHIPPED / "tiny.tsv", "open", [lang])
    assert len(items) >= 15
    assert min(Counter(item.behaviour for item in items).values()) >= 5
    assert {(item.pair.a, item.pair.b, item.pair.label) for item in items} >= {("", "", 1.0)}


def test_what_ships_can_be_read() -> None:
    """Whatever halves are there; a damaged file would raise."""
    suite = open_suite(halves=HALVES)
    strange = {item.behaviour for item in suite.items} - set(BEHAVIOURS)
    assert not strange
    labels = {item.behaviour: item.pair.label for item in suite.items if item.family != "noise"}
    written = [item for item in suite.items if item.family == "written"]
    assert all(item.pair.label == labels[item.behaviour] for item in written)


def test_no_text_that_ships_stands_in_both_halves() -> None:
    found: dict[str, set[str]] = {half: set() for half in HALVES}
    for item in open_suite(halves=HALVES).items:
        if item.family in ("written", "identity"):
            found[item.half] |= {item.pair.a, item.pair.b}
    for lang, half in product(LANGS, HALVES):
        path = SHIPPED / f"texts.{lang}.{half}.tsv"
        if path.is_file():
            found[half] |= {item.text.text for item in reading.read_texts(path, lang, half)}
    assert not found["open"] & found["deciding"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "pairs.ru.open.tsv",
            "id\tlabel\ta\tb\n",
            "pairs.ru.open.tsv, line 1: the header is id, label, a, b",
        ),
        ("pairs.en.open.tsv", "id\tbehaviour\tlabel\ta\tb\n1\torder\t1\tone\n", "line 2: 4 cells"),
        ("pairs.zh.open.tsv", "id\tbehaviour\tlabel\ta\tb\n1\torder\t2\t甲\t乙\n", "line 2: label '2'"),
        ("pairs.ru.open.tsv", "id\tbehaviour\tlabel\ta\tb\n1\torder\t1\tа\t\n", "needs a behaviour and two"),
        ("pairs.en.open.tsv", "id\tbehaviour\tlabel\ta\tb\n1\to\t1\ta\tb\n1\to\t1\ta\tb\n", "line 3: the id"),
        ("pairs.en.open.tsv", "id\tbehaviour\tlabel\ta\tb\n", "nothing under the header"),
        (
            "prose.en.open.jsonl",
            '{"id": "1", "text": "a a", "edits": {"typo": ["a", "b"]}}\n',
            "stands 2 times",
        ),
        (
            "prose.ru.open.jsonl",
            '{"id": "1", "text": "а", "edits": {"mood": ["а", "б"]}}\n',
            "no edit 'mood'",
        ),
        ("prose.zh.open.jsonl", '\n{"id": "1", "text": "甲"}\n', "line 2: .*missing required field `edits`"),
        ("prose.zh.open.jsonl", "{", "line 1: Input data was truncated"),
        ("tiny.tsv", "id\tlang\tlabel\ta\tb\n1\tde\t1\tja\tja\n", "no language 'de'; there are ru, en, zh"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        open_suite(tmp_path)


def test_texts_have_known_kinds_and_labels(tmp_path: Path) -> None:
    texts = open_texts(FOLDER)
    assert Counter(item.text.lang for item in texts.items) == {"ru": 4, "en": 4, "zh": 4}
    assert {item.text.label for item in texts.items if item.offends} == {1.0}
    assert {item.text.label for item in texts.items if not item.offends} == {0.0}
    (tmp_path / "texts.en.open.tsv").write_text("id\tkind\ttext\n1\trude\tOh.\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 2: no kind 'rude'; there are insult"):
        open_texts(tmp_path)


@pytest.mark.parametrize(
    ("lang", "text", "cut"),
    [
        ("ru", "Шёл сильный дождь. Мы остались дома. И так весь день.", "Мы остались дома. И так весь день."),
        ("en", "It rained hard all day. We stayed in.", "We stayed in."),
        ("zh", "外面一直下着很大的雨。我们整天都留在家里。", "我们整天都留在家里。"),
        ("en", "One sentence only, without a border", None),
        ("en", "Oh. A second sentence that is long.", None),
    ],
)
def test_a_text_is_cut_between_sentences_near_its_middle(lang: Any, text: str, cut: str | None) -> None:
    place = prose.find_cut(text, lang)
    assert (None if place is None else text[place:]) == cut


def test_derived_pairs_by_hand() -> None:
    pieces = [
        Piece(
            "1",
            "Anna came early. Boris was late again.",
            {"name": ("Anna", "Vera"), "typo": ("late", "laet")},
        ),
        Piece("2", "The soup was cold. The cook was sorry.", {}),
        Piece("3", "x" * 2001, {}),
    ]
    found = {item.pair.id: item.pair for item in prose.derive_pairs(pieces, "en", "open")}
    assert set(found) == {
        *(f"1/{name}" for name in ("identity-10-60", "changed-name", "near-typo")),
        *(f"{n}/{name}" for n in (1, 2) for name in ("unrelated", "adjacent", "half-replaced")),
        "2/identity-10-60",
    }
    assert (found["1/changed-name"].b, found["1/changed-name"].label) == (
        "Vera came early. Boris was late again.",
        0.0,
    )
    assert (found["1/near-typo"].b, found["1/near-typo"].label) == (
        "Anna came early. Boris was laet again.",
        1.0,
    )
    assert found["1/unrelated"].b == pieces[1].text
    assert (found["1/adjacent"].a, found["1/adjacent"].b) == ("Anna came early.", "Boris was late again.")
    assert found["1/half-replaced"].b == "Anna came early. The cook was sorry."


@pytest.mark.parametrize(
    ("lang", "name", "text", "expected"),
    [
        ("ru", "yo", "Ёж ещё спит", "Еж еще спит"),
        ("ru", "punctuation", "Он сказал: «Да, кто-то пришёл в 3,5!»", "Он сказал Да кто-то пришёл в 3,5"),
        ("en", "punctuation", "Is it 'it's'? No; 10:30 (sharp)...", "Is it it's? No 10:30 sharp"),
        ("zh", "punctuation", "他说：“好，走吧。”对吗？", "他说好走吧对吗？"),
        ("en", "spaces", "a b", "a  b"),
        ("ru", "capitals", "Да, ёж", "ДА, ЁЖ"),
        ("en", "lower-case", "The BBC", "the bbc"),
        ("zh", "traditional", "这里的书", "這裏的書"),
        ("zh", "width", "3个iPad，好。", "３个ｉＰａｄ,好."),
        ("zh", "capitals", "没有字母", "没有字母"),
        ("ru", "typo", "кот ест", "кот ест"),
    ],
)
def test_noise_by_hand(lang: Any, name: str, text: str, expected: str) -> None:
    assert noise.NOISES[name][0](text, lang, random()) == expected


@pytest.mark.parametrize(
    ("lang", "text", "grows"),
    [
        ("ru", "Она внимательно слушала", 0),
        ("en", "She listened carefully", 0),
        ("zh", "她认真地听老师讲课", 1),
    ],
)
def test_a_typo_changes_one_word(lang: Any, text: str, grows: int) -> None:
    found = noise.misspell_word(text, lang, random())
    assert found != text
    assert len(found) == len(text) + grows
    if not grows:
        assert sorted(found) == sorted(text)


@pytest.mark.parametrize("lang", LANGS)
def test_noise_depends_on_the_item_and_the_seed_alone(lang: Any) -> None:
    written = [item for item in open_suite(FOLDER, langs=[lang]).items if item.family == "written"]
    whole = {item.pair.id: item for item in noise.add_noise(written, lang)}
    part = {item.pair.id: item for item in noise.add_noise(written[2:], lang)}
    assert all(whole[name] == item for name, item in part.items())
    assert {i.pair.id: i for i in noise.add_noise(written, lang, seed=7)} != whole
    for item in whole.values():
        assert item.plain is not None
        assert (item.pair.a == item.plain.a) != (item.pair.b == item.plain.b)
        assert item.pair.label is None


def test_at_most_so_many_of_each_are_kept_and_always_the_same(tmp_path: Path) -> None:
    few = open_suite(FOLDER, most=1).items
    counts = Counter((item.behaviour, item.pair.lang, item.half) for item in few)
    assert set(counts.values()) == {1}
    assert few == open_suite(FOLDER, most=1).items
    shutil.copy(FOLDER / "pairs.en.open.tsv", tmp_path)
    assert [i for i in open_suite(tmp_path, most=1).items if i.family == "written"] == [
        i for i in few if i.family == "written" and i.pair.lang == "en"
    ]


def test_behaviours_of_ones_own_come_last_in_the_table() -> None:
    items = [
        Item("written", name, "open", Pair("a", "b", label=0.0)) for name in ("irony", "order", "role-swap")
    ]
    assert [item.behaviour for item in sorted(items, key=lambda item: item.rank)] == [
        "role-swap",
        "order",
        "irony",
    ]


def test_answers_are_counted_by_language_and_together() -> None:
    marks = [
        *(Mark("open", "written", "order", lang, right) for lang in LANGS for right in (True, True, False)),
        *(Mark("open", "written", "voice", "zh", True) for _ in range(3)),
        Mark("deciding", "near", "near-typo", "ru", True),
    ]
    cells = {(c.half, c.behaviour, c.lang): c for c in tally_marks(marks, {"written": 0.8}, {"written": 0.7})}
    assert set(cells) == {
        *(("open", "order", lang) for lang in (*LANGS, "all")),
        ("open", "voice", "zh"),
        *(("open", "all written", lang) for lang in (*LANGS, "all")),
        ("deciding", "near-typo", "ru"),
    }
    whole = cells["open", "order", "all"]
    assert (whole.count, whole.right, whole.under) == (9, 6, True)
    assert not cells["open", "voice", "zh"].under
    assert not cells["open", "all written", "all"].under  # 9 of 12, and 0.7 is wanted
    assert cells["deciding", "near-typo", "ru"].wanted is None
    assert whole.record()["interval"] == [0.3542, 0.8794]
