"""What passages prove: a formula that many documents have is no borrowing, a copy of a popular text is."""

from pathlib import Path

import pytest

from paraphrast.data import Document, Match, Span
from paraphrast.detect.evidence import PROOFS, Evidence, Strictness, claims, rarity
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.reading import read
from paraphrast.detect.retrieve import retrieve
from paraphrast.text import Lang

FORMULA: dict[Lang, str] = {
    "ru": "Контроль за исполнением настоящего постановления возложить на заместителя главы города.",
    "en": "Control over the execution of this decision shall rest with the deputy head of the town.",
    "zh": "本条例自公布之日起施行，由市人民政府有关行政主管部门负责解释。",
}
STORY: dict[Lang, str] = {
    "ru": "Смотритель поднимался по винтовой лестнице и зажигал керосиновую лампу, чтобы рыбаки видели мыс.",
    "en": "The keeper climbed the spiral staircase and lit the kerosene lamp so that fishermen saw land.",
    "zh": "守塔人每天晚上爬上螺旋楼梯，点亮巨大的煤油灯，让渔民远远看见北方的海岸。",
}


def library(folder: Path, lang: Lang) -> Index:
    with Writer(folder) as writer:
        writer.add(Document(f"law {n}", f"{n}{n + 7}. {FORMULA[lang]}", lang=lang) for n in range(40))
        writer.add([Document("story", STORY[lang], lang=lang)])
    return Index(folder)


@pytest.mark.parametrize("lang", FORMULA)
def test_a_formula_of_many_documents_is_no_borrowing_but_a_copy_is(lang: Lang, tmp_path: Path) -> None:
    index = library(tmp_path, lang)
    found = retrieve(Document("essay", f"{FORMULA[lang]} {STORY[lang]}", lang=lang), index)
    assert [one.candidate.id for one in found] == ["story"]


def test_a_disguise_does_not_weaken_the_proof(tmp_path: Path) -> None:
    disguised = STORY["ru"].replace("о", "o").replace("а", "a")
    found = retrieve(Document("essay", disguised, lang="ru"), library(tmp_path, "ru"))
    assert [one.candidate.id for one in found] == ["story"]


def test_every_copy_of_a_popular_text_is_a_source(tmp_path: Path) -> None:
    third = "Autumn storms had broken the wooden pier twice, and the village rebuilt it from oak each spring."
    whole = f"{STORY['en']} {FORMULA['en']} {third}"
    with Writer(tmp_path) as writer:
        writer.add(Document(f"site {n}", f"{whole} Seen {n} times.", lang="en") for n in range(6))
    found = retrieve(Document("essay", whole, lang="en"), Index(tmp_path))
    assert len(found) == 6


def test_rare_words_prove_more_than_common_ones(tmp_path: Path) -> None:
    index = library(tmp_path, "en")
    assert rarity("lamp", index) == 1
    assert 0 < rarity("decis", index) < 0.5
    assert rarity("unheard", index) == 1


def test_without_the_view_of_words_all_words_prove_the_same(tmp_path: Path) -> None:
    with Writer(tmp_path, views=("prints",)) as writer:
        writer.add([Document("story", STORY["zh"], lang="zh")])
    index = Index(tmp_path)
    assert rarity("的", index) == 1
    assert [one.candidate.id for one in retrieve(Document("essay", STORY["zh"]), index)] == ["story"]


def test_claims_count_documents_and_not_passages() -> None:
    def passage(start: int, stop: int) -> Match:
        return Match(Span("essay", start, stop), Span("source", 0, 5), "verbatim", 1.0)

    assert claims([[passage(0, 3), passage(2, 4)], [passage(3, 5)]], 6).tolist() == [1, 1, 1, 2, 1, 0]


# A report with two places to fill in, of which another document may share the first by chance.
REPORT: dict[Lang, str] = {
    "ru": "По данным областного штаба, на {} мая в больницах области оставалось под наблюдением {} человек.",
    "en": "According to the county office, as of {} May hospitals were still watching a total of {} people.",
    "zh": "根据省卫生部门今天上午通报的情况，截至5月{}日全省医院累计收治并观察的病人一共有{}人。",
}
ALONE: dict[Lang, str] = {
    "ru": "Сова вылетела из-за мельницы, и мальчишки на плоту разом замолчали, глядя на чёрную воду под "
    "ивами, где плыла чья-то соломенная шляпа.",
    "en": "An owl left the mill, and at once the boys on the raft fell silent, looking at black water under "
    "willows where somebody's straw hat was drifting.",
    "zh": "猫头鹰从磨坊后面飞了出来，木筏上的孩子们一下子安静了，望着柳树下面黑黑的河水，"
    "那里漂着不知谁的草帽。",
}


