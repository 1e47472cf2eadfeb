"""What looks the same becomes the same, says what was undone, and finds its way back."""

import unicodedata

import pytest

from paraphrast.errors import CommandError
from paraphrast.text import normal

CASES = [
    ("мaшинa", "ru", "машина", {"homoglyph"}),
    ("Pоссия и Mocквa", "ru", "Россия и Москва", {"homoglyph"}),
    ("pаypаl", "en", "paypal", {"homoglyph"}),
    ("goοgle", "en", "google", {"homoglyph"}),
    ("он был c ней", "ru", "он был с ней", {"homoglyph"}),
    ("М0сква и ра3ум", "ru", "Москва и разум", {"homoglyph"}),
    ("сло\u200bво и де\u00adло", "ru", "слово и дело", {"hidden"}),
    ("in\u2060visi\u200cble", "en", "invisible", {"hidden"}),
    ("ＨＥＬＬＯ １２", "en", "HELLO 12", {"full-width"}),
    ("𝐛𝐨𝐥𝐝 ⓣⓔⓧⓣ", "en", "bold text", {"styled"}),
    ("«ёж» — „это“", "ru", '"еж" - "это"', {"quote", "dash", "yo"}),
    ("“don’t” – ‘do’", "en", "\"don't\" - 'do'", {"quote", "dash"}),
    ("й и\u0306", "ru", "й й", {"composition"}),
    ("за\u0301мок", "ru", "замок", {"accent"}),
    ("ﬁne… ½", "en", "fine... 1/2", {"compatibility", "punctuation"}),
    ("5\u00a0кг", "ru", "5 кг", {"space"}),
    ("電腦與網絡", "zh", "电脑与网络", {"traditional"}),
    ("１９９１年，你好！", "zh", "1991年,你好!", {"compatibility", "punctuation"}),
    ("「你好」——他說", "zh", '"你好"--他说', {"quote", "dash", "traditional"}),
]


@pytest.mark.parametrize(("text", "lang", "wanted", "kinds"), CASES)
def test_normal_undoes_and_says_what(text, lang, wanted, kinds):
    found = normal(text, lang)
    assert found.text == wanted
    assert {one.kind for one in found.undone} - {"dash"} == kinds - {"dash"}


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Обычный текст: «кавычки», тире — и ёлка… № 5.", "ru"),
        ("An “ordinary” text — with a café, a naïve rôle and an ﬁ from a PDF.", "en"),
        ("普通文本，“引号”……１２３。", "zh"),
        ("IT-компания, Smartфон, iPhone 12, T-shirt, ВКонтакте, R&D", "ru"),
        ("купил PC и HP", "ru"),
        ("❤️ 👨‍👩‍👧", "en"),
        ("\ufeffСначала метка порядка байтов", "ru"),
        ("Угол αx и Δt", "ru"),
    ],
)
def test_honest_text_shows_no_disguise(text, lang):
    assert normal(text, lang).disguises == []


def test_the_evidence_of_a_disguise_is_the_disguised_letter():
    text = "Это мoй до\u200bклад о ＲＡＭ"
    found = normal(text, "ru")
    assert [(one.kind, text[one.start : one.stop]) for one in found.disguises] == [
        ("homoglyph", "o"),
        ("hidden", "\u200b"),
        ("full-width", "ＲＡＭ"),
    ]


def test_spans_lead_back_to_the_original():
    text = "На\u200bчало. Сере\u00adдина, ﬁnal… конец"
    found = normal(text, "ru")
    for word, original in [
        ("Начало", "На\u200bчало"),
        ("Середина", "Сере\u00adдина"),
        ("final...", "ﬁnal…"),
        ("конец", "конец"),
    ]:
        start = found.text.index(word)
        first, last = found.span(start, start + len(word))
        assert text[first:last] == original


def test_a_long_document_keeps_its_map():
    text = ("Съешь ещё этих мягких булок, да выпей чаю. «Мaма»\u200b мыла раму… " * 2000)[:100_000]
    found = normal(text, "ru")
    starts = found.starts
    assert len(starts) == len(found.text)
    assert starts == sorted(starts)
    place = found.text.rindex("булок")
    assert text[slice(*found.span(place, place + 5))] == "булок"


@pytest.mark.parametrize("text", ["Ｆｕｌｌ　ｗｉｄｔｈ", "ﬁ ﬂ Ⅳ ™ ①", "é ü й ё", "ｶﾞ", "각", "Å Ω"])
def test_without_hidden_characters_it_is_nfkc(text):
    typography = str.maketrans("ёЁ", "еЕ")
    assert normal(text).text == unicodedata.normalize("NFKC", text).translate(typography)


def test_a_span_outside_the_text_is_refused():
    with pytest.raises(IndexError):
        normal("текст").span(2, 9)


def test_an_unknown_language_is_refused_by_name():
    with pytest.raises(CommandError, match="no language 'fr'"):
        normal("text", "fr")
