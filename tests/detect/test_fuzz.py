"""Whatever comes in: a clear error or an answer, offsets inside the texts, never a traceback."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from paraphrast.data import Document
from paraphrast.detect import pan
from paraphrast.detect.align import align
from paraphrast.detect.check import summed
from paraphrast.detect.essays.pages import visible
from paraphrast.detect.index.views import ready
from paraphrast.detect.report.page import html
from paraphrast.errors import DataError

GOOD = (
    "<document reference='a.txt'><feature name='plagiarism' this_offset='1' this_length='2' "
    "source_reference='b.txt' source_offset='0' source_length='1'/></document>"
)
WORDS = [
    "маяк",
    "корабль",
    "лампа",
    "море",
    "башня",
    "the",
    "light",
    "ships",
    "灯塔",
    "大海",
    "。",
    ". ",
    "\n",
    " ",
]
TEXTS = some.lists(some.one_of(some.sampled_from(WORDS), some.text(max_size=6)), max_size=60).map(" ".join)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=some.integers(0, len(GOOD) - 1), new=some.text(max_size=3), cut=some.integers(0, 8))
def test_broken_xml_is_refused_in_one_line(tmp_path: Path, place: int, new: str, cut: int) -> None:
    file = tmp_path / "broken.xml"
    file.write_text(GOOD[:place] + new + GOOD[place + cut :], encoding="utf-8", errors="replace")
    said = "broken.xml"
    try:
        found = pan.read(file)
    except DataError as error:
        found, said = [], str(error).strip()
    assert all(match.suspicious.start < match.suspicious.stop for match in found)
    assert "broken.xml" in said
    assert "\n" not in said


@settings(max_examples=60)
@given(left=TEXTS, right=TEXTS, lang=some.sampled_from(["ru", "en", "zh", None]))
def test_any_two_texts_can_be_aligned_and_reported(left: str, right: str, lang: str | None) -> None:
    suspicious, source = Document("a", left, lang=lang), Document("b", right, lang=lang)
    matches = align(suspicious, source)
    assert matches == align(Document("a", left, lang=lang), Document("b", right, lang=lang))
    for match in matches:
        assert 0 <= match.suspicious.start < match.suspicious.stop <= len(left)
        assert 0 <= match.source.start < match.source.stop <= len(right)
        assert 0 <= match.score <= 1
    html(summed(suspicious, {"b": source}, matches))


@settings(max_examples=60)
@given(text=TEXTS)
def test_any_text_can_be_indexed(text: str) -> None:
    [one] = ready([Document("a", text)], views=("words", "prints"))
    assert one.id == "a"


@settings(max_examples=60)
@given(page=some.binary(max_size=300))
def test_any_page_can_be_read(page: bytes) -> None:
    assert isinstance(visible(page), str)
