"""The report beyond the browser: phrases, decisions, tables, PDF, a class, and the commands that write them."""

# ruff: noqa: E501 - tables of cases are easier to read unfolded

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

from detect.handed_in import CASES, hand_in
from paraphrast.data import Document, Match, Run, Span
from paraphrast.detect.changes import compare_words
from paraphrast.detect.check import Check, check_each_other, summed
from paraphrast.detect.exclude import REASONS
from paraphrast.detect.quotations import find_footnotes, find_quotations
from paraphrast.detect.report import group, page, tables
from paraphrast.detect.report.decisions import apply_decisions, recount
from paraphrast.detect.report.record import Decision, Decisions, load_report, make_report
from paraphrast.detect.report.strings import Strings, load_table
from paraphrast.detect.shares import divide, percent
from paraphrast.errors import CommandError, DataError
from paraphrast.files.documents.marks import HIDDEN
from paraphrast.text import LANGS
from paraphrast.text.normal import DISGUISES

PARTS = ("borrowed", "quoted", "unreferenced", "original")


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Check]:
    return {lang: hand_in(lang, tmp_path_factory.mktemp("index")) for lang in CASES}


def test_every_phrase_is_there_in_every_language_with_the_same_values() -> None:
    for name, phrase in load_table().items():
        assert sorted(phrase) == sorted(LANGS), name
        fields = {
            lang: {field for _, field, _, _ in Formatter().parse(text) if field}
            for lang, text in phrase.items()
        }
        assert len({frozenset(names) for names in fields.values()}) == 1, name
        assert all(text.strip() for text in phrase.values()), name
    needed = {f"reason-{reason}" for reason in REASONS} | {f"kind-{kind}" for kind in page.KINDS}
    needed |= {f"disguise-{kind}" for kind in (*DISGUISES, *HIDDEN)}
    assert needed <= set(load_table())


def test_every_phrase_of_a_page_is_known_and_every_known_one_is_used() -> None:
    folder = Path(page.__file__).parent
    code = "".join(
        path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix in (".py", ".html")
    )
    families = ("reason-", "kind-", "disguise-")
    unused = [
        name
        for name in load_table()
        if f'"{name}"' not in code and f"'{name}'" not in code and not name.startswith(families)
    ]
    assert unused == []
    with pytest.raises(CommandError, match="report language 'de'"):
        Strings("de")


@pytest.mark.parametrize("lang", LANGS)
def test_a_page_speaks_the_language_of_its_text_or_the_one_asked_for(
    checks: dict[str, Check], lang: str
) -> None:
    assert f'<html lang="{lang}">' in page.html(checks[lang])
    assert Strings(lang)("footer") in page.html(checks["ru"], lang=lang)


@pytest.mark.parametrize(
    ("borrowed", "quoted", "whole"), [(1, 1, 2), (1001, 999, 2000), (1, 2, 3), (0, 0, 0), (333, 333, 999)]
)
def test_parts_always_add_up(borrowed: int, quoted: int, whole: int) -> None:
    taken, cited, bare, rest = divide(borrowed, quoted, quoted, whole)
    assert round(taken + cited + rest, 6) == 1
    assert rest >= 0
    assert bare <= cited
    assert percent(0.0005 + 1e-12) in ("0.1%", "0.0%")


@pytest.mark.parametrize("lang", LANGS)
def test_one_number_everywhere(checks: dict[str, Check], lang: str, tmp_path: Path) -> None:
    found = checks[lang]
    plain = json.loads(tables.json(found))
    [row] = csv.DictReader(io.StringIO(tables.summary([found])))
    html = page.html(found)
    for name in PARTS:
        assert plain[name] == getattr(found, name) == float(row[name])
        assert f'id="{name}">{percent(plain[name])}<' in html
    assert recount(make_report(found)) == make_report(found)
    (tmp_path / "r.json").write_bytes(tables.json(found))
    again = load_report(tmp_path / "r.json")
    assert again == make_report(found)
    assert page.html(again) == html


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


