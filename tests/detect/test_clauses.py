"""Long sentences are cut into clauses, which are found in another language where the whole is not."""

import pytest

from paraphrast.data import Document
from paraphrast.detect.meaning.clauses import LONG, PART, cut_clauses
from paraphrast.detect.meaning.proof import WEIGHTS, Observed, probability
from paraphrast.detect.meaning.search import Sides
from paraphrast.detect.reading import Reading, read

LONG_SENTENCES = {
    "ru": "Весной того года артель из двенадцати плотников подрядилась построить мост через реку, лес "
    "сплавляли с верховьев почти до самой осени, и первые брёвна пришли только в июне, когда вода уже "
    "совсем спала и работать стало трудно.",
    "en": "In the spring of that year a team of twelve carpenters undertook to build a bridge, the "
    "timber was floated from far upstream almost until autumn, and the first logs came only in June, "
    "when the water had already fallen.",
    "zh": "那年冬天特别冷，村口的井都结了冰，老李每天天不亮就起床，用铁镐把冰凿开，好让全村人打水，"
    "有人劝他歇一歇，他只是摆摆手，说自己睡不着，开春以后村里人凑钱给他买了一件新棉袄。",
}
SHORT = {"ru": "Мост открыли, но позже.", "en": "The bridge opened, but later.", "zh": "桥开通了，但是晚了。"}


def sentences(reading: Reading) -> list[str]:
    return [reading.sentence(number) for number in range(len(reading.first) - 1)]


@pytest.mark.parametrize("lang", LONG_SENTENCES)
def test_a_long_sentence_is_cut_at_its_marks_and_nothing_is_lost(lang: str) -> None:
    gap = "" if lang == "zh" else " "
    text = f"{LONG_SENTENCES[lang]}{gap}{SHORT[lang]}"
    whole = read(Document("a", text, lang=lang))  # type: ignore[arg-type]
    cut = cut_clauses(whole)
    assert len(whole.first) == 3
    *parts, last = sentences(cut)
    assert len(parts) > 1
    assert gap.join(parts) == sentences(whole)[0]
    assert last == sentences(whole)[1]  # a short one stays whole
    assert set(whole.first.tolist()) <= set(cut.first.tolist())
    sizes = [b - a for a, b in zip(cut.first[:-2].tolist(), cut.first[1:-1].tolist(), strict=True)]
    assert sum(sizes) >= LONG
    assert min(sizes) >= PART
    # places are those of the original text
    start, stop = cut.span(int(cut.first[0]), int(cut.first[1]))
    assert text[start:stop].startswith(text[:5])
    assert text[stop - 1] in ",，"


@pytest.mark.parametrize("text", ["", "Да.", "— — —", "word " * 100])
def test_what_has_no_marks_stays_as_it_is(text: str) -> None:
    whole = read(Document("a", text))
    assert sentences(cut_clauses(whole)) == sentences(whole)


def test_clauses_of_one_sentence_are_one_sentence() -> None:
    whole = read(Document("a", f"{LONG_SENTENCES['en']} {SHORT['en']}"))
    cut = cut_clauses(whole)
    sides = Sides(cut, cut, (whole.first, whole.first))
    count = len(cut.first) - 1
    assert sides.sentences([(0, 0), (1, 1)]) == 1
    assert sides.sentences([(0, 0), (count - 1, count - 1)]) == 2


def test_two_languages_have_weights_of_their_own() -> None:
    own = Observed(3, 60, 4.0, 1.3, 1.0, 2.0, 0.06, 1, 0, 0)
    assert probability(own) == probability(own, WEIGHTS["weights"])
    assert probability(own._replace(foreign=1)) == probability(own._replace(foreign=1), WEIGHTS["abroad"])
    assert probability(own._replace(pair=-5, joined=-5)) < probability(own)
