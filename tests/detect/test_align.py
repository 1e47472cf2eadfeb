"""What the aligner must find: copied, reordered, split, disguised, rewritten and translated passages."""

import numpy as np
import pytest

from paraphrast.data import Document
from paraphrast.detect.align import align, similar
from paraphrast.detect.reading import read
from paraphrast.detect.sentence import sentence
from paraphrast.detect.shingles import shingles

STORY = {
    "ru": [
        "Старый маяк на северном мысу построили рыбаки из соседней деревни.",
        "Каждую осень смотритель поднимался по винтовой лестнице и зажигал керосиновую лампу.",
        "Корабли видели этот свет за двадцать миль и обходили подводные камни.",
        "После войны лампу заменили электрической, а смотрителя отправили на пенсию.",
        "Теперь в башне устроен небольшой музей с коллекцией морских карт и компасов.",
    ],
    "en": [
        "The old lighthouse on the northern cape was built by fishermen from the nearby village.",
        "Every autumn the keeper climbed the spiral staircase and lit the kerosene lamp.",
        "Ships could see its beam from twenty miles away and steered clear of the hidden rocks.",
        "After the war the lamp was replaced by an electric bulb and the keeper was retired.",
        "Nowadays the tower houses a small museum with a collection of sea charts and compasses.",
    ],
    "zh": [
        "北方海角上的古老灯塔是由附近村庄的渔民们亲手建造起来的。",
        "每年秋天守塔人都会爬上螺旋楼梯，点亮那盏巨大的煤油灯。",
        "船只在二十海里之外就能看见灯光，从而避开水下的暗礁。",
        "战争结束以后煤油灯换成了电灯，守塔人也退休回家了。",
        "如今塔楼里开设了一座小型博物馆，收藏着许多航海图和罗盘。",
    ],
}
OWN = {
    "ru": [
        "Экономисты прогнозируют умеренный рост промышленного производства в следующем квартале.",
        "Учителя математики собрались на конференцию, чтобы обсудить новые учебники алгебры.",
        "Врачи советуют пить больше воды и чаще гулять на свежем воздухе.",
        "Концерт симфонического оркестра перенесли из-за болезни главного дирижёра.",
    ],
    "en": [
        "Economists forecast moderate growth of industrial output during the next quarter.",
        "Mathematics teachers gathered at a conference to discuss new algebra textbooks.",
        "Doctors recommend drinking more water and walking outside more often.",
        "The concert of the symphony orchestra was postponed because the conductor fell ill.",
    ],
    "zh": [
        "经济学家预测下个季度工业生产将会出现温和的增长趋势。",
        "数学教师们聚集在会议上讨论新编写的代数课本内容。",
        "医生建议大家多喝水，经常到户外呼吸新鲜空气散步。",
        "交响乐团的音乐会因为首席指挥突然生病而被迫推迟。",
    ],
}
LANGS = ["ru", "en", "zh"]


def text(sentences: list[str]) -> str:
    return " ".join(sentences)