def test_blocks_are_quotations_and_prompts_are_not() -> None:
    text = "Words.\n> The gardener pruned the dry branches\n> and painted the trunks. [3]\n\nMore words.\n>>> print(1, 2, 3, 4)\n"
    [found] = find_quotations(Document("a", text))
    assert found.block
    assert found.referenced
    assert text[found.start : found.stop].startswith("> The gardener")
    set_apart = Document("a", "Intro words here\nA whole quoted block", meta={"marks": [["block", 17, 37]]})
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


def decide(found: Check, **given: object) -> Decisions:
    return Decisions(found.document.id, **given)  # type: ignore[arg-type]


def verdict(found: Check, number: int, verdict: str, note: str = "") -> Decision:
    parts = [match for match in make_report(found).matches if match.passage == number]
    first, last = parts[0], parts[-1]
    places = first.source.start, first.suspicious.start, last.suspicious.stop
    return Decision(number, first.source.doc, *places, verdict=verdict, note=note)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGS)
def test_numbers_follow_decisions(checks: dict[str, Check], lang: str) -> None:
    found = checks[lang]
    report = make_report(found)
    first, second = CASES[lang].sources
    off = apply_decisions(report, decide(found, sources_off=(first.id,)))
    assert off.borrowed == 0
    assert next(source.share for source in off.sources if source.id == first.id) == 0
    none = apply_decisions(report, decide(found, sources_off=(first.id, second.id)))
    assert none.original == 1
    accepted = apply_decisions(report, decide(found, passages=(verdict(found, 2, "accepted"),)))
    assert accepted.borrowed > report.borrowed
    assert accepted.unreferenced == 0
    assert round(accepted.borrowed + accepted.quoted + accepted.original, 6) == 1
    dismissed = apply_decisions(report, decide(found, passages=(verdict(found, 1, "dismissed", "own"),)))
    assert dismissed.borrowed < report.borrowed
    assert tables.rows(dismissed)[0]["note"] == "own"
    assert len(tables.xml(dismissed)) < len(tables.xml(report))


def test_decisions_that_do_not_fit_are_refused(checks: dict[str, Check]) -> None:
    report = make_report(checks["ru"])
    with pytest.raises(DataError, match=r"about 'other.txt', the report is about 'сочинение.docx'"):
        apply_decisions(report, Decisions("other.txt"))
    wrong = Decision(7, "маяк.txt", 0, 1, 2, "dismissed")
    with pytest.raises(DataError, match="passage 7 of the decisions"):
        apply_decisions(report, Decisions("сочинение.docx", passages=(wrong,)))


def test_kinds_that_are_switched_off_take_their_runs_along() -> None:
    essay, source = Document("e", "x" * 100), Document("s", "y" * 100)
    runs = (Run(0, 40, 0, 40, "verbatim"), Run(40, 60, 40, 60, "paraphrase"))
    match = Match(Span("e", 0, 60), Span("s", 0, 60), "verbatim", runs=runs)
    report = make_report(summed(essay, {"s": source}, [match]))
    assert report.borrowed == 0.6
    assert apply_decisions(report, Decisions("e", kinds_off=("paraphrase",))).borrowed == 0.4
    assert apply_decisions(report, Decisions("e", kinds_off=("verbatim",))).borrowed == 0.2


def test_sources_have_what_the_collection_knows_of_them(checks: dict[str, Check]) -> None:
    source = make_report(checks["en"]).sources
    assert (source[0].author, source[0].date, source[0].address) == (
        "J. Pilot",
        "1911",
        "https://library.example/harbour",
    )
    assert source[1].author == "A. Green, B. Moss"


