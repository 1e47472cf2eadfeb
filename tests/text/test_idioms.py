"""Rules of idioms: words, forms, sets, what may stand there and what stands beside; what is no rule."""

import pytest

from paraphrast.errors import DataError
from paraphrast.text.rules import find_idioms, read_idioms, say_idioms
from paraphrast.text.rules.linting import lint_idioms


@pytest.fixture
def book(tmp_path):
    def make(lang, *lines, known=()):
        path = tmp_path / "own.rules"
        path.write_text("\n".join(lines), encoding="utf-8")
        return read_idioms(path, f"{lang}/own.rules", lang, dict(known))

    return make


@pytest.mark.parametrize(
    ("lang", "lines", "text", "said"),
    [
        ("ru", ["с ума сойти = удивиться"], "Можно с ума сойти!", "Можно удивиться!"),
        ("ru", ["{V:~валять} дурака = {V:бездельничать}"], "Все валяли дурака.", "Все бездельничали."),
        (
            "ru",
            ["пни :: ~пень | старый {друг}", "друг :: хрен", "{пни} = человек"],
            "Пню рады.",
            "Человек рады.",
        ),
        ("ru", ["(ну|и)* черт с {W:ним|ней} = пусть"], "Ну и чёрт с ней!", "Пусть!"),
        ("ru", ["дать {W:NOUN+datv} пинка = прогнать {W:accs}"], "Дать соседу пинка.", "Прогнать соседа."),
        (
            "ru",
            ["{W:NPRO} {P*:пора} бить = {W} {P} ругать", "пора :: надо | уже"],
            "Их уже надо бить",
            "Их уже надо ругать",
        ),
        ("ru", ["вон [!из] = наружу"], "Пошёл вон из дома", "Пошёл вон из дома"),
        ("ru", ["[пошел] вон [!из] = наружу"], "Пошёл вон, все вон", "Пошёл наружу, все вон"),
        ("ru", ["черт {end} = ()"], "Где он, чёрт? Чёрт знает", "Где он? Чёрт знает"),
        ("en", ["~bull in a china shop = clumsy person"], "A bull in a china shop!", "A clumsy person!"),
        (
            "en",
            ["bloody {W:plur} = {W}"],
            "Those bloody dogs and that bloody dog",
            "Those dogs and that bloody dog",
        ),
        (
            "en",
            ["{start} (oh) damn {end} = pity"],
            "Oh damn! The dam and damn it",
            "Pity! The dam and damn it",
        ),
        ("zh", ["去 死 = 走开"], "你去死！", "你走开！"),
        ("zh", ["笨蛋|傻瓜 {last} = 人"], "他是傻瓜。", "他是人。"),
    ],
)
def test_an_idiom_is_said_as_it_is_meant(book, lang, lines, text, said):
    assert say_idioms(text, book(lang, *lines))[0] == said


@pytest.mark.parametrize(
    ("lang", "line", "text"),
    [
        ("ru", "на кол = наказать", "наколка на коленях"),
        ("en", "ass = person", "The class passed a.ass@example.com and http://example.com/ass"),
        ("zh", "操 = 做", "操场"),
    ],
)
def test_words_are_matched_and_never_parts_of_them(book, lang, line, text):
    rules = book(lang, line)
    assert say_idioms(text, rules) == (text, [])
    assert not list(find_idioms(text, rules))


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_rules_apply_from_top_to_bottom_to_what_is_left(book, lang):
    one, two, three = {"ru": ("дуб", "пень", "друг"), "en": ("oak", "elm", "ash"), "zh": ("甲", "乙", "丙")}[
        lang
    ]
    down = book(lang, f"{one} = {two}", f"{two} = {three}")
    assert say_idioms(one, down)[0] == three
    up = book(lang, f"{two} = {three}", f"{one} = {two}")
    assert say_idioms(one, up)[0] == two


def test_a_set_of_the_caller_is_a_test_of_a_word(book):
    rules = book("ru", "что за {враг} = кто", known=[("враг", lambda word: word.startswith("вра"))])
    assert say_idioms("Что за вражина пришёл? Что за врач?", rules)[0] == "Кто пришёл? Кто?"
    assert say_idioms("Что за друг пришёл?", rules)[0] == "Что за друг пришёл?"


def test_a_text_that_only_curses_keeps_its_words(book):
    assert say_idioms("Чёрт возьми!", book("ru", "черт возьми = ()"))[0] == "Чёрт возьми!"


def test_no_file_is_no_idioms(tmp_path):
    assert read_idioms(tmp_path / "none.rules", "none", "ru", {}).rules == ()


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["враг :: {друг}", "друг :: {враг}", "{враг} = человек"], "names itself"),
        (["{недруг} = человек"], "'недруг' is no set and no grammeme"),
        (["{W:дом|кот} там = {V} тут"], "not looked for: V"),
        (["~бы там = тут"], "has no forms"),
        (["там [тут] здесь = сям"], "stands at its ends"),
        (["(там = тут"], "opens or closes nothing"),
        (["(там) {end} = тут"], "one word at least"),
        (["там тут"], "is no rule"),
        ([f"там {'а' * 300} = тут"], "200 is the most"),
        (["там = тут", "    ? Там"], "an indented line"),
    ],
)
def test_what_is_no_rule_is_told_with_its_line(book, lines, told):
    with pytest.raises(DataError, match=r"ru/own\.rules") as error:
        _ = book("ru", *lines).idioms
    assert told in str(error.value)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_language_knows_its_own_forms_alone(book, lang):
    with pytest.raises(DataError, match="no grammeme"):
        _ = book(lang, "{W:datv} = x").idioms


def test_the_linter_asks_for_examples_both_ways_and_finds_what_is_idle_dead_or_there_twice(book):
    rules = book("ru", "друг :: кот", "там = тут", "там = сям", "    + Он там. -> Он сям.", "где = кто")
    told = "\n".join(lint_idioms(rules, {"ru: где": 0, "ru: там": 3}))
    assert "own.rules:3: duplicate" in told
    assert "the set 'друг'" in told
    assert "own.rules:2: without example" in told
    assert "own.rules:3: without counter-example" in told
    assert "own.rules:5: dead" in told
    assert "own.rules:2: dead" not in told


def test_a_long_run_of_words_that_may_repeat_is_read_quickly(book):
    rules = book("ru", "пора :: надо | уже | бы", "их {P*:пора} {Q*:пора} (уже|надо)* бить = {P}")
    text = "их " + "надо уже бы " * 300
    assert say_idioms(text, rules)[0] == text