def found(suspicious: str, source: str, lang: str) -> list[tuple[str, str, str]]:
    matches = align(Document("a", suspicious, lang=lang), Document("b", source, lang=lang))
    return [
        (suspicious[m.suspicious.start : m.suspicious.stop], source[m.source.start : m.source.stop], m.kind)
        for m in matches
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_a_copied_passage_is_found_whole_and_called_verbatim(lang: str) -> None:
    copied = text(STORY[lang][1:4])
    suspicious = text([OWN[lang][0], copied, OWN[lang][1]])
    assert found(suspicious, text(STORY[lang]), lang) == [(copied, copied, "verbatim")]


@pytest.mark.parametrize("lang", LANGS)
def test_unrelated_texts_share_nothing(lang: str) -> None:
    assert found(text(OWN[lang]), text(STORY[lang]), lang) == []


@pytest.mark.parametrize("lang", LANGS)
def test_reordered_and_interleaved_passages_are_found(lang: str) -> None:
    story, own = STORY[lang], OWN[lang]
    suspicious = text([story[4], own[0], own[1], story[0], own[2], own[3], story[2]])
    assert {here for here, _, _ in found(suspicious, text(story), lang)} == {story[4], story[0], story[2]}


@pytest.mark.parametrize("lang", LANGS)
def test_a_shuffled_passage_is_one_detection(lang: str) -> None:
    story, own = STORY[lang], OWN[lang]
    shuffled = text([story[3], story[0], story[4], story[1], story[2]])
    matches = align(
        Document("a", text([own[0], shuffled, own[1]]), lang=lang), Document("b", text(story), lang=lang)
    )
    assert len(matches) == 1
    assert matches[0].suspicious.stop - matches[0].suspicious.start == len(shuffled)
    assert {run.kind for run in matches[0].runs} == {"verbatim"}
    assert matches[0].runs[0].source_start == text(story).index(story[3])


MIXED = {
    "ru": "По винтовой лестнице смотритель осенью поднимался, чтобы зажечь лампу, керосиновую, наверху.",
    "en": "To light a kerosene lamp, up the spiral staircase the keeper every single autumn climbed.",
    "zh": "点亮巨大煤油灯的是守塔人，每年到了秋天他都爬上那螺旋楼梯。",
}


@pytest.mark.parametrize("lang", LANGS)
def test_each_run_of_a_passage_has_its_own_kind_and_place(lang: str) -> None:
    story, own = STORY[lang], OWN[lang]
    here, there = text([own[0], story[0], MIXED[lang], story[2], own[1]]), text(story)
    [match] = align(Document("a", here, lang=lang), Document("b", there, lang=lang))
    assert match.kind == "verbatim"
    assert [run.kind for run in match.runs] == ["verbatim", "paraphrase", "verbatim"]
    assert [here[run.start : run.stop].strip() for run in match.runs] == [story[0], MIXED[lang], story[2]]
    assert [there[run.source_start : run.source_stop].strip() for run in match.runs] == story[:3]


LIKE = {
    "ru": "Старый маяк на северном мысу рыбаки из соседней деревни красили белой краской.",
    "en": "The old lighthouse on the northern cape was painted by fishermen from the nearby village.",
    "zh": "北方海角上的古老灯塔后来又由附近村庄的渔民们重新粉刷了。",
}


@pytest.mark.parametrize("lang", LANGS)
def test_the_source_side_ends_where_the_copy_ends(lang: str) -> None:
    story, own = STORY[lang], OWN[lang]
    source = text([LIKE[lang], *story, LIKE[lang]])
    copied = text(story[:2])
    assert found(text([own[0], copied, own[1]]), source, lang) == [(copied, copied, "verbatim")]


@pytest.mark.parametrize("lang", LANGS)
def test_a_sentence_put_into_a_longer_one_does_not_take_the_rest_along(lang: str) -> None:
    copied, glue = STORY[lang][1][:-1], "，" if lang == "zh" else ", "
    long = glue.join(sentence[:-1] for sentence in OWN[lang][:3])
    own = Document("own", text([OWN[lang][3], copied + glue + long + "."]))
    source = Document("source", text([STORY[lang][0], STORY[lang][1], STORY[lang][2]]))
    [match] = align(own, source)
    assert match.kind == "verbatim"
    assert own.text[match.suspicious.start : match.suspicious.stop] == copied
    [back] = align(source, own)
    assert back.kind == "verbatim"
    assert own.text[back.source.start : back.source.stop] == copied


def test_a_rewritten_sentence_is_a_paraphrase() -> None:
    suspicious = text(
        [
            OWN["ru"][0],
            "Керосиновую лампу осенью зажигал смотритель: по винтовой лестнице он поднимался наверх.",
            OWN["ru"][1],
        ]
    )
    [(here, there, kind)] = found(suspicious, text(STORY["ru"]), "ru")
    assert here.startswith("Керосиновую лампу")
    assert there == STORY["ru"][1]
    assert kind == "paraphrase"


def test_split_and_merged_sentences_are_one_passage_each() -> None:
    story = STORY["en"]
    split = "Every autumn the keeper climbed the spiral staircase. There he lit the kerosene lamp."
    merged = (
        "After the war the lamp was replaced by an electric bulb, the keeper was retired, and the tower "
        "nowadays houses a small museum with a collection of sea charts and compasses."
    )
    matches = found(text([OWN["en"][0], split, OWN["en"][1], OWN["en"][2], merged]), text(story), "en")
    assert [here for here, _, _ in matches] == [split, merged]
    assert matches[1][1] == text(story[3:5])


def test_homoglyphs_and_hidden_characters_are_seen_through_and_flagged() -> None:
    sentence_ = STORY["ru"][1]
    tricked = sentence_.replace("о", "o").replace("лест", "ле\u200bст")
    suspicious = Document("a", text([OWN["ru"][0], tricked, OWN["ru"][1]]), lang="ru")
    [match] = align(suspicious, Document("b", text(STORY["ru"]), lang="ru"))
    assert suspicious.text[match.suspicious.start : match.suspicious.stop] == tricked
    assert match.meta["disguises"] == ["hidden", "homoglyph"]


def test_a_fragment_has_five_words_without_stop_words() -> None:
    assert found("Маяк построили рыбаки.", "Маяк построили рыбаки.", "ru") == []


@pytest.mark.parametrize("lang", LANGS)
def test_empty_and_odd_documents_are_no_trouble(lang: str) -> None:
    for odd in ["", " \n", "。。。", "42", "İstanbul İzmir", "\ud83d\ude00" * 3]:
        assert found(odd, text(STORY[lang]), lang) == []
        assert found(text(STORY[lang]), odd, lang) == []


def concepts(texts: list[str]) -> np.ndarray:
    """A tiny interlingua: words of two languages that name one thing share a dimension."""
    pairs = {
        "маяк": 0, "lighthouse": 0, "мыс": 1, "cape": 1, "рыбак": 2, "fishermen": 2, "осень": 3, "autumn": 3,
        "лестниц": 4, "staircase": 4, "ламп": 5, "lamp": 5, "корабл": 6, "ships": 6, "миль": 7, "miles": 7,
        "войн": 8, "war": 8, "музе": 9, "museum": 9, "компас": 10, "compasses": 10,
        "смотрител": 11, "keeper": 11,
    }  # fmt: skip
    rows = np.zeros((len(texts), 16), dtype=np.float32)
    for row, one in zip(rows, texts, strict=True):
        for word, place in pairs.items():
            row[place] += word in one.lower()
        row[15] = not row.any()
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_a_translated_passage_is_found_by_its_meaning() -> None:
    suspicious = Document("a", text([OWN["ru"][0], *STORY["ru"][1:3], OWN["ru"][1]]), lang="ru")
    source = Document("b", text(STORY["en"]), lang="en")
    assert align(suspicious, source) == []
    [match] = align(suspicious, source, encoder=concepts)
    assert match.kind == "translated"
    assert suspicious.text[match.suspicious.start : match.suspicious.stop] == text(STORY["ru"][1:3])
    assert source.text[match.source.start : match.source.stop] == text(STORY["en"][1:3])
    assert align(suspicious, source, encoder=concepts, pair=lambda pairs: [0.0] * len(pairs)) == []


@pytest.mark.parametrize(("here", "there"), [("ru", "en"), ("zh", "en"), ("en", "ru")])
def test_the_bundled_models_see_through_translation(here: str, there: str) -> None:
    from paraphrast import models

    own, story = OWN[here], STORY[here]
    suspicious = Document("a", text([own[0], *story[1:3], own[1], own[2], story[4], own[3]]), lang=here)
    source = Document("b", text(STORY[there]), lang=there)
    matches = align(suspicious, source, encoder=models.encoder(), pair=models.pair())
    assert {match.kind for match in matches} == {"translated"}
    found = [suspicious.text[m.suspicious.start : m.suspicious.stop] for m in matches]
    assert found == [text(story[1:3]), story[4]]


def test_the_baselines_find_copies_but_not_rewritten_text() -> None:
    copied = text(STORY["ru"][1:4])
    source = Document("b", text(STORY["ru"]), lang="ru")
    suspicious = Document("a", text([OWN["ru"][0], copied, OWN["ru"][1]]), lang="ru")
    [match] = shingles(suspicious, source)
    assert suspicious.text[match.suspicious.start : match.suspicious.stop] == copied[:-1]
    [match] = sentence(suspicious, source)
    assert suspicious.text[match.suspicious.start : match.suspicious.stop] == copied
    rewritten = Document("a", "Осенью по лестнице он шёл зажечь лампу.", lang="ru")
    assert shingles(rewritten, source) == []


@pytest.mark.parametrize("lang", STORY)
def test_short_and_long_texts_are_multiplied_alike(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rewritten = [f"{line[: len(line) // 2]} {line[-len(line) // 3 :]}" for line in STORY[lang]]
    here, there = (
        read(Document("a", " ".join(OWN[lang] + rewritten))),
        read(Document("b", " ".join(STORY[lang]))),
    )
    found = []
    for dense, wide in ((similar.DENSE, similar.WIDE), (0, 0)):  # a table, and matrices as for a long text
        monkeypatch.setattr(similar, "DENSE", dense)
        monkeypatch.setattr(similar, "WIDE", wide)
        found.append(similar.alike(similar.bags(here, there)))
    assert len(found[0].here) >= 4
    for one, other in zip(*found, strict=True):
        assert one.tolist() == other.tolist()