def test_a_table_runs_nothing_in_a_spreadsheet() -> None:
    essay, source = Document("=cmd()", "=1+1 and so on"), Document("s", "=1+1 and so on")
    match = Match(Span("=cmd()", 0, 14), Span("s", 0, 14), "verbatim")
    [row] = csv.DictReader(io.StringIO(tables.table(summed(essay, {"s": source}, [match]))))
    assert row["suspicious"] == "'=cmd()"
    assert row["text"].startswith("'=")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_summary_on_paper_can_be_read_back(checks: dict[str, Check], lang: str, tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    from paraphrast.detect.report.pdf import find_fonts, pdf
    from paraphrast.files import documents

    if not find_fonts():
        pytest.skip("no font with Cyrillic or Chinese here")
    found = apply_decisions(
        make_report(checks[lang]),
        decide(checks[lang], passages=(verdict(checks[lang], 1, "accepted", "Note 7"),)),
    )
    (tmp_path / "one.pdf").write_bytes(pdf([found]))
    text = "".join(documents.load(tmp_path / "one.pdf").text.split())
    case = CASES[lang]
    wanted = [
        case.essay.id,
        case.essay.title,
        *(percent(getattr(found, name)) for name in PARTS),
        case.sources[0].title,
    ]
    wanted += [case.sources[0].meta["author"], Strings(lang)("accepted"), "Note 7", Strings(lang)("borrowed")]
    assert [word for word in wanted if "".join(word.split()) not in text] == []
    (tmp_path / "two.pdf").write_bytes(pdf([found, checks["en" if lang != "en" else "ru"]], lang=lang))
    assert case.essay.id in documents.load(tmp_path / "two.pdf").text


def test_a_font_that_lacks_letters_is_refused(checks: dict[str, Check], tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    from paraphrast.detect.report.pdf import find_fonts, pdf

    narrow = next((path for path in find_fonts() if path.name == "DejaVuSans.ttf"), None)
    if narrow is None:
        pytest.skip("DejaVu Sans is not here")
    with pytest.raises(DataError, match="no font here has all letters"):
        pdf([checks["zh"]], font=narrow)
    (tmp_path / "no.ttf").write_text("this is no font", encoding="utf-8")
    with pytest.raises(DataError, match="not a font"):
        pdf([checks["zh"]], font=tmp_path / "no.ttf")


def handed(lang: str) -> list[Document]:
    first, second = CASES[lang].sources
    return [
        Document("late.txt", first.text, meta={"date": "3.05.2024"}),
        Document("early.txt", f"{second.text} {first.text}", meta={"date": "2024-05-01T10:00:00Z"}),
        Document("other.txt", CASES[lang].essay.text.split("\n")[0]),
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_what_only_a_later_text_has_does_not_count_by_date(lang: str) -> None:
    results = list(check_each_other(handed(lang)))
    assert {result.document.id: result.borrowed > 0.3 for result in results} == {
        "late.txt": True,
        "early.txt": True,
        "other.txt": False,
    }
    dated = {report.document.id: report for report in group.leave_out_later(results)}
    assert dated["early.txt"].borrowed == 0
    assert dated["late.txt"].borrowed == 1
    # the matrix still tells who shares with whom
    matrix = group.share_matrix(list(dated.values()))
    assert matrix["early.txt"]["late.txt"] > 0.3
    assert group.order_by_date(list(dated.values()))[0].document.id == "early.txt"


def test_sources_that_several_used_are_listed(checks: dict[str, Check]) -> None:
    source = Document("s", "word " * 20)
    texts = [Document(name, "word " * 20) for name in ("a", "b", "c")]
    found = [
        summed(text, {"s": source}, [Match(Span(text.id, 0, 100), Span("s", 0, 100), "verbatim")])
        for text in texts
    ]
    [shared] = group.find_shared([make_report(one) for one in found])
    assert [name for name, _ in shared.users] == ["a", "b", "c"]
    assert group.find_shared([make_report(checks["ru"])]) == []


@pytest.fixture
def school(tmp_path: Path) -> Path:
    folder = tmp_path / "school"
    folder.mkdir()
    for document in handed("ru"):
        (folder / document.id).write_text(document.text, encoding="utf-8")
    return folder


def test_a_class_is_checked_reported_and_decided_from_the_shell(
    shell: Callable, school: Path, tmp_path: Path
) -> None:
    (tmp_path / "dates.csv").write_text(
        "name,date\nlate.txt,2024-05-03\nearly.txt,2024-05-01\n", encoding="utf-8"
    )
    out = tmp_path / "out"
    ran = shell(
        "detect",
        "check",
        school,
        "-o",
        out,
        "--dates",
        tmp_path / "dates.csv",
        "--by-date",
        "--report-lang",
        "en",
    )
    assert ran.code == 0, ran.err
    rows = {
        row["document"]: row
        for row in csv.DictReader(io.StringIO((out / "summary.csv").read_text(encoding="utf-8")))
    }
    assert (rows["early.txt"]["borrowed"], rows["late.txt"]["borrowed"]) == ("0.0", "1.0")
    assert "Who shares with whom" in (out / "index.html").read_text(encoding="utf-8")
    one = out / "reports" / "late.json"
    plain = json.loads(one.read_text(encoding="utf-8"))
    assert plain["borrowed"] == 1.0
    decisions = Decisions("late.txt", sources_off=("early.txt",))
    (tmp_path / "d.json").write_bytes(
        json.dumps({"document": decisions.document, "sources_off": ["early.txt"]}).encode()
    )
    ran = shell("detect", "report", one, "--apply", tmp_path / "d.json", "-o", tmp_path / "late.html")
    assert ran.code == 0, ran.err
    assert ran.err.startswith("0.0% borrowed")
    assert 'id="borrowed">0.0%<' in (tmp_path / "late.html").read_text(encoding="utf-8")
    summed_up = shell("detect", "report", out, "--apply", tmp_path / "d.json", "--format", "csv").out
    assert {row["document"]: row["borrowed"] for row in csv.DictReader(io.StringIO(summed_up))}[
        "late.txt"
    ] == "0.0"
    for name in ("all.html", "all.pdf", "one.json"):
        given = [out] if name.startswith("all") else [one]
        ran = shell("detect", "report", *given, "-o", tmp_path / name)
        assert ran.code == 0, ran.err
    assert json.loads((tmp_path / "one.json").read_text(encoding="utf-8")) == plain


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["report", "nowhere.json"], 2, "does not exist"),
        (["report", "bad.json"], 1, "is not a report"),
        (["report", "late.txt"], 1, "is not a report"),
        (["report", "."], 1, "no reports"),
        (["check", ".", "--dates", "nowhere.csv"], 2, "--dates wants"),
        (["check", ".", "--dates", "../dates.csv"], 1, "dates.csv, line 1: expected NAME,DATE"),
        (["check", "late.txt", "--by-date", "--index", "x"], 2, "about a folder"),
    ],
)
def test_a_wrong_request_is_answered_in_one_line(
    shell: Callable,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(school)
    if "bad.json" in arguments:
        Path("bad.json").write_text("{", encoding="utf-8")
    if "../dates.csv" in arguments:
        Path("../dates.csv").write_text("late.txt,soon\n", encoding="utf-8")
    ran = shell("detect", *arguments)
    assert (ran.code, "Traceback" in ran.err) == (code, False), ran.err
    assert message in ran.err


def test_decisions_about_another_text_are_refused_in_the_shell(
    shell: Callable, school: Path, tmp_path: Path
) -> None:
    shell("detect", "check", school, "-o", tmp_path / "out")
    (tmp_path / "d.json").write_text('{"document": "who.txt"}', encoding="utf-8")
    ran = shell(
        "detect", "report", tmp_path / "out", "--apply", tmp_path / "d.json", "-o", tmp_path / "x.html"
    )
    assert ran.code == 1
    assert "these decisions are about 'who.txt'" in ran.err
    assert not (tmp_path / "x.html").exists()
    (tmp_path / "d.json").write_text('{"document": "late.txt", "verdicts": []}', encoding="utf-8")
    assert "not decisions" in shell("detect", "report", tmp_path / "out", "--apply", tmp_path / "d.json").err
