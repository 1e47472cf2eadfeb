"""Retrieval, checking and the report: what is found, what is left out, what the page says."""

import re
from pathlib import Path

import pytest

from paraphrast.data import Document
from paraphrast.detect.check import check, check_each_other
from paraphrast.detect.exclude import Rules, bibliography, cut
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import load_meaning
from paraphrast.detect.quotations import find_quotations
from paraphrast.detect.report import page, tables
from paraphrast.detect.retrieve import retrieve

LIGHTHOUSE = (
    "Старый маяк на северном мысу построили рыбаки из соседней деревни. Каждую осень смотритель поднимался "
    "по винтовой лестнице и зажигал керосиновую лампу. Корабли видели этот свет за двадцать миль."
)
GARDEN = (
    "Яблони в заброшенном саду зацвели только в конце мая, когда потеплели ночи. Садовник подрезал сухие "
    "ветки и побелил стволы известью. Осенью урожай отвезли на ярмарку в областной город."
)
RIVER = (
    "The river floods the lower meadows every spring when the snow melts in the mountains. Farmers move "
    "their cattle to higher pastures and repair the wooden bridges before the water comes."
)
TOWER = (
    "北方海角上的古老灯塔是由附近村庄的渔民们亲手建造起来的。"
    "每年秋天守塔人都会爬上螺旋楼梯，点亮那盏巨大的煤油灯。"
)
LIBRARY = {"маяк.txt": LIGHTHOUSE, "сад.txt": GARDEN, "river.txt": RIVER, "灯塔.txt": TOWER}
HEADINGS = ["Список использованной литературы", "References", "参考文献", "2. Литература:"]
OWN = "Экономисты прогнозируют умеренный рост промышленного производства в следующем квартале."
COPIED = "Садовник подрезал сухие ветки и побелил стволы известью."
LIGHT = "Каждую осень смотритель поднимался по винтовой лестнице и зажигал керосиновую лампу."


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("index")
    with Writer(folder) as writer:
        writer.add(Document(name, text) for name, text in LIBRARY.items())
    return Index(folder)


@pytest.mark.parametrize("name", LIBRARY)
def test_the_source_of_each_language_is_retrieved(index: Index, name: str) -> None:
    [found] = retrieve(Document("essay", f"{OWN} {LIBRARY[name]}"), index)
    assert found.candidate.id == name
    assert found.candidate.fragments >= 1


def test_sources_are_ranked_by_fragments(index: Index) -> None:
    essay = f"{COPIED} {OWN} {LIBRARY['маяк.txt']} {OWN} {LIBRARY['маяк.txt'].split('. ')[0]}."
    found = retrieve(Document("essay", essay), index)
    assert [one.candidate.id for one in found] == ["маяк.txt", "сад.txt"]
    assert retrieve(Document("essay", essay), index, without=["маяк.txt"])[0].candidate.id == "сад.txt"


def test_nothing_is_retrieved_for_an_original_or_an_empty_text(index: Index) -> None:
    assert retrieve(Document("essay", OWN), index) == []
    assert retrieve(Document("essay", "…"), index) == []


def test_parts_add_up_and_sources_have_shares(index: Index) -> None:
    text = f"{OWN} {COPIED} {LIGHT}"
    result = check(Document("essay", text), index)
    assert result.borrowed + result.quoted + result.original == pytest.approx(1)
    assert result.borrowed == pytest.approx((len(COPIED) + len(LIGHT)) / len(text), abs=0.02)
    assert {source.id for source in result.sources} == {"маяк.txt", "сад.txt"}
    assert sum(source.share for source in result.sources) == pytest.approx(result.borrowed, abs=0.02)


def reasons(text: str, index: Index, template: Document | None = None, **rules: object) -> list[str]:
    result = check(Document("essay", text), index, rules=Rules(**rules), template=template)
    return [match.meta.get("excluded", "") for match in result.matches]


def test_each_exclusion_has_its_reason_and_can_be_switched_off(index: Index) -> None:
    quoted = f"{OWN} Как писал автор, «{COPIED}» {OWN}"
    assert reasons(quoted, index) == ["unreferenced"]
    assert reasons(quoted, index, quotations=False) == [""]
    assert reasons(quoted, index, references=True) == [""]
    assert reasons(quoted.replace("»", "» [4]"), index, references=True) == ["quotation"]
    listed = f"{OWN} {OWN}\nСписок литературы\n{COPIED}\n"
    assert reasons(listed, index) == ["bibliography"]
    assert reasons(listed, index, bibliography=False) == [""]
    plain = f"{OWN} {COPIED}"
    assert reasons(plain, index, own=("сад.txt",)) == ["own"]
    assert reasons(plain, index, small=20) == ["small"]
    assert reasons(plain, index, template=Document("t", COPIED)) == ["template"]


