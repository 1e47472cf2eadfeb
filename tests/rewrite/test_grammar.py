"""Russian drafts: what was put agrees with what stands around it, and what was taken out leaves no hole."""

import pytest

from paraphrast.rewrite.words.cleaning import tidy_draft
from paraphrast.rewrite.words.table import word_table
from paraphrast.text.russian.repair.lost_nouns import is_noun, known_part
from paraphrast.text.russian.repair.noun_gaps import count_noun_gaps, fill_noun_gaps
from paraphrast.text.russian.repair.word_forms import fit_forms


@pytest.mark.parametrize(
    ("source", "draft", "said"),
    [
        ("почему эту мразь не побили", "почему эту человек не побили", "почему этого человека не побили"),
        ("какая наглая воровская рожа", "какая наглая воровское лицо", "какое наглое воровское лицо"),
        ("судя по роже", "судя по лицо", "судя по лицу"),
        ("вы только обоссатся можете", "вы только испугаются можете", "вы только испугаться можете"),
        ("всякое отребье сидящее тут", "всякие люди сидящее тут", "всякие люди сидящие тут"),
        ("быдло думает о еде", "люди думает о еде", "люди думают о еде"),
        ("наглые шавки вышли", "наглые человека вышли", "наглые люди вышли"),
        ("вас ебёт погода", "вас волновать погода", "вас волнует погода"),
        ("Совсем ебанулся", "Совсем устала", "Совсем устал"),
        ("они же шавки без мнения", "они же человека без мнения", "они же люди без мнения"),
        ("какой бред вы пишете", "какая ерунда вы пишете", "какую ерунду вы пишете"),
        ("какая же ты мразь", "какая же ты плохой человек", "какой же ты плохой человек"),
        ("выросла же такая мразь", "выросла же такой человек", "вырос же такой человек"),
        ("за бабло продадите", "за деньги продадите", "за деньги продадите"),
        ("этот плешивый недоумок решил", "этот он решил", " он решил"),
        ("вашу сучью свору выродков", "вашу людей", "ваших людей"),
    ],
)
def test_a_new_word_agrees_with_its_neighbours(source, draft, said):
    assert fit_forms(draft, source) == said


@pytest.mark.parametrize(
    ("source", "draft"),
    [
        ("эта большой дом у гада", "эта большой дом у человека"),  # the source is wrong so
        ("красотки, которые шлюхами не были", "красотки, которые женщинами не были"),
        ("это чмо", "это человек"),
        ("увидел гада", "увидел человека"),
        ("любил жирных бабеней", "любил толстых"),
        ("что за фигня", "что за ерунда"),
        ("эта тварь соврала", "этот человек соврал"),
    ],
)
def test_what_agrees_or_never_agreed_stays(source, draft):
    assert fit_forms(draft, source) == draft


@pytest.mark.parametrize(
    ("source", "draft", "said"),
    [
        ("Побить этих дурачков.", "Побить этих.", "Побить этих людей."),
        ("бить их сук всех", "бить их людей всех", "бить их  всех"),
        ("посмеюсь над дебилом!", "посмеюсь над!", "посмеюсь над человеком!"),
        ("растопчет этих дурачков.", "растопчет этих.", "растопчет этих людей."),
        ("как он обосрался, когда понял", "как он когда понял", "как он испугался, когда понял"),
        ("уехал за бугор, а ты тут", "уехал за, а ты тут", "уехал , а ты тут"),
        ("ты конечно идиот, уйди", "ты конечно, уйди", "ты конечно неумный человек, уйди"),
        ("вас уродов давить надо", "вас людей давить надо", "вас  давить надо"),
        ("их ублюдки дети молчат", "их люди дети молчат", "их  дети молчат"),
    ],
)
def test_a_hole_is_filled_or_closed(source, draft, said):
    assert fill_noun_gaps(draft, source, word_table("ru")) == said


@pytest.mark.parametrize(
    ("source", "draft"),
    [
        ("Он, гад, над нами", "Он над нами"),
        ("Бить этого гада", "Бить этого человека"),
        ("выгнать этих тварей из дома", "выгнать этих людей из дома"),
        ("этот тупой дом", "этот дом"),
        ("мать урода пришла", "мать человека пришла"),
        ("Он тупо спит", "Он спит"),
        ("Хитрая писька нашлась", "Хитрая нашлась"),
    ],
)
def test_what_is_whole_stays(source, draft):
    assert fill_noun_gaps(draft, source, word_table("ru")) == draft
    assert count_noun_gaps(draft, source) == 0


def test_a_clause_that_lost_its_verb_counts_as_a_hole():
    assert count_noun_gaps("а тут.", "а тут распизделись.") == 1
    assert count_noun_gaps("а тут сидит.", "а тут сука сидит.") == 0


def test_a_word_that_cannot_stand_there_counts_more_than_a_hole():
    assert count_noun_gaps("казнить гадать", "казнить гада") == 3
    assert count_noun_gaps("Какой-то плохо хомяк", "Какой-то хреновый хомяк") == 3
    assert count_noun_gaps("Какой-то плохой хомяк", "Какой-то хреновый хомяк") == 0


@pytest.mark.parametrize(
    ("source", "draft", "said"),
    [
        ("Всё. Пиздец. Заболела", "Всё. . Заболела", "Всё. Заболела"),
        ("стрелять, гады!", "стрелять.!", "стрелять!"),
        ("от вони, крыс и мух", "от вони, и мух", "от вони и мух"),
        ("что-то не то", "что то не то", "что-то не то"),
        ("что то не то, гад", "что то не то", "что то не то"),
        ("ты не хера не понял", "ты не не понял", "ты не понял"),
        ("ну ну, гад", "ну ну", "ну ну"),
        ("Да, и пришел гад", "Да, и пришел", "Да, и пришел"),
    ],
)
def test_signs_and_hyphens(source, draft, said):
    assert tidy_draft(draft, source, "ru") == said


@pytest.mark.parametrize(
    ("word", "part"), [("мамаше-шлюхе", "мамаше"), ("дауна-шизоида", "дауна"), ("что-то", "что-то")]
)
def test_of_a_word_with_a_hyphen_the_part_counts_that_the_lexicon_knows(word, part):
    assert known_part(word, word_table("ru")) == part


def test_what_the_lexicon_says_otherwise_is_no_noun():
    assert [is_noun(word, word_table("ru")) for word in ("козёл", "хуева", "идёт")] == [True, False, False]
