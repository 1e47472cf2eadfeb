"""Passages by meaning: rewritten and translated ones are found, texts on the same subject are not."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from paraphrast.data import Document, Pair
from paraphrast.detect.check import check
from paraphrast.detect.index.nearest import Near, pick
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.chains import background, best_chain
from paraphrast.detect.meaning.models import Meaning, load_meaning, remembering
from paraphrast.detect.meaning.pieces import cut_pieces, kinship
from paraphrast.detect.meaning.places import OTHERS, name_places
from paraphrast.detect.meaning.proof import Observed, details, probability
from paraphrast.detect.meaning.search import Sides, compare, look_at
from paraphrast.detect.reading import read
from paraphrast.detect.retrieve import retrieve

SOURCES = {
    "ru": "Весной того года артель из двенадцати плотников подрядилась построить мост через Каму. Лес "
    "сплавляли "
    "с верховьев, и первые брёвна пришли только в июне, когда вода уже спала. Подрядчик задерживал "
    "плату, и "
    "трое рабочих ушли домой, не дождавшись конца работ. К сентябрю мост всё же открыли, и по нему прошёл "
    "первый обоз с солью.",
    "en": "The museum bought the painting in 1934 without knowing who had made it. For decades it hung "
    "in a dark "
    "corridor near the cloakroom, and visitors walked past it on their way out. A restorer who cleaned the "
    "canvas in the spring found a signature under a layer of old varnish. The picture was moved to the "
    "main "
    "hall, and the queue now reaches the street.",
    "zh": "那年冬天特别冷，村口的井都结了冰。老李每天天不亮就起床，用铁镐把冰凿开，好让全村人打水。"
    "有人劝他歇一歇，他只是摆摆手，说自己睡不着。开春以后，村里人凑钱给他买了一件新棉袄。",
}
REWRITTEN = {
    "ru": "Дюжина мастеров взялась в те весенние месяцы навести переправу на камских берегах. "
    "Древесину гнали по реке "
    "сверху, так что начало поставок пришлось на июнь, после половодья. Деньги выдавали с опозданием, "
    "из-за чего "
    "троица плотников вернулась в деревню раньше срока. Осенью, в сентябре, движение наконец пустили, и "
    "раньше всех проехали возы, гружённые солью.",
    "en": "When the gallery acquired the work in 1934, its author was a mystery. It spent many years "
    "in an unlit "
    "passage by the coat check, where people leaving the building hardly noticed it. This spring a "
    "conservator "
    "took off the aged varnish and an artist's name came to light beneath. Now it has been rehung in the "
    "central room, and people line up outside to see it.",
    "zh": "那一年的寒冬格外难熬，连村头水井也冻上了。李老汉总是摸黑爬起来，拿镐头敲碎冰面，方便乡亲们取水。"
    "旁人叫他别太辛苦，他摇手回答说反正也没有困意。等天气转暖，大家一起出钱，送了他一身崭新的棉衣。",
}
TRANSLATED = {
    "ru": "In the spring of that year a team of twelve carpenters undertook to build a bridge over the "
    "Kama. The timber "
    "was floated from upstream, and the first logs came only in June, when the water had already "
    "fallen. The "
    "contractor was late with the pay, and three of the workers went home without waiting for the end "
    "of the "
    "job. By September the bridge was opened all the same, and the first carts with salt went over it.",
    "en": "1934年，博物馆买下了这幅画，却不知道作者是谁。几十年来，它一直挂在衣帽间旁边昏暗的走廊里，参"
    "观者出门时从它"
    "面前走过。今年春天，一位修复师清洗画布时，在一层旧清漆下发现了签名。这幅画被移到了大厅，现在排队的"
    "人一直排到街上。",
    "zh": "Та зима была особенно холодной, и даже колодец у околицы замёрз. Старый Ли каждый день "
    "вставал до рассвета и "
    "разбивал лёд железной киркой, чтобы вся деревня могла набрать воды. Его уговаривали отдохнуть, но "
    "он только "
    "отмахивался и говорил, что ему не спится. Весной жители деревни сложились и купили ему новую "
    "ватную куртку.",
}
ALIKE = {  # of the same things, and another story
    "ru": "Мосты через Каму строили по-разному. Железнодорожный, например, собирали из стальных ферм, "
    "которые "
    "привозили из Перми по частям. Плотники там почти не работали, зато кузнецам хватало дела до самой "
    "зимы. "
    "Движение открыли только через четыре года, и первым прошёл воинский эшелон.",
    "en": "Most museums keep far more paintings than they can hang. Curators choose what visitors will "
    "like, and the rest "
    "waits in storage, where the temperature never changes. Restorers look at every canvas once in ten "
    "years. "
    "A signature raises the price at an auction, but forgers know that as well.",
    "zh": "今年夏天雨水很少，河里的水一天比一天浅。村长请来了打井队，在学校后面钻了三天，终于打出了水。"
    "孩子们围着水泵又跳又笑，老师只好提前放学。秋天的收成比往年还要好一些。",
}
FILLING = {
    "ru": ["Заседание комиссии перенесли на четверг из-за болезни председателя. Протокол подпишут позже.",
           "Рецепт прост: муку просеивают, добавляют яйца и тёплое молоко. Тесто отдыхает полчаса."],
    "en": ["The committee meets on Thursday because the chair is ill. The minutes will be signed later.",
           "Sift the flour, add the eggs and warm milk. Let the dough rest for half an hour before baking."],
    "zh": ["由于主席生病，委员会会议推迟到星期四举行。会议记录以后再签字。",
           "先把面粉过筛，再加入鸡蛋和温牛奶。面团要静置半个小时，然后才能烤。"],
}  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("index")
    with Writer(folder, views=["words", "prints", "vectors"]) as writer:
        for lang, source in SOURCES.items():
            before, after = FILLING[lang]
            writer.add([Document(lang, f"{before}\n{source}\n{after}", lang=lang)])  # type: ignore[arg-type]
            writer.add([Document(f"{lang}-{n}", text, lang=lang) for n, text in enumerate(FILLING[lang])])  # type: ignore[arg-type]
    return Index(folder)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
@pytest.mark.parametrize(("texts", "kind"), [(REWRITTEN, "paraphrase"), (TRANSLATED, "translated")])
def test_a_passage_is_found_in_other_words_and_in_another_language(
    index: Index, lang: str, texts: dict[str, str], kind: str
) -> None:
    essay = Document("essay", f"{ALIKE[lang]}\n{texts[lang]}" if kind == "paraphrase" else texts[lang])
    assert check(essay, index).borrowed < 0.1  # words alone do not find it
    result = check(essay, index, meaning=load_meaning())
    assert [source.id for source in result.sources] == [lang]
    [match] = result.matches
    assert match.kind == kind
    assert 0.5 < match.meta["probability"] <= 1
    found = essay.text[match.suspicious.start : match.suspicious.stop]
    assert 0.5 * len(texts[lang]) < len(found) < 1.3 * len(texts[lang])
    assert found in texts[lang] or texts[lang] in found  # a sentence beside it may come along
    origin = index.get(lang).text[match.source.start : match.source.stop]
    assert origin in SOURCES[lang] or SOURCES[lang] in origin
    assert retrieve(essay, index, meaning=load_meaning())[0].candidate.id == lang


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_text_of_the_same_things_is_not_a_copy(index: Index, lang: str) -> None:
    result = check(Document("essay", ALIKE[lang]), index, meaning=load_meaning())
    assert result.matches == []


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_what_words_have_found_is_not_told_twice(index: Index, lang: str) -> None:
    essay = Document("essay", SOURCES[lang], lang=lang)  # type: ignore[arg-type]
    plain, meant = check(essay, index), check(essay, index, meaning=load_meaning())
    assert meant.matches == plain.matches != []


def test_a_text_is_no_paraphrase_of_itself_or_of_what_is_left_out(index: Index) -> None:
    mine = Document("ru", REWRITTEN["ru"], lang="ru")  # has the id of the source
    assert check(mine, index, meaning=load_meaning()).matches == []
    assert retrieve(Document("x", REWRITTEN["ru"]), index, meaning=load_meaning(), without=["ru"]) == []


@pytest.mark.parametrize("text", ["", "Да.", "...", "— — —"])
def test_texts_without_windows_find_nothing(index: Index, text: str) -> None:
    assert check(Document("empty", text), index, meaning=load_meaning()).matches == []


def chain(rows: list[list[float]], words: int = 12) -> list[tuple[int, int]]:
    cosine = np.array(rows, dtype=np.float32)
    return best_chain(cosine, (np.full(len(cosine), words), np.full(cosine.shape[1], words))).links


def test_a_chain_goes_forward_and_leaves_out_what_does_not_fit() -> None:
    far, near = 0.74, 0.93
    assert chain([[near, far, far], [far, near, far], [far, far, near]]) == [(0, 0), (1, 1), (2, 2)]
    assert chain([[near, far, far], [far, far, far], [far, far, near]]) == [(0, 0), (2, 2)]  # one is lost
    assert chain([[near, near, far], [far, far, near]]) == [(0, 0), (0, 1), (1, 2)]  # two became one
    assert len(chain([[far, far, near], [far, near, far], [near, far, far]])) == 1  # backwards is no chain


def test_sentences_that_are_all_alike_make_no_chain() -> None:
    laws = np.full((4, 4), 0.9, dtype=np.float32)
    words = np.full(4, 20)
    assert best_chain(laws, (words, words)).worth < 0
    assert background(laws) == pytest.approx(0.9)


def test_short_sentences_count_for_less() -> None:
    cosine = np.where(np.eye(3), 0.93, 0.74).astype(np.float32)
    long, short = (best_chain(cosine, (np.full(3, n), np.full(3, n))).worth for n in (10, 2))
    assert short == pytest.approx(long / 4)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_pieces_of_one_story_are_nearer_than_those_of_another(lang: str) -> None:
    mine, same, other, again = cut_pieces([SOURCES[lang], TRANSLATED[lang], ALIKE[lang], SOURCES[lang]])
    found = kinship(mine, [same, again, mine[:0], other])
    assert found[1] == pytest.approx(1, abs=1e-4)
    assert found[0] > found[3] - 0.02
    assert found[2] == 0
    assert kinship(same, [mine])[0] == pytest.approx(found[0], abs=1e-5)  # whichever asks
    assert kinship(mine[:0], [mine, mine]).tolist() == [0, 0]


def test_names_and_numbers_are_details() -> None:
    reading = read(Document("a", "Анна Петрова приехала в Казань в 1934 году с 2,5 рублями.", lang="ru"))
    found = details(reading, 0)
    assert {"1934", "2.5"} <= found
    assert any(one.startswith("казан") for one in found)


def test_agreement_makes_a_passage_likelier() -> None:
    seen = Observed(3, 40, 2.0, 0.7, 0.0, 0.0, 0.1, 1, 1, 0)
    assert probability(seen._replace(pair=2.0)) > probability(seen) > probability(seen._replace(pair=-4.0))
    assert (
        probability(seen._replace(joined=2.0)) > probability(seen) > probability(seen._replace(joined=-4.0))
    )
    assert probability(seen._replace(ahead=0.2)) > probability(seen) > probability(seen._replace(ahead=0.0))
    assert probability(seen._replace(worth=4.0)) > probability(seen) > probability(seen._replace(worth=1.0))
    assert probability(seen._replace(shared=0)) < probability(seen) < probability(seen._replace(lacking=0))


def test_documents_with_the_same_text_are_one_source_with_duplicates(tmp_path: Path) -> None:
    with Writer(tmp_path, views=["words", "prints", "vectors"]) as writer:
        writer.add([Document("b", SOURCES["en"]), Document("a", SOURCES["en"]), Document("c", SOURCES["ru"])])
    [source] = check(Document("essay", REWRITTEN["en"]), Index(tmp_path), meaning=load_meaning()).sources
    assert source.id == "a"
    assert source.duplicates == ("b",)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_what_many_texts_speak_of_proves_little(tmp_path: Path, lang: str) -> None:
    essay, lone = read(Document("essay", REWRITTEN[lang])), tmp_path / "lone"
    for folder, count in ((lone, 1), (tmp_path / "many", OTHERS + 2)):
        with Writer(folder, views=["words", "prints", "vectors"]) as writer:
            writer.add(Document(f"{n}", f"{SOURCES[lang]}\n№ {n}.", lang=lang) for n in range(count))  # type: ignore[arg-type]
    assert max(place.ahead for place in name_places(essay, Index(lone))) > 0.05
    assert all(place.ahead < 0.02 for place in name_places(essay, Index(tmp_path / "many")))


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_rare_words_name_what_vectors_do_not(
    index: Index, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_vectors = Index.by_vectors
    monkeypatch.setattr(
        Index, "by_vectors", lambda self, codes, *, limit: _none_of(by_vectors(self, codes, limit=limit))
    )
    places = name_places(read(Document("essay", REWRITTEN[lang], lang=lang)), index)  # type: ignore[arg-type]
    assert {index.document(place.numbers[0]).id for place in places} == {lang}  # type: ignore[union-attr]
    abroad = name_places(read(Document("essay", TRANSLATED[lang])), index)
    assert lang not in {index.document(place.numbers[0]).id for place in abroad}  # type: ignore[union-attr]


def _none_of(near: Near) -> Near:
    return pick(near, near.number < 0)


def test_texts_and_pairs_are_read_once() -> None:
    asked: list[object] = []

    def encoder(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        asked.extend(texts)
        return np.array([[len(text)] for text in texts], dtype=np.float32)

    def pair(pairs: Sequence[Pair]) -> list[float]:
        asked.extend((one.a, one.b) for one in pairs)
        return [len(one.a) / 10 for one in pairs]

    known = remembering(Meaning(encoder, pair))
    assert known.encoder(["a", "bb", "a"]).tolist() == [[1], [2], [1]]
    assert known.encoder(["bb"]).tolist() == [[2]]
    assert known.pair([Pair("a", "b"), Pair("aa", "b"), Pair("a", "b")]) == [0.1, 0.2, 0.1]
    assert known.pair([Pair("aa", "b")]) == [0.2]
    assert asked == ["a", "bb", ("a", "b"), ("aa", "b")]
    assert len(known.encoder([])) == 0


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_place_where_no_sentences_are_alike_is_not_read(index: Index, lang: str) -> None:
    here = read(Document("essay", TRANSLATED[lang]))
    there = read(index.get(lang))
    sides = Sides(here, there, (here.first, there.first))
    right = max(name_places(here, index), key=lambda place: place.kin)
    assert look_at(sides, right) is not None
    start = there.document.text.index(FILLING[lang][1])
    assert look_at(sides, right._replace(start=start, stop=len(there.document.text))) is None
    assert look_at(sides, right._replace(first=0, last=0)) is None


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_what_cannot_reach_the_border_is_not_read_as_a_whole(index: Index, lang: str) -> None:
    asked: list[int] = []

    def pair(pairs: Sequence[Pair]) -> list[float]:
        asked.append(len(pairs))
        return [0.0] * len(pairs)

    here = read(Document("essay", REWRITTEN[lang], lang=lang))  # type: ignore[arg-type]
    there, models = read(index.get(lang)), load_meaning()._replace(pair=pair)
    sides = Sides(here, there, (here.first, there.first))
    look = look_at(sides, max(name_places(here, index), key=lambda place: place.kin))
    assert look is not None
    found = compare(sides, look, models)
    assert found is not None
    links, whole = asked
    assert (links, whole) == (len(found.chain.links), 1)
    assert compare(sides, look, models, border=0.9999) is None
    assert asked == [links, whole, links]
