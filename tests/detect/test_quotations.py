"""Quotations with and without a reference, blocks, notes, and the words that changed."""

# ruff: noqa: E501 - tables of cases are easier to read unfolded

import pytest

from paraphrast.data import Document
from paraphrast.detect.changes import compare_words
from paraphrast.detect.quotations import find_footnotes, find_quotations

QUOTED = [
    ("ru", "Он писал: «Садовник подрезал сухие ветки» [3, с. 12].", True),
    ("ru", "Он писал: «Садовник подрезал сухие ветки» (Ветрова, 1950).", True),
    ("ru", "В книге [5] сказано: «Садовник подрезал сухие ветки».", True),
    ("ru", "«Садовник подрезал сухие ветки», — пишет Ветрова (с. 14).", True),
    ("ru", "Он писал: «Садовник подрезал сухие ветки». Потом, в книге [3], иное.", False),
    ("ru", "Он писал: «Садовник подрезал сухие ветки».", False),
    ("en", "Smith (2003) says: “The gardener pruned the branches”.", True),
    ("en", "She says “The gardener pruned the branches” (Smith 2003: 14).", True),
    ("en", 'He says "The gardener pruned the branches".¹', True),
    ("en", 'He says "The gardener pruned the branches"[^4].', True),
    ("en", "As (2003) shows. He says: “The gardener pruned the branches”.", False),
    ("en", "The “very long name of a shop” opened.", False),
    ("zh", "作者写道：“园丁剪去干枯的枝条，刷白树干”[2]。", True),
    ("zh", "作者写道：“园丁剪去干枯的枝条，刷白树干”（林海，1987）。", True),
    ("zh", "林海在《荒园》中写道：“园丁剪去干枯的枝条，刷白树干”。", True),
    ("zh", "作者写道：“园丁剪去干枯的枝条，刷白树干”。", False),
]


@pytest.mark.parametrize(("lang", "text", "referenced"), QUOTED)
def test_a_reference_belongs_to_the_quotation_it_stands_with(lang: str, text: str, referenced: bool) -> None:
    [found] = find_quotations(Document("a", text))
    assert found.referenced is referenced


def test_two_quotations_do_not_share_one_reference() -> None:
    text = "Пишут: «Садовник подрезал сухие ветки» и ещё «Осенью урожай отвезли на ярмарку» [2]."
    assert [one.referenced for one in find_quotations(Document("a", text))] == [False, True]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (
            '"И всё же," он помолчал немного, "мы не боимся этих новых бомб".',
            ["мы не боимся этих новых бомб"],
        ),
        ('"And yet," he was quiet enough now, "I am a bit scared of them."', ["I am a bit scared of them."]),
        (
            '他说道，"我们这一次真的有点害怕那些新炸弹"，然后沉默了很久才说"走吧"。',
            ["我们这一次真的有点害怕那些新炸弹"],
        ),
        ('"The speech of a novel goes on\n\nBut he said "no" and the door of the house was "shut".', []),
    ],
)
def test_a_straight_mark_opens_before_a_word_and_closes_after_one(text: str, quoted: list[str]) -> None:
    found = find_quotations(Document("a", text))
    assert [text[one.start + 1 : one.stop - 1] for one in found] == quoted


def test_blocks_are_quotations_and_prompts_are_not() -> None:
    text = "Words.\n> The gardener pruned the dry branches\n> and painted the trunks. [3]\n\nMore words.\n>>> print(1, 2, 3, 4)\n"
    [found] = find_quotations(Document("a", text))
    assert found.block
    assert found.referenced
    assert text[found.start : found.stop].startswith("> The gardener")
    set_apart = Document("a", "Intro words here\nA whole quoted block", meta={"marks": [["block", 17, 37]]})
    [found] = find_quotations(
        Document("a", "«A whole quoted block of words»", meta={"marks": [["block", 0, 31]]})
    )
    assert found.block
    [found] = find_quotations(set_apart)
    assert (found.start, found.stop, found.referenced) == (17, 37, False)
    noted = Document(set_apart.id, set_apart.text, meta={"marks": [["block", 17, 37], ["note", 37, 37]]})
    assert find_quotations(noted)[0].referenced


def test_a_note_that_names_a_work_is_left_out_and_one_that_tells_is_not() -> None:
    text = "Text here.\nSmith 2003, p. 14.\nA long story about the gardener and his branches."
    marks = [["footnote", 11, 29], ["footnote", 30, len(text)]]
    assert find_footnotes(Document("a", text, meta={"marks": marks})) == [(11, 29)]


@pytest.mark.parametrize(
    ("lang", "text", "source", "changed"),
    [
        (
            "ru",
            "Садовник быстро подрезал старые ветки",
            "Садовник подрезал сухие ветки",
            ["быстро", "старые"],
        ),
        ("en", "branches dry The gardener pruned", "The gardener pruned dry branches", []),
        ("zh", "园丁剪去枯黄的枝条", "园丁剪去干枯的枝条", ["黄"]),
        ("ru", "Сaдовник", "Садовник", []),
    ],
)
def test_changed_words_are_those_the_source_lacks(
    lang: str, text: str, source: str, changed: list[str]
) -> None:
    here, _ = compare_words(text, source, lang)  # type: ignore[arg-type]
    assert [text[start:stop] for start, stop in here] == changed