def reports(folder: Path, lang: Lang) -> Index:
    """Write forty reports, each with two numbers of its own, and one story."""
    with Writer(folder) as writer:
        writer.add(Document(f"report {n}", REPORT[lang].format(n, 900 - 7 * n), lang=lang) for n in range(40))
        writer.add([Document("story", ALONE[lang], lang=lang)])
    return Index(folder)


@pytest.mark.parametrize("lang", REPORT)
@pytest.mark.parametrize("strictness", ["low", "medium", "high"])
def test_a_formula_with_another_number_in_it_is_no_borrowing(
    lang: Lang, strictness: Strictness, tmp_path: Path
) -> None:
    text = Document("essay", REPORT[lang].format(21, 5555), lang=lang)
    assert retrieve(text, reports(tmp_path, lang), strictness=strictness) == []


@pytest.mark.parametrize("lang", REPORT)
def test_a_part_of_a_sentence_that_one_document_has_is_borrowed(lang: Lang, tmp_path: Path) -> None:
    part = ALONE[lang][: 3 * len(ALONE[lang]) // 4]
    text = Document("essay", f"{REPORT[lang].format(21, 5555)} {part}", lang=lang)
    found = retrieve(text, reports(tmp_path, lang))
    assert [one.candidate.id for one in found] == ["story"]


@pytest.mark.parametrize("lang", REPORT)
def test_a_chance_likeness_is_not_counted_beside_a_copy(lang: Lang, tmp_path: Path) -> None:
    """The report with the story in it lends the story alone: everybody has its report."""
    with Writer(tmp_path) as writer:
        writer.add(Document(f"report {n}", REPORT[lang].format(n, 900 - 7 * n), lang=lang) for n in range(40))
        writer.add([Document("both", f"{REPORT[lang].format(50, 33)}\n{ALONE[lang]}", lang=lang)])
    filler = {"ru": "Потом пошёл дождь.", "en": "Then it began to rain.", "zh": "后来下雨了。"}[lang] * 9
    text = Document("essay", f"{REPORT[lang].format(21, 5555)}\n{filler}\n{ALONE[lang]}", lang=lang)
    [found] = retrieve(text, Index(tmp_path))
    [match] = found.matches
    assert ALONE[lang][:10] in text.text[match.suspicious.start : match.suspicious.stop]
    assert "5555" not in text.text[match.suspicious.start : match.suspicious.stop]


# Eight things, and eight more for each side, so that nothing stands in a row.
THINGS: dict[Lang, tuple[str, str, str]] = {
    "ru": (
        "маяк лампа лестница рыбак пристань буря парус якорь",
        "кофе мост сапог окно чайник роза поезд ключ",
        "лес зонт гитара перо диван снег пчела орёл",
    ),
    "en": (
        "lighthouse lamp staircase fisherman pier storm sail anchor",
        "coffee bridge boot window kettle rose train key",
        "forest umbrella guitar feather sofa snow bee eagle",
    ),
    "zh": (
        "灯塔 油灯 楼梯 渔民 码头 风暴 船帆 铁锚",
        "咖啡 桥梁 靴子 窗户 茶壶 玫瑰 火车 钥匙",
        "森林 雨伞 吉他 羽毛 沙发 雪花 蜜蜂 老鹰",
    ),
}


@pytest.mark.parametrize("lang", THINGS)
def test_a_word_that_comes_again_proves_less_than_another_word(lang: Lang, tmp_path: Path) -> None:
    shared, here, there = (words.split() for words in THINGS[lang])
    comma = "，" if lang == "zh" else ", "

    def borrowed(common: list[str], folder: Path) -> int:
        def text(name: str, others: list[str]) -> Document:
            words = [word for pair in zip(common, others, strict=True) for word in pair]
            return Document(name, comma.join(words), lang=lang)

        essay, source = text("essay", here), text("source", there)
        with Writer(folder) as writer:
            writer.add([source])
        spans = Span("essay", 0, len(essay.text)), Span("source", 0, len(source.text))
        match = Match(*spans, "paraphrase", 0.7)
        evidence = Evidence(read(essay), Index(folder), [[match]])
        return len(evidence.judge(source, [match], PROOFS["medium"]).borrowed)

    assert borrowed(shared, tmp_path / "different") == 1
    assert borrowed(shared[:1] * len(shared), tmp_path / "again") == 0