def test_a_quotation_inside_a_copied_passage_is_cut_out(index: Index) -> None:
    first, second, third = LIBRARY["сад.txt"].split(". ")
    text = f"{OWN} {first}. «{second}». {third} {OWN}"
    result = check(Document("essay", text), index)
    assert 0 < result.quoted < result.borrowed


def test_runs_are_coloured_by_their_own_kind_and_cut_with_their_match(index: Index) -> None:
    first, _, third = LIBRARY["сад.txt"].split(". ")
    other = "Садовник побелил известью стволы, подрезав прежде сухие и ломкие ветки"
    text = f"{OWN} {first}. {other}. {third} {OWN}"
    result = check(Document("essay", text), index)
    coloured = {piece.kinds[0] for piece in page.pieces(result) if piece.matches}
    assert coloured == {"verbatim", "paraphrase"}
    [match] = result.matches
    whole, rest = cut(match, [(match.runs[0].start, match.runs[1].start)])
    assert (whole.kind, whole.runs) == ("verbatim", ())
    assert [run.kind for run in rest.runs] == ["paraphrase", "verbatim"]
    assert rest.suspicious.start == rest.runs[0].start


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Он сказал: «Лучше поздно, чем никогда».", 1),
        ("He said: “Better late than never at all.”", 1),
        ("他说：「迟到总比不到好得多。」", 1),
        ("Роман «Идиот» вышел в свет.", 0),
    ],
)
def test_quotations_are_longer_than_names(text: str, count: int) -> None:
    assert len(find_quotations(Document("a", text))) == count


@pytest.mark.parametrize(
    "heading", ["Список использованной литературы", "References", "参考文献", "2. Литература:"]
)
def test_the_list_of_works_begins_at_its_heading(heading: str) -> None:
    text = f"{'Слово ' * 30}\n{heading}\n1. Иванов. Книга."
    [(start, stop)] = bibliography(text)
    assert text[start:stop].startswith(heading)
    assert stop == len(text)
    assert bibliography(f"{heading} это важно.\n{'Слово ' * 30}") == []


def test_students_who_copy_from_each_other_are_seen() -> None:
    first = Document("ann.txt", f"{LIBRARY['маяк.txt']} {OWN}")
    second = Document("bob.txt", f"{LIBRARY['сад.txt']} {LIBRARY['маяк.txt']}")
    third = Document("cid.txt", LIBRARY["river.txt"])
    results = {result.document.id: result for result in check_each_other([first, second, third])}
    assert results["ann.txt"].sources[0].id == "bob.txt"
    assert results["bob.txt"].sources[0].id == "ann.txt"
    assert results["cid.txt"].borrowed == 0
    lines = tables.summary(list(results.values())).splitlines()
    assert lines[-1].startswith("cid.txt,,,,0.0,")


def test_the_page_is_one_file_that_needs_nothing_else(index: Index) -> None:
    text = f"{OWN} <script>alert(1)</script> {LIGHT.replace('о', 'o')} «{COPIED}»"
    result = check(Document("essay", text, title="<b>Эссе</b>"), index)
    html = page.html(result)
    assert "<script>alert" not in html
    assert "&lt;b&gt;Эссе" in html
    assert not re.search(r"(?:src|href)=[\"'](?!#)", html)
    assert "://" not in html
    assert 'data-reason="unreferenced"' in html
    assert "Признаки маскировки" in html
    shown = re.search(r'aria-label="Проверенный текст">(.*?)</article>', html, re.DOTALL)
    assert shown is not None
    plain = re.sub(r"<[^>]+>", "", shown[1]).replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'")
    assert plain == text


def test_json_csv_and_xml_say_the_same(index: Index, tmp_path: Path) -> None:
    import csv
    import io
    import json

    from paraphrast.detect import pan

    result = check(Document("essay", f"{OWN} {COPIED}"), index)
    plain = json.loads(tables.json(result))
    assert plain["matches"][0]["text"] == COPIED
    [row] = csv.DictReader(io.StringIO(tables.table(result)))
    assert row["source_text"] == COPIED
    (tmp_path / "x.xml").write_bytes(tables.xml(result))
    [match] = pan.read(tmp_path / "x.xml")
    assert (match.suspicious.start, match.suspicious.stop) == (int(row["start"]), int(row["stop"]))


def test_a_folder_is_checked_by_its_meaning_too() -> None:
    english = (
        "The lighthouse was built by fishermen from a village near the northern cape long ago. The keeper "
        "climbed the winding stairs every autumn and lit the old kerosene lamp there. Ships could see this "
        "light from twenty miles away in the open sea."
    )
    texts = [Document("a.txt", f"{OWN} {LIGHTHOUSE}"), Document("b.txt", english)]
    assert [result.borrowed for result in check_each_other(texts)] == [0, 0]
    by_meaning = list(check_each_other(texts, meaning=load_meaning()))
    assert {match.kind for result in by_meaning for match in result.matches} == {"translated"}
    assert by_meaning[1].sources[0].id == "a.txt"
    assert by_meaning[1].borrowed > 0.9
